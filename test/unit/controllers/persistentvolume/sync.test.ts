/** What one look at a claim or a volume writes and says. */
import { describe, expect, it } from 'vitest';
import {
  bindCompletedAnnotation as complete,
  boundByControllerAnnotation as byController,
  notFound,
  persistentVolumeClaim,
  provisionedByAnnotation as made,
  provisionerAnnotation,
  selectedNodeAnnotation,
  type KubeObject,
  type PersistentVolume,
  type PersistentVolumeClaim,
} from '#kinds';
import { Latest, type Seen } from '../../../../controllers/persistentvolume/seen.ts';
import { syncClaim } from '../../../../controllers/persistentvolume/sync-claim.ts';
import { syncVolume } from '../../../../controllers/persistentvolume/sync-volume.ts';
import { listerOf } from '../handlers/recording.ts';
import { Recorded } from '../recorded.ts';

const claimOf = (
  spec: object = {},
  annotations: Readonly<Record<string, string>> = {},
  phase = 'Pending',
): PersistentVolumeClaim =>
  ({
    metadata: { namespace: 'n', name: 'c', uid: 'cu', resourceVersion: '5', annotations },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
    status: { phase },
  }) as never;

const volumeOf = (
  spec: object = {},
  phase = 'Available',
  annotations?: Readonly<Record<string, string>>,
): PersistentVolume =>
  ({
    metadata: { name: 'v', uid: 'vu', resourceVersion: '6', ...(annotations && { annotations }) },
    spec: {
      ...{ capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce'] },
      ...{ persistentVolumeReclaimPolicy: 'Retain', ...spec },
    },
    status: { phase },
  }) as never;

const seenOf = (parts: {
  readonly claims?: readonly KubeObject[];
  readonly volumes?: readonly KubeObject[];
  readonly classes?: readonly object[];
}): Seen => {
  const { claims = [], volumes = [], classes = [] } = parts;
  return {
    claims: new Latest(listerOf(claims) as never),
    volumes: new Latest(listerOf(volumes) as never),
    classes: listerOf(classes as readonly KubeObject[]) as never,
    pods: { byIndex: () => [] } as never,
  };
};

/** What was done, with only the parts of objects that a binder changes. */
function shown(done: readonly unknown[]): readonly unknown[] {
  return done.map((each) => {
    if (typeof each === 'string') return each;
    const [what, object] = each as [string, PersistentVolume & PersistentVolumeClaim];
    if (object.metadata === undefined) return [what, object];
    if (what.endsWith('/status')) return [what, object.status];
    const { claimRef, volumeName } = object.spec;
    const { annotations } = object.metadata;
    return [
      what,
      { ...(claimRef && { claimRef }), ...(volumeName && { volumeName }), annotations },
    ];
  });
}

async function claimed(
  claim: PersistentVolumeClaim,
  parts: Parameters<typeof seenOf>[0] = {},
): Promise<readonly unknown[]> {
  const recorded = new Recorded();
  await syncClaim(claim, seenOf(parts), recorded.tools);
  return shown(recorded.done);
}

const claimRef = {
  ...{ kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace: 'n', name: 'c', uid: 'cu' },
  resourceVersion: '5',
};
const boundStatus = {
  ...{ phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '5Gi' } },
};

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

it('what was written is seen until the cache shows it, or something newer', () => {
  const at = (resourceVersion: string): KubeObject =>
    ({ metadata: { name: 'v', resourceVersion } }) as never;
  let cached = [at('5')];
  const lister = {
    getByKey: (key: string) => cached.find(({ metadata }) => metadata.name === key),
    list: () => cached,
    size: 1,
  };
  const latest = new Latest(lister as never);
  expect([latest.size, latest.list()]).toEqual([1, cached]);
  expect(latest.list()).toBe(cached);
  const written = at('7');
  expect(latest.note(written)).toBe(written);
  expect([latest.getByKey('v'), latest.list()]).toEqual([written, [written]]);
  expect(latest.getByKey('w')).toBeUndefined();
  cached = [at('7')];
  expect(latest.getByKey('v')).toBe(cached[0]);
  cached = [at('5')];
  expect(latest.getByKey('v')).toBe(cached[0]);
  latest.note(written);
  latest.forget('v');
  expect(latest.getByKey('v')).toBe(cached[0]);
});
