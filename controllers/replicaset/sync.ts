/**
 * One reconcile of a ReplicaSet: claim, create or delete, write the status. Mirrors syncReplicaSet
 * of v1.24.
 */
import type { Clock } from '#clock';
import { controllerOf, keyOf } from '#values';
import { isPodActive, pod as podKind, untilNextAvailable, type Profile } from '#kinds';
import type { Pod } from '#types';
import {
  candidates,
  claim,
  controlledBy,
  createPod,
  createRound,
  deletePod,
  forAll,
  messageOf,
  podFromTemplate,
  refusedSize,
  writeStatus,
  type DeletionTrackingExpectations,
  type Lister,
  type ReconcileTools,
} from '#runtime';
import type { Census } from './census.ts';
import { podsToDelete } from './deletion-order.ts';
import { desiredReplicas, type Flavour, type Replicated } from './flavour.ts';
import { countPods, leavingPods, nextStatus, type Failure, type PodCounts } from './status.ts';

/** Creations, or deletions, in one pass are bounded by this. */
const BURST = 500;

/** All that a reconcile reads, and the little state between reconciles. */
export interface Caches<T extends Replicated> {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly flavour: Flavour<T>;
  readonly sets: Lister<T>;
  readonly pods: Lister<Pod>;
  readonly census: Census<T>;
  /** Whether pods that are on their way out are counted. */
  readonly countsLeaving: boolean;
  readonly expectations: DeletionTrackingExpectations;
}

/**
 * Brings an object closer to its desired state; resolves with the delay after which to reconcile
 * again, in ms.
 */
export async function sync<T extends Replicated>(
  key: string,
  caches: Caches<T>,
  tools: ReconcileTools,
): Promise<number | undefined> {
  const { expectations } = caches;
  const set = caches.sets.getByKey(key);
  if (set === undefined) {
    expectations.forget(key);
    return undefined;
  }
  const mayAct = expectations.satisfied(key);
  const known = knownCounts(set, caches);
  const candidatePods = known === undefined ? candidates(caches.pods, set) : [];
  const pods = await claimPods(set, candidatePods, caches, tools);
  const counts = known ?? countAll(set, pods, candidatePods, caches);
  const failure =
    mayAct && set.metadata.deletionTimestamp === undefined
      ? await manage(key, set, { counts, pods }, caches, tools)
      : undefined;
  const written = await updateStatus(set, counts, failure, caches, tools);
  if (failure !== undefined) throw failure.error;
  return nextLook(written, pods, caches);
}

/** The counts of a set's active pods, where that is enough: none is to be adopted, released or deleted. */
function knownCounts<T extends Replicated>(set: T, { census }: Caches<T>): PodCounts | undefined {
  const counts = census.of(set);
  return counts !== undefined && counts.replicas <= desiredReplicas(set) ? counts : undefined;
}

function countAll<T extends Replicated>(
  set: T,
  pods: readonly Pod[],
  all: readonly Pod[],
  { countsLeaving, flavour, clock }: Caches<T>,
): PodCounts {
  const counts = countPods(set, pods, clock.now());
  if (!countsLeaving) return counts;
  const selector = flavour.selectorOf(set);
  const leaving = leavingPods(set, all, selector);
  return { ...counts, terminatingReplicas: leaving.length };
}

/** Finished and terminating pods are left alone: they are neither counted nor adopted. */
async function claimPods<T extends Replicated>(
  set: T,
  pods: readonly Pod[],
  { flavour }: Caches<T>,
  { client }: ReconcileTools,
): Promise<readonly Pod[]> {
  const selector = flavour.selectorOf(set);
  return claim({
    client,
    ownerKind: flavour.kind,
    owner: set,
    kind: podKind,
    objects: pods.filter(isPodActive),
    matches: ({ metadata }) => selector.matches(metadata.labels),
  });
}

/**
 * Creates what is missing or deletes what is too much. A failure is written to the status first.
 */
