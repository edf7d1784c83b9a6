/** Claims of a pod that is to be placed: what they need, where they fit, and how they are bound. */
import { describe, expect, it } from 'vitest';
import { bindCompletedAnnotation as complete, selectedNodeAnnotation as selected } from '#kinds';
import type {
  CSIStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
} from '#types';
import {
  AssumedClaims,
  type VolumeChoice,
} from '../../../../controllers/scheduler/assumed-claims.ts';
import { askForVolumes, volumesState } from '../../../../controllers/scheduler/bind-volumes.ts';
import { hasRoom } from '../../../../controllers/scheduler/storage-capacity.ts';
import {
  chosenVolumes,
  claimProblem,
  volumeFilter,
} from '../../../../controllers/scheduler/volumes.ts';
import { makeNode, makePod } from '../objects.ts';
import { Recorded } from '../recorded.ts';

type Claim = PersistentVolumeClaim;

const claimOf = (
  name: string,
  spec: object = {},
  annotations: object = {},
  metadata: object = {},
  status: object = {},
): Claim =>
  ({
    metadata: { namespace: 'default', name, uid: `uid-${name}`, annotations, ...metadata },
    spec: {
      ...{ accessModes: ['ReadWriteOnce'], storageClassName: 'late' },
      ...{ resources: { requests: { storage: '1Gi' } }, ...spec },
    },
    status,
  }) as never;

const at = (...nodes: readonly string[]): object => ({
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: nodes }] },
      ],
    },
  },
});
const volumeOf = (name: string, spec: object = {}): PersistentVolume =>
  ({
    metadata: { name },
    spec: {
      ...{ capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'late' },
      ...spec,
    },
    status: { phase: 'Available' },
  }) as never;

const classOf = (name: string, more: object = {}): StorageClass =>
  ({
    metadata: { name },
    ...{ provisioner: 'p', volumeBindingMode: 'WaitForFirstConsumer', ...more },
  }) as never;

interface Around {
  readonly claims?: readonly Claim[];
  readonly volumes?: readonly PersistentVolume[];
  readonly classes?: readonly StorageClass[];
  readonly capacities?: readonly object[];
  readonly isReporting?: boolean;
  readonly hasStorage?: boolean;
}

function clusterOf(around: Around) {
  const { claims = [], volumes = [], classes = [classOf('late')], capacities = [] } = around;
  const storage = {
    volumes,
    volume: (name: string) => volumes.find(({ metadata }) => metadata.name === name),
    storageClass: (name: string) => classes.find(({ metadata }) => metadata.name === name),
    capacities: {
      driver: () => ({ spec: { storageCapacity: around.isReporting === true } }),
      all: capacities,
    },
  };
  return {
    assumedClaims: new AssumedClaims(),
    surroundings: {
      claim: (namespace: string, name: string) =>
        claims.find((each) => each.metadata.name === name && each.metadata.namespace === namespace),
      storage: () => (around.hasStorage === false ? undefined : storage),
    },
  };
}

const candidateOf = (...claims: readonly string[]) =>
  ({
    pod: makePod('web', {
      volumes: claims.map((claimName) => ({
        ...{ name: claimName, persistentVolumeClaim: { claimName } },
      })),
    }),
  }) as never;
const ephemeral = {
  pod: makePod('web', { volumes: [{ name: 'e', ephemeral: {} }] }),
} as never;
const node = makeNode('n', { metadata: { labels: { 'kubernetes.io/hostname': 'n', zone: 'a' } } });

