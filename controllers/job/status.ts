/** The status that a reconcile writes, and its events. */
import { formatTime, omitFields } from '#values';
import { getCondition, isPodReady } from '#kinds';
import type { JobCondition, JobStatus, Pod } from '#types';
import { formatIndexes, isIndexed } from './indexes.ts';
import {
  completed,
  resumed,
  suspended,
  tooManySucceededPods,
  type Ending,
  type EventWords,
} from './messages.ts';
import { planPods } from './plan.ts';
import { isSuspended, leavingPods, type JobView } from './view.ts';

/** What happened to the pods in a reconcile, as far as it went. */
export interface Round {
  /** How many were created. */
  readonly created: number;
  /** How many were deleted, of those that were planned first. */
  readonly removed: number;
  /** Whether it could create and delete: not while it waits for what it did before. */
  readonly isManaged: boolean;
  /** How the job ends, if it does; all active pods are deleted then. */
  readonly ending?: Ending;
  /** It would, but not all of its pods could be deleted: so it has not ended yet. */
  readonly isFailing?: boolean;
  /** New pods wait, since others have failed. */
  readonly isWaiting?: boolean;
}

/** What the store does not know about a round: the evidence of status writes. */
export type RoundEvidence = Omit<Round, 'ending'>;

export interface NextStatus {
  /** The very status of the job when there is nothing to write. */
  readonly status: JobStatus;
  readonly events: readonly EventWords[];
  readonly isFinished: boolean;
  /** Whether the time that the job may be active begins now. */
  readonly isStarting: boolean;
  /** Whether the delay after failures starts over: a pod has succeeded, or the job turned. */
  readonly hasProgress: boolean;
}

/** Computes the status after a reconcile; counts alone decide whether it is written. */
export function nextStatus(view: JobView, round: Round): NextStatus {
  const { job } = view;
  const now = formatTime(view.now);
  const { end, turn, isStarting, hasProgress } = conclude(view, round);
  const failed = view.failed + (round.ending === undefined ? 0 : view.active.length);
  const counts = {
    active: activeAfter(view, round),
    succeeded: view.succeeded,
    failed,
    ready: view.ready,
  };
  if (end === undefined && turn === undefined && sameCounts(job.status, counts)) {
    return { status: job.status, events: [], isFinished: false, isStarting, hasProgress };
  }
  const startTime = isStarting ? now : job.status.startTime;
  const conditions = withCondition(job.status.conditions, end, turn, now);
  const status: JobStatus = {
    ...(conditions !== undefined && { conditions }),
    ...(startTime != null && { startTime }),
    ...(end?.ending.isSuccess === true && { completionTime: now }),
    ...present(counts),
    ...completedIndexes(view),
  };
  const events = [...(end?.events ?? []), ...(turn === undefined ? [] : [turn.words])];
  return { status, events, isFinished: end !== undefined, isStarting, hasProgress };
}

/** How many pods are active after the reconcile; a job that ends counts all its pods as deleted. */
export function activeAfter({ active, rules }: JobView, round: Round): number {
  const { created, removed, ending, isWaiting } = round;
  if (ending !== undefined || (isWaiting && !rules.countsDuringDelays)) return 0;
  return active.length - removed + created;
}

/** Whether enough pods have succeeded: as many as completions asks for, or any without a number. */
export function hasEnough({ job, succeeded }: JobView): boolean {
  const { completions } = job.spec;
  return completions == null ? succeeded > 0 : succeeded >= completions;
}

/** What a round means for the job. */
interface Conclusion {
  readonly end: End | undefined;
  readonly turn: Turn | undefined;
  readonly isStarting: boolean;
  readonly hasProgress: boolean;
}

function conclude(view: JobView, round: Round): Conclusion {
  const end = endOf(view, round);
  const isTurn = end === undefined && round.isManaged;
  const turn = isTurn ? suspension(view, formatTime(view.now)) : undefined;
  return {
    end,
    turn,
    isStarting: turn?.words === resumed || startsFirst(view),
    hasProgress: turn !== undefined || view.succeeded > (view.job.status.succeeded ?? 0),
  };
}

