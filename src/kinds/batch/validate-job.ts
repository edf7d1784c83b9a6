/** Checks of jobs, and of the jobs that CronJobs create. */
import {
  changeField,
  checkDns1123Label,
  type FieldErrors,
  forbidden,
  invalid,
  notSupported,
  required,
  selectorOf,
  show,
  showName,
  showLabels,
  type Shown,
  shownNull,
  showPointer,
  showSelector,
  withField,
} from '#values';
import {
  validateIndexLimits,
  validateJobLimits,
  validateJobPolicies,
} from './validate-job-policies.ts';
import { validateLabelSelector } from '../object/validate-labels.ts';
import { validateUnchanged } from '../object/validate-metadata.ts';
import { validateNonNegative, validateOneOf } from '../object/validate-values.ts';
import type { Profile } from '../profile/profile.ts';
import type { Affinity, Container, Job, JobSpec, PodTemplateSpec } from '#types';
import { validateSelectorMatches } from '../apps/validate-daemon-set.ts';
import { generatedLabels, trackingAnnotation } from './job-labels.ts';
import { showPodSpec, showPodTemplate } from '../core/pod/go-pods.ts';
import { validatePodTemplate } from '../core/pod/validation/pod-spec.ts';

const completionModes = ['NonIndexed', 'Indexed'];
const mostIndexedPods = 100_000;

interface JobRules {
  readonly mayBeTracked: boolean;
  /** Of the labels that its pods must have, the main one first. */
  readonly prefixes: readonly string[];
}

/** For a job with its defaults and its generated labels. */
export function validateJob(
  errors: FieldErrors,
  job: Job,
  { mayBeTracked, prefixes }: JobRules,
): void {
  validateGenerated(errors, job, prefixes);
  validateSelectedSpec(errors, job.spec);
  if (!mayBeTracked && job.metadata.annotations?.[trackingAnnotation] !== undefined) {
    errors.push(
      forbidden(`metadata.annotations[${trackingAnnotation}]`, 'cannot add this annotation'),
    );
  }
  validateLastPodName(errors, job);
}

/** Pods of an indexed job are named after it and their index: the longest name must fit. */
export function validateLastPodName(errors: FieldErrors, { metadata, spec }: Job): void {
  const { completionMode, completions } = spec;
  if (completionMode !== 'Indexed' || completions == null || completions <= 0) return;
  const { name = '' } = metadata;
  const last = `${name}-${completions - 1}`;
  if (checkDns1123Label(last, errors.release).length === 0) return;
  const why = `will not able to create pod with invalid DNS label: ${last}`;
  errors.push(invalid('metadata.name', show(name), why));
}

/** What an update must not change, in addition to the rules for any job. */
export function validateJobSpecUpdate(
  errors: FieldErrors,
  job: Job,
  old: Job,
  profile: Profile,
): void {
  const { spec } = job;
  validateSelectedSpec(errors, spec);
  validateCompletionsChange(errors, spec, old.spec, profile);
  validateUnchanged(errors, spec.selector, old.spec.selector, 'spec.selector', showSelector);
  const placed = mayMove(old, profile)
    ? withPlacementOf(old.spec.template, spec.template)
    : old.spec.template;
  if (mayResize(old, profile)) {
    const pods = withResourcesOf(placed, spec.template).spec;
    validateUnchanged(errors, spec.template.spec, pods, 'spec.template.spec', showPodSpec(profile));
  } else {
    validateUnchanged(errors, spec.template, placed, 'spec.template', showPodTemplate(profile));
  }
  const { completionMode } = spec;
  validateUnchanged(
    errors,
    completionMode,
    old.spec.completionMode,
    'spec.completionMode',
    showIfAny,
  );
  for (const field of fixed) {
    validateUnchanged(errors, spec[field], old.spec[field], `spec.${field}`, showPart);
  }
}

/** Fields of later releases that do not change. */
const fixed = ['podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'] as const;

function showPart(value: object | string | number | undefined | null): Shown {
  if (value == null) return shownNull;
  return typeof value === 'object' ? showPointer('batch.JobSpec', value) : show(value);
}

/** Indexed jobs may grow and shrink, where the release lets them: by as many pods as completions. */
function validateCompletionsChange(
  errors: FieldErrors,
  spec: JobSpec,
  old: JobSpec,
  profile: Profile,
): void {
  const field = 'spec.completions';
  const { completions, parallelism } = spec;
  if (spec.completionMode !== 'Indexed' || !profile.enabled('ElasticIndexedJob')) {
    validateUnchanged(errors, completions, old.completions, field, showIfAny);
  } else if (
    completions != null &&
    completions !== old.completions &&
    completions !== parallelism
  ) {
    const why = 'can only be modified in tandem with spec.parallelism';
    errors.push(invalid(field, show(completions), why));
  }
}

