/** Checks of jobs, and of the jobs that CronJobs create. */
import {
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  show,
  type FieldErrors,
  showLabels,
  showSelector,
  changeField,
  withField,
  selectorOf,
  checkDns1123Label,
  shownNull,
  type Shown,
} from '#values';
import { validateLabelSelector } from '../object/validate-labels.ts';
import { validateUnchanged } from '../object/validate-metadata.ts';
import { validateNonNegative, validateOneOf } from '../object/validate-values.ts';
import type { Affinity, Job, JobSpec, JobStatus, PodTemplateSpec } from '#types';
import { validateSelectorMatches } from '../apps/validate-daemon-set.ts';
import { validatePodTemplate } from '../core/pod/validation/pod-spec.ts';

/** On jobs whose pods are tracked by finalizers. */
export const trackingAnnotation = 'batch.kubernetes.io/job-tracking';

/** Labels of a job's pods, by which its own selector finds them. */
export const generatedLabels = { uid: 'controller-uid', name: 'job-name' } as const;

const completionModes = ['NonIndexed', 'Indexed'];
const mostIndexedPods = 100_000;

/** For a job with its defaults and its generated labels. */
export function validateJob(errors: FieldErrors, job: Job, mayBeTracked: boolean): void {
  validateGenerated(errors, job);
  validateSelectedSpec(errors, job.spec);
  if (!mayBeTracked && job.metadata.annotations?.[trackingAnnotation] !== undefined) {
    errors.push(
      forbidden(`metadata.annotations[${trackingAnnotation}]`, 'cannot add this annotation'),
    );
  }
  validateLastPodName(errors, job);
}

/** Pods of an indexed job are named after it and their index: the longest name must fit. */
function validateLastPodName(errors: FieldErrors, { metadata, spec }: Job): void {
  const { completionMode, completions } = spec;
  if (completionMode !== 'Indexed' || completions == null || completions <= 0) return;
  const { name = '' } = metadata;
  const last = `${name}-${completions - 1}`;
  if (checkDns1123Label(last).length === 0) return;
  const why = `will not able to create pod with invalid DNS label: ${last}`;
  errors.push(invalid('metadata.name', show(name), why));
}

/** What an update must not change, in addition to the rules for any job. */
export function validateJobSpecUpdate(errors: FieldErrors, job: Job, old: Job): void {
  const { spec } = job;
  validateSelectedSpec(errors, spec);
  validateUnchanged(errors, spec.completions, old.spec.completions, 'spec.completions', showIfAny);
  validateUnchanged(errors, spec.selector, old.spec.selector, 'spec.selector', showSelector);
  const template = mayMove(old)
    ? withPlacementOf(old.spec.template, spec.template)
    : old.spec.template;
  validateUnchanged(
    errors,
    spec.template,
    template,
    'spec.template',
    (given) => `core.PodTemplateSpec${JSON.stringify(given)}`,
  );
  const { completionMode } = spec;
  validateUnchanged(
    errors,
    completionMode,
    old.spec.completionMode,
    'spec.completionMode',
    showIfAny,
  );
}

export function validateJobStatus(errors: FieldErrors, status: JobStatus): void {
  for (const field of ['active', 'succeeded', 'failed', 'ready'] as const) {
    validateNonNegative(errors, status[field], `status.${field}`);
  }
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const seen = new Set<string>();
  const field = 'status.uncountedTerminatedPods';
  validateUids(errors, succeeded, seen, `${field}.succeeded`);
  validateUids(errors, failed, seen, `${field}.failed`);
}

/** Rules that also apply to templates; `field` is the path of the spec. */
export function validateJobSpec(errors: FieldErrors, spec: JobSpec, field: string): void {
  for (const name of counts) validateNonNegative(errors, spec[name], `${field}.${name}`);
  const { completionMode, completions, parallelism, template } = spec;
  if (completionMode != null) {
    validateOneOf(errors, completionMode, completionModes, `${field}.completionMode`);
  }
  if (completionMode === 'Indexed') {
    if (completions == null) {
      errors.push(required(`${field}.completions`, 'when completion mode is Indexed'));
    }
    if ((parallelism ?? 0) > mostIndexedPods) {
      const why = `must be less than or equal to ${mostIndexedPods} when completion mode is Indexed`;
      errors.push(invalid(`${field}.parallelism`, show(parallelism!), why));
    }
  }
  validatePodTemplate(errors, template, `${field}.template`);
  validateRestartPolicy(errors, template, `${field}.template.spec.restartPolicy`);
}

