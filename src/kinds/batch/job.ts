/** Jobs: pods that run until they succeed. */
import { withoutDisabledParts } from '../core/pod/disabled-parts.ts';
import { ageColumn, column, workloadColumns } from '../object/columns.ts';
import { defaultTransitionTimes } from '../object/conditions.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import type { StrategyContext } from '../object/part.ts';
import {
  extended,
  changeElements,
  changeField,
  fillAbsent,
  fillUnset,
  withField,
  show,
  formatHumanDuration,
  parseTime,
  changingField,
  andThen,
  type Resumable,
} from '#values';
import { jobStatusColumns } from './job-status-columns.ts';
import { jobWarnings } from './job-warnings.ts';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import type { Profile } from '../profile/profile.ts';
import { defaultingPodTemplate } from '../core/pod/pod-template-defaults.ts';
import { statusPart } from '../object/subresources.ts';
import type { Job, JobSpec, JobStatus, ObjectMeta, PodFailurePolicy } from '#types';
import { generatedLabels, labelPrefix, trackingAnnotation } from './job-labels.ts';
import { batchChecks } from '../late-checks.ts';

const trackingGate = 'JobTrackingWithFinalizers';
/** Whether an annotation says that the pods are tracked; later all are. */
const annotationName = 'JobTrackingAnnotations';

const orphansPods =
  'child pods are preserved by default when jobs are deleted; ' +
  'set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';

export const job: Kind<Job> = defineKind<Job>({
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  plural: 'jobs',
  namespaced: true,
  names: { categories: ['all'] },
  wire: {
    deletionWarning: orphansPods,
    defaultPropagation: 'Orphan',
    completedByWrite: hasLabelsOfPods,
    selectableFields: { 'status.successful': ({ status }) => String(status?.succeeded ?? 0) },
    unknownField: (field) => `field label ${show(field)} not supported for Job`,
  },
  subresources: {
    status: statusPart({
      prepare: (object) => labelAsPods(changeField(object, 'status', defaultStatus)),
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        batchChecks.code.validateJobStatus(errors, object, old);
      },
    }),
  },
  rules: {
    defaultsLabels: true,
    load: batchChecks.load,
    withoutDisabled: withoutDisabledParts('spec', 'template', 'spec'),
    generation: (object) => object.spec,
    defaulting(object, profile) {
      const whole = fillAbsent(object, { spec: {} as JobSpec, status: {} });
      const specified = changingField(whole, 'spec', (spec) => defaultingSpec(spec, profile));
      return andThen(specified, (each) => labelAsPods(changeField(each, 'status', defaultStatus)));
    },
    prepareCreate(object, { profile }) {
      const tracked = profile.enabled(annotationName)
        ? withAnnotation(object, profile.enabled(trackingGate) ? '' : undefined)
        : object;
      const generated =
        tracked.spec.manualSelector === true
          ? tracked
          : generateSelector(tracked, prefixesIn(profile));
      const managed = profile.enabled('JobManagedBy') ? generated : without(generated, 'managedBy');
      return { ...withoutSuccess(managed, undefined, profile), status: {} };
    },
    prepareUpdate(object, old, context) {
      const tracked = mayBeTracked(old, context) ? object : withAnnotation(object, undefined);
      return labelAsPods(withoutSuccess(tracked, old, context.profile));
    },
    // Labels that were generated reach the job itself only when it is read: they are not checked there.
    asStored: (object) => labelAsPods(object),
    warnings: jobWarnings((object) => object.spec, 'spec'),
    validate: (errors, object, { profile }) =>
      batchChecks.code.validateJob(errors, object, {
        mayBeTracked: true,
        prefixes: prefixesIn(profile),
      }),
    // v1.24 checks an updated Job as a new one, then as an update, which checks the spec again.
    validateUpdate(errors, object, old, context) {
      if (context.profile.enabled('JobUpdatesCheckedOnce')) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        batchChecks.code.validateJobSpecUpdate(errors, object, old, context.profile);
        batchChecks.code.validateLastPodName(errors, object);
        return;
      }
      validateMetadata(errors, object.metadata, job);
      batchChecks.code.validateJob(errors, object, {
        mayBeTracked: mayBeTracked(old, context),
        prefixes: prefixesOf(old),
      });
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      batchChecks.code.validateJobSpecUpdate(errors, object, old, context.profile);
    },
  },
  table: {
    columns: [
      ...jobStatusColumns,
      column('Completions', 'string', 'Pods that succeeded, and how many should.', completionsText),
      column('Duration', 'string', 'How long it ran, or has been running.', durationText),
      ageColumn,
      ...workloadColumns<Job>(
        (object) => object.spec.template.spec.containers,
        (object) => object.spec.selector,
      ),
    ],
  },
  view: { restoreRank: 4, isDrawn: true, isMadeByOthers: true, madeFor: ['CronJob'] },
});

/** Leaves out the policy for success while its gate is off, which templates of jobs keep. */
function withoutSuccess(object: Job, old: Job | undefined, profile: Profile): Job {
  const isKept = profile.enabled('JobSuccessPolicy') || old?.spec.successPolicy != null;
  return isKept ? object : without(object, 'successPolicy');
}

function without(object: Job, field: 'managedBy' | 'successPolicy'): Job {
  return changeField(object, 'spec', (spec) => withField(spec, field, undefined));
}

