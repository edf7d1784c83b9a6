/** What a page shows of one object at a moment, and of the causes of a write. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import type { KubeObject, Origin } from '#values';
import type { Node } from '#types';
import { keptStore } from '#record';
import type { Change } from '#store';
import { causesOf } from '../../../src/view/causes.ts';
import { lifeOf } from '../../../src/view/life.ts';
import { objectAt } from '../../../src/view/object.ts';
import { tablesAt } from '../../../src/view/tables.ts';

const registry = new KindRegistry(defaultProfile);
const buckets: Readonly<Record<string, string>> = {
  ...{ Pod: 'pods', Node: 'nodes', Event: 'events', Lease: 'leases.coordination.k8s.io' },
  ...{ DaemonSet: 'daemonsets.apps', Endpoints: 'endpoints', ConfigMap: 'configmaps' },
};

function write(revision: number, value: object, more: Partial<Change> = {}): Change {
  const object = { apiVersion: 'v1', ...value } as KubeObject;
  const { kind, metadata } = object;
  const { namespace, name } = metadata;
  return {
    ...{ revision, time: revision * 10, type: 'created', bucket: buckets[kind]! },
    ...{ key: namespace === undefined ? name : `${namespace}/${name}`, value: object },
    ...{ origin: { actor: 'user' }, ...more },
  };
}
const pastOf = (changes: readonly Change[]) => keptStore(0, changes).past;
const named = (kind: string, name: string, metadata: object = {}, more: object = {}): object => ({
  ...{ apiVersion: 'v1', kind },
  metadata: { name, namespace: 'default', uid: `uid-${name}`, ...metadata },
  ...{ spec: {}, status: {}, ...more },
});
/** At a revision, or at the last one. */
const viewOf = (changes: readonly Change[], kind: string, key: string, revision?: number) => {
  const past = pastOf(changes);
  return objectAt(past, registry, { kind, key }, revision ?? past.revision, 5);
};

