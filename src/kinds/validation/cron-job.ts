/** Checks of CronJobs. */
import { checkTimeZone, parseSchedule } from '../cron/index.ts';
import { invalid, notSupported, required, show, type FieldError } from '../meta/field-errors.ts';
import { showSelector } from '../meta/go-show.ts';
import { lengthMessage } from '../meta/names.ts';
import { validateNonNegative, validateOneOf } from '../meta/validate-values.ts';
import type { CronJobSpec, JobTemplateSpec } from '../types/index.ts';
import { validateJobSpec } from './job.ts';

const policies = ['Allow', 'Forbid', 'Replace'];
/** The jobs' names are 11 characters longer, and fit a label. */
const longestName = 52;

export function* validateCronJobName(name: string): Iterable<FieldError> {
  if (name.length > longestName) {
    yield invalid('metadata.name', show(name), lengthMessage(longestName));
  }
}

/** For a spec with its defaults. A zone that stays is not looked at again. */
export function* validateCronJobSpec(
  spec: CronJobSpec,
  old: CronJobSpec | undefined,
): Iterable<FieldError> {
  yield* validateSchedule(spec);
  yield* validateNonNegative(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds');
  if (spec.timeZone != null && spec.timeZone !== old?.timeZone) {
    yield* validateTimeZone(spec.timeZone);
  }
  const policy = spec.concurrencyPolicy ?? '';
  if (policy === '') yield required('spec.concurrencyPolicy');
  else yield* validateOneOf(policy, policies, 'spec.concurrencyPolicy');
  yield* validateTemplate(spec.jobTemplate);
  yield* validateNonNegative(spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit');
  yield* validateNonNegative(spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit');
}

function* validateSchedule({ schedule = '', timeZone }: CronJobSpec): Iterable<FieldError> {
  const at = 'spec.schedule';
  if (schedule === '') {
    yield required(at);
    return;
  }
  try {
    parseSchedule(schedule);
  } catch (error) {
    yield invalid(at, show(schedule), (error as Error).message);
  }
  if (schedule.includes('TZ') && timeZone != null) {
    const why = 'cannot use both timeZone field and TZ or CRON_TZ in schedule';
    yield invalid(at, show(schedule), why);
  }
}

function* validateTimeZone(name: string): Iterable<FieldError> {
  const at = 'spec.timeZone';
  if (name === '') {
    yield invalid(at, show(name), 'timeZone must be nil or non-empty string');
    return;
  }
  if (name.toLowerCase() === 'local') {
    const why =
      'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    yield invalid(at, show(name), why);
  }
  const problem = checkTimeZone(name);
  if (problem !== undefined) yield invalid(at, show(name), problem);
}

/** Its jobs get selectors of their own. */
function* validateTemplate({ spec }: JobTemplateSpec): Iterable<FieldError> {
  const at = 'spec.jobTemplate.spec';
  yield* validateJobSpec(spec, at);
  if (spec.selector != null) {
    yield invalid(
      `${at}.selector`,
      showSelector(spec.selector),
      '`selector` will be auto-generated',
    );
  }
  if (spec.manualSelector === true) {
    yield notSupported(`${at}.manualSelector`, show(true), ['nil', 'false']);
  }
}
