/** What the collector asks and does about an object, by what it knows of it and what is there. */
import { describe, expect, it } from 'vitest';
import { notFound, type KubeObject } from '#values';
import { pod as podKind, replicaSet } from '#kinds';
import type { OwnerReference } from '#types';
import type { ReconcileTools } from '#runtime';
import { attemptToDelete } from '../../../../controllers/garbagecollector/attempt-to-delete.ts';
import type { DependencyGraph } from '../../../../controllers/garbagecollector/graph.ts';
import { GraphNode } from '../../../../controllers/garbagecollector/node.ts';

const owner = (uid: string, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name: uid,
  uid,
  ...more,
});

interface Scene {
  /** What is known of the pod. */
  readonly node?: Partial<GraphNode>;
  /** The references that the pod has now; undefined: it is gone. */
  readonly live?: readonly OwnerReference[];
  readonly uid?: string;
  /** Owners that exist, with what matters of their metadata. */
  readonly owners?: Readonly<Record<string, object>>;
  readonly absent?: boolean;
  readonly isKnown?: boolean;
}

/** Looks at the pod `x`, and writes down what is asked, done and noted. */
async function attempt(scene: Scene) {
  const { node: parts, live, uid = 'uid-x', owners = {}, absent = false, isKnown = true } = scene;
  const said: string[] = [];
  const place = { kind: podKind, namespace: 'default', name: 'x' } as const;
  const node = Object.assign(new GraphNode('uid-x', place, false), parts);
  const found = (name: string): KubeObject | undefined => {
    if (name === 'x') {
      return live && ({ metadata: { name, uid, ownerReferences: live } } as unknown as KubeObject);
    }
    return owners[name] && ({ metadata: { name, uid: name, ...owners[name] } } as never);
  };
  const metadata = {
    get(kind: { plural: string }, { name, namespace }: { name: string; namespace?: string }) {
      said.push(`get ${kind.plural} ${namespace ?? ''}/${name}`);
      const object = found(name);
      return object ? Promise.resolve(object) : Promise.reject(notFound(podKind, name));
    },
    delete(
      _: unknown,
      { name }: { name: string },
      { propagationPolicy }: { propagationPolicy: string },
    ) {
      said.push(`delete ${name} ${propagationPolicy}`);
      return Promise.resolve();
    },
    patch(_: unknown, { name }: { name: string }, { body }: { body: { metadata: object } }) {
      said.push(`patch ${name} ${JSON.stringify(body.metadata)}`);
      return Promise.resolve();
    },
  };
  const graph = {
    get: () => (isKnown ? node : undefined),
    forget: (gone: string) => said.push(`forget ${gone}`),
    confirmMissing: ({ uid: gone }: GraphNode) => said.push(`missing ${gone}`),
    absent: {
      has: () => absent,
      add: ({ uid: gone }: OwnerReference) => said.push(`absent ${gone}`),
    },
  } as unknown as DependencyGraph;
  const tools = {
    client: { metadata },
    causes: { first: [], last: [{ timer: 'test' }] },
    events: {
      event: (about: { metadata: object }, type: string, reason: string, message: string) =>
        said.push(`${type} ${reason} ${JSON.stringify(about.metadata)}: ${message}`),
    },
  } as unknown as ReconcileTools;
  const resources = {
    byKind: (_: string, kind: string) => (kind === 'ReplicaSet' ? replicaSet : undefined),
  };
  const toDelete = ({ name }: GraphNode): void => void said.push(`look at ${name}`);
  const result = await attemptToDelete(node, { resources, graph, toDelete } as never, tools);
  return result === undefined ? said : [...said, JSON.stringify(result)];
}

const dependent = (name: string, parts: Partial<GraphNode>): GraphNode =>
  Object.assign(new GraphNode(name, { kind: podKind, namespace: 'default', name }, false), parts);

const owners = [owner('a')];
const seen = ['get pods default/x'];

