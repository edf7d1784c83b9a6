import {
  alreadyExists,
  forbiddenObject,
  formatTime,
  internalError,
  keyOf,
  parseTime,
} from '#values';
import { job as jobKind, defaultProfile, withGates } from '#kinds';
import type { CronJob, CronJobStatus, Job } from '#types';
import {
  reviewJobs,
  activeWithoutJob,
  withoutMissing,
  type Review,
} from '../../controllers/cronjob/active.ts';
import {
  conclude,
  hasFailed,
  type Deletion,
  type Outcome,
} from '../../controllers/cronjob/conclude.ts';
import { beyondLimits, jobAt } from '../../controllers/cronjob/job.ts';
import { planStart, type Plan } from '../../controllers/cronjob/plan.ts';
import { Schedules } from '../../controllers/cronjob/schedules.ts';
import { expectSame, firstMismatch, type Runner } from './runner.ts';

interface SyncCase {
  readonly timeZoneGate: boolean;
  readonly now: string;
  readonly cronJob: CronJob;
  readonly jobs: readonly Job[];
  readonly jobsOnlyInServer?: readonly Job[];
  readonly createError?: 'AlreadyExists' | 'Forbidden' | 'Internal';
  readonly deleteError?: string;
  readonly expect: {
    readonly created: readonly Job[];
    readonly deleted: readonly string[];
    readonly statusUpdate: CronJobStatus | null;
    readonly requeueAfterMs: number | null;
    readonly error: string | null;
    readonly events: readonly object[];
  };
}

/** cronjob-sync.json: one pass over a CronJob, with a server that answers as recorded. */
export const runCronJobSync: Runner = (testCase) => {
  const recorded = testCase as unknown as SyncCase;
  const { cronJob, expect } = recorded;
  const review = reviewOf(recorded);
  const seen = { ...cronJob, status: review.status };
  const schedules = new Schedules(
    withGates(defaultProfile, { CronJobTimeZone: recorded.timeZoneGate }),
  );
  const reading = schedules.of(keyOf(cronJob), cronJob.spec);
  const plan = planStart(seen, reading, parseTime(recorded.now));
  const outcome = serve(recorded, seen, plan);
  const { events, status, error } = conclude(review, plan, outcome);
  const deletions = [...outcome.replaced, ...outcome.pruned];
  const requeueAfterMs = error === undefined ? (plan.requeueAfterMs ?? null) : null;
  return firstMismatch(
    expectSame('created', created(outcome), expect.created),
    expectSame(
      'deleted',
      deletions.filter(isDone).map(({ name }) => name),
      expect.deleted,
    ),
    expectSame('status', status, expect.statusUpdate ?? cronJob.status ?? {}),
    expectSame('requeueAfterMs', requeueAfterMs, expect.requeueAfterMs),
    expectSame('error', error === undefined ? null : (error as Error).message, expect.error),
    expectSame('events', events, expect.events),
  );
};

function reviewOf({ cronJob, jobs, jobsOnlyInServer = [] }: SyncCase): Review {
  const review = reviewJobs(cronJob, jobs, cronJob, defaultProfile);
  return withoutMissing(review, activeWithoutJob(review.status, [...jobs, ...jobsOnlyInServer]));
}

function serve(recorded: SyncCase, cronJob: CronJob, plan: Plan): Outcome {
  const active = plan.replace === true ? (cronJob.status.active ?? []) : [];
  // The first that cannot be deleted ends it.
  const tried = recorded.deleteError === undefined ? active : active.slice(0, 1);
  const replaced = tried.map(({ name = '', uid }) => deletion(recorded, { name, uid }));
  let outcome: Outcome = { replaced, pruned: [] };
  if (plan.startAt !== undefined && !hasFailed(outcome)) {
    outcome = { ...outcome, ...create(recorded, cronJob, plan.startAt) };
  }
  if (hasFailed(outcome)) return outcome;
  const excess = beyondLimits(cronJob, recorded.jobs);
  return { ...outcome, pruned: excess.map(({ metadata }) => deletion(recorded, metadata)) };
}

function create({ createError }: SyncCase, cronJob: CronJob, time: number): Partial<Outcome> {
  const job = jobAt(cronJob, time, defaultProfile);
  const { name = '' } = job.metadata;
  if (createError === 'AlreadyExists') return { createError: alreadyExists(jobKind, name) };
  if (createError === 'Forbidden') return { createError: overQuota(name) };
  if (createError === 'Internal') return { createError: internalError('storage is down') };
  const creationTimestamp = formatTime(time);
  const metadata = { ...job.metadata, uid: `uid-${name}`, creationTimestamp };
  return { created: { apiVersion: 'batch/v1', kind: 'Job', ...job, metadata } as Job };
}

/** The server's answer without what only answers say. */
function created({ created: job }: Outcome): readonly object[] {
  return job === undefined ? [] : [{ metadata: job.metadata, spec: (job as Job).spec }];
}

function overQuota(name: string): Error {
  const one = 'count/jobs.batch=1';
  return forbiddenObject(
    jobKind,
    name,
    `exceeded quota: q, requested: ${one}, used: ${one}, limited: ${one}`,
  );
}

function deletion(
  { deleteError }: SyncCase,
  { name, uid }: { name: string; uid: string | undefined },
): Deletion {
  return { name, uid, ...(deleteError !== undefined && { error: internalError(deleteError) }) };
}

function isDone({ error }: Deletion): boolean {
  return error === undefined;
}
