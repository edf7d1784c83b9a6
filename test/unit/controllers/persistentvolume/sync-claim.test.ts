/** What one look at a claim writes and says. */
import { describe, expect, it } from 'vitest';
import {
  bindCompletedAnnotation as complete,
  boundByControllerAnnotation as byController,
  provisionerAnnotation,
  selectedNodeAnnotation,
} from '#kinds';
import type { PersistentVolumeClaim } from '#types';
import { syncClaim } from '../../../../controllers/persistentvolume/sync-claim.ts';
import { Recorded } from '../recorded.ts';
import { boundStatus, claimOf, claimRef, seenOf, shown, volumeOf } from './looks.ts';

async function claimed(
  claim: PersistentVolumeClaim,
  parts: Parameters<typeof seenOf>[0] = {},
): Promise<readonly unknown[]> {
  const recorded = new Recorded();
  await syncClaim(claim, seenOf(parts), recorded.tools);
  return shown(recorded.done);
}

describe('a claim', () => {
  it('takes a volume that fits: both sides, then both statuses', async () => {
    expect(await claimed(claimOf(), { volumes: [volumeOf()] })).toEqual([
      ['update PersistentVolume', { claimRef, annotations: { [byController]: 'yes' } }],
      ['update PersistentVolume/status', { phase: 'Bound' }],
      [
        'update PersistentVolumeClaim',
        { volumeName: 'v', annotations: { [byController]: 'yes', [complete]: 'yes' } },
      ],
      ['update PersistentVolumeClaim/status', boundStatus],
    ]);
  });

  it('takes the volume that it names, without a mark of the controller', async () => {
    const found = await claimed(claimOf({ volumeName: 'v' }), { volumes: [volumeOf()] });
    expect(found[2]).toEqual([
      'update PersistentVolumeClaim',
      { volumeName: 'v', annotations: { [complete]: 'yes' } },
    ]);
    const reserved = volumeOf({ claimRef: { namespace: 'n', name: 'c' } });
    expect(await claimed(claimOf({ volumeName: 'v' }), { volumes: [reserved] })).toEqual([
      ['update PersistentVolume', { claimRef, annotations: undefined }],
      ...found.slice(1),
    ]);
  });

  it.each<[what: string, claim: PersistentVolumeClaim, parts: object, done: readonly unknown[]]>([
    [
      'waits for the volume that it names',
      claimOf({ volumeName: 'v' }, {}, ''),
      {},
      [['update PersistentVolumeClaim/status', { phase: 'Pending' }]],
    ],
    [
      'does not take a volume that is too small',
      claimOf({ volumeName: 'v' }),
      { volumes: [volumeOf({ capacity: { storage: '1Mi' } })] },
      ['c Warning VolumeMismatch: Cannot bind to requested volume "v": requested PV is too small'],
    ],
    [
      "does not take another claim's volume",
      claimOf({ volumeName: 'v' }),
      { volumes: [volumeOf({ claimRef: { namespace: 'n', name: 'd', uid: 'du' } })] },
      ['c Warning FailedBinding: volume "v" already bound to a different claim.'],
    ],
    [
      'stays bound',
      { ...claimOf({ volumeName: 'v' }, { [complete]: 'yes' }), status: boundStatus } as never,
      { volumes: [volumeOf({ claimRef }, 'Bound')] },
      [],
    ],
    [
      'is lost with its volume',
      claimOf({ volumeName: 'v' }, { [complete]: 'yes' }, 'Bound'),
      {},
      [
        ['update PersistentVolumeClaim/status', { phase: 'Lost' }],
        'c Warning ClaimLost: Bound claim has lost its PersistentVolume. Data on the volume is lost!',
      ],
    ],
    [
      'is lost when it names no volume any more',
      claimOf({}, { [complete]: 'yes' }, 'Bound'),
      {},
      [
        ['update PersistentVolumeClaim/status', { phase: 'Lost' }],
        'c Warning ClaimLost: Bound claim has lost reference to PersistentVolume. Data on the volume is lost!',
      ],
    ],
    [
      "is lost when its volume is another claim's",
      claimOf({ volumeName: 'v' }, { [complete]: 'yes' }, 'Bound'),
      { volumes: [volumeOf({ claimRef: { ...claimRef, uid: 'du' } }, 'Bound')] },
      [
        ['update PersistentVolumeClaim/status', { phase: 'Lost' }],
        'c Warning ClaimMisbound: Two claims are bound to the same volume, this one is bound incorrectly',
      ],
    ],
    ['is lost once', claimOf({ volumeName: 'v' }, { [complete]: 'yes' }, 'Lost'), {}, []],
    [
      'without a class waits for a volume',
      claimOf({ storageClassName: '' }, {}, ''),
      {},
      [
        'c Normal FailedBinding: no persistent volumes available for this claim and no storage class is set',
        ['update PersistentVolumeClaim/status', { phase: 'Pending' }],
      ],
    ],
    [
      'of a class that is absent gets nothing',
      claimOf({ storageClassName: 'fast' }),
      {},
      ['c Warning ProvisioningFailed: storageclass.storage.k8s.io "fast" not found'],
    ],
    [
      'of a class that makes none gets nothing',
      claimOf({ storageClassName: 'fast' }),
      {
        classes: [{ metadata: { name: 'fast' }, provisioner: 'kubernetes.io/no-provisioner' }],
      },
      ['c Warning ProvisioningFailed: no volume plugin matched name: kubernetes.io/no-provisioner'],
    ],
    [
      'asks who makes volumes of its class',
      claimOf({ storageClassName: 'fast' }),
      { classes: [{ metadata: { name: 'fast' }, provisioner: 'p' }] },
      [
        [
          'update PersistentVolumeClaim',
          {
            annotations: {
              'volume.beta.kubernetes.io/storage-provisioner': 'p',
              [provisionerAnnotation]: 'p',
            },
          },
        ],
        'c Normal ExternalProvisioning: waiting for a volume to be created, either by external provisioner "p" or manually created by system administrator',
      ],
    ],
    [
      'asks once',
      claimOf({ storageClassName: 'fast' }, { [provisionerAnnotation]: 'p' }),
      { classes: [{ metadata: { name: 'fast' }, provisioner: 'p' }] },
      [
        'c Normal ExternalProvisioning: waiting for a volume to be created, either by external provisioner "p" or manually created by system administrator',
      ],
    ],
    [
      'of a class that waits for pods waits for one',
      claimOf({ storageClassName: 'late' }),
      {
        classes: [
          {
            metadata: { name: 'late' },
            ...{ provisioner: 'p', volumeBindingMode: 'WaitForFirstConsumer' },
          },
        ],
        volumes: [volumeOf({ storageClassName: 'late' })],
      },
      ['c Normal WaitForFirstConsumer: waiting for first consumer to be created before binding'],
    ],
    [
      'of such a class asks when its node is known',
      claimOf(
        { storageClassName: 'late' },
        { [selectedNodeAnnotation]: 'node', [provisionerAnnotation]: 'p' },
      ),
      {
        classes: [
          {
            metadata: { name: 'late' },
            ...{ provisioner: 'p', volumeBindingMode: 'WaitForFirstConsumer' },
          },
        ],
      },
      [
        'c Normal ExternalProvisioning: waiting for a volume to be created, either by external provisioner "p" or manually created by system administrator',
      ],
    ],
  ])('%s', async (_, claim, parts, done) => {
    expect(await claimed(claim, parts)).toEqual(done);
  });

  it('that the controller bound to the volume of another claim is an error', async () => {
    const volumes = [volumeOf({ claimRef: { namespace: 'n', name: 'd', uid: 'du' } })];
    const claim = claimOf({ volumeName: 'v' }, { [byController]: 'yes' });
    await expect(claimed(claim, { volumes })).rejects.toThrow(
      new Error('invalid binding of claim "n/c" to volume "v": volume already claimed by "n/d"'),
    );
  });
});
