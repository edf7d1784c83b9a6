/** What a reconcile makes of its calls: events, the status to write, and whether to try again. */
import { extended, isAlreadyExists, isNamespaceTerminating } from '#values';
import type { CronJobStatus } from '#types';
import { messageOf } from '#runtime';
import { withoutActive, withStarted, type Review, type StartedJob } from './active.ts';
import {
  createdJob,
  deletedJob,
  failedCreate,
  failedDelete,
  failedGet,
  type EventWords,
} from './messages.ts';
import type { Plan } from './plan.ts';

/** One deletion that was tried. */
export interface Deletion {
  readonly name: string;
  readonly uid: string | undefined;
  /** What the API said against it. */
  readonly error?: unknown;
  /** Whether it failed already at looking the job up. */
  readonly isUnread?: boolean;
}

/** What came of the calls, each part absent when it did not come to it. */
export interface Outcome {
  /** Active jobs that were to make room; the last one may have failed. */
  readonly replaced: readonly Deletion[];
  readonly created?: StartedJob;
  readonly createError?: unknown;
  /** Whether the created job existed already. */
  readonly isTakenOver?: boolean;
  /** Finished jobs beyond the limits. */
  readonly pruned: readonly Deletion[];
  /** Whether these were deleted before all else. */
  readonly isPrunedFirst?: boolean;
}

/** What the store does not know about an outcome: the evidence of status writes. */
export interface OutcomeEvidence {
  readonly replaced: readonly Pick<Deletion, 'name' | 'uid'>[];
  readonly created?: StartedJob;
  /** Uids of finished jobs that were deleted before all else. */
  readonly pruned?: readonly string[];
}

/** The uids of finished jobs that were deleted before all else. */
export function prunedFirst({ pruned, isPrunedFirst }: Outcome): readonly string[] {
  if (isPrunedFirst !== true) return [];
  return pruned.flatMap(({ uid, error }) =>
    uid !== undefined && error === undefined ? [uid] : [],
  );
}

export function evidenceOf(outcome: Outcome): OutcomeEvidence {
  const { replaced, created } = outcome;
  const pruned = prunedFirst(outcome);
  const gone = replaced.filter(({ error }) => error === undefined);
  const evidence = {
    replaced: gone.map(({ name, uid }) => ({ name, uid })),
    ...(pruned.length > 0 && { pruned }),
  };
  if (created === undefined) return evidence;
  const { name, namespace, uid, resourceVersion } = created.metadata;
  return extended(evidence, { created: { metadata: { name, namespace, uid, resourceVersion } } });
}

export interface Conclusion {
  readonly events: readonly EventWords[];
  readonly status: CronJobStatus;
  /** Try again with back-off, for this reason. */
  readonly error?: unknown;
}

/** Whether calls that were to come first failed, so that the others are not made. */
export function hasFailed({ replaced, createError }: Outcome): boolean {
  return createError !== undefined || replaced.some(({ error }) => error !== undefined);
}

/**
 * The error of the reconcile. A job that could not be deleted has an event of its own; here only
 * its name is given.
 */
function failureOf({ replaced, createError }: Outcome, namespace: string | undefined): unknown {
  const failed = replaced.find(({ error }) => error !== undefined);
  if (failed === undefined) return createError;
  const { name, error, isUnread } = failed;
  if (isUnread === true) return error;
  return new Error(`could not replace job ${namespace}/${name}`, { cause: error });
}

/** Combines what a reconcile found, planned and did. */
export function conclude(review: Review, plan: Plan, outcome: Outcome): Conclusion {
  const { replaced, created, createError, pruned, isPrunedFirst, isTakenOver } = outcome;
  const cleanUp = pruned.map(deletionWords);
  const events = [
    ...(isPrunedFirst === true ? cleanUp : []),
    ...[...review.events, ...plan.events, ...replaced.map(deletionWords)],
  ];
  let { status } = review;
  for (const { uid, error } of replaced) {
    if (error === undefined) status = withoutActive(status, uid);
  }
  if (created !== undefined) {
    if (isTakenOver !== true) events.push(createdJob(created.metadata.name));
    status = withStarted(status, created, plan.startAt!);
  } else if (createError !== undefined && needsEvent(createError)) {
    events.push(failedCreate(messageOf(createError)));
  }
  if (isPrunedFirst !== true) events.push(...cleanUp);
  return { events, status, error: failureOf(outcome, review.cronJob.metadata.namespace) };
}

/** A job that already exists, or a terminating namespace, gets no event. */
function needsEvent(error: unknown): boolean {
  return !isAlreadyExists(error) && !isNamespaceTerminating(error);
}

function deletionWords({ name, error, isUnread }: Deletion): EventWords {
  if (error === undefined) return deletedJob(name);
  return isUnread === true ? failedGet(messageOf(error)) : failedDelete(messageOf(error));
}
