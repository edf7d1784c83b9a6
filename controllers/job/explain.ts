/** Explains the status of a Job: pod by pod, and limit by limit. */
import { formatTime } from '#values';
import { isPodActive, isPodReady, job as jobKind } from '#kinds';
import type { Job, JobStatus, Pod } from '#types';
import {
  absence,
  explainer,
  refusalTerms,
  type Account,
  type Pass,
  type PastView,
  type Term,
} from '#runtime';
import { viewAt } from './past.ts';
import { indexOf, isIndexed, isInRange } from './indexes.ts';
import { completeTerms, failedTerms, leftTerms, suspendedTerms } from './explain-conditions.ts';
import { beforeTerms, countedTerms, recordedTerms } from './explain-tracked.ts';
import { planPods, desiredActive } from './plan.ts';
import { awaitsEnds, type JobRules } from './rules.ts';
import { replayPass, type Replay } from './replay.ts';
import { deletedIn } from './status.ts';
import { isInPhase, leavingPods, type JobView } from './view.ts';

type Verdict = Pick<Term, 'counts' | 'because'>;
/** Says how each pod counts; made for every account. */
type Judge = (replay: Replay) => (pod: Pod) => Verdict;

const counts = (because: string): Verdict => ({ counts: true, because });
const countsNot = (because: string): Verdict => ({ counts: false, because });

/** Why a pod is not active. */
function idleText({ metadata, status }: Pod): string {
  if (status.phase === 'Succeeded' || status.phase === 'Failed') {
    return `it has finished: ${status.phase}`;
  }
  return metadata.deletionTimestamp == null ? 'it is not active' : 'it is being deleted';
}

const active: Judge = ({ view, round }) => {
  const { ending, isWaiting } = round;
  const gone = deletedIn(view, round);
  const why = view.job.spec.suspend === true ? 'the job is suspended' : 'there were too many';
  return (pod) => {
    if (!isPodActive(pod)) return countsNot(idleText(pod));
    if (ending !== undefined) return countsNot(`it is removed: ${ending.message ?? ''}`);
    if (gone.includes(pod)) return countsNot(`it is removed: ${why}`);
    if (isWaiting === true && !view.rules.countsDuringDelays)
      return countsNot('in this release none counts while new ones wait');
    return counts(`it is neither finished nor being deleted (${pod.status.phase})`);
  };
};

const ready: Judge = (replay) => {
  const isGone = goneIn(replay);
  return (pod) => {
    if (!isPodActive(pod)) return countsNot(idleText(pod));
    if (isGone(pod)) return countsNot('the pass deletes it');
    return isPodReady(pod) ? counts('it is active and ready') : countsNot('it is not ready');
  };
};

/** Pods that the pass deletes, where the status has it at once. */
function goneIn({ view, round }: Replay): (pod: Pod) => boolean {
  if (!view.rules.countsDeletedAtOnce) return () => false;
  const gone = deletedIn(view, round);
  return (pod) => gone.includes(pod);
}

const terminating: Judge = (replay) => {
  const isGone = goneIn(replay);
  const leaving = leavingPods(replay.view);
  return (pod) => {
    if (isGone(pod)) return counts('the pass deletes it');
    return leaving.includes(pod)
      ? counts('it is being deleted and has not ended')
      : countsNot('it is not being deleted, or has ended');
  };
};

const failedIndex: Judge = ({ view: { failedIndexes = [] } }) => {
  return (pod) => {
    const index = indexOf(pod);
    if (index === undefined || pod.status.phase !== 'Failed') return countsNot('it has not failed');
    return failedIndexes.includes(index)
      ? counts(`it has failed, and its index ${index} is not tried again`)
      : countsNot(`its index ${index} is tried again`);
  };
};

const succeeded: Judge = ({ view: { job } }) => {
  const done = new Set<number | undefined>();
  return (pod) => {
    if (pod.status.phase !== 'Succeeded') return countsNot('it has not succeeded');
    if (!isInRange(job, pod)) return countsNot('its index is missing or too high');
    if (!isIndexed(job)) return counts('it has succeeded');
    const index = indexOf(pod);
    if (done.has(index)) return countsNot(`another pod has succeeded with index ${index}`);
    done.add(index);
    return counts(`it has succeeded with index ${index}`);
  };
};

