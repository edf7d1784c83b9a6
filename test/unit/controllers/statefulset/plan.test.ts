import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import { parseTime } from '#values';
import type { Pod, PodStatus, StatefulSet, StatefulSetSpec, StatefulSetStatus } from '#types';
import {
  plan,
  waitedFor,
  type Action,
  type View,
} from '../../../../controllers/statefulset/plan.ts';
import { ordinalOf, newPod } from '../../../../controllers/statefulset/pods.ts';
import { countAfter, countPods, nextStatus } from '../../../../controllers/statefulset/status.ts';
import { makePod } from '../objects.ts';

const now = parseTime('2026-11-20T21:00:00Z');
const template = (image: string) => ({
  metadata: { labels: { app: 'db' } },
  spec: { containers: [{ name: 'main', image }] },
});
const old = { name: 'db-old', template: template('old') };
const fresh = { name: 'db-new', template: template('new') };

function setOf(
  spec: Partial<StatefulSetSpec> = {},
  status: Partial<StatefulSetStatus> = {},
): StatefulSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: {
      name: 'db',
      namespace: 'default',
      uid: 'u',
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2026-11-20T20:00:00Z',
    },
    spec: {
      replicas: 3,
      serviceName: 'db',
      selector: { matchLabels: { app: 'db' } },
      template: fresh.template,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      ...spec,
    },
    status: { replicas: 0, ...status },
  };
}

/** `r` ready, `s` starting, `f` failed, `t` terminating; upper case: of the old revision. */
function podOf(ordinal: number, sign: string): Pod {
  const name = `db-${String(ordinal)}`;
  const made = makePod(
    name,
    {},
    {
      labels: {
        app: 'db',
        'statefulset.kubernetes.io/pod-name': name,
        'controller-revision-hash': sign === sign.toUpperCase() ? old.name : fresh.name,
      },
      ...(sign.toLowerCase() === 't' && { deletionTimestamp: '2026-11-20T20:59:00Z' }),
    },
  );
  const ready = [
    { type: 'Ready', status: 'True', lastTransitionTime: '2026-11-20T20:59:50Z' },
  ] as unknown as PodStatus['conditions'];
  const statuses: Record<string, PodStatus> = {
    r: { phase: 'Running', conditions: ready },
    t: { phase: 'Running', conditions: ready },
    s: { phase: 'Pending' },
    f: { phase: 'Failed' },
  };
  return { ...made, status: statuses[sign.toLowerCase()]! };
}

/** A sign for each ordinal, `-` for none. */
function viewOf(signs: string, set: StatefulSet): View {
  const pods = [...signs].flatMap((sign, ordinal) => (sign === '-' ? [] : [podOf(ordinal, sign)]));
  const claimsOf = () => [];
  return { set, current: old, update: fresh, pods, now, profile: defaultProfile, claimsOf };
}

/** `+1 new`: creates, `-1`: deletes, `=1`: updates. */
const texts = (actions: readonly Action[]): readonly string[] =>
  actions.map((action) => {
    const ordinal = action.pod.metadata.name!.slice('db-'.length);
    if (action.type === 'create') return `+${ordinal} ${action.pod.spec!.containers[0]!.image!}`;
    return `${action.type === 'delete' ? '-' : '='}${ordinal}`;
  });

const rolling = (partition?: number): Partial<StatefulSetSpec> => ({
  updateStrategy: {
    type: 'RollingUpdate',
    ...(partition !== undefined && { rollingUpdate: { partition } }),
  },
});

