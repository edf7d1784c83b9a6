/** Checks for all kinds that keep a number of pods: selector, template and the counts of a status. */
import {
  forbidden,
  invalid,
  notSupported,
  required,
  show,
  type FieldError,
  type FieldErrors,
  showLabels,
  showSelector,
  selectorOf,
  type Selector,
} from '#values';
import { validateLabelSelector } from '../object/validate-labels.ts';
import { validateNonNegative } from '../object/validate-values.ts';
import type { LabelSelector, PodTemplateSpec } from '#types';
import { validatePodTemplate } from '../core/pod/validation/pod-spec.ts';
import { validateReadOnlyDisks } from '../core/volume/validate-volumes.ts';

/** The selector of a spec: it must exist, be valid, and not select everything. */
export function validateOwnSelector(
  errors: FieldErrors,
  selector: LabelSelector | undefined | null,
  why: string,
): void {
  if (selector == null) {
    errors.push(required('spec.selector'));
    return;
  }
  validateLabelSelector(errors, selector, 'spec.selector');
  const { matchLabels = {}, matchExpressions = [] } = selector;
  if (Object.keys(matchLabels).length === 0 && matchExpressions.length === 0) {
    errors.push(invalid('spec.selector', showSelector(selector), why));
  }
}

/**
 * The parsed selector, or the error instead.
 * @param why the message for an invalid selector
 */
export function readSelector(
  selector: LabelSelector | undefined | null,
  why: string,
): Selector | FieldError {
  try {
    return selectorOf(selector);
  } catch {
    return invalid('spec.selector', showSelector(selector), why);
  }
}

/** The selector must select the pods of the template. */
export function validateTemplateLabels(
  errors: FieldErrors,
  { metadata }: PodTemplateSpec,
  selector: Selector,
): void {
  if (selector.isEmpty() || selector.matches(metadata?.labels)) return;
  const why = '`selector` does not match template `labels`';
  errors.push(invalid('spec.template.metadata.labels', showLabels(metadata?.labels), why));
}

/** The template of pods that are replaced when they end. `kind` is the kind named in messages. */
export function validateReplicatedTemplate(
  errors: FieldErrors,
  template: PodTemplateSpec,
  selector: Selector,
  replicas: number | undefined,
  kind: string,
): void {
  validateTemplateLabels(errors, template, selector);
  validatePodTemplate(errors, template, 'spec.template');
  if ((replicas ?? 0) > 1) {
    validateReadOnlyDisks(errors, template.spec.volumes, 'spec.template.spec.volumes');
  }
  validateUnending(errors, template, kind);
}

/** The pods must not be configured to end. */
export function validateUnending(
  errors: FieldErrors,
  { spec }: PodTemplateSpec,
  kind: string,
): void {
  const { restartPolicy = '', activeDeadlineSeconds } = spec;
  if (restartPolicy !== 'Always') {
    errors.push(notSupported('spec.template.spec.restartPolicy', show(restartPolicy), ['Always']));
  }
  if (activeDeadlineSeconds != null) {
    const why = `activeDeadlineSeconds in ${kind} is not Supported`;
    errors.push(forbidden('spec.template.spec.activeDeadlineSeconds', why));
  }
}

/** The counts of a status, by field. */
type Counts = Readonly<Record<string, unknown>>;

/** They must not be negative; checked in the order given. */
export function validateCounts(
  errors: FieldErrors,
  status: object,
  fields: readonly string[],
): void {
  for (const field of fields) {
    validateNonNegative(errors, countOf(status, field), `status.${field}`);
  }
}

/** None of the fields may exceed `limit`; `shown` is its name in messages. */
export function validateNoMoreThan(
  errors: FieldErrors,
  status: object,
  fields: readonly string[],
  limit: string,
  shown = limit,
): void {
  const most = countOf(status, limit) ?? 0;
  for (const field of fields) {
    const count = countOf(status, field) ?? 0;
    if (count > most) {
      errors.push(invalid(`status.${field}`, show(count), `cannot be greater than ${shown}`));
    }
  }
}

/** The count of hash collisions may only grow. */
export function validateCollisions(
  errors: FieldErrors,
  { collisionCount }: { readonly collisionCount?: number },
  old: { readonly collisionCount?: number },
): void {
  if (old.collisionCount == null) return;
  if (collisionCount == null || collisionCount < old.collisionCount) {
    errors.push(
      invalid('status.collisionCount', show(collisionCount ?? 0), 'cannot be decremented'),
    );
  }
}

function countOf(status: object, field: string): number | undefined {
  return (status as Counts)[field] as number | undefined;
}
