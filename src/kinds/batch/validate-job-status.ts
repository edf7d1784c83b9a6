/** Checks of the status of jobs. From 1.30 on they hold how a job may end: others than the usual controller may run it. */
import {
  deepEqual,
  duplicate,
  type FieldErrors,
  invalid,
  isSince,
  parseTime,
  required,
  show,
  showList,
  type Shown,
  showStruct,
  showTime,
} from '#values';
import { validateNonNegative } from '../object/validate-values.ts';
import type { Job, JobStatus, UncountedTerminatedPods } from '#types';
import { countIndexes, indexInterval } from './validate-job-policies.ts';

/** A job before and after a write of its status. */
interface Step {
  readonly errors: FieldErrors;
  readonly job: Job;
  readonly old: Job;
}

const conditions = 'status.conditions';

export function validateJobStatus(errors: FieldErrors, job: Job, old: Job): void {
  const step = { errors, job, old };
  const isManaged = isSince(errors, 'JobManagedBy');
  validateCounts(errors, job.status);
  if (isManaged) {
    validateEnd(step);
    validateFinished(step);
    validateIndexes(step);
    validatePodsAtEnd(step);
  }
  if (isSince(errors, 'JobsHaveSuccessCriteria')) validateSuccessCriteria(step);
  if (isManaged) validateSteps(step);
  if (isSince(errors, 'JobsHaveSuccessCriteria')) validateSuccessSteps(step);
}

function validateCounts(errors: FieldErrors, status: JobStatus): void {
  for (const field of ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const) {
    validateNonNegative(errors, status[field], `status.${field}`);
  }
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const earlier = new Set<string>();
  const field = 'status.uncountedTerminatedPods';
  validateUids(errors, succeeded, earlier, `${field}.succeeded`);
  validateUids(errors, failed, earlier, `${field}.failed`);
}

function validateUids(
  errors: FieldErrors,
  uids: readonly string[],
  earlier: Set<string>,
  field: string,
): void {
  for (const [index, uid] of uids.entries()) {
    const at = `${field}[${index}]`;
    if (uid === '') errors.push(invalid(at, show(uid), 'must not be empty'));
    else if (earlier.has(uid)) errors.push(duplicate(at, show(uid)));
    earlier.add(uid);
  }
}

/** How a job may end, and when. */
function validateEnd({ errors, job, old }: Step): void {
  const { completionTime: end, startTime: start } = job.status;
  const isComplete = has(job, 'Complete');
  const at = 'status.completionTime';
  const isEndChanged = end !== old.status.completionTime;
  const changes = (type: string): boolean => has(job, type) !== has(old, type);
  const completes = changes('Complete');
  const refuse = (what: string): void => void errors.push(refused(conditions, what));
  if ((completes || changes('Failed')) && isComplete && has(job, 'Failed')) {
    refuse('cannot set Complete=True and Failed=true conditions');
  }
  if ((completes || changes('FailureTarget')) && isComplete && has(job, 'FailureTarget')) {
    refuse('cannot set Complete=True and FailureTarget=true conditions');
  }
  if ((completes || isEndChanged) && end != null && !isComplete) {
    const why = 'cannot set completionTime when there is no Complete=True condition';
    errors.push(invalid(at, showTime(end), why));
  }
  if ((completes || isEndChanged) && end == null && isComplete) {
    errors.push(required(at, 'completionTime is required for Complete jobs'));
  }
  const isTimeChanged = isEndChanged || start !== old.status.startTime;
  if (isTimeChanged && start != null && end != null && parseTime(end) < parseTime(start)) {
    const why = isSince(errors, 'BriefMessages')
      ? 'must be equal to or after `startTime`'
      : 'completionTime cannot be set before startTime';
    errors.push(invalid(at, showTime(end), why));
  }
  if (!isSince(errors, 'JobsEndInSteps')) return;
  const fails = changes('Failed') || job.status.failedIndexes !== old.status.failedIndexes;
  if (fails && has(job, 'Failed') && !has(job, 'FailureTarget')) {
    refuse('cannot set Failed=True condition without the FailureTarget=true condition');
  }
  if ((completes || changes('SuccessCriteriaMet')) && isComplete && !isSuccess(job)) {
    refuse('cannot set Complete=True condition without the SuccessCriteriaMet=true condition');
  }
}

