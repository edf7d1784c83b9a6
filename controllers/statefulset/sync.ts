/** One pass over a StatefulSet: revisions, pods, status. Mirrors the sync of v1.24. */
import type { Clock } from '#clock';
import {
  controllerRevision,
  pod as podKind,
  statefulSet as statefulSetKind,
  untilNextAvailable,
  type Profile,
} from '#kinds';
import { isConflict, isNotFound, selectorOf } from '#values';
import type { ControllerRevision, PersistentVolumeClaim, Pod, StatefulSet } from '#types';
import {
  candidates,
  claim,
  refusedSize,
  writeStatus,
  type Lister,
  type ReconcileTools,
} from '#runtime';
import { act } from './act.ts';
import { revisionsToPrune, toRevision } from './history.ts';
import { plan, type View } from './plan.ts';
import { claimsIn, ordinalOf, desiredReplicas } from './pods.ts';
import { ensureHistory, type History } from './revisions.ts';
import { countAfter, countPods, nextStatus, type Counts } from './status.ts';

/** All that a reconcile reads. */
export interface Caches {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly sets: Lister<StatefulSet>;
  readonly pods: Lister<Pod>;
  readonly revisions: Lister<ControllerRevision>;
  readonly claims: Lister<PersistentVolumeClaim>;
}

/** Brings a set a step on; resolves with the delay after which to look again, in ms. */
export async function sync(
  key: string,
  caches: Caches,
  tools: ReconcileTools,
): Promise<number | undefined> {
  const set = caches.sets.getByKey(key);
  if (set === undefined) return undefined;
  const pods = await claimPods(set, caches, tools);
  const history = await ensureHistory(tools.client, set, caches);
  const view: View = {
    set,
    current: toRevision(history.current, set),
    update: toRevision(history.update, set),
    pods,
    now: caches.clock.now(),
    profile: caches.profile,
    claimsOf: (ordinal) => claimsIn(caches.claims, set, ordinal),
  };
  const { counts, failure } = await carryOut(view, caches, tools);
  const status = nextStatus(view, counts, history.collisionCount);
  await writeStatus(tools.client, statefulSetKind, set, status, { when: isConflict });
  if (failure !== undefined) throw failure.error;
  await prune(view, history, tools);
  return nextLook(view, counts);
}

/** Pods that have the set's labels and a name of its kind. */
async function claimPods(
  set: StatefulSet,
  { pods }: Caches,
  { client }: ReconcileTools,
): Promise<readonly Pod[]> {
  const selector = selectorOf(set.spec.selector);
  return claim({
    client,
    ownerKind: statefulSetKind,
    owner: set,
    kind: podKind,
    objects: candidates(pods, set),
    matches: (pod) => selector.matches(pod.metadata.labels) && ordinalOf(set, pod) !== undefined,
  });
}

interface Outcome {
  readonly counts: Counts;
  readonly failure?: { readonly error: unknown };
}

/** Acts up to the first failure. What was done till then is counted. */
async function carryOut(view: View, caches: Caches, tools: ReconcileTools): Promise<Outcome> {
  let counts = countPods(view);
  const isGoing = view.set.metadata.deletionTimestamp !== undefined;
  const error = isGoing ? undefined : refusedSize(tools, view.set, desiredReplicas(view.set));
  if (error !== undefined) return { counts, failure: { error } };
  const { client, events } = tools;
  for (const action of plan(view)) {
    try {
      await act({ client, events, profile: view.profile }, view.set, action, caches.claims);
    } catch (error) {
      return { counts, failure: { error } };
    }
    counts = countAfter(counts, action, view);
  }
  return { counts };
}

async function prune(view: View, history: History, { client }: ReconcileTools): Promise<void> {
  const inUse = [view.current.name, view.update.name];
  for (const { metadata } of revisionsToPrune(view.set, history.revisions, inUse, view.pods)) {
    const { namespace, name } = metadata;
    try {
      await client.delete(controllerRevision, { namespace, name });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

/**
 * Pods become available without any event. Available means ready for longer than minReadySeconds;
 * a real wake-up is always a little late, ours needs the 1 ms.
 */
function nextLook(
  { set, pods, now, profile }: View,
  { availableReplicas }: Counts,
): number | undefined {
  const { minReadySeconds = 0 } = set.spec;
  if (profile.enabled('SetsAvailableOnTime')) return untilNextAvailable(pods, minReadySeconds, now);
  const waits = minReadySeconds > 0 && availableReplicas !== desiredReplicas(set);
  return waits ? minReadySeconds * 1000 + 1 : undefined;
}