async function manage<T extends Replicated>(
  key: string,
  set: T,
  { counts, pods }: { readonly counts: PodCounts; readonly pods: readonly Pod[] },
  caches: Caches<T>,
  tools: ReconcileTools,
): Promise<Thrown | undefined> {
  const error = refusedSize(tools, set, desiredReplicas(set));
  if (error !== undefined) return { error };
  const missing = desiredReplicas(set) - counts.replicas;
  if (missing > 0) return createPods(key, set, Math.min(missing, BURST), caches, tools);
  if (missing < 0) return deletePods(key, set, pods, Math.min(-missing, BURST), caches, tools);
  return undefined;
}

async function createPods<T extends Replicated>(
  key: string,
  set: T,
  count: number,
  { flavour, expectations }: Caches<T>,
  tools: ReconcileTools,
): Promise<Thrown | undefined> {
  expectations.expectCreations(key, count);
  const desired = podFromTemplate({ kind: flavour.kind, object: set }, set.spec.template!);
  const { succeeded, errors } = await createRound(count, () => createPod(tools, set, desired));
  expectations.creationObserved(key, count - succeeded);
  return firstOf(errors);
}

async function deletePods<T extends Replicated>(
  key: string,
  set: T,
  pods: readonly Pod[],
  count: number,
  caches: Caches<T>,
  tools: ReconcileTools,
): Promise<Thrown | undefined> {
  const { expectations, clock } = caches;
  const victims = podsToDelete(pods, relatedPods(set, caches), count, clock.now());
  expectations.expectDeletions(key, victims.map(keyOf));
  const errors = await forAll(victims, async (pod) => {
    const { namespace, name } = pod.metadata;
    const gone = await deletePod(tools, set, { namespace, name }).catch((error: unknown) => {
      expectations.deletionObserved(key, keyOf(pod));
      throw error;
    });
    if (!gone) expectations.deletionObserved(key, keyOf(pod));
  });
  return firstOf(errors);
}

interface Thrown {
  readonly error: unknown;
}

function firstOf(errors: readonly unknown[]): Thrown | undefined {
  return errors.length === 0 ? undefined : { error: errors[0] };
}

/**
 * The pods of all sets that share the set's own controller: how a Deployment spreads over nodes.
 */
function relatedPods<T extends Replicated>(set: T, { sets, pods }: Caches<T>): readonly Pod[] {
  const controller = controllerOf(set);
  if (controller === undefined) return [];
  const siblings = controlledBy(sets, { metadata: controller });
  return siblings.flatMap((each) => controlledBy(pods, each));
}

/** Writes the status if it changed; a failed write is retried once on the live object. */
function updateStatus<T extends Replicated>(
  set: T,
  counts: PodCounts,
  thrown: Thrown | undefined,
  { flavour: { kind }, clock }: Caches<T>,
  tools: ReconcileTools,
): Promise<T> {
  const failure: Failure | undefined = thrown && { failed: messageOf(thrown.error) };
  const status = nextStatus(set, counts, failure, clock.now());
  // Most reconciles write nothing: they need no client.
  if (status === set.status) return Promise.resolve(set);
  const client = failure === undefined ? tools.client : tools.clientKnowing(failure);
  return writeStatus(client, kind, set, status, { when: () => true });
}

/**
 * Pods that are ready but not yet available become so without any event. Available means ready
 * for longer than minReadySeconds; a real wake-up is always a little late, ours needs the 1 ms.
 */
function nextLook<T extends Replicated>(
  set: T,
  pods: readonly Pod[],
  { clock, profile }: Caches<T>,
): number | undefined {
  const { minReadySeconds = 0 } = set.spec;
  const { readyReplicas = 0, availableReplicas = 0 } = set.status;
  if (minReadySeconds === 0 || readyReplicas === availableReplicas) return undefined;
  if (profile.enabled('ReplicasAvailableOnTime')) {
    return untilNextAvailable(pods, minReadySeconds, clock.now());
  }
  const waits = readyReplicas === desiredReplicas(set);
  return waits ? minReadySeconds * 1000 + 1 : undefined;
}
