/** The words of events and conditions, as v1.24 has them. */
import { defaultProfile } from '#kinds';
import { expect, it } from 'vitest';
import type { DaemonSet, PersistentVolume, PersistentVolumeClaim, Pod, StatefulSet } from '#types';
import { allowsSurge } from '../../../controllers/daemonset/limits.ts';
import * as volumes from '../../../controllers/persistentvolume/messages.ts';
import { act } from '../../../controllers/statefulset/act.ts';

const claim = (volumeName?: string): PersistentVolumeClaim =>
  ({ metadata: { namespace: 'default', name: 'data' }, spec: { volumeName } }) as never;
const volume = (claimRef?: object): PersistentVolume =>
  ({ metadata: { name: 'v' }, spec: { claimRef } }) as never;

it('about volumes and claims', () => {
  expect([
    volumes.noVolumes,
    volumes.lost(claim('v'), volume()),
    volumes.lost(claim('v'), undefined),
    volumes.lost(claim(), undefined),
    volumes.misfit(volume(), 'it is too small'),
    volumes.taken(volume()),
    volumes.misbound(claim('v'), volume({ namespace: 'other', name: 'x' })),
    volumes.misbound(claim(), volume()),
    volumes.waiting([]),
    volumes.waiting(['a']),
    volumes.waiting(['a', 'b']),
    volumes.unknownClass('fast'),
    volumes.noPlugin('disks'),
    volumes.waitingForVolume('disks'),
    volumes.otherMode(volume(), claim()),
    volumes.noRecycler,
    volumes.recycled,
    volumes.unknownPolicy,
    volumes.noDeleter(volume()),
    volumes.unsafePath('/'),
  ]).toMatchInlineSnapshot(`
    [
      "no persistent volumes available for this claim and no storage class is set",
      [
        "ClaimMisbound",
        "Two claims are bound to the same volume, this one is bound incorrectly",
      ],
      [
        "ClaimLost",
        "Bound claim has lost its PersistentVolume. Data on the volume is lost!",
      ],
      [
        "ClaimLost",
        "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!",
      ],
      "Cannot bind to requested volume "v": it is too small",
      "volume "v" already bound to a different claim.",
      "invalid binding of claim "default/data" to volume "v": volume already claimed by "other/x"",
      "invalid binding of claim "default/data" to volume "": volume already claimed by "/"",
      [
        "WaitForFirstConsumer",
        "waiting for first consumer to be created before binding",
      ],
      [
        "WaitForPodScheduled",
        "waiting for pod a to be scheduled",
      ],
      [
        "WaitForPodScheduled",
        "waiting for pods a,b to be scheduled",
      ],
      "storageclass.storage.k8s.io "fast" not found",
      "no volume plugin matched name: disks",
      "waiting for a volume to be created, either by external provisioner "disks" or manually created by system administrator",
      {
        "ofClaim": "Cannot bind PersistentVolume "v" to requested PersistentVolumeClaim due to incompatible volumeMode.",
        "ofVolume": "Cannot bind PersistentVolume to requested PersistentVolumeClaim "data" due to incompatible volumeMode.",
      },
      "No recycler plugin found for the volume!",
      "Volume recycled",
      "Volume has unrecognized PersistentVolumeReclaimPolicy",
      "error getting deleter volume plugin for volume "v": no deletable volume plugin matched",
      "host_path deleter only supports /tmp/.+ but received provided /",
    ]
  `);
});

it('about the pods of a StatefulSet', async () => {
  const set = { metadata: { namespace: 'default', name: 'db' }, spec: {} } as StatefulSet;
  const pod = { metadata: { name: 'db-0' } } as Pod;
  const failed = { ...pod, status: { phase: 'Failed' } } as Pod;
  const done = async (fails: boolean): Promise<readonly string[]> => {
    const said: string[] = [];
    const call = (): Promise<void> => (fails ? Promise.reject(new Error('no')) : Promise.resolve());
    const client = { create: call, delete: call, update: call };
    const event = (_: unknown, ...words: readonly string[]): void =>
      void said.push(words.join(' '));
    const tools = { client, events: { event }, profile: defaultProfile } as never;
    for (const action of [
      { type: 'create', pod, ordinal: 0 },
      { type: 'delete', pod },
      { type: 'delete', pod: failed, ended: 'replaced' },
      { type: 'update', pod },
    ] as const) {
      await act(tools, set, action as never, { get: () => undefined } as never).catch(
        () => undefined,
      );
    }
    return said;
  };
  const recreating =
    'Warning RecreatingFailedPod StatefulSet default/db is recreating failed Pod db-0';
  expect(await done(false)).toEqual([
    'Normal SuccessfulCreate create Pod db-0 in StatefulSet db successful',
    'Normal SuccessfulDelete delete Pod db-0 in StatefulSet db successful',
    recreating,
    'Normal SuccessfulDelete delete Pod db-0 in StatefulSet db successful',
    'Normal SuccessfulUpdate update Pod db-0 in StatefulSet db successful',
  ]);
  expect(await done(true)).toEqual([
    'Warning FailedCreate create Pod db-0 in StatefulSet db failed error: no',
    'Warning FailedDelete delete Pod db-0 in StatefulSet db failed error: no',
    recreating,
    'Warning FailedDelete delete Pod db-0 in StatefulSet db failed error: no',
    'Warning FailedUpdate update Pod db-0 in StatefulSet db failed error: no',
  ]);
});

it.each<[object | undefined, boolean]>([
  [undefined, false],
  [{ type: 'RollingUpdate' }, false],
  [{ type: 'RollingUpdate', rollingUpdate: { maxSurge: 0 } }, false],
  [{ type: 'RollingUpdate', rollingUpdate: { maxSurge: '0%' } }, false],
  [{ type: 'RollingUpdate', rollingUpdate: { maxSurge: 'x' } }, false],
  [{ type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } }, true],
  [{ type: 'RollingUpdate', rollingUpdate: { maxSurge: '1%' } }, true],
  [{ type: 'OnDelete', rollingUpdate: { maxSurge: 1 } }, false],
])(
  'a DaemonSet with the strategy %j may have two pods on a node: %s',
  (updateStrategy, expected) => {
    expect(allowsSurge({ spec: { updateStrategy } } as unknown as DaemonSet)).toBe(expected);
  },
);