const failed: Judge =
  ({ view: { job }, round: { ending } }) =>
  (pod) => {
    if (isInPhase(job, pod, 'Failed')) return counts('it has failed');
    if (ending !== undefined && isPodActive(pod)) {
      return counts(`it was active when the job failed: ${ending.message}`);
    }
    return countsNot('it has not failed');
  };

function podTerms(replay: Replay, judge: Judge): readonly Term[] {
  const judged = judge(replay);
  return replay.view.pods.map((pod) => ({
    subject: `Pod ${pod.metadata.namespace}/${pod.metadata.name}`,
    ...judged(pod),
  }));
}

function createdTerms({ view, round: { created, isWaiting } }: Replay): readonly Term[] {
  if (isWaiting === true) return waitingTerms(view);
  if (created === 0) return [];
  const because = `this pass created them, because ${desiredActive(view)} should be active`;
  return [{ subject: 'new pods', amount: created, counts: true, because }];
}

/** Why there are no new pods yet. */
function waitingTerms(view: JobView): readonly Term[] {
  const { waitMs } = planPods(view);
  if (waitMs === undefined) return [];
  const { failures } = view;
  const because =
    failures === undefined
      ? 'they wait after the last failure of their index: 10 s, and twice as long after each more'
      : `they wait after ${failures.count} failures, the last at ${formatTime(failures.last)}: 10 s, and twice as long for each more`;
  return [{ subject: 'new pods', amount: `in ${waitMs / 1000} s`, counts: false, because }];
}

const startTerms = ({ view: { job, now }, status, isStarting }: Replay): readonly Term[] => {
  const { startTime } = job.status;
  if (startTime != null && status.startTime === undefined) {
    return suspendedTerms(job);
  }
  if (isStarting) {
    const because =
      startTime == null
        ? 'the time of the first pass that did not find it suspended'
        : 'the time at which it was resumed';
    return [{ subject: 'now', amount: formatTime(now), counts: true, because }];
  }
  if (startTime == null) return suspendedTerms(job);
  return [
    { subject: 'before', amount: startTime, counts: true, because: 'it had already started' },
  ];
};

interface Field {
  /** May differ between releases. */
  readonly rule: string | ((rules: JobRules) => string);
  /** `part`: the part of the field that is asked for; `job`: before the write. */
  readonly terms: (replay: Replay, part: string | number | undefined, job: Job) => readonly Term[];
}

const fields: Readonly<Partial<Record<keyof JobStatus, Field>>> = {
  active: {
    rule: 'counts the pods that are neither finished nor being deleted, as the pass left them',
    terms: (replay) => [...podTerms(replay, active), ...createdTerms(replay)],
  },
  ready: {
    rule: ({ countsDeletedAtOnce }) =>
      `counts the active pods that are ready, ${countsDeletedAtOnce ? 'without those that the pass deletes' : 'before the pass creates or removes any'}`,
    terms: (replay) => podTerms(replay, ready),
  },
  terminating: {
    rule: 'counts the pods that are being deleted and have not ended, with those that the pass deletes',
    terms: (replay) => podTerms(replay, terminating),
  },
  succeeded: {
    rule: 'counts the pods that have succeeded; for an indexed job, the indexes',
    terms: (replay) => podTerms(replay, succeeded),
  },
  failed: {
    rule: 'counts the pods that have failed, and all that were active once the job has failed',
    terms: (replay) => podTerms(replay, failed),
  },
  completedIndexes: {
    rule: 'lists the indexes with a pod that has succeeded',
    terms: (replay) => podTerms(replay, succeeded),
  },
  failedIndexes: {
    rule: 'lists the indexes with more failed pods than backoffLimitPerIndex, or with one that podFailurePolicy lets end them',
    terms: (replay, _, { status }) => [
      ...beforeTerms(status, 'failedIndexes'),
      ...podTerms(replay, failedIndex),
    ],
  },
  startTime: {
    rule: 'is when a pass first found the job not suspended, or last resumed',
    terms: startTerms,
  },
  completionTime: {
    rule: 'is when a pass found the job complete',
    terms: completeTerms,
  },
  conditions: {
    rule: 'says whether the job is complete, has failed, or is suspended; entries stay as they are until that changes',
    terms: (replay, part) => [
      ...(isAsked(part, 'Complete', 'SuccessCriteriaMet') ? completeTerms(replay) : []),
      ...(isAsked(part, 'Failed', 'FailureTarget') ? failedTerms(replay) : []),
      ...(isAsked(part, 'Complete', 'Failed') ? leftTerms(replay) : []),
      ...(isAsked(part, 'Suspended') ? suspendedTerms(replay.view.job) : []),
    ],
  },
  uncountedTerminatedPods: {
    rule: 'is only for jobs whose pods have finalizers; any other value is removed',
    terms: () => [],
  },
};

