/** Checks of CronJobs. */
import {
  checkTimeZone,
  parseSchedule,
  invalid,
  notSupported,
  required,
  show,
  type FieldErrors,
  showSelector,
  lengthMessage,
  isSince,
} from '#values';
import { validateNonNegative, validateOneOf } from '../object/validate-values.ts';
import type { CronJobSpec, JobTemplateSpec } from '#types';
import { validateJobSpec } from './validate-job.ts';

const policies = ['Allow', 'Forbid', 'Replace'];
/** The jobs' names are 11 characters longer, and must fit into a label. */
const longestName = 52;

export function validateCronJobName(errors: FieldErrors, name: string): void {
  if (name.length > longestName) {
    errors.push(invalid('metadata.name', show(name), lengthMessage(longestName)));
  }
}

/** For a spec with its defaults. An unchanged zone is not checked again. */
export function validateCronJobSpec(
  errors: FieldErrors,
  spec: CronJobSpec,
  old: CronJobSpec | undefined,
): void {
  validateSchedule(errors, spec, old);
  validateNonNegative(errors, spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds');
  if (spec.timeZone != null && spec.timeZone !== old?.timeZone) {
    validateTimeZone(errors, spec.timeZone);
  }
  const policy = spec.concurrencyPolicy ?? '';
  if (policy === '') errors.push(required('spec.concurrencyPolicy'));
  else validateOneOf(errors, policy, policies, 'spec.concurrencyPolicy');
  validateTemplate(errors, spec.jobTemplate);
  validateNonNegative(errors, spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit');
  validateNonNegative(errors, spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit');
  if (!spec.schedule && isSince(errors, 'StatedChecks')) errors.push(required('spec.schedule'));
}

function validateSchedule(
  errors: FieldErrors,
  { schedule = '', timeZone }: CronJobSpec,
  old: CronJobSpec | undefined,
): void {
  const at = 'spec.schedule';
  if (schedule === '') {
    if (!isSince(errors, 'StatedChecks')) errors.push(required(at));
    return;
  }
  try {
    parseSchedule(schedule);
  } catch (error) {
    errors.push(invalid(at, show(schedule), (error as Error).message));
  }
  if (!schedule.includes('TZ')) return;
  if (isSince(errors, 'ZonesOutsideOfSchedules') && old?.schedule?.includes('TZ') !== true) {
    const why = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    errors.push(invalid(at, show(schedule), why));
  } else if (timeZone != null) {
    const why = 'cannot use both timeZone field and TZ or CRON_TZ in schedule';
    errors.push(invalid(at, show(schedule), why));
  }
}

function validateTimeZone(errors: FieldErrors, name: string): void {
  const at = 'spec.timeZone';
  if (name === '') {
    errors.push(invalid(at, show(name), 'timeZone must be nil or non-empty string'));
    return;
  }
  if (name.toLowerCase() === 'local') {
    const why =
      'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    errors.push(invalid(at, show(name), why));
  }
  const problem = checkTimeZone(name);
  if (problem === undefined) return;
  const isPlain = isSince(errors, 'UnknownZonesNamed');
  errors.push(invalid(at, show(name), isPlain ? `unknown time zone ${name}` : problem));
}

/** Its jobs get generated selectors. */
function validateTemplate(errors: FieldErrors, { spec }: JobTemplateSpec): void {
  const at = 'spec.jobTemplate.spec';
  validateJobSpec(errors, spec, at);
  if (spec.selector != null) {
    errors.push(
      invalid(`${at}.selector`, showSelector(spec.selector), '`selector` will be auto-generated'),
    );
  }
  if (spec.manualSelector === true) {
    errors.push(notSupported(`${at}.manualSelector`, show(true), ['nil', 'false']));
  }
}