/** What a finished job must have, and what not. */
function validateFinished({ errors, job, old }: Step): void {
  const { active = 0, startTime, uncountedTerminatedPods: uncounted } = job.status;
  const finishes = isFinished(job) !== isFinished(old);
  if (!isFinished(job)) return;
  if ((finishes || active !== (old.status.active ?? 0)) && active > 0) {
    errors.push(invalid('status.active', show(active), 'active>0 is invalid for finished job'));
  }
  const isNothing = job.spec.suspend === true && job.spec.completions === 0;
  if ((finishes || startTime !== old.status.startTime) && !isNothing && startTime == null) {
    errors.push(required('status.startTime', 'startTime is required for finished job'));
  }
  const isCounted = !deepEqual(uncounted, old.status.uncountedTerminatedPods);
  const { succeeded = [], failed = [] } = uncounted ?? {};
  if ((finishes || isCounted) && succeeded.length + failed.length > 0) {
    const isBrief = isSince(errors, 'BriefMessages');
    const why = isBrief ? 'must be' : 'uncountedTerminatedPods needs to be';
    const at = 'status.uncountedTerminatedPods';
    errors.push(invalid(at, showUncounted(uncounted!), `${why} empty for finished job`));
  }
}

/** The texts that name indexes. */
function validateIndexes({ errors, job, old }: Step): void {
  const { completedIndexes: completed = '', failedIndexes: failed } = job.status;
  const { completions, backoffLimitPerIndex: perIndex, completionMode } = job.spec;
  const isCompletedChanged = completed !== (old.status.completedIndexes ?? '');
  const isFailedChanged = failed !== old.status.failedIndexes;
  const refuse = (field: string, text: string, why: string): void =>
    void errors.push(invalid(`status.${field}`, show(text), why));
  const parse = (field: string, text: string): void => {
    const found = countIndexes(text, completions!);
    if (typeof found === 'string') refuse(field, text, `error parsing ${field}: ${found}`);
  };
  if (isCompletedChanged && completions != null) parse('completedIndexes', completed);
  if (isFailedChanged && completions != null && perIndex != null && failed != null) {
    parse('failedIndexes', failed);
  }
  if (isCompletedChanged && completed !== '' && completionMode !== 'Indexed') {
    const why = 'cannot set non-empty completedIndexes when non-indexed completion mode';
    refuse('completedIndexes', completed, why);
  }
  if (failed == null) return;
  if (isFailedChanged && perIndex == null) {
    const why = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null';
    refuse('failedIndexes', failed, why);
  }
  if (completions == null || !(isFailedChanged || isCompletedChanged)) return;
  const common = firstCommon(completed, failed, completions);
  if (common === undefined) return;
  refuse('failedIndexes', failed, `failedIndexes and completedIndexes overlap at index: ${common}`);
}

/** The first index that both texts have; intervals that cannot be read are passed over. */
function firstCommon(completed: string, failed: string, completions: number): number | undefined {
  const intervalsIn = (text: string) =>
    text
      .split(',')
      .map((interval) => indexInterval(interval, completions))
      .filter((interval) => typeof interval !== 'string');
  if (completed === '' || failed === '') return undefined;
  const [theirs, others] = [intervalsIn(completed), intervalsIn(failed)];
  for (let at = 0, other = 0; at < theirs.length && other < others.length;) {
    const [[from, to], [start, end]] = [theirs[at]!, others[other]!];
    if (from <= end && start <= to) return Math.max(from, start);
    if (from <= start) at++;
    else other++;
  }
  return undefined;
}

function validatePodsAtEnd({ errors, job, old }: Step): void {
  if (!isSince(errors, 'JobsEndInSteps')) return;
  const { terminating, ready, active = 0 } = job.status;
  const stops = isFinished(job) !== isFinished(old) || terminating !== old.status.terminating;
  if (stops && terminating != null && terminating > 0 && isFinished(job)) {
    const why = 'terminating>0 is invalid for finished job';
    errors.push(invalid('status.terminating', show(terminating), why));
  }
  const isChanged = ready !== old.status.ready || active !== (old.status.active ?? 0);
  if (isChanged && ready != null && ready > active) {
    errors.push(invalid('status.ready', show(ready), 'cannot set more ready pods than active'));
  }
}

