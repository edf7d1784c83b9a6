/** Counts that are kept agree with counting, whatever happens to the pods. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPodActive } from '#kinds';
import type { Pod, PodStatus, ReplicaSet } from '#types';
import { addControllerIndexes, candidates, type Informer } from '#runtime';
import { Census } from '../../../../controllers/replicaset/census.ts';
import { replicaSets } from '../../../../controllers/replicaset/flavour.ts';
import { countPods } from '../../../../controllers/replicaset/status.ts';
import { ObjectCache } from '../../../../src/runtime/object-cache.ts';
import { makePod } from '../objects.ts';

const cause = { revision: 1 };

function makeSet(name: string, { minReadySeconds = 0, tier = 'front' } = {}): ReplicaSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace: 'default', uid: `uid-${name}` },
    spec: {
      minReadySeconds,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name, tier } } },
    },
    status: { replicas: 0 },
  } as unknown as ReplicaSet;
}

interface State {
  readonly owner: 'a' | 'b' | undefined;
  readonly app: 'a' | 'b';
  readonly hasTier: boolean;
  readonly isReady: boolean;
  readonly phase: string;
  readonly isDeleting: boolean;
}

function podIn(name: string, state: State): Pod {
  const { owner, app, hasTier, isReady, phase, isDeleting } = state;
  const controller = { apiVersion: 'apps/v1', kind: 'ReplicaSet', controller: true };
  const made = makePod(
    name,
    {},
    {
      labels: { app, ...(hasTier && { tier: 'front' }) },
      ...(owner && { ownerReferences: [{ ...controller, name: owner, uid: `uid-${owner}` }] }),
      ...(isDeleting && { deletionTimestamp: '2026-11-20T21:00:00Z' }),
    },
  );
  const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False' }];
  return { ...made, status: { phase, conditions } as PodStatus };
}

/** The pods of a cluster, and a census of them. */
class World {
  readonly cache = new ObjectCache<Pod>();
  readonly census = new Census(replicaSets, this.cache);

  constructor() {
    addControllerIndexes(this.cache as unknown as Informer<Pod>);
  }

  put(pod: Pod): void {
    const { namespace, name } = pod.metadata;
    const old = this.cache.get(namespace, name);
    this.cache.set(pod, old);
    if (old === undefined) this.census.handlers.added!(pod, cause);
    else this.census.handlers.updated!(pod, old, cause);
  }

  /** @param last its last state, which no watch has shown before */
  delete({ metadata }: Pod, last: Pod): void {
    const old = this.cache.get(metadata.namespace, metadata.name);
    if (old === undefined) return;
    this.cache.remove(old);
    this.census.handlers.deleted!(last, cause);
  }

  /** What looking at all pods gives: undefined where some are to be claimed or released. */
  counted(set: ReplicaSet) {
    const active = candidates(this.cache, set).filter(isPodActive);
    const own = active.filter(({ metadata }) => metadata.ownerReferences !== undefined);
    const selected = active.filter(({ metadata }) => metadata.labels!['app'] === set.metadata.name);
    const isSettled = own.length === selected.length && own.every((pod) => selected.includes(pod));
    return isSettled ? countPods(set, own, 0) : undefined;
  }
}

describe('the census', () => {
  const state = fc.record<State>({
    owner: fc.constantFrom('a', 'a', 'a', 'b', undefined),
    app: fc.constantFrom('a', 'a', 'a', 'b'),
    hasTier: fc.boolean(),
    isReady: fc.boolean(),
    phase: fc.constantFrom('Pending', 'Running', 'Failed'),
    isDeleting: fc.boolean(),
  });
  const step = fc.record({
    name: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
    state,
    isDeletion: fc.boolean(),
  });
  const sets = ['a', 'b'].map((name) => makeSet(name));

  it('agrees with counting after every change', () => {
    let [counts, refusals] = [0, 0];
    const property = fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const world = new World();
      for (const { name, state: next, isDeletion } of steps) {
        const pod = podIn(name, next);
        const known = world.cache.get('default', name);
        // The last state of a pod has the owner that it had.
        if (isDeletion && known !== undefined) {
          const { ownerReferences } = known.metadata;
          world.delete(known, { ...pod, metadata: { ...pod.metadata, ownerReferences } });
        } else world.put(pod);
        for (const set of sets) {
          const expected = world.counted(set);
          expect(world.census.of(set)).toEqual(expected);
          if (expected === undefined) refusals++;
          else if (expected.readyReplicas > 0) counts++;
        }
      }
    });
    fc.assert(property, { numRuns: 300, seed: 1 });
    expect(Math.min(counts, refusals)).toBeGreaterThan(100);
  });

  const usual: State = {
    owner: 'a',
    app: 'a',
    hasTier: true,
    isReady: true,
    phase: 'Running',
    isDeleting: false,
  };

  it('counts again for another template', () => {
    const world = new World();
    world.put(podIn('p1', usual));
    const [set] = sets as [ReplicaSet];
    const labelled = [set, makeSet('a', { tier: 'back' }), set].map(
      (each) => world.census.of(each)?.fullyLabeledReplicas,
    );
    expect(labelled).toEqual([1, 0, 1]);
  });

  it('leaves counting to its caller where pods become available with time', () => {
    const world = new World();
    world.put(podIn('p1', usual));
    expect(world.census.of(makeSet('a', { minReadySeconds: 1 }))).toBeUndefined();
  });

  it('starts from the beginning for a set that had gone', () => {
    const world = new World();
    const [set] = sets as [ReplicaSet];
    world.put(podIn('p1', usual));
    world.census.of(set);
    world.census.forget(set);
    world.put(podIn('p2', usual));
    expect(world.census.of(set)?.replicas).toBe(2);
  });
});
