/** What one look at a volume writes and says. */
import { describe, expect, it } from 'vitest';
import {
  boundByControllerAnnotation as byController,
  persistentVolumeClaim,
  provisionedByAnnotation as made,
} from '#kinds';
import { notFound } from '#values';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';
import { syncVolume } from '../../../../controllers/persistentvolume/sync-volume.ts';
import { Recorded } from '../recorded.ts';
import { claimOf, claimRef, seenOf, shown, volumeOf } from './looks.ts';

const missing = (): never => {
  throw notFound(persistentVolumeClaim, 'c');
};

async function looked(
  volume: PersistentVolume,
  claims: readonly PersistentVolumeClaim[] = [],
  answers: ConstructorParameters<typeof Recorded>[0] = {
    [`get ${persistentVolumeClaim.kind}`]: missing,
  },
): Promise<readonly unknown[]> {
  const recorded = new Recorded(answers);
  const queue = { add: (key: string) => recorded.done.push(`look at ${key}`) } as never;
  await syncVolume(volume, seenOf({ claims }), recorded.tools, queue);
  return shown(recorded.done);
}

const bound = (more: object = {}, phase = 'Bound', annotations?: Record<string, string>) =>
  volumeOf({ claimRef, ...more }, phase, annotations);
const released = ['update PersistentVolume/status', { phase: 'Released' }];
const failed = (message: string): unknown => [
  ...['update PersistentVolume/status', { phase: 'Failed', message }],
];
const removing = { persistentVolumeReclaimPolicy: 'Delete' };
const gone = ['delete PersistentVolume', { name: 'v' }];