/** Which conditions may stand beside each other. */
function validateSuccessCriteria({ errors, job }: Step): void {
  const { completionMode, successPolicy } = job.spec;
  const refuse = (what: string): void => void errors.push(refused(conditions, what));
  const isLimited = !isSince(errors, 'JobsEndInSteps') && isSuccess(job);
  if (isLimited && completionMode !== 'Indexed') {
    refuse('cannot set SuccessCriteriaMet to NonIndexed Job');
  }
  if (isSuccess(job) && has(job, 'Failed')) {
    refuse('cannot set SuccessCriteriaMet=True and Failed=true conditions');
  }
  if (isSuccess(job) && has(job, 'FailureTarget')) {
    refuse('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions');
  }
  if (isLimited && successPolicy == null) {
    refuse('cannot set SuccessCriteriaMet=True for Job without SuccessPolicy');
  }
  if (successPolicy != null && !isSuccess(job) && has(job, 'Complete')) {
    refuse('cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True');
  }
}

/** What a job that ended, or was counted, may not become any more. */
function validateSteps({ errors, job, old }: Step): void {
  for (const type of ['Failed', 'Complete', 'FailureTarget']) {
    if (!has(old, type) || has(job, type)) continue;
    errors.push(refused(conditions, `cannot disable the terminal ${type}=True condition`));
  }
  const { spec } = job;
  const mayShrink = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism;
  for (const field of ['failed', 'succeeded'] as const) {
    const [count = 0, before = 0] = [job.status[field], old.status[field]];
    if (count >= before || (field === 'succeeded' && mayShrink)) continue;
    const why = `cannot decrease the ${field} counter`;
    errors.push(invalid(`status.${field}`, show(count), why));
  }
  validateTimesKept({ errors, job, old });
}

function validateTimesKept({ errors, job, old }: Step): void {
  const { completionTime: end, startTime: start } = job.status;
  const before = old.status;
  if (end != null && before.completionTime != null && end !== before.completionTime) {
    const isBrief = isSince(errors, 'BriefMessages');
    const why = isBrief ? 'field is immutable' : 'completionTime cannot be mutated';
    errors.push(invalid('status.completionTime', showTime(end), why));
  }
  const isResuming = has(old, 'Suspended') && has(job, 'Suspended', 'False');
  if (before.startTime == null || start === before.startTime || isResuming) return;
  if (job.spec.suspend === true) return;
  const at = 'status.startTime';
  if (isSince(errors, 'JobStartTimesFixed')) {
    const shown = start == null ? 'null' : showTime(start);
    errors.push(invalid(at, shown, 'field is immutable for unsuspended job once set'));
  } else errors.push(required(at, 'startTime cannot be removed for unsuspended job'));
}

function validateSuccessSteps({ errors, job, old }: Step): void {
  if (isSuccess(old) && !isSuccess(job)) {
    errors.push(refused(conditions, 'cannot disable the SuccessCriteriaMet=True condition'));
  }
  if (has(old, 'Complete') && !isSuccess(old) && isSuccess(job)) {
    const why = 'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions';
    errors.push(refused(conditions, why));
  }
}

/** An error that shows no value. */
function refused(field: string, why: string) {
  return invalid(field, why, '');
}

function has({ status }: Job, type: string, value = 'True'): boolean {
  return (status.conditions ?? []).some((each) => each.type === type && each.status === value);
}

function isSuccess(job: Job): boolean {
  return has(job, 'SuccessCriteriaMet');
}

function isFinished(job: Job): boolean {
  return has(job, 'Complete') || has(job, 'Failed');
}

function showUncounted({ succeeded, failed }: UncountedTerminatedPods): Shown {
  return showStruct('batch.UncountedTerminatedPods', [
    ['Succeeded', showList('[]types.UID', succeeded)],
    ['Failed', showList('[]types.UID', failed)],
  ]);
}