/** The result of a reconcile of a job with tracked pods: the counts are still to come. */
export interface NextTrackedStatus extends Omit<NextStatus, 'isFinished'> {
  /** Makes a finished status of one in which all is counted; absent: the job continues. */
  readonly finish?: (status: JobStatus) => JobStatus;
  /** The job will end so, though perhaps not now. */
  readonly ending?: Ending;
  /** The event when it is. */
  readonly lastEvents: readonly EventWords[];
}

/** As {@link nextStatus}, for jobs whose pods are kept count of by finalizers. */
export function nextTrackedStatus(view: JobView, round: Round): NextTrackedStatus {
  const { job, rules } = view;
  const { status } = job;
  const now = formatTime(view.now);
  const { end, turn, isStarting, hasProgress } = conclude(view, round);
  const target = end && targetOf(view, end, now);
  const counts = trackedCounts(view, round);
  const hasChanged =
    turn !== undefined ||
    target !== undefined ||
    countNames.some((name) => (status[name] ?? zeroOf(name)) !== (counts[name] ?? zeroOf(name)));
  const startTime = isStarting ? now : status.startTime;
  const turned = withCondition(status.conditions, undefined, turn, now);
  const conditions = target === undefined ? turned : [...(turned ?? []), target];
  const next: JobStatus = {
    uncountedTerminatedPods: {},
    ...omitFields(status, countNames),
    ...(conditions !== undefined && { conditions }),
    ...(startTime != null && { startTime }),
    ...counts,
  };
  const isForgotten = rules.forgetsStart && turn?.words === suspended;
  const isLeft = rules.endsInSteps && leavingAfter(view, round) > 0;
  return {
    status: hasChanged ? (isForgotten ? omitFields(next, ['startTime']) : next) : status,
    events: turn === undefined ? [] : [turn.words],
    isStarting,
    hasProgress,
    lastEvents: end?.events ?? [],
    ...(end !== undefined && { ending: end.ending }),
    ...(end !== undefined &&
      !isLeft && {
        finish: (counted) => ({
          ...counted,
          conditions: withCondition(counted.conditions, end, undefined, now)!,
          ...(end.ending.isSuccess && { completionTime: now }),
        }),
      }),
  };
}

const countNames = ['active', 'ready', 'terminating', 'failedIndexes'] as const;

/** Where zero and absent are the same. */
function zeroOf(name: (typeof countNames)[number]): number | undefined {
  return name === 'active' ? 0 : undefined;
}

/** What is counted of the pods that have not ended, and the indexes that have failed. */
function trackedCounts(view: JobView, round: Round): Pick<JobStatus, (typeof countNames)[number]> {
  const { failedIndexes, rules } = view;
  const active = activeAfter(view, round);
  const ready = readyAfter(view, round);
  return {
    ...(active > 0 && { active }),
    ...(ready !== undefined && { ready }),
    ...(rules.hasReplacementPolicy && { terminating: leavingAfter(view, round) }),
    ...(failedIndexes !== undefined && { failedIndexes: formatIndexes(failedIndexes) }),
  };
}

/** The active pods that are ready: deleted ones may be no longer. */
function readyAfter(view: JobView, round: Round): number | undefined {
  const { ready, active, rules } = view;
  if (ready === undefined || !rules.countsDeletedAtOnce) return ready;
  if (round.ending !== undefined) return 0;
  const gone = deletedIn(view, round);
  return Math.min(ready - gone.filter(isPodReady).length, active.length - round.removed);
}

/** Returns the pods that a round has deleted: all active ones of a job that ends. */
export function deletedIn(view: JobView, { removed, ending }: Round): readonly Pod[] {
  if (ending !== undefined) return view.active;
  return removed === 0 ? [] : planPods(view).remove.slice(0, removed);
}

/** Those on their way out, with the ones that are deleted now. */
export function leavingAfter(view: JobView, { removed, ending }: Round): number {
  const { active, rules } = view;
  const gone = ending === undefined ? removed : active.length;
  return leavingPods(view).length + (rules.countsDeletedAtOnce ? gone : 0);
}

/** The condition that says how the job will end, unless it does already. */
function targetOf({ job }: JobView, { ending }: End, now: string): JobCondition | undefined {
  if (!ending.isAnnounced) return undefined;
  const type = ending.isSuccess ? 'SuccessCriteriaMet' : 'FailureTarget';
  if (getCondition(job.status.conditions, type)?.status === 'True') return undefined;
  const times = { lastProbeTime: now, lastTransitionTime: now };
  return { type, status: 'True', ...times, ...wordsOf(ending) };
}