describe('a pod cannot be anywhere', () => {
  const bound = { [complete]: 'yes' };
  it.each<[candidate: never, claims: readonly Claim[], why: string | undefined]>([
    [candidateOf(), [], undefined],
    [candidateOf('c'), [], 'persistentvolumeclaim "c" not found'],
    [
      ephemeral,
      [],
      'waiting for ephemeral volume controller to create the persistentvolumeclaim "web-e"',
    ],
    [
      ephemeral,
      [claimOf('web-e')],
      'PVC default/web-e was not created for pod default/web (pod is not owner)',
    ],
    [
      ephemeral,
      [
        claimOf(
          'web-e',
          {},
          {},
          {
            ownerReferences: [{ kind: 'Pod', name: 'web', uid: 'uid-web', controller: true }],
          },
        ),
      ],
      undefined,
    ],
    [
      candidateOf('c'),
      [claimOf('c', { volumeName: 'v' }, {}, {}, { phase: 'Lost' })],
      'persistentvolumeclaim "c" bound to non-existent persistentvolume "v"',
    ],
    [
      candidateOf('c'),
      [claimOf('c', {}, {}, {}, { phase: 'Lost' })],
      'persistentvolumeclaim "c" bound to non-existent persistentvolume ""',
    ],
    [
      candidateOf('c'),
      [claimOf('c', {}, {}, { deletionTimestamp: 't' })],
      'persistentvolumeclaim "c" is being deleted',
    ],
    [candidateOf('c'), [claimOf('c')], undefined],
    [candidateOf('c'), [claimOf('c', { volumeName: 'v' }, bound)], undefined],
    [
      candidateOf('c'),
      [claimOf('c', { volumeName: 'v' })],
      'pod has unbound immediate PersistentVolumeClaims',
    ],
    [
      candidateOf('c', 'd'),
      [claimOf('c', { storageClassName: 'other' }), claimOf('d')],
      'pod has unbound immediate PersistentVolumeClaims',
    ],
  ])('%#: %j %s', (candidate, claims, why) => {
    expect(claimProblem(candidate, clusterOf({ claims }) as never)).toBe(why);
    const without = clusterOf({ claims, hasStorage: false }) as never;
    const isUnbound = why === 'pod has unbound immediate PersistentVolumeClaims';
    expect(claimProblem(candidate, without)).toBe(isUnbound ? undefined : why);
  });
});

const conflict = "node(s) didn't find available persistent volumes to bind";
const bindDone = { [complete]: 'yes' };