describe('pods in order', () => {
  it.each<[signs: string, expected: readonly string[]]>([
    ['---', ['+0 new']],
    ['r--', ['+1 new']],
    ['s--', []],
    ['rsr', []],
    ['-rr', ['+0 new']],
    ['rtr', []],
    ['rrr', []],
    ['frr', ['-0', '+0 new']],
    // Beyond the replicas.
    ['rrrrr', ['-4']],
    ['rrrrt', []],
    ['rrrrs', ['-4']],
    ['rrrsr', ['-4']],
    ['rrrss', []],
    ['rsrrr', []],
    ['rr-rr', ['+2 new']],
    // Another revision.
    ['RRR', ['-2']],
    ['RRr', ['-1']],
    ['RRs', []],
    ['RRt', []],
    ['Rrr', ['-0']],
    ['RRRr', ['-3']],
  ])('%s', (signs, expected) => {
    expect(texts(plan(viewOf(signs, setOf())))).toEqual(expected);
  });
});

describe('the pod that is waited for', () => {
  it.each<[signs: string, awaited: number | undefined]>([
    ['---', undefined],
    ['r--', undefined],
    ['s--', 0],
    ['rsr', 1],
    ['rtr', 1],
    ['rrr', undefined],
    // Those beyond the replicas, one after another: the highest is not in the way of itself.
    ['rrrrt', 4],
    ['rrrrs', undefined],
    ['rrrss', 3],
    ['rsrrr', 1],
    // Another revision.
    ['RRr', undefined],
    ['RRs', 2],
    ['RRt', 2],
  ])('of %s is %s', (signs, awaited) => {
    const found = waitedFor(viewOf(signs, setOf()));
    expect(found?.metadata.name).toBe(awaited === undefined ? undefined : `db-${awaited}`);
  });

  it('is there for parallel pods only while they are rolled, and never for a set that goes', () => {
    const parallel = setOf({ podManagementPolicy: 'Parallel' });
    expect(waitedFor(viewOf('s-s', parallel))).toBeUndefined();
    expect(waitedFor(viewOf('RRs', parallel))?.metadata.name).toBe('db-2');
    const metadata = { ...setOf().metadata, deletionTimestamp: '2026-11-20T20:59:00Z' };
    expect(waitedFor(viewOf('s--', { ...setOf(), metadata }))).toBeUndefined();
  });
});

describe('pods in parallel', () => {
  const parallel = { podManagementPolicy: 'Parallel' } as const;
  it.each<[signs: string, expected: readonly string[]]>([
    ['---', ['+0 new', '+1 new', '+2 new']],
    ['s-s', ['+1 new']],
    ['sft', ['-1', '+1 new']],
    ['rrrsr', ['-4', '-3']],
    ['rrrtr', ['-4']],
    ['RRR', ['-2']],
    ['RRs', []],
    ['RR-', ['+2 new']],
  ])('%s', (signs, expected) => {
    expect(texts(plan(viewOf(signs, setOf(parallel))))).toEqual(expected);
  });
});

describe('the update strategy', () => {
  it.each<[string, Partial<StatefulSetSpec>, string, readonly string[]]>([
    ['leaves pods below the partition', rolling(2), 'RRr', []],
    ['updates those from the partition on', rolling(2), 'RRR', ['-2']],
    ['makes pods below the partition of the old revision', rolling(2), 'r-R', ['+1 old']],
    ['makes others of the new one', rolling(1), 'r-R', ['+1 new']],
    ['OnDelete deletes none', { updateStrategy: { type: 'OnDelete' } }, 'RRR', []],
    [
      'OnDelete makes pods of the new revision',
      { updateStrategy: { type: 'OnDelete' } },
      'RR-',
      ['+2 new'],
    ],
  ])('%s', (_, spec, signs, expected) => {
    expect(texts(plan(viewOf(signs, setOf(spec))))).toEqual(expected);
  });

  it('without a partition keeps the old revision for as many pods as had it', () => {
    expect(texts(plan(viewOf('-RR', setOf(rolling(), { currentReplicas: 3 }))))).toEqual([
      '+0 old',
    ]);
    expect(texts(plan(viewOf('RR-', setOf(rolling(), { currentReplicas: 2 }))))).toEqual([
      '+2 new',
    ]);
  });
});

