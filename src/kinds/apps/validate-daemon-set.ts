/** Checks of DaemonSet specs. */
import {
  forbidden,
  invalid,
  notSupported,
  required,
  show,
  type FieldErrors,
  showIntOrString,
  showLabels,
  showPointer,
  showStruct,
  selectorOf,
  showSelector,
  type Shown,
} from '#values';
import { validateLabelSelector } from '../object/validate-labels.ts';
import {
  magnitudeOf,
  validateAtMost100Percent,
  validateIntOrPercent,
  validateNonNegative,
} from '../object/validate-values.ts';
import type {
  DaemonSetSpec,
  DaemonSetUpdateStrategy,
  LabelSelector,
  PodTemplateSpec,
  RollingUpdateDaemonSet,
} from '#types';
import { validatePodTemplate } from '../core/pod/validation/pod-spec.ts';
import { validateReadOnlyDisks } from '../core/volume/validate-volumes.ts';

/** For a spec with its defaults. */
export function validateDaemonSetSpec(errors: FieldErrors, spec: DaemonSetSpec): void {
  const { selector, template } = spec;
  validateLabelSelector(errors, selector, 'spec.selector');
  validateSelectorMatches(errors, selector, template, 'spec.template');
  if (selector != null && isEmpty(selector)) {
    const why = 'empty selector is invalid for daemonset';
    errors.push(invalid('spec.selector', showSelector(selector), why));
  }
  validatePodTemplate(errors, template, 'spec.template');
  validateReadOnlyDisks(errors, template.spec.volumes, 'spec.template.spec.volumes');
  const { restartPolicy = '', activeDeadlineSeconds } = template.spec;
  if (restartPolicy !== 'Always') {
    errors.push(notSupported('spec.template.spec.restartPolicy', show(restartPolicy), ['Always']));
  }
  if (activeDeadlineSeconds != null) {
    const why = 'activeDeadlineSeconds in DaemonSet is not Supported';
    errors.push(forbidden('spec.template.spec.activeDeadlineSeconds', why));
  }
  validateNonNegative(errors, spec.minReadySeconds, 'spec.minReadySeconds');
  validateStrategy(errors, spec.updateStrategy ?? {}, 'spec.updateStrategy');
  validateNonNegative(errors, spec.revisionHistoryLimit, 'spec.revisionHistoryLimit');
}

/**
 * The selector must select the pods of the template. An invalid selector has already been reported.
 * `field` is the path of the template.
 */
export function validateSelectorMatches(
  errors: FieldErrors,
  selector: LabelSelector | undefined | null,
  { metadata }: PodTemplateSpec,
  field: string,
): void {
  const labels = metadata?.labels;
  let matches: boolean;
  try {
    matches = selectorOf(selector).matches(labels);
  } catch {
    return;
  }
  if (matches) return;
  const why = '`selector` does not match template `labels`';
  errors.push(invalid(`${field}.metadata.labels`, showLabels(labels), why));
}

function isEmpty({ matchLabels, matchExpressions }: LabelSelector): boolean {
  return Object.keys(matchLabels ?? {}).length === 0 && (matchExpressions ?? []).length === 0;
}

function validateStrategy(
  errors: FieldErrors,
  strategy: DaemonSetUpdateStrategy,
  field: string,
): void {
  switch (strategy.type as string) {
    case 'OnDelete':
      return;
    case 'RollingUpdate':
      // Defaults have seen to it that it is there.
      validateRollingUpdate(errors, strategy.rollingUpdate!, `${field}.rollingUpdate`);
      return;
    default:
      errors.push(notSupported(field, showStrategy(strategy), ['RollingUpdate', 'OnDelete']));
  }
}

/** Exactly one of the two must be 0. */
function validateRollingUpdate(
  errors: FieldErrors,
  { maxUnavailable = 0, maxSurge = 0 }: RollingUpdateDaemonSet,
  field: string,
): void {
  validateIntOrPercent(errors, maxUnavailable, `${field}.maxUnavailable`);
  validateIntOrPercent(errors, maxSurge, `${field}.maxSurge`);
  validateAtMost100Percent(errors, maxUnavailable, `${field}.maxUnavailable`);
  validateAtMost100Percent(errors, maxSurge, `${field}.maxSurge`);
  const mayMiss = magnitudeOf(maxUnavailable) !== 0;
  const maySurge = magnitudeOf(maxSurge) !== 0;
  if (mayMiss && maySurge) {
    const why = 'may not be set when maxUnavailable is non-zero';
    errors.push(invalid(`${field}.maxSurge`, showIntOrString(maxSurge), why));
  } else if (!mayMiss && !maySurge) {
    errors.push(required(`${field}.maxUnavailable`, 'cannot be 0 when maxSurge is 0'));
  }
}

function showStrategy({ type = 'RollingUpdate' }: DaemonSetUpdateStrategy): Shown {
  return showStruct('apps.DaemonSetUpdateStrategy', [
    ['Type', show(type)],
    ['RollingUpdate', showPointer('apps.RollingUpdateDaemonSet', undefined)],
  ]);
}