describe('a node', () => {
  it.each<[what: string, around: Around, reasons: readonly string[] | undefined, chosen?: string]>([
    [
      'has the volume that was bound',
      { claims: [claimOf('c', { volumeName: 'v' }, bindDone)], volumes: [volumeOf('v', at('n'))] },
      undefined,
    ],
    [
      'does not have it',
      { claims: [claimOf('c', { volumeName: 'v' }, bindDone)], volumes: [volumeOf('v', at('m'))] },
      ['node(s) had volume node affinity conflict'],
    ],
    [
      'does for no volume that is gone',
      { claims: [claimOf('c', { volumeName: 'v' }, bindDone)] },
      ['node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'],
    ],
    [
      'has a volume that fits',
      { claims: [claimOf('c')], volumes: [volumeOf('far', at('m')), volumeOf('v', at('n'))] },
      undefined,
      'c=v',
    ],
    ['may have a volume made', { claims: [claimOf('c')] }, undefined, 'c'],
    [
      'may have none made without a provisioner',
      {
        claims: [claimOf('c')],
        classes: [classOf('late', { provisioner: 'kubernetes.io/no-provisioner' })],
      },
      [conflict],
    ],
    [
      'may have none made by none',
      { claims: [claimOf('c')], classes: [classOf('late', { provisioner: '' })] },
      [conflict],
    ],
    [
      'is in a part where volumes may be made',
      {
        claims: [claimOf('c')],
        classes: [classOf('late', { allowedTopologies: zones('b', 'a') })],
      },
      undefined,
      'c',
    ],
    [
      'is in another part',
      { claims: [claimOf('c')], classes: [classOf('late', { allowedTopologies: zones('b') })] },
      [conflict],
    ],
    [
      'was selected before',
      { claims: [claimOf('c', {}, { [selected]: 'n' })], volumes: [volumeOf('v')] },
      undefined,
      'c',
    ],
    ['was not the one selected', { claims: [claimOf('c', {}, { [selected]: 'm' })] }, [conflict]],
    [
      'has a volume for each, the smallest choose first',
      {
        claims: [claimOf('c', { resources: { requests: { storage: '3Gi' } } }), claimOf('d')],
        volumes: [volumeOf('large'), volumeOf('small', { capacity: { storage: '1Gi' } })],
      },
      undefined,
      'd=small c=large',
    ],
    [
      'has a volume for one, and one is made',
      { claims: [claimOf('c'), claimOf('d')], volumes: [volumeOf('v')] },
      undefined,
      'c=v d',
    ],
    [
      'has no room',
      { claims: [claimOf('c')], isReporting: true },
      ['node(s) did not have enough free storage'],
    ],
    [
      'has neither',
      {
        claims: [
          claimOf('c', { volumeName: 'v' }, bindDone),
          claimOf('d', {}, { [selected]: 'm' }),
        ],
        volumes: [volumeOf('v', at('m'))],
      },
      ['node(s) had volume node affinity conflict', conflict],
    ],
  ])('that %s', (_, around, reasons, chosen) => {
    const cluster = clusterOf(around) as never;
    const candidate = candidateOf('c', 'd');
    const filter = volumeFilter(candidate, cluster)!;
    expect([filter.name, filter.unresolvable]).toEqual(['VolumeBinding', true]);
    expect(filter.reasons(undefined as never, { node } as never)).toEqual(reasons);
    const found = chosenVolumes(candidate, node, cluster);
    const text = found && [
      ...found.taken.map(({ claim, volume }) => `${claim.metadata.name}=${volume.metadata.name}`),
      ...found.toProvision.map(({ metadata }) => metadata.name),
    ];
    expect(text?.join(' ')).toBe(chosen);
  });

  it('does not matter to a pod without claims that need something', () => {
    expect(volumeFilter(candidateOf(), clusterOf({}) as never)).toBeUndefined();
    const blocked = { claims: [claimOf('c', { volumeName: 'v' })] };
    expect(volumeFilter(candidateOf('c'), clusterOf(blocked) as never)).toBeUndefined();
    expect(chosenVolumes(candidateOf('c'), node, clusterOf(blocked) as never)).toBeUndefined();
    const none = clusterOf({ claims: [claimOf('c')], hasStorage: false }) as never;
    expect(volumeFilter(candidateOf('c'), none)).toBeUndefined();
  });

  it('does for what was assumed there', () => {
    const cluster = clusterOf({ claims: [claimOf('c'), claimOf('d')], volumes: [volumeOf('v')] });
    const [here, there] = [volumeOf('here', at('n')), volumeOf('there', at('m'))];
    const assume = (volume: PersistentVolume): void =>
      cluster.assumedClaims.assume(
        'p',
        { taken: [{ claim: claimOf('c'), volume }], toProvision: [] },
        'n',
      );
    assume(here);
    expect(chosenVolumes(candidateOf('c'), node, cluster as never)!.taken[0]!.volume).toBe(here);
    assume(there);
    expect(chosenVolumes(candidateOf('c'), node, cluster as never)).toBeUndefined();
    cluster.assumedClaims.forget('p');
    cluster.assumedClaims.assume(
      'p',
      { taken: [{ claim: claimOf('d'), volume: volumeOf('v') }], toProvision: [] },
      'n',
    );
    expect(chosenVolumes(candidateOf('c'), node, cluster as never)!.toProvision).toHaveLength(1);
  });
});

function zones(...names: readonly string[]): readonly object[] {
  return names.map((name) => ({ matchLabelExpressions: [{ key: 'zone', values: [name] }] }));
}

