/** One pass over a Job: observe, plan, act, write. Mirrors syncJob of the v1.24 controller. */
import type { Clock } from '#clock';
import { isConflict, selectorOf } from '#values';
import { job as jobKind, pod as podKind, type Profile } from '#kinds';
import type { Job, Pod } from '#types';
import {
  candidates,
  claim,
  createPod,
  createRound,
  deletePod,
  forAll,
  refusedSize,
  type Expectations,
  type Lister,
  type ReconcileResult,
  type ReconcileTools,
} from '#runtime';
import type { Failures } from './backoff.ts';
import { endingOf } from './ending.ts';
import { planPods, desiredActive, type PodPlan } from './plan.ts';
import { podsOf } from './pod-template.ts';
import type { Released } from './released.ts';
import { isManagedElsewhere, type JobRules } from './rules.ts';
import { nextStatus, nextTrackedStatus, type Round, type RoundEvidence } from './status.ts';
import { removeFinalizer, trackPods, type TrackEvidence } from './track.ts';
import { hasFinalizer, isTracked, TRACKING_FINALIZER, type Tracking } from './tracking.ts';
import {
  hasNewFailure,
  isFinished,
  isSuspended,
  observe,
  untilDeadline,
  type JobView,
} from './view.ts';

/** All that a reconcile reads, and the little state between reconciles. */
export interface Caches {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly rules: JobRules;
  readonly jobs: Lister<Job>;
  readonly pods: Lister<Pod>;
  readonly expectations: Expectations;
  /** Pods whose tracking finalizers have been taken away. */
  readonly released: Released;
  /** What is known about the failed pods of jobs, by key. */
  readonly failures: Map<string, Failures | undefined>;
  /** Requeues a job after this many ms. */
  readonly requeueAfter: (key: string, delayMs: number, reason: string) => void;
  /** How long failures delay the job now, ms. */
  readonly failureDelay: (key: string) => number;
}

/** The delay of failing jobs keeps growing. */
const KEEP_FAILURES: ReconcileResult = { keepFailures: true };
/** Ends it. */
const DONE: ReconcileResult = {};
const AFTER_FAILURES = 'back-off after failed pods';
/** No reconcile that waits for pods comes sooner, where requests have delays of their own. */
const LEAST_DELAY_MS = 1000;

interface Acted extends Round {
  /** The first call that failed. */
  readonly error?: unknown;
}

/** Brings a job closer to its completions. */
export async function sync(
  key: string,
  caches: Caches,
  tools: ReconcileTools,
): Promise<ReconcileResult> {
  const { jobs, expectations, clock, profile, rules, released, failures } = caches;
  const job = jobs.getByKey(key);
  if (job === undefined) {
    expectations.forget(key);
    released.forget(key);
    failures.delete(key);
    return DONE;
  }
  if (isManagedElsewhere(job, rules)) return DONE;
  if (isFinished(job)) {
    failures.delete(key);
    return DONE;
  }
  const isSettled = expectations.satisfied(key);
  const tracking = isTracked(job, profile)
    ? { released: released.of(key), failures: failures.get(key) }
    : undefined;
  const pods = await claimPods(job, tracking, caches, tools);
  const view = observe(job, pods, clock.now(), rules, tracking);
  watchDeadline(key, view, caches);
  const acted = await act(key, view, isSettled, tracking !== undefined, caches, tools);
  if (tracking !== undefined) return conclude(key, view, acted, caches, tools);
  await forgetTracking(pods, tools);
  const next = nextStatus(view, acted);
  for (const { type, reason, message } of next.events) {
    tools.events.event(job, type, reason, message);
  }
  if (next.status !== job.status) {
    const client = tools.clientKnowing(roundEvidence(acted));
    await client.update(jobKind, { ...job, status: next.status }, { subresource: 'status' });
    if (hasNewFailure(view) && !next.isFinished) {
      return { retry: true, requeueReason: AFTER_FAILURES };
    }
  }
  if (acted.error !== undefined) throw acted.error as Error;
  return next.hasProgress ? DONE : KEEP_FAILURES;
}

/** The end of a reconcile of a job with tracked pods. */
async function conclude(
  key: string,
  view: JobView,
  acted: Acted,
  caches: Caches,
  tools: ReconcileTools,
): Promise<ReconcileResult> {
  const { client, events } = tools;
  const { job, pods, rules, heldBack } = view;
  const next = nextTrackedStatus(view, acted);
  for (const { type, reason, message } of next.events) events.event(job, type, reason, message);
  const { status, finish, ending } = next;
  const { released, failures } = caches;
  const known = failures.get(key);
  const clientKnowing = (evidence: Partial<TrackEvidence>) =>
    tools.clientKnowing({
      ...roundEvidence(acted),
      ...(known !== undefined && { failures: known }),
      ...evidence,
    });
  const remember = (): void => {
    if (rules.delaysByEnds) failures.set(key, view.failures);
  };
  const noting = { rules, ending, heldBack };
  const track = {
    key,
    job,
    status,
    pods,
    released,
    client,
    clientKnowing,
    finish,
    noting,
    remember,
  };
  let isDone: boolean;
  try {
    isDone = await trackPods(track);
  } catch (error) {
    if (!isConflict(error) || rules.delaysApart) throw error;
    // The cache is behind, which adds nothing to the delay after failures.
    const requeueAfterMs = caches.failureDelay(key);
    const result = rules.delaysByEnds ? DONE : KEEP_FAILURES;
    return { ...result, requeueAfterMs, requeueReason: 'the job has changed' };
  }
  if (isDone) {
    for (const { type, reason, message } of next.lastEvents) {
      events.event(job, type, reason, message);
    }
  } else if (hasNewFailure(view) && !rules.delaysApart) {
    return { retry: true, requeueReason: AFTER_FAILURES };
  }
  if (acted.error !== undefined) throw acted.error as Error;
  return next.hasProgress || rules.delaysByEnds ? DONE : KEEP_FAILURES;
}