describe('an object at a moment', () => {
  const before = named('Pod', 'a', { resourceVersion: '1' }, { status: { phase: 'Pending' } });
  const after = named('Pod', 'a', { resourceVersion: '3' }, { status: { phase: 'Running' } });
  const changes = [
    write(1, before),
    write(3, after, { type: 'updated', previous: before as KubeObject }),
  ];

  it('is empty for a kind that is not known, and for one that is not there', () => {
    const empty = {
      ...{ changed: [], fields: [], conditions: [], history: [] },
      ...{ owners: [], children: [], events: [] },
    };
    expect(viewOf(changes, 'Thing', 'default/a')).toEqual({
      ...{ kind: 'Thing', key: 'default/a' },
      ...empty,
    });
    const early = viewOf(changes, 'Pod', 'default/a', 0);
    expect(early).toEqual({ kind: 'Pod', key: 'default/a', ...empty, history: early.history });
    expect(early.history.map(({ revision }) => revision)).toEqual([3, 1]);
  });

  it('has the writes of its whole life, and what the last one of the moment changed', () => {
    const [first, last] = [1, 3].map((at) => viewOf(changes, 'Pod', 'default/a', at));
    expect(first!.changed).toEqual([]);
    expect(last!.changed).toEqual([{ path: 'status.phase', from: 'Pending', to: 'Running' }]);
    expect(first!.history).toEqual(last!.history);
    expect(last!.history).toMatchObject([
      { revision: 3, atMs: 25, verb: 'status', text: 'phase Pending→Running' },
      { revision: 1, atMs: 5, verb: 'create', because: 'requested by user' },
    ]);
    expect(first!.yaml).toContain('phase: Pending');
    expect(last!.yaml).toContain('phase: Running');
  });

  it('is printed without the owners of its fields', () => {
    const owned = named('Pod', 'a', { managedFields: [{ manager: 'm' }] });
    const { yaml } = viewOf([write(1, owned)], 'Pod', 'default/a');
    expect(yaml).not.toContain('managedFields');
    expect(yaml).toContain('name: a');
  });

  it('is changed in what says something by itself', () => {
    const dull = (n: number, message: string): object => ({
      ...named('Pod', 'a', { generation: n, managedFields: [{ manager: `m${n}` }] }),
      status: { observedGeneration: n, startTime: `${n}`, message },
    });
    const update = write(2, dull(2, 'y'), {
      ...{ type: 'updated', previous: dull(1, 'x') as KubeObject },
    });
    const { changed } = viewOf([write(1, dull(1, 'x')), update], 'Pod', 'default/a');
    expect(changed).toEqual([{ path: 'status.message', from: 'x', to: 'y' }]);
  });

  it('has the fields of its status, conditions by their type', () => {
    const conditions = [{ type: 'Ready', status: 'True', reason: 'x' }];
    const status = {
      ...{ n: 0, list: [1, 2], map: { 'a.b': 1, c: null }, conditions, observedGeneration: 3 },
      startTime: 'then',
    };
    const view = viewOf([write(1, named('Pod', 'a', {}, { status }))], 'Pod', 'default/a');
    expect(view.conditions).toEqual(conditions);
    expect(view.fields).toEqual([
      { path: 'status.n', value: 0 },
      { path: 'status.list', value: '2 entries' },
      { path: "status.map['a.b']", value: 1 },
      { path: 'status.map.c', value: null },
      { path: 'status.conditions[Ready].status', value: 'True' },
    ]);
    const endpoints = { kind: 'Endpoints', metadata: { name: 'e', namespace: 'default' } };
    expect(
      viewOf([write(1, { ...endpoints, subsets: [] })], 'Endpoints', 'default/e').fields,
    ).toEqual([{ path: 'subsets', value: 'addresses' }]);
    expect(viewOf([write(1, endpoints)], 'Endpoints', 'default/e').fields).toEqual([]);
  });

  it('has its owners and what it owns', () => {
    const owner = (kind: string, name: string) => ({ kind, name, uid: `uid-${name}` });
    const ownerReferences = [owner('DaemonSet', 'set'), owner('Node', 'n'), owner('Thing', 't')];
    const pods = ['a', 'b'].map((name) => named('Pod', name, { ownerReferences }));
    const all = [
      write(1, { ...named('DaemonSet', 'set'), apiVersion: 'apps/v1' }),
      ...pods.map((pod, i) => write(i + 2, pod)),
      write(4, named('Pod', 'other')),
      write(5, { ...named('Event', 'e', { ownerReferences }), involvedObject: {} }),
    ];
    expect(viewOf(all, 'Pod', 'default/a').owners).toEqual([
      { kind: 'DaemonSet', key: 'default/set' },
      { kind: 'Node', key: 'n' },
      { kind: 'Thing', key: 'default/t' },
    ]);
    expect(viewOf(all, 'DaemonSet', 'default/set').children).toEqual([
      { kind: 'Pod', key: 'default/a' },
      { kind: 'Pod', key: 'default/b' },
    ]);
    expect(viewOf(all, 'DaemonSet', 'default/set', 2).children).toHaveLength(1);
    expect(viewOf(all, 'Pod', 'default/a').children).toEqual([]);
  });

  it('lists the first 200 that it owns', () => {
    const ownerReferences = [{ uid: 'uid-set', kind: 'DaemonSet', name: 'set' }];
    const pods = Array.from({ length: 201 }, (_, i) =>
      write(i + 2, named('Pod', `p${i}`, { ownerReferences })),
    );
    const set = write(1, { ...named('DaemonSet', 'set'), apiVersion: 'apps/v1' });
    expect(viewOf([set, ...pods], 'DaemonSet', 'default/set').children).toHaveLength(200);
  });

  it('has the events about it; those of a node name it', () => {
    const event = (name: string, involvedObject: object, more: object = {}): object => ({
      ...{ kind: 'Event', metadata: { name, namespace: 'default' }, involvedObject, ...more },
    });
    const all = [
      write(1, named('Pod', 'a')),
      write(2, { kind: 'Node', metadata: { name: 'n', uid: 'u' }, spec: {}, status: {} }),
      write(3, event('one', { uid: 'uid-a' })),
      write(4, event('two', { kind: 'Node', uid: 'n' }, { reason: 'R', message: 'M', count: 3 })),
      write(5, event('three', { kind: 'Pod', uid: 'a' })),
      write(6, event('four', { kind: 'Node', uid: 'u' }, { type: 'Warning' })),
    ];
    const usual = { type: 'Normal', reason: '', message: '', count: 1 };
    expect(viewOf(all, 'Pod', 'default/a').events).toEqual([usual]);
    expect(viewOf(all, 'Node', 'n').events).toEqual([
      { ...usual, type: 'Warning' },
      { ...usual, reason: 'R', message: 'M', count: 3 },
    ]);
  });
});

describe('the state machine of', () => {
  const placed = { nodeName: 'n' };
  const waits = (reason: string) => ({ containerStatuses: [{ state: { waiting: { reason } } }] });
  const ready = { conditions: [{ type: 'Ready', status: 'True' }] };
  it.each<[string | undefined, object, object, object]>([
    [undefined, {}, {}, {}],
    ['starting', placed, {}, {}],
    ['initializing', placed, waits('PodInitializing'), {}],
    ['starting', placed, waits('ContainerCreating'), {}],
    ['notReady', placed, { phase: 'Running' }, {}],
    ['ready', placed, { phase: 'Running', ...ready }, {}],
    ['terminating', placed, {}, { deletionTimestamp: 'then' }],
    ['imagePullBackOff', placed, waits('ImagePullBackOff'), {}],
    ['imagePullBackOff', placed, waits('ErrImagePull'), {}],
    ['backOff', placed, waits('CrashLoopBackOff'), {}],
    ['ended', placed, { phase: 'Succeeded' }, {}],
    ['ended', placed, { phase: 'Failed' }, {}],
  ])('a pod is in %s: %j %j %j', (now, spec, status, metadata) => {
    const life = lifeOf(named('Pod', 'a', metadata, { spec, status }) as KubeObject);
    expect(life!.now).toBe(now);
    const names = life!.states.map(({ name }) => name);
    expect(now === undefined || names.includes(now)).toBe(true);
  });

  it('a node that answers is healthy, and other objects have none', () => {
    const node = { kind: 'Node', metadata: { name: 'n' }, spec: {}, status: {} };
    expect(lifeOf(node as unknown as Node as unknown as KubeObject)?.now).toBe('healthy');
    expect(lifeOf(named('ConfigMap', 'a') as KubeObject)).toBeUndefined();
  });
});