describe('a volume', () => {
  it.each<[string, PersistentVolume, readonly PersistentVolumeClaim[], readonly unknown[]]>([
    [
      'without a claim is available',
      volumeOf({}, ''),
      [],
      [['update PersistentVolume/status', { phase: 'Available' }]],
    ],
    ['that is available stays so', volumeOf({ claimRef: { namespace: 'n', name: 'c' } }), [], []],
    ['whose claim is gone is released', bound(), [], [released]],
    ['that is released stays so', bound({}, 'Released'), [], []],
    [
      'whose claim names it is bound',
      bound({}, ''),
      [claimOf({ volumeName: 'v' })],
      [['update PersistentVolume/status', { phase: 'Bound' }]],
    ],
    ['whose claim names none is looked at by it', bound(), [claimOf()], ['look at n/c']],
    [
      'whose claim has another mode does not fit',
      bound({ volumeMode: 'Block' }),
      [claimOf()],
      [
        'v Warning VolumeMismatch: Cannot bind PersistentVolume to requested PersistentVolumeClaim "c" due to incompatible volumeMode.',
        'c Warning VolumeMismatch: Cannot bind PersistentVolume "v" to requested PersistentVolumeClaim due to incompatible volumeMode.',
      ],
    ],
    [
      'whose claim has another volume is free again',
      bound({}, 'Bound', { [byController]: 'yes', a: 'b' }),
      [claimOf({ volumeName: 'w' })],
      [
        ['update PersistentVolume', { annotations: { a: 'b' } }],
        ['update PersistentVolume/status', { phase: 'Available' }],
      ],
    ],
    [
      'that was reserved for such a claim stays reserved',
      bound(),
      [claimOf({ volumeName: 'w' })],
      [
        [
          'update PersistentVolume',
          {
            claimRef: {
              ...{ kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace: 'n', name: 'c' },
              resourceVersion: '5',
            },
            annotations: undefined,
          },
        ],
        ['update PersistentVolume/status', { phase: 'Available' }],
      ],
    ],
    [
      'that was made for such a claim is released',
      bound(removing, 'Bound', { [made]: 'p' }),
      [claimOf({ volumeName: 'w' })],
      [released],
    ],
    [
      'that was made is left to who made it',
      bound(removing, 'Bound', { [made]: 'p' }),
      [],
      [released],
    ],
    [
      'in a folder for passing things is deleted',
      bound({ ...removing, hostPath: { path: '/tmp/a' } }),
      [],
      [released, gone],
    ],
    [
      'in another folder is not deleted',
      bound({ ...removing, hostPath: { path: '/a' } }),
      [],
      [
        released,
        failed('host_path deleter only supports /tmp/.+ but received provided /a'),
        'v Warning VolumeFailedDelete: host_path deleter only supports /tmp/.+ but received provided /a',
      ],
    ],
    [
      'of another kind is not deleted',
      bound({ ...removing, nfs: {} }),
      [],
      [
        released,
        failed(
          'error getting deleter volume plugin for volume "v": no deletable volume plugin matched',
        ),
        'v Warning VolumeFailedDelete: error getting deleter volume plugin for volume "v": no deletable volume plugin matched',
      ],
    ],
    ...[
      ...['awsElasticBlockStore', 'azureDisk', 'azureFile', 'cinder', 'gcePersistentDisk'],
      ...['glusterfs', 'portworxVolume', 'rbd', 'vsphereVolume'],
    ].map(
      (
        source,
      ): [string, PersistentVolume, readonly PersistentVolumeClaim[], readonly unknown[]] => [
        `of ${source} is deleted`,
        bound({ ...removing, [source]: {} }, 'Released'),
        [],
        [gone],
      ],
    ),
    [
      'that is being deleted is not deleted again',
      {
        ...bound({ ...removing, rbd: {} }, 'Released'),
        metadata: { name: 'v', deletionTimestamp: '2026-01-01T00:00:00Z' },
      } as never,
      [],
      [],
    ],
    [
      'may be emptied',
      bound({ persistentVolumeReclaimPolicy: 'Recycle', nfs: {} }, 'Released', {
        [byController]: 'yes',
      }),
      [],
      [
        'v Normal VolumeRecycled: Volume recycled',
        ['update PersistentVolume', { annotations: {} }],
        ['update PersistentVolume/status', { phase: 'Available' }],
      ],
    ],
    [
      'may be of a kind that cannot be emptied',
      bound({ persistentVolumeReclaimPolicy: 'Recycle', rbd: {} }, 'Released'),
      [],
      [
        failed('No recycler plugin found for the volume!'),
        'v Warning VolumeFailedRecycle: No recycler plugin found for the volume!',
      ],
    ],
    [
      'may have an odd policy',
      bound({ persistentVolumeReclaimPolicy: 'Odd' }, 'Released'),
      [],
      [
        failed('Volume has unrecognized PersistentVolumeReclaimPolicy'),
        'v Warning VolumeUnknownReclaimPolicy: Volume has unrecognized PersistentVolumeReclaimPolicy',
      ],
    ],
    ['fails once', bound({ persistentVolumeReclaimPolicy: 'Odd' }, 'Failed'), [], []],
  ])('%s', async (_, volume, claims, done) => {
    expect(await looked(volume, claims)).toEqual(done);
  });

  it('asks the API for a claim that the cache does not have', async () => {
    const live = claimOf({ volumeName: 'v' });
    const get = `get ${persistentVolumeClaim.kind}`;
    expect(await looked(bound(), [], { [get]: () => live })).toEqual([]);
    const other = { ...live, metadata: { ...live.metadata, uid: 'other' } };
    expect(await looked(bound(), [], { [get]: () => other })).toEqual([released]);
    expect(await looked(bound(), [other], { [get]: () => live })).toEqual([]);
    const failure = new Error('broken');
    const broken = {
      [get]: () => {
        throw failure;
      },
    };
    await expect(looked(bound(), [], broken)).rejects.toBe(failure);
    expect(await looked(bound({}, 'Failed'), [], broken)).toEqual([]);
  });

  it('may be deleted by others at the same time', async () => {
    const volume = bound({ ...removing, rbd: {} }, 'Released');
    const remove = 'delete PersistentVolume';
    expect(await looked(volume, [], { [remove]: missing })).toEqual([gone]);
    const failure = new Error('broken');
    const broken = () => {
      throw failure;
    };
    await expect(looked(volume, [], { [remove]: broken })).rejects.toBe(failure);
  });
});