/** Pods of a job that is not, or no longer, kept count of in this way must not wait for it. */
async function forgetTracking(pods: readonly Pod[], { client }: ReconcileTools): Promise<void> {
  for (const pod of pods) if (hasFinalizer(pod)) await removeFinalizer(client, pod);
}

async function claimPods(
  job: Job,
  tracking: Tracking | undefined,
  caches: Caches,
  { client }: ReconcileTools,
): Promise<readonly Pod[]> {
  const selector = selectorOf(job.spec.selector);
  return claim({
    ...(tracking !== undefined && { finalizer: TRACKING_FINALIZER }),
    client,
    ownerKind: jobKind,
    owner: job,
    kind: podKind,
    objects: candidates(caches.pods, job),
    matches: ({ metadata }) => selector.matches(metadata.labels),
  });
}

function roundEvidence(acted: Acted): RoundEvidence {
  const { created, removed, isManaged, isFailing, isWaiting } = acted;
  return {
    ...{ created, removed, isManaged },
    ...(isFailing === true && { isFailing }),
    ...(isWaiting === true && { isWaiting }),
  };
}

const untouched: Round = { created: 0, removed: 0, isManaged: false };

/**
 * Creates and deletes what the job's state calls for. A job that ends counts all its pods as gone,
 * whatever the result of their deletion.
 */
async function act(
  key: string,
  view: JobView,
  isSettled: boolean,
  isTrackedJob: boolean,
  { expectations, requeueAfter }: Caches,
  tools: ReconcileTools,
): Promise<Acted> {
  const { job, active, rules } = view;
  const ending = endingOf(view);
  if (ending !== undefined) {
    const errors = await deletePods(tools, job, active);
    const [error] = errors;
    // Where pods are kept count of, a job has not ended before all of them are on their way out.
    const isFailing = isTrackedJob && (errors.length > 0 || !isSettled);
    return isFailing
      ? { ...untouched, removed: active.length - errors.length, isFailing, error }
      : { ...untouched, ending, error };
  }
  if (!isSettled || job.metadata.deletionTimestamp != null) {
    return untouched;
  }
  const error = isSuspended(job) ? undefined : refusedSize(tools, job, desiredActive(view));
  if (error !== undefined) return { ...untouched, error };
  const plan = planPods(view);
  if (plan.remove.length > 0) return removePods(key, view, plan, expectations, tools);
  if (plan.create > 0) return createPods(key, view, plan, isTrackedJob, expectations, tools);
  const { waitMs } = plan;
  if (waitMs === undefined) return { ...untouched, isManaged: true };
  const delay = rules.delaysApart ? Math.max(waitMs, LEAST_DELAY_MS) : waitMs;
  requeueAfter(key, delay, AFTER_FAILURES);
  return { ...untouched, isManaged: true, isWaiting: true };
}

async function removePods(
  key: string,
  { job }: JobView,
  { remove }: PodPlan,
  expectations: Expectations,
  tools: ReconcileTools,
): Promise<Acted> {
  expectations.expect(key, { deletions: remove.length });
  const forgetDeletion = (): void => expectations.deletionObserved(key);
  // Pods that are not needed do not count as failed.
  await forAll(remove, (pod) => removeFinalizer(tools.client, pod).catch(() => undefined));
  const errors = await deletePods(tools, job, remove, forgetDeletion);
  const removed = remove.length - errors.length;
  return { created: 0, removed, isManaged: true, error: errors[0] };
}

async function createPods(
  key: string,
  view: JobView,
  { create, indexes }: PodPlan,
  isTrackedJob: boolean,
  expectations: Expectations,
  tools: ReconcileTools,
): Promise<Acted> {
  const { job } = view;
  expectations.expect(key, { creations: create });
  const podFor = podsOf(view, isTrackedJob);
  const { succeeded, errors } = await createRound(create, (i) =>
    createPod(tools, job, podFor(indexes?.[i])),
  );
  expectations.creationObserved(key, create - succeeded);
  return { created: succeeded, removed: 0, isManaged: true, error: errors[0] };
}

/** `unseen` is called for every deletion that no watch will deliver. */
async function deletePods(
  tools: ReconcileTools,
  job: Job,
  pods: readonly Pod[],
  forgetDeletion: () => void = () => undefined,
): Promise<readonly unknown[]> {
  return forAll(pods, async ({ metadata: { namespace, name } }) => {
    let isDeleted = false;
    try {
      isDeleted = await deletePod(tools, job, { namespace, name });
    } finally {
      if (!isDeleted) forgetDeletion();
    }
  });
}

/** A job that may be active for a limited time only is looked at again when that time ends. */
function watchDeadline(key: string, view: JobView, { requeueAfter }: Caches): void {
  const left = untilDeadline(view);
  if (left === undefined || endingOf(view) !== undefined) return;
  requeueAfter(key, left, 'active deadline');
}