describe('an object', () => {
  it.each<[string, Scene, readonly string[]]>([
    ['without owners is not asked for', { live: [] }, []],
    [
      'that goes already is not asked for',
      { node: { owners, isDeleting: true }, live: owners },
      [],
    ],
    ['that is gone is forgotten', { node: { owners } }, [...seen, 'forget uid-x']],
    ['that is gone and forgotten is left', { node: { owners }, isKnown: false }, seen],
    [
      'whose name another has is gone',
      { node: { owners }, live: owners, uid: 'other' },
      [...seen, 'forget uid-x'],
    ],
    ['that was never seen is missing', { node: { isVirtual: true } }, [...seen, 'missing uid-x']],
    [
      'that was never seen but is there is looked at again',
      { node: { isVirtual: true }, live: [] },
      [...seen, '{"retry":true,"requeueReason":"not seen by its informer"}'],
    ],
    [
      'with an owner stays',
      { node: { owners }, live: owners, owners: { a: {} } },
      [...seen, 'get replicasets default/a'],
    ],
    [
      'without an owner any more goes',
      { node: { owners }, live: owners },
      [...seen, 'get replicasets default/a', 'absent a', 'delete x Background'],
    ],
    [
      'whose owner is known to be gone goes',
      { node: { owners }, live: owners, absent: true },
      [...seen, 'delete x Background'],
    ],
    [
      'with an owner of a kind that is not served stays',
      { node: { owners }, live: [owner('a', { kind: 'Cup' })] },
      seen,
    ],
    [
      'of the cluster with an owner in a namespace stays',
      {
        node: { owners, kind: { ...podKind, namespaced: false } as never, namespace: undefined },
        live: owners,
      },
      ['get pods /x'],
    ],
    [
      'in no namespace though it should be is left',
      { node: { owners, namespace: undefined }, live: owners },
      [],
    ],
    [
      'loses the owners that are gone',
      { node: { owners }, live: [owner('a'), owner('b')], owners: { b: {} } },
      [
        ...seen,
        'get replicasets default/a',
        'absent a',
        'get replicasets default/b',
        'patch x {"uid":"uid-x","ownerReferences":[{"$patch":"delete","uid":"a"}]}',
      ],
    ],
    [
      'that waits for nothing more loses its finalizer',
      { node: { isWaiting: true }, live: [] },
      [
        ...seen,
        'patch x {"uid":"uid-x","$deleteFromPrimitiveList/finalizers":["foregroundDeletion"]}',
      ],
    ],
    [
      'that waits has those looked at that hold it up',
      {
        node: {
          isWaiting: true,
          blocking: 1,
          dependents: new Set([
            dependent('holds', { owners: [owner('uid-x', { blockOwnerDeletion: true })] }),
            dependent('goes', {
              owners: [owner('uid-x', { blockOwnerDeletion: true })],
              isDeleting: true,
            }),
            dependent('lets', { owners: [owner('uid-x')] }),
          ]),
        },
        live: [],
      },
      [...seen, 'look at holds'],
    ],
    [
      'that its owner waits for goes with its own dependents',
      {
        node: { owners, dependents: new Set([dependent('d', {})]) },
        live: owners,
        owners: { a: { deletionTimestamp: 'now', finalizers: ['foregroundDeletion'] } },
      },
      [...seen, 'get replicasets default/a', 'delete x Foreground'],
    ],
    [
      'that is in a circle stops holding up others',
      {
        node: { owners, dependents: new Set([dependent('d', { isWaiting: true })]) },
        live: owners,
        owners: { a: { deletionTimestamp: 'now', finalizers: ['foregroundDeletion'] } },
      },
      [
        ...seen,
        'get replicasets default/a',
        'patch x {"uid":"uid-x","ownerReferences":[{"uid":"a","blockOwnerDeletion":false}]}',
        'delete x Foreground',
      ],
    ],
    [
      'with an owner elsewhere says so once',
      { node: { owners, misplacedOwners: ['a', 'never'] }, live: owners, owners: { a: {} } },
      [
        'Warning OwnerRefInvalidNamespace {"namespace":"default","name":"x","uid":"uid-x"}: ownerRef ' +
          '[apps/v1/ReplicaSet, namespace: default, name: a, uid: a] does not exist in namespace "default"',
        ...seen,
        'get replicasets default/a',
      ],
    ],
  ])('%s', async (_, scene, expected) => {
    expect(await attempt(scene)).toEqual(expected);
  });
});