describe('the tables of a moment', () => {
  const tables = (changes: readonly Change[], revision?: number) => {
    const past = pastOf(changes);
    return tablesAt(past, registry, revision ?? past.revision, 0);
  };

  it('have the objects that somebody made, by kind', () => {
    const all = [
      write(1, { ...named('ConfigMap', 'mine'), data: {} }),
      write(2, named('ConfigMap', 'kube-root-ca.crt')),
      write(3, named('ConfigMap', 'system:x')),
      write(4, { ...named('Lease', 'l'), apiVersion: 'coordination.k8s.io/v1' }),
      write(5, { kind: 'Node', metadata: { name: 'n' }, spec: {}, status: {} }),
    ];
    const found = tables(all);
    expect(found.map(({ kind, rows }) => [kind, rows.map(({ key }) => key)])).toEqual(
      expect.arrayContaining([
        ['ConfigMap', ['default/mine']],
        ['Node', ['n']],
      ]),
    );
    expect(found).toHaveLength(2);
    const [table] = found.filter(({ kind }) => kind === 'ConfigMap');
    expect(table!.columns).toEqual(['Data', 'Age']);
    expect(table!.rows[0]!.cells).toHaveLength(2);
    expect(tables(all, 1)).toHaveLength(1);
    expect(tables(all.slice(1, 4))).toEqual([]);
  });

  it('have the first 500 rows of a kind', () => {
    const many = Array.from({ length: 501 }, (_, i) => write(i + 1, named('ConfigMap', `c${i}`)));
    expect(tables(many)[0]!.rows).toHaveLength(500);
  });
});

describe('the causes of a write', () => {
  const reconcile = { controller: 'daemonset', key: 'default/a', number: 1 };
  const caused = (...revisions: readonly number[]): Origin => {
    const first = revisions.map((revision) => ({ revision }));
    return { actor: 'c', reconcile, causes: { first, last: [], dropped: 0 } };
  };
  const at = (revision: number, origin?: Origin): Change =>
    write(revision, named('Pod', `p${revision}`), origin && { origin });
  const graphOf = (changes: readonly Change[]) =>
    causesOf(pastOf(changes), changes.at(-1)!.revision, 5);

  it('are all that woke it, and theirs', () => {
    const graph = graphOf([at(1), at(2), at(3, caused(1, 2)), at(4, caused(3, 1, 1))]);
    expect(graph.nodes.map(({ revision, depth }) => [revision, depth])).toEqual([
      [4, 0],
      [3, 1],
      [1, 1],
      [2, 2],
    ]);
    expect(graph.edges).toEqual(
      [
        [3, 4],
        [1, 4],
        [1, 3],
        [2, 3],
      ].map(([from, to]) => ({ from, to })),
    );
    expect(graph.isCut).toBe(false);
    expect(graph.nodes[0]).toEqual({
      ...{ revision: 4, key: 'default/p4', depth: 0, atMs: 35, actor: 'c', kind: 'Pod' },
      text: 'create',
    });
  });

  it('are the last four of those that were gathered', () => {
    const graph = graphOf([1, 2, 3, 4, 5].map((n) => at(n)).concat(at(6, caused(1, 2, 3, 4, 5))));
    expect(graph.edges.map(({ from }) => from)).toEqual([2, 3, 4, 5]);
  });

  it('are never later than it', () => {
    expect(graphOf([at(1), at(2, caused(1, 2))]).edges).toEqual([{ from: 1, to: 2 }]);
  });

  it.each([
    [40, 40, false],
    [41, 40, true],
  ])('of %i writes show %i', (length, shown, isCut) => {
    const chain = Array.from({ length }, (_, i) => at(i + 1, i === 0 ? undefined : caused(i)));
    const graph = graphOf(chain);
    expect([graph.nodes.length, graph.isCut]).toEqual([shown, isCut]);
    expect(graph.edges).toHaveLength(shown - 1);
  });

  it('say in words what it did', () => {
    const lease = write(1, { ...named('Lease', 'l'), apiVersion: 'coordination.k8s.io/v1' });
    expect(graphOf([lease]).nodes[0]!.text).toBe('created');
    const previous = named('Pod', 'a', {}, { status: { phase: 'Pending' } }) as KubeObject;
    const next = named('Pod', 'a', {}, { status: { phase: 'Running' } });
    const update = write(2, next, { type: 'updated', previous });
    expect(graphOf([write(1, previous), update]).nodes[0]!.text).toBe(
      'status phase Pending→Running',
    );
  });
});