/** On the first pass that is not suspended. */
function startsFirst({ job }: JobView): boolean {
  return job.status.startTime == null && !isSuspended(job);
}

interface End {
  readonly ending: Ending;
  readonly events: readonly EventWords[];
}

function endOf(view: JobView, round: Round): End | undefined {
  if (round.isFailing === true) return undefined;
  const ending = round.ending ?? completion(view, round);
  if (ending === undefined) return undefined;
  return { ending, events: ending.isSuccess ? eventsOfSuccess(view) : eventsOfFailure(ending) };
}

function eventsOfFailure({ reason = '', message = '' }: Ending): readonly EventWords[] {
  return [{ type: 'Warning', reason, message }];
}

function eventsOfSuccess({ job, succeeded }: JobView): readonly EventWords[] {
  const { completions } = job.spec;
  const isTooMany = completions != null && succeeded > completions;
  return isTooMany ? [tooManySucceededPods, completed] : [completed];
}

/** A job is complete once enough pods have succeeded, and none is active any more. */
function completion(view: JobView, round: Round): Ending | undefined {
  if (activeAfter(view, round) > 0 || !hasEnough(view)) return undefined;
  const { endsInSteps, reasonsSuccess } = view.rules;
  return { isSuccess: true, isAnnounced: endsInSteps, ...(reasonsSuccess && completionsReached) };
}

const completionsReached = {
  reason: 'CompletionsReached',
  message: 'Reached expected number of succeeded pods',
};

function wordsOf({ reason, message }: Ending): Pick<JobCondition, 'reason' | 'message'> {
  return { ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
}

interface Turn {
  readonly condition: JobCondition;
  readonly words: EventWords;
}

/** Whether the job has just been suspended or resumed. */
function suspension({ job, rules }: JobView, now: string): Turn | undefined {
  const isNow = isSuspended(job);
  const old = getCondition(job.status.conditions, 'Suspended');
  if (isNow ? old?.status === 'True' : old?.status !== 'True') return undefined;
  const words = isNow ? suspended : resumed;
  const condition: JobCondition = {
    type: 'Suspended',
    status: isNow ? 'True' : 'False',
    lastProbeTime: (rules.renewsConditions ? undefined : old?.lastProbeTime) ?? now,
    lastTransitionTime: now,
    reason: isNow ? 'JobSuspended' : 'JobResumed',
    message: words.message,
  };
  return { condition, words };
}

function withCondition(
  conditions: readonly JobCondition[] | undefined,
  end: End | undefined,
  turn: Turn | undefined,
  now: string,
): readonly JobCondition[] | undefined {
  if (end !== undefined) {
    const type = end.ending.isSuccess ? 'Complete' : 'Failed';
    const times = { lastProbeTime: now, lastTransitionTime: now };
    return [...(conditions ?? []), { type, status: 'True', ...times, ...wordsOf(end.ending) }];
  }
  if (turn === undefined) return conditions;
  const { condition } = turn;
  if (getCondition(conditions, condition.type) === undefined) {
    return [...(conditions ?? []), condition];
  }
  return conditions!.map((each) => (each.type === condition.type ? condition : each));
}

interface Counts {
  readonly active: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly ready: number | undefined;
}

function sameCounts(status: JobStatus, { active, succeeded, failed, ready }: Counts): boolean {
  return (
    (status.active ?? 0) === active &&
    (status.succeeded ?? 0) === succeeded &&
    (status.failed ?? 0) === failed &&
    status.ready === ready
  );
}

/** Zeros are left out, but of `ready`. */
function present({ active, succeeded, failed, ready }: Counts): Partial<JobStatus> {
  return {
    ...(active > 0 && { active }),
    ...(succeeded > 0 && { succeeded }),
    ...(failed > 0 && { failed }),
    ...(ready !== undefined && { ready }),
  };
}

function completedIndexes(view: JobView): Partial<JobStatus> {
  if (!isIndexed(view.job) || view.succeededIndexes.length === 0) return {};
  return { completedIndexes: formatIndexes(view.succeededIndexes) };
}