function defaultingSpec(spec: JobSpec, profile: Profile): JobSpec | Resumable<JobSpec> {
  return andThen(defaultingPodTemplate(spec.template, profile), (template) =>
    defaultOthers(withField(spec, 'template', template), profile),
  );
}

function defaultOthers(spec: JobSpec, profile: Profile): JobSpec {
  let filled = spec;
  if (filled.completions == null && filled.parallelism == null) {
    filled = fillAbsent(filled, { completions: 1 });
  }
  filled = changeField(filled, 'podFailurePolicy', defaultFailurePolicy);
  filled = fillAbsent(filled, {
    parallelism: 1,
    backoffLimit: filled.backoffLimitPerIndex == null ? 6 : noLimit,
    completionMode: 'NonIndexed',
    suspend: false,
  });
  if (profile.enabled('JobPodReplacementPolicy')) {
    const replaces = filled.podFailurePolicy == null ? 'TerminatingOrFailed' : 'Failed';
    filled = fillAbsent(filled, { podReplacementPolicy: replaces });
  }
  return profile.enabled('JobsStateManualSelector')
    ? fillAbsent(filled, { manualSelector: false })
    : filled;
}

/** With limits by index, all of the failures count only where that is asked for. */
const noLimit = 2_147_483_647;

/** Returns a policy whose patterns of conditions have a status. */
export function defaultFailurePolicy(policy: PodFailurePolicy): PodFailurePolicy {
  return changeElements(policy, 'rules', (rule) =>
    changeElements(rule, 'onPodConditions', (pattern) => fillUnset(pattern, { status: 'True' })),
  );
}

const conditionTimes = { lastProbeTime: null, lastTransitionTime: null };

function defaultStatus(status: JobStatus): JobStatus {
  return defaultTransitionTimes(status, conditionTimes);
}

/** A job without labels gets those of its pods. */
function labelAsPods(object: Job): Job {
  const { labels } = object.spec.template.metadata ?? {};
  if (isAny(object.metadata.labels) || !isAny(labels)) return object;
  return changeField(object, 'metadata', (metadata) => withField(metadata, 'labels', labels));
}

/** Tells whether reads give a new job its labels: where its pods have none but those that were made for them. */
function hasLabelsOfPods({ metadata: { labels = {} } }: Job): boolean {
  const names = Object.keys(labels);
  return names.length > 0 && names.every((name) => madeLabels.has(name));
}

const madeLabels: ReadonlySet<string> = new Set(
  ['', labelPrefix].flatMap((prefix) => [`${prefix}controller-uid`, `${prefix}job-name`]),
);

function isAny(labels: object | undefined): boolean {
  for (const _ in labels) return true;
  return false;
}

/** Pods are found by the job's uid. Values that users set stay, so that validation can reject them. */
function generateSelector(object: Job, prefixes: readonly string[]): Job {
  const { uid, labels: own } = object.metadata;
  const { template, selector } = object.spec;
  const input = template.metadata?.labels;
  const labels = { ...generatedLabels(object.metadata, prefixes), ...input };
  const matchLabels = { [`${prefixes[0]!}controller-uid`]: uid, ...selector?.matchLabels };
  const spec: JobSpec = extended(object.spec, {
    selector: { ...selector, matchLabels },
    template: { ...template, metadata: extended(template.metadata ?? {}, { labels }) },
  });
  // Labels that were copied from the template stay the same as those of the template.
  const isShared = own !== undefined && own === input;
  return { ...object, metadata: isShared ? { ...object.metadata, labels } : object.metadata, spec };
}

function mayBeTracked({ metadata }: Job, { profile }: StrategyContext): boolean {
  return (
    !profile.enabled(annotationName) ||
    profile.enabled(trackingGate) ||
    metadata.annotations?.[trackingAnnotation] !== undefined
  );
}

/** Of the labels of new jobs: the main one first. */
function prefixesIn(profile: Profile): readonly string[] {
  return profile.enabled('PrefixedJobLabels') ? [labelPrefix, ''] : [''];
}

/** Of the labels that a stored job has. */
function prefixesOf({ spec }: Job): readonly string[] {
  const { labels = {} } = spec.template.metadata ?? {};
  const isPrefixed = ['job-name', 'controller-uid'].every(
    (name) => labels[labelPrefix + name] !== undefined,
  );
  return isPrefixed ? [labelPrefix, ''] : [''];
}

/** Adds or removes the annotation that says how pods are tracked. */
function withAnnotation(object: Job, value: string | undefined): Job {
  const { annotations } = object.metadata;
  if (annotations?.[trackingAnnotation] === value) return object;
  const changed: Record<string, string> = { ...annotations };
  if (value === undefined) delete changed[trackingAnnotation];
  else changed[trackingAnnotation] = value;
  const metadata: ObjectMeta = {
    ...object.metadata,
    annotations: isAny(changed) ? changed : undefined,
  };
  return { ...object, metadata };
}

/** `1/3`; `1/1 of 2` when any one of two pods is enough. */
function completionsText({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec.completions != null) return `${succeeded}/${spec.completions}`;
  const parallelism = spec.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function durationText({ status }: Job, now: number): string {
  if (!status?.startTime) return '';
  const end = status.completionTime ? parseTime(status.completionTime) : now;
  return formatHumanDuration(end - parseTime(status.startTime));
}