describe('a driver', () => {
  const capacity = (more: object): CSIStorageCapacity =>
    ({
      storageClassName: 'late',
      ...{ capacity: '1Gi', nodeTopology: { matchLabels: { zone: 'a' } }, ...more },
    }) as never;
  const roomOf = (all: readonly CSIStorageCapacity[], storageCapacity: boolean | undefined) => {
    const driver = storageCapacity === undefined ? undefined : { spec: { storageCapacity } };
    const capacities = { driver: () => driver as never, all };
    return hasRoom(node, claimOf('c'), classOf('late'), capacities);
  };

  it.each<[what: string, capacity: object, room: boolean]>([
    ['room enough', {}, true],
    ['too little', { capacity: '1023Mi' }, false],
    ['room, but not for one so large', { capacity: '9Gi', maximumVolumeSize: '1Mi' }, false],
    ['room for one so large', { capacity: '1Mi', maximumVolumeSize: '1Gi' }, true],
    ['an amount that is not known', { capacity: undefined }, false],
    ['room of another class', { storageClassName: 'other' }, false],
    ['room elsewhere', { nodeTopology: { matchLabels: { zone: 'b' } } }, false],
    ['room nowhere', { nodeTopology: undefined }, false],
  ])('with %s', (_, more, room) => {
    expect(roomOf([capacity({ storageClassName: 'other' }), capacity(more)], true)).toBe(room);
  });

  it('that reports nothing has room', () => {
    expect([roomOf([], false), roomOf([], undefined), roomOf([], true)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('binding', () => {
  const claimRef = { namespace: 'default', name: 'c', uid: 'uid-c' };

  it('reserves volumes, and names the node for those to be made', async () => {
    const recorded = new Recorded();
    const reserved = volumeOf('r', { claimRef: { ...claimRef, name: 'r', uid: 'uid-r' } });
    const choice: VolumeChoice = {
      taken: [
        { claim: claimOf('c'), volume: volumeOf('v') },
        { claim: claimOf('r'), volume: reserved },
      ],
      toProvision: [claimOf('d', {}, { a: 'b' }), claimOf('e', {}, { [selected]: 'n' })],
    };
    expect(await askForVolumes(choice, 'n', recorded.tools)).toBe('waiting');
    expect(recorded.done).toEqual([
      [
        'update PersistentVolume',
        expect.objectContaining({
          spec: expect.objectContaining({
            claimRef: expect.objectContaining(claimRef) as object,
          }) as object,
        }),
      ],
      ['update PersistentVolumeClaim', claimOf('d', {}, { a: 'b', [selected]: 'n' })],
    ]);
  });

  it('that is refused is a problem', async () => {
    const refuse = (): never => {
      throw new Error('no');
    };
    const recorded = new Recorded({ 'update PersistentVolumeClaim': refuse });
    expect(
      await askForVolumes({ taken: [], toProvision: [claimOf('d')] }, 'n', recorded.tools),
    ).toEqual({
      problem: 'running PreBind plugin "VolumeBinding": binding volumes: no',
    });
  });

  const problem = (why: string): object => ({
    problem: `running PreBind plugin "VolumeBinding": binding volumes: ${why}`,
  });
  const done = claimOf('d', { volumeName: 'v' }, bindDone);
  it.each<[what: string, claims: readonly Claim[], state: unknown, late?: unknown]>([
    ['is done', [claimOf('c', { volumeName: 'v' }, bindDone), done], 'bound'],
    ['has lost a claim', [done], problem('persistentvolumeclaim "c" not found')],
    [
      'waits',
      [claimOf('c', {}, { [selected]: 'n' }), done],
      'waiting',
      problem('timed out waiting for the condition'),
    ],
    [
      'waits for one that has a volume',
      [claimOf('c', { volumeName: 'v' }), done],
      'waiting',
      problem('timed out waiting for the condition'),
    ],
    [
      'was refused by who makes volumes',
      [claimOf('c', {}, { [selected]: 'm' }), done],
      problem('provisioning failed for PVC "c"'),
    ],
  ])('%s', (_, claims, state, late = state) => {
    const choice = {
      taken: [{ claim: claimOf('c'), volume: volumeOf('v') }],
      toProvision: [claimOf('d')],
    };
    const cluster = clusterOf({ claims }) as never;
    expect(volumesState(choice, 'n', cluster, false)).toEqual(state);
    expect(volumesState(choice, 'n', cluster, true)).toEqual(late);
  });
});