function isAsked(part: string | number | undefined, ...types: readonly string[]): boolean {
  return part === undefined || types.includes(String(part));
}

function accountOf(name: keyof JobStatus, field: Field): (pass: Pass<Job>) => Account {
  return (pass) => {
    const replay = replayPass(pass);
    const tracked = replay.tracking === undefined ? undefined : trackedFields[name];
    const { rule, terms } = tracked ?? field;
    return {
      value: replay.status[name],
      rule: typeof rule === 'string' ? rule : rule(replay.view.rules),
      terms: terms(replay, pass.within[0], pass.object),
    };
  };
}

/** Where pods are tracked by finalizers, each write adds to the counts of the one before. */
const trackedFields: Readonly<Partial<Record<keyof JobStatus, Field>>> = {
  succeeded: {
    rule: 'is the count before plus the recorded pods that have lost their finalizers; for an indexed job, the completed indexes',
    terms: (replay, _, { spec, status }) =>
      spec.completionMode === 'Indexed'
        ? [...beforeTerms(status, 'completedIndexes'), ...podTerms(replay, succeeded)]
        : [...beforeTerms(status, 'succeeded'), ...countedTerms(replay, status, 'succeeded')],
  },
  failed: {
    rule: 'is the count before plus the recorded pods that have lost their finalizers',
    terms: (replay, _, { status }) => [
      ...beforeTerms(status, 'failed'),
      ...countedTerms(replay, status, 'failed'),
    ],
  },
  completedIndexes: {
    rule: 'lists the indexes completed before, and those with a pod that has succeeded since',
    terms: (replay, _, { status }) => [
      ...beforeTerms(status, 'completedIndexes'),
      ...podTerms(replay, succeeded),
    ],
  },
  uncountedTerminatedPods: {
    rule: 'records the pods that have ended, until they have lost their finalizers and are counted',
    terms: recordedTerms,
  },
};

/** Pods in whose stead there are no new ones before they have ended. */
function awaitedTerms(view: JobView): readonly Term[] {
  if (!awaitsEnds(view.job, view.rules)) return [];
  return leavingPods(view).map(({ metadata }) => ({
    subject: `Pod ${metadata.namespace}/${metadata.name}`,
    counts: true,
    because: 'it is being deleted, and is replaced once it has ended',
  }));
}

/** Why a Job does not have more active pods. */
function noMore(job: Job, past: PastView): Account {
  const view = viewAt(job, past);
  const desired = desiredActive(view);
  const because = 'as many as are left of its completions, and parallelism at most';
  const isShort = view.active.length < desired;
  const terms = isShort
    ? [...waitingTerms(view), ...awaitedTerms(view), ...refusalTerms(past, job)]
    : [];
  return {
    value: `has ${view.active.length} active pods`,
    rule: 'starts pods until enough are active',
    terms: [{ subject: 'wanted', amount: desired, counts: true, because }, ...terms],
  };
}

/** Accounts for the whole status. */
export const explains = [
  explainer<Job>(
    jobKind,
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        `status.${name}`,
        accountOf(name as keyof JobStatus, field),
      ]),
    ),
  ),
  absence<Job>(jobKind, (missing, job, past) =>
    missing.what === 'more' ? noMore(job, past) : undefined,
  ),
];
