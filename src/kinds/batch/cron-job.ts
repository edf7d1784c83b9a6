/** CronJobs: they create jobs on a schedule. */
import { withoutDisabledParts } from '../core/pod/disabled-parts.ts';
import { ageColumn, ageOf, column, none, workloadColumns } from '../object/columns.ts';
import { nestedMetadata } from '../object/nested-metadata.ts';
import { defineKind } from '../object/define-kind.ts';
import {
  changeField,
  fillAbsent,
  withField,
  show,
  changingField,
  andThen,
  type Resumable,
} from '#values';
import { validateMetadataUpdate } from '../object/validate-metadata.ts';
import type { Kind } from '../object/kind.ts';
import type { Profile } from '../profile/profile.ts';
import { defaultingPodTemplate } from '../core/pod/pod-template-defaults.ts';
import { defaultFailurePolicy } from './job.ts';
import { jobWarnings } from './job-warnings.ts';
import { servedVersion } from '../object/served-version.ts';
import { statusPart } from '../object/subresources.ts';
import type { CronJob, CronJobSpec, JobSpec, JobTemplateSpec } from '#types';
import { batchChecks } from '../late-checks.ts';

/** v1.24 names the field so. */
const zoneInSchedule =
  'CRON_TZ or TZ used in spec.spec.schedule is not officially supported, see ' +
  'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details';

const ofJobs = jobWarnings<CronJob>(
  (object) => object.spec.jobTemplate.spec,
  'spec.jobTemplate.spec',
);

export const cronJob = defineKind<CronJob>({
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  namespaced: true,
  names: { shortNames: ['cj'], categories: ['all'] },
  subresources: {
    status: statusPart(),
  },
  rules: {
    load: batchChecks.load,
    withoutDisabled: withoutDisabledParts('spec', 'jobTemplate', 'spec', 'template', 'spec'),
    generation: (object) => object.spec,
    defaulting(object, profile) {
      const whole = fillAbsent(object, { spec: {} as CronJobSpec, status: {} });
      return changingField(whole, 'spec', (spec) => defaultingSpec(spec, profile));
    },
    prepareCreate: (object) => ({ ...object, status: {} }),
    validate(errors, object) {
      batchChecks.code.validateCronJobSpec(errors, object.spec, undefined);
      batchChecks.code.validateCronJobName(errors, object.metadata.name);
    },
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      batchChecks.code.validateCronJobSpec(errors, object.spec, old.spec);
    },
    warnings: (object, old, release) => [
      ...ofJobs(object, old, release),
      ...(object.spec.schedule.includes('TZ') ? [zoneInSchedule] : []),
    ],
  },
  table: {
    columns: [
      column('Schedule', 'string', 'When it makes jobs.', (object) => object.spec.schedule),
      {
        ...column<CronJob>('Timezone', 'string', 'Time zone of the schedule.', ({ spec }) => {
          return spec.timeZone ?? none;
        }),
        since: 30,
      },
      column('Suspend', 'boolean', 'Whether it makes none for now.', (object) =>
        suspendText(object.spec.suspend),
      ),
      column('Active', 'integer', 'Jobs that are running.', (object) => {
        return object.status?.active?.length ?? 0;
      }),
      column('Last Schedule', 'string', 'Time since it made its last job.', (object, now) => {
        const { lastScheduleTime } = object.status ?? {};
        return lastScheduleTime ? ageOf(lastScheduleTime, now) : none;
      }),
      ageColumn,
      ...workloadColumns<CronJob>(
        (object) => object.spec.jobTemplate.spec.template.spec.containers,
        (object) => object.spec.jobTemplate.spec.selector,
      ),
    ],
  },
  view: { restoreRank: 3, isDrawn: true },
});

export const cronJobBeta: Kind<CronJob> = servedVersion(cronJob, {
  version: 'v1beta1',
  toStorage: (object: CronJob) => object,
  fromStorage: (stored) => stored,
  wire: {
    defaultPropagation: 'Orphan',
    // v1.24 takes the field of Jobs here too, where it is always empty.
    selectableFields: { 'status.successful': () => '' },
    unknownField: (field) => `field label ${show(field)} not supported for "CronJob"`,
  },
});

function defaultingSpec(spec: CronJobSpec, profile: Profile): CronJobSpec | Resumable<CronJobSpec> {
  return andThen(defaultingJobTemplate(spec.jobTemplate, profile), (template) =>
    fillAbsent(withField(spec, 'jobTemplate', template), { schedule: '' }),
  );
}

/** The job itself gets its defaults when it is created. */
function defaultingJobTemplate(
  template: JobTemplateSpec | undefined,
  profile: Profile,
): JobTemplateSpec | Resumable<JobTemplateSpec> {
  const whole = fillAbsent(template ?? ({} as JobTemplateSpec), {
    metadata: {},
    spec: {} as JobSpec,
  });
  const nested = changeField(whole, 'metadata', (metadata) => nestedMetadata(metadata, profile));
  return changingField(nested, 'spec', (spec) =>
    andThen(defaultingPodTemplate(spec.template, profile), (pods) =>
      defaultOfPolicy(withField(spec, 'template', pods), profile),
    ),
  );
}

function defaultOfPolicy(spec: JobSpec, profile: Profile): JobSpec {
  return profile.enabled('CronJobFailurePolicyDefaults')
    ? changeField(spec, 'podFailurePolicy', defaultFailurePolicy)
    : spec;
}

function suspendText(suspend: boolean | undefined): string {
  if (suspend == null) return '<unset>';
  return suspend ? 'True' : 'False';
}