describe('a set', () => {
  it('that is being deleted does nothing', () => {
    const { metadata, ...rest } = setOf();
    const going = { ...rest, metadata: { ...metadata, deletionTimestamp: '2026-11-20T20:59:00Z' } };
    expect(plan(viewOf('---', going))).toEqual([]);
  });

  it('waits for pods to be available', () => {
    expect(texts(plan(viewOf('r--', setOf({ minReadySeconds: 9 }))))).toEqual(['+1 new']);
    expect(texts(plan(viewOf('r--', setOf({ minReadySeconds: 10 }))))).toEqual([]);
  });

  it('gives an adopted pod the label of its name', () => {
    const view = viewOf('r', setOf({ replicas: 1 }));
    const [{ metadata, ...rest }] = view.pods as [Pod];
    const labels = { app: 'db', 'controller-revision-hash': fresh.name };
    const stripped = { ...rest, metadata: { ...metadata, labels } };
    const actions = plan({ ...view, pods: [stripped] });
    expect(texts(actions)).toEqual(['=0']);
    expect(actions[0]!.pod.metadata.labels).toEqual(metadata.labels);
  });
});

describe('names', () => {
  it.each([
    ['db-0', 0],
    ['db-12', 12],
    ['db-x', undefined],
    ['db-1-2', undefined],
    ['other-1', undefined],
    ['db', undefined],
  ])('%s has ordinal %s', (name, ordinal) => {
    expect(ordinalOf(setOf(), makePod(name))).toBe(ordinal);
  });

  it('of claims take the place of volumes', () => {
    const spec = { accessModes: ['ReadWriteOnce'] };
    const set = setOf({ volumeClaimTemplates: [{ metadata: { name: 'data' }, spec }] });
    const volumes = [
      { name: 'data', emptyDir: {} },
      { name: 'tmp', emptyDir: {} },
    ];
    const withVolumes = { ...template('new'), spec: { ...template('new').spec, volumes } };
    expect(
      newPod(set, { name: 'r', template: withVolumes }, 1, defaultProfile).spec!.volumes,
    ).toEqual([
      { name: 'data', persistentVolumeClaim: { claimName: 'data-db-1' } },
      { name: 'tmp', emptyDir: {} },
    ]);
  });
});

describe('the status', () => {
  const after = (signs: string, set: StatefulSet): StatefulSetStatus => {
    const view = viewOf(signs, set);
    const counts = plan(view).reduce(
      (each, action) => countAfter(each, action, view),
      countPods(view),
    );
    return nextStatus(view, counts, 0);
  };

  it('counts what the pass has done', () => {
    expect(after('r--', setOf())).toMatchObject({
      replicas: 2,
      readyReplicas: 1,
      updatedReplicas: 2,
    });
    expect(after('RRR', setOf())).toEqual({
      replicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      currentReplicas: 2,
      currentRevision: old.name,
      updateRevision: fresh.name,
      observedGeneration: 1,
      collisionCount: 0,
    });
    expect(after('frr', setOf())).toMatchObject({ replicas: 3, updatedReplicas: 3 });
  });

  it('counts terminating pods, but of no revision', () => {
    expect(after('RRt', setOf())).toMatchObject({
      replicas: 3,
      readyReplicas: 3,
      currentReplicas: 2,
    });
    expect(after('RRt', setOf())).not.toHaveProperty('updatedReplicas');
  });

  it('ends the rollout with the last pod that is updated and ready', () => {
    expect(after('rrr', setOf())).toMatchObject({
      currentRevision: fresh.name,
      currentReplicas: 3,
    });
    expect(after('rrs', setOf())).toMatchObject({ currentRevision: old.name });
    const onDelete = setOf({ updateStrategy: { type: 'OnDelete' } });
    expect(after('rrr', onDelete)).toMatchObject({ currentRevision: old.name });
  });

  it('stays the very same when nothing changes', () => {
    const status = after('rrr', setOf());
    const set = setOf({}, status);
    expect(after('rrr', set)).toBe(set.status);
  });
});
