/** The status that a reconcile writes, and its events. */
import { formatTime, omitFields } from '#values';
import { getCondition } from '#kinds';
import type { JobCondition, JobStatus } from '#types';
import { formatIndexes, isIndexed } from './indexes.ts';
import {
  completed,
  resumed,
  suspended,
  tooManySucceededPods,
  type EventWords,
} from './messages.ts';
import { isSuspended, type JobView } from './view.ts';

/** What happened to the pods in a reconcile, as far as it went. */
export interface Round {
  /** How many were created. */
  readonly created: number;
  /** How many were deleted, of those that were planned first. */
  readonly removed: number;
  /** Whether it could create and delete: not while it waits for what it did before. */
  readonly isManaged: boolean;
  /** Why the job has failed, if it has; all active pods are failed ones then. */
  readonly failure?: EventWords;
  /** It has failed, but not all of its pods could be deleted: so it has not failed yet. */
  readonly isFailing?: boolean;
}

/** What the store does not know about a round: the evidence of status writes. */
export type RoundEvidence = Omit<Round, 'failure'>;

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
  const failed = view.failed + (round.failure === undefined ? 0 : view.active.length);
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
    ...(end?.isComplete === true && { completionTime: now }),
    ...present(counts),
    ...completedIndexes(view),
  };
  const events = [...(end?.events ?? []), ...(turn === undefined ? [] : [turn.words])];
  return { status, events, isFinished: end !== undefined, isStarting, hasProgress };
}

/** How many pods are active after the reconcile; a failed job counts all its pods as deleted. */
export function activeAfter({ active }: JobView, { created, removed, failure }: Round): number {
  return failure === undefined ? active.length - removed + created : 0;
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
  /** The job will end, though perhaps not now. */
  readonly isEnding: boolean;
  /** The event when it is. */
  readonly lastEvents: readonly EventWords[];
}

/** As {@link nextStatus}, for jobs whose pods are kept count of by finalizers. */
export function nextTrackedStatus(view: JobView, round: Round): NextTrackedStatus {
  const { job } = view;
  const { status } = job;
  const now = formatTime(view.now);
  const { end, turn, isStarting, hasProgress } = conclude(view, round);
  const rest = omitFields(status, ['active', 'ready', 'terminating']);
  const active = activeAfter(view, round);
  const { ready, terminating } = leftAfter(view, round);
  const target = targetOf(view, end, now);
  const hasChanged =
    turn !== undefined ||
    target !== undefined ||
    (status.active ?? 0) !== active ||
    status.ready !== ready ||
    status.terminating !== terminating;
  const startTime = isStarting ? now : status.startTime;
  const turned = withCondition(status.conditions, undefined, turn, now);
  const conditions = target === undefined ? turned : [...(turned ?? []), target];
  const isLeft = view.rules.endsInSteps && (active > 0 || (terminating ?? 0) > 0);
  const next: JobStatus = {
    uncountedTerminatedPods: {},
    ...rest,
    ...(conditions !== undefined && { conditions }),
    ...(startTime != null && { startTime }),
    ...(active > 0 && { active }),
    ...(ready !== undefined && { ready }),
    ...(terminating !== undefined && { terminating }),
  };
  return {
    status: hasChanged ? next : status,
    events: turn === undefined ? [] : [turn.words],
    isStarting,
    hasProgress,
    lastEvents: end?.events ?? [],
    isEnding: end !== undefined,
    ...(end !== undefined &&
      !isLeft && {
        finish: (counted) => ({
          ...counted,
          conditions: withCondition(counted.conditions, end, undefined, now)!,
          ...(end.isComplete && { completionTime: now }),
        }),
      }),
  };
}

/** The active pods that are ready, and those on their way out; deleted ones are both at once from where jobs end in steps. */
function leftAfter(
  view: JobView,
  { removed, failure }: Round,
): Pick<JobView, 'ready' | 'terminating'> {
  const { ready, terminating, active, rules } = view;
  if (!rules.endsInSteps) return { ready, terminating };
  const gone = failure === undefined ? removed : active.length;
  return {
    ready: ready === undefined ? undefined : Math.min(ready, active.length - gone),
    terminating: terminating === undefined ? undefined : terminating + gone,
  };
}

/** The condition that says how the job will end, unless it does already. */
function targetOf(
  { job, rules }: JobView,
  end: End | undefined,
  now: string,
): JobCondition | undefined {
  if (end === undefined || !rules.endsInSteps) return undefined;
  const type = end.isComplete ? 'SuccessCriteriaMet' : 'FailureTarget';
  if (getCondition(job.status.conditions, type) !== undefined) return undefined;
  const times = { lastProbeTime: now, lastTransitionTime: now };
  return { ...end.condition, type, status: 'True', ...times };
}

/** On the first pass that is not suspended. */
function startsFirst({ job }: JobView): boolean {
  return job.status.startTime == null && !isSuspended(job);
}

interface End {
  readonly isComplete: boolean;
  readonly condition: Pick<JobCondition, 'type' | 'reason' | 'message'>;
  readonly events: readonly EventWords[];
}

function endOf(view: JobView, round: Round): End | undefined {
  const { failure, isFailing } = round;
  if (isFailing === true) return undefined;
  if (failure !== undefined) {
    const { reason, message } = failure;
    return { isComplete: false, condition: { type: 'Failed', reason, message }, events: [failure] };
  }
  const isComplete = activeAfter(view, round) === 0 && hasEnough(view);
  if (!isComplete) return undefined;
  const { completions } = view.job.spec;
  const isTooMany = completions != null && view.succeeded > completions;
  const events = isTooMany ? [tooManySucceededPods, completed] : [completed];
  const condition = { type: 'Complete', ...(view.rules.reasonsSuccess && completionsReached) };
  return { isComplete, condition, events };
}

const completionsReached = {
  reason: 'CompletionsReached',
  message: 'Reached expected number of succeeded pods',
};

interface Turn {
  readonly condition: JobCondition;
  readonly words: EventWords;
}

/** Whether the job has just been suspended or resumed. */
function suspension({ job }: JobView, now: string): Turn | undefined {
  const isNow = isSuspended(job);
  const old = getCondition(job.status.conditions, 'Suspended');
  if (isNow ? old?.status === 'True' : old?.status !== 'True') return undefined;
  const words = isNow ? suspended : resumed;
  const condition: JobCondition = {
    type: 'Suspended',
    status: isNow ? 'True' : 'False',
    lastProbeTime: old?.lastProbeTime ?? now,
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
    const { type, ...rest } = end.condition;
    const times = { lastProbeTime: now, lastTransitionTime: now };
    return [...(conditions ?? []), { type, status: 'True', ...times, ...rest }];
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