/** Rules that also apply to templates; `field` is the path of the spec. */
export function validateJobSpec(errors: FieldErrors, spec: JobSpec, field: string): void {
  for (const name of counts) validateNonNegative(errors, spec[name], `${field}.${name}`);
  validateJobLimits(errors, spec, field);
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
  validateIndexLimits(errors, spec, field);
  validateJobPolicies(errors, spec, field);
  validatePodTemplate(errors, template, `${field}.template`);
  validateRestartPolicy(errors, spec, `${field}.template.spec.restartPolicy`);
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
  { template, podFailurePolicy }: JobSpec,
  field: string,
): void {
  const policy: string = template.spec.restartPolicy ?? '';
  if (policy === '' || policy === 'Always') {
    errors.push(required(field, 'valid values: "OnFailure", "Never"'));
  } else if (policy !== 'OnFailure' && policy !== 'Never') {
    errors.push(notSupported(field, showName(policy), ['OnFailure', 'Never']));
  } else if (podFailurePolicy != null && policy !== 'Never') {
    const why = 'only "Never" is supported when podFailurePolicy is specified';
    errors.push(invalid(field, showName(policy), why));
  }
}

function validateSelectedSpec(errors: FieldErrors, spec: JobSpec): void {
  validateJobSpec(errors, spec, 'spec');
  if (spec.selector == null) errors.push(required('spec.selector'));
  else validateLabelSelector(errors, spec.selector, 'spec.selector');
  validateSelectorMatches(errors, spec.selector, spec.template, 'spec.template');
}

/** Unless it is manual, the selector must be the generated one, and the template must have its labels. */
function validateGenerated(
  errors: FieldErrors,
  { metadata, spec }: Job,
  prefixes: readonly string[],
): void {
  if (spec.manualSelector === true || spec.selector == null) return;
  const expected = generatedLabels(metadata, prefixes);
  for (const [key, value] of Object.entries(expected).reverse()) {
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

/** While a job is suspended and has never run, its placement may still change; later, also when its pods are gone. */
function mayMove(old: Job, profile: Profile): boolean {
  if (profile.enabled('MutableSchedulingDirectivesForSuspendedJobs')) return isAtRest(old);
  return old.spec.suspend === true && old.status.startTime == null;
}

function mayResize(old: Job, profile: Profile): boolean {
  return profile.enabled('MutablePodResourcesForSuspendedJobs') && isAtRest(old);
}

/** Whether a job is suspended, and no pod of it runs. */
function isAtRest({ spec, status }: Job): boolean {
  const isSuspended = (status.conditions ?? []).some(
    (each) => each.type === 'Suspended' && each.status === 'True',
  );
  const rests = status.startTime == null || isSuspended;
  return spec.suspend === true && rests && (status.active ?? 0) === 0;
}

/** The old template with the new resources of its containers. */
function withResourcesOf(old: PodTemplateSpec, { spec }: PodTemplateSpec): PodTemplateSpec {
  const of = (
    containers: readonly Container[] | undefined,
    next: readonly Container[] | undefined,
  ): readonly Container[] | undefined =>
    containers?.length !== next?.length
      ? containers
      : containers?.map((container, index) =>
          container.name === next![index]!.name
            ? withField(container, 'resources', next![index]!.resources)
            : container,
        );
  return changeField(old, 'spec', (oldSpec) => {
    const containers = of(oldSpec.containers, spec.containers)!;
    const initContainers = of(oldSpec.initContainers, spec.initContainers);
    return { ...oldSpec, containers, ...(initContainers && { initContainers }) };
  });
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
    schedulingGates: spec.schedulingGates,
  }));
  const { labels, annotations } = metadata ?? {};
  return { ...placed, metadata: { ...old.metadata, labels, annotations } };
}

function withNodeAffinityOf(
  old: Affinity | undefined,
  affinity: Affinity | undefined,
): Affinity | undefined {
  const result = withField(old ?? {}, 'nodeAffinity', affinity?.nodeAffinity);
  const isEmpty = Object.values(result).every((part) => part === undefined);
  return affinity === undefined && isEmpty ? undefined : result;
}

/** A value behind a pointer, which may be nil. */
function showIfAny(value: string | number | undefined | null): Shown {
  return value == null ? shownNull : show(value);
}
