/** Checks of DaemonSet specs. */
import {
  forbidden,
  invalid,
  notSupported,
  required,
  show,
  type FieldError,
} from '../meta/field-errors.ts';
import { showIntOrString, showLabels, showStruct } from '../meta/go-show.ts';
import { selectorOf } from '../meta/label-selector.ts';
import { validateLabelSelector } from '../meta/validate-labels.ts';
import {
  magnitudeOf,
  validateAtMost100Percent,
  validateIntOrPercent,
  validateNonNegative,
} from '../meta/validate-values.ts';
import type {
  DaemonSetSpec,
  DaemonSetUpdateStrategy,
  LabelSelector,
  PodTemplateSpec,
  RollingUpdateDaemonSet,
} from '../types/index.ts';
import { showSelector } from '../meta/go-show.ts';
import { validatePodTemplate } from './pod-spec.ts';

/** For a spec with its defaults. */
export function* validateDaemonSetSpec(spec: DaemonSetSpec): Iterable<FieldError> {
  const { selector, template } = spec;
  yield* validateLabelSelector(selector, 'spec.selector');
  yield* validateSelectorMatches(selector, template, 'spec.template');
  if (selector != null && isEmpty(selector)) {
    const why = 'empty selector is invalid for daemonset';
    yield invalid('spec.selector', showSelector(selector), why);
  }
  yield* validatePodTemplate(template, 'spec.template');
  const { restartPolicy = '', activeDeadlineSeconds } = template.spec;
  if (restartPolicy !== 'Always') {
    yield notSupported('spec.template.spec.restartPolicy', show(restartPolicy), ['Always']);
  }
  if (activeDeadlineSeconds != null) {
    const why = 'activeDeadlineSeconds in DaemonSet is not Supported';
    yield forbidden('spec.template.spec.activeDeadlineSeconds', why);
  }
  yield* validateNonNegative(spec.minReadySeconds, 'spec.minReadySeconds');
  yield* validateStrategy(spec.updateStrategy ?? {}, 'spec.updateStrategy');
  yield* validateNonNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit');
}

/**
 * The selector must select the pods of the template. A selector that is no selector at all has
 * been reported already. `field` is the path of the template.
 */
export function* validateSelectorMatches(
  selector: LabelSelector | undefined | null,
  { metadata }: PodTemplateSpec,
  field: string,
): Iterable<FieldError> {
  const labels = metadata?.labels;
  let matches: boolean;
  try {
    matches = selectorOf(selector).matches(labels);
  } catch {
    return;
  }
  if (matches) return;
  const why = '`selector` does not match template `labels`';
  yield invalid(`${field}.metadata.labels`, showLabels(labels), why);
}

function isEmpty({ matchLabels, matchExpressions }: LabelSelector): boolean {
  return Object.keys(matchLabels ?? {}).length === 0 && (matchExpressions ?? []).length === 0;
}

function* validateStrategy(strategy: DaemonSetUpdateStrategy, field: string): Iterable<FieldError> {
  switch (strategy.type as string) {
    case 'OnDelete':
      return;
    case 'RollingUpdate':
      if (strategy.rollingUpdate == null) yield required(`${field}.rollingUpdate`);
      else yield* validateRollingUpdate(strategy.rollingUpdate, `${field}.rollingUpdate`);
      return;
    default:
      yield notSupported(field, showStrategy(strategy), ['RollingUpdate', 'OnDelete']);
  }
}

/** One of the two must be 0, and only one. */
function* validateRollingUpdate(
  { maxUnavailable = 0, maxSurge = 0 }: RollingUpdateDaemonSet,
  field: string,
): Iterable<FieldError> {
  yield* validateIntOrPercent(maxUnavailable, `${field}.maxUnavailable`);
  yield* validateIntOrPercent(maxSurge, `${field}.maxSurge`);
  yield* validateAtMost100Percent(maxUnavailable, `${field}.maxUnavailable`);
  yield* validateAtMost100Percent(maxSurge, `${field}.maxSurge`);
  const mayMiss = magnitudeOf(maxUnavailable) !== 0;
  const maySurge = magnitudeOf(maxSurge) !== 0;
  if (mayMiss && maySurge) {
    const why = 'may not be set when maxUnavailable is non-zero';
    yield invalid(`${field}.maxSurge`, showIntOrString(maxSurge), why);
  } else if (!mayMiss && !maySurge) {
    yield required(`${field}.maxUnavailable`, 'cannot be 0 when maxSurge is 0');
  }
}

function showStrategy({ type = 'RollingUpdate' }: DaemonSetUpdateStrategy): string {
  return showStruct('apps.DaemonSetUpdateStrategy', [
    ['Type', show(type)],
    ['RollingUpdate', '(*apps.RollingUpdateDaemonSet)(nil)'],
  ]);
}