const counts = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
] as const satisfies readonly (keyof JobSpec)[];

/** The default for pods is not allowed. */
function validateRestartPolicy(
  errors: FieldErrors,
  { spec }: PodTemplateSpec,
  field: string,
): void {
  const policy: string = spec.restartPolicy ?? '';
  if (policy === '' || policy === 'Always') {
    errors.push(required(field, 'valid values: "OnFailure", "Never"'));
  } else if (policy !== 'OnFailure' && policy !== 'Never') {
    errors.push(notSupported(field, show(policy), ['OnFailure', 'Never']));
  }
}

function validateSelectedSpec(errors: FieldErrors, spec: JobSpec): void {
  validateJobSpec(errors, spec, 'spec');
  if (spec.selector == null) errors.push(required('spec.selector'));
  else validateLabelSelector(errors, spec.selector, 'spec.selector');
  validateSelectorMatches(errors, spec.selector, spec.template, 'spec.template');
}

/** Unless it is manual, the selector must be the generated one, and the template must have its labels. */
function validateGenerated(errors: FieldErrors, { metadata, spec }: Job): void {
  if (spec.manualSelector === true || spec.selector == null) return;
  const expected = { [generatedLabels.uid]: metadata.uid, [generatedLabels.name]: metadata.name };
  for (const [key, value] of Object.entries(expected)) {
    validateHasLabel(errors, spec.template.metadata?.labels, key, value);
  }
  let matches: boolean;
  try {
    matches = selectorOf(spec.selector).matches(expected);
  } catch {
    return;
  }
  if (matches) return;
  errors.push(
    invalid('spec.selector', showSelector(spec.selector), '`selector` not auto-generated'),
  );
}

function validateHasLabel(
  errors: FieldErrors,
  labels: Readonly<Record<string, string>> | undefined,
  key: string,
  value: string,
): void {
  const at = `spec.template.metadata.labels[${key}]`;
  const why = `must be '${value}'`;
  if (labels?.[key] === undefined) errors.push(required(at, why));
  else if (labels[key] !== value) errors.push(invalid(at, showLabels(labels), why));
}

function validateUids(
  errors: FieldErrors,
  uids: readonly string[],
  seen: Set<string>,
  field: string,
): void {
  for (const [index, uid] of uids.entries()) {
    const at = `${field}[${index}]`;
    if (uid === '') errors.push(invalid(at, show(uid), 'must not be empty'));
    else if (seen.has(uid)) errors.push(duplicate(at, show(uid)));
    seen.add(uid);
  }
}

/** While a job is suspended and has never run, its placement may still change. */
function mayMove({ spec, status }: Job): boolean {
  return spec.suspend === true && status.startTime == null;
}

/** The old template with the new values of all placement fields, and with the new labels. */
function withPlacementOf(
  old: PodTemplateSpec,
  { metadata, spec }: PodTemplateSpec,
): PodTemplateSpec {
  const placed = changeField(old, 'spec', (oldSpec) => ({
    ...oldSpec,
    affinity: withNodeAffinityOf(oldSpec.affinity, spec.affinity),
    nodeSelector: spec.nodeSelector,
    tolerations: spec.tolerations,
  }));
  const { labels, annotations } = metadata ?? {};
  return { ...placed, metadata: { ...old.metadata, labels, annotations } };
}

function withNodeAffinityOf(
  old: Affinity | undefined,
  affinity: Affinity | undefined,
): Affinity | undefined {
  const kept = withField(old ?? {}, 'nodeAffinity', affinity?.nodeAffinity);
  const isEmpty = Object.values(kept).every((part) => part === undefined);
  return affinity === undefined && isEmpty ? undefined : kept;
}

/** A value behind a pointer, which may be nil. */
function showIfAny(value: string | number | undefined | null): Shown {
  return value == null ? shownNull : show(value);
}
