/** Explains the status of a CronJob: job by job, and start time by start time. */
import { cronJob as cronJobKind } from '#kinds';
import { formatTime } from '#values';
import type { CronJob, CronJobStatus, Job } from '#types';
import { absence, explainer, type Account, type Pass, type Term } from '#runtime';
import { finishedAs, lists } from './active.ts';
import { noRun } from './explain-absence.ts';
import { startTerms } from './explain-times.ts';
import { replayPass, type Replay } from './replay.ts';

type Verdict = Pick<Term, 'counts' | 'because'>;

const counts = (because: string): Verdict => ({ counts: true, because });
const countsNot = (because: string): Verdict => ({ counts: false, because });

function termOf(
  job: { readonly namespace?: string; readonly name?: string },
  verdict: Verdict,
): Term {
  return { subject: `Job ${job.namespace}/${job.name}`, ...verdict };
}

/** The jobs that were listed, those that could have been, and the one that was started. */
function activeTerms(replay: Replay): readonly Term[] {
  const { jobs, gone, plan, outcome } = replay;
  const terms = jobs.map((job) => termOf(job.metadata, activeVerdict(replay, job)));
  for (const reference of gone) terms.push(termOf(reference, countsNot('it is gone')));
  if (outcome.created !== undefined) {
    const because = `this pass started it for ${formatTime(plan.startAt!)}`;
    terms.push(termOf(outcome.created.metadata, counts(because)));
  }
  return terms;
}

function activeVerdict({ review: { cronJob }, outcome }: Replay, job: Job): Verdict {
  const finished = finishedAs(job);
  if (finished !== undefined) return countsNot(`it has finished: ${finished}`);
  const { uid } = job.metadata;
  if (outcome.replaced.some((deletion) => deletion.uid === uid)) {
    return countsNot(
      'it was still running when the next one was due: concurrencyPolicy is Replace',
    );
  }
  return lists(cronJob.status, job)
    ? counts('it was started and has not finished')
    : countsNot('the controller has no record of starting it');
}

function successTerms({ jobs, review: { cronJob }, status }: Replay): readonly Term[] {
  const { lastSuccessfulTime: before } = cronJob.status ?? {};
  const earlier: Term[] =
    before == null
      ? []
      : [
          {
            subject: 'before',
            amount: before,
            counts: before === status.lastSuccessfulTime,
            because: 'the status before',
          },
        ];
  const terms = jobs.map((job): Term => {
    const { completionTime } = job.status ?? {};
    const verdict = successVerdict(cronJob, job, status.lastSuccessfulTime);
    const term = termOf(job.metadata, verdict);
    return completionTime == null ? term : { ...term, amount: completionTime };
  });
  return [...earlier, ...terms];
}

function successVerdict(cronJob: CronJob, job: Job, latest: string | undefined): Verdict {
  const finished = finishedAs(job);
  if (finished === undefined) return countsNot('it has not finished');
  if (finished === 'Failed') return countsNot('it has failed');
  if (lists(cronJob.status, job)) {
    return countsNot('it was still listed as active: a later pass uses its time');
  }
  return job.status.completionTime === latest
    ? counts('no other was completed later')
    : countsNot('another was completed later');
}

type Terms = (replay: Replay, pass: Pass<CronJob>) => readonly Term[];

function accountOf(field: keyof CronJobStatus, rule: string, terms: Terms) {
  return (pass: Pass<CronJob>): Account => {
    const replay = replayPass(pass);
    return { value: replay.status[field], rule, terms: terms(replay, pass) };
  };
}

/** Accounts for the whole status. */
export const explains = [
  explainer<CronJob>(cronJobKind, {
    'status.active': accountOf(
      'active',
      'lists the jobs that the controller started and that have not finished, as the pass left them',
      activeTerms,
    ),
    'status.lastScheduleTime': accountOf(
      'lastScheduleTime',
      'is the time of the schedule for which the last job was started',
      startTerms,
    ),
    'status.lastSuccessfulTime': accountOf(
      'lastSuccessfulTime',
      'is the latest completion of the existing jobs that are no longer listed as active',
      successTerms,
    ),
  }),
  absence<CronJob>(cronJobKind, ({ what }, cronJob, past) =>
    what === 'run' ? noRun(cronJob, past) : undefined,
  ),
];
