/** Checks of placement: affinity to other pods, anti-affinity, and even spreading. */
import {
  checkEach,
  duplicate,
  forbidden,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  type FieldErrors,
  checkDns1123Label,
  isSince,
} from '#values';
import { validateLabelKey, validateLabelSelector } from '../../../object/validate-labels.ts';
import type { Affinity, PodAffinity, PodAffinityTerm, TopologySpreadConstraint } from '#types';
import { validateNodeAffinity } from '../../node/validate-node-selector.ts';

export function validateAffinity(
  errors: FieldErrors,
  affinity: Affinity | undefined,
  field: string,
): void {
  if (affinity == null) return;
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  validateNodeAffinity(errors, nodeAffinity, `${field}.nodeAffinity`);
  validatePodAffinity(errors, podAffinity, `${field}.podAffinity`);
  validatePodAffinity(errors, podAntiAffinity, `${field}.podAntiAffinity`);
}

function validatePodAffinity(
  errors: FieldErrors,
  affinity: PodAffinity | undefined,
  field: string,
): void {
  if (affinity == null) return;
  const terms = affinity.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  checkEach(errors, terms, (term, index) => {
    const at = `${field}.requiredDuringSchedulingIgnoredDuringExecution[${index}]`;
    validateTerm(errors, term, at);
  });
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  checkEach(errors, preferred, ({ weight = 0, podAffinityTerm }, index) => {
    const at = `${field}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
    if (!(weight > 0 && weight <= 100)) {
      errors.push(invalid(`${at}.weight`, show(weight), 'must be in the range 1-100'));
    }
    validateTerm(errors, podAffinityTerm, `${at}.podAffinityTerm`);
  });
}

function validateTerm(errors: FieldErrors, term: PodAffinityTerm | undefined, field: string): void {
  const { labelSelector, namespaceSelector, namespaces = [], topologyKey = '' } = term ?? {};
  validateLabelSelector(errors, labelSelector, `${field}.labelSelector`);
  validateLabelSelector(errors, namespaceSelector, `${field}.namespaceSelector`);
  checkEach(errors, namespaces, (name) => {
    invalidFor(errors, `${field}.namespace`, name, checkDns1123Label(name, errors.release));
  });
  const at = `${field}.topologyKey`;
  if (topologyKey === '') errors.push(required(at, 'can not be empty'));
  validateLabelKey(errors, topologyKey, at);
  if (term != null) validateKeys(errors, term, field);
}

/** Labels of the pod itself, by their keys, that its selector looks for. */
function validateKeys(
  errors: FieldErrors,
  term: Pick<PodAffinityTerm, 'labelSelector' | 'matchLabelKeys' | 'mismatchLabelKeys'>,
  field: string,
): void {
  for (const name of ['matchLabelKeys', 'mismatchLabelKeys'] as const) {
    const keys = term[name] ?? [];
    if (keys.length > 0 && term.labelSelector == null) {
      const why = 'must not be specified when labelSelector is not set';
      errors.push(forbidden(`${field}.${name}`, why));
    }
    for (const [index, key] of keys.entries()) {
      validateLabelKey(errors, key, `${field}.${name}[${index}]`);
    }
  }
  for (const [index, key] of (term.matchLabelKeys ?? []).entries()) {
    if (!(term.mismatchLabelKeys ?? []).includes(key)) continue;
    const why = 'exists in both matchLabelKeys and mismatchLabelKeys';
    errors.push(invalid(`${field}.matchLabelKeys[${index}]`, show(key), why));
  }
}

const actions = ['DoNotSchedule', 'ScheduleAnyway'];

export function validateSpread(
  errors: FieldErrors,
  constraints: readonly TopologySpreadConstraint[] | undefined,
  field: string,
): void {
  if (constraints == null) return;
  const lastPlaces = new Map<unknown, Map<unknown, number>>();
  checkEach(errors, constraints, ({ topologyKey, whenUnsatisfiable }, index) => {
    if (!lastPlaces.has(topologyKey)) lastPlaces.set(topologyKey, new Map());
    lastPlaces.get(topologyKey)!.set(whenUnsatisfiable, index);
  });
  checkEach(errors, constraints, (constraint, index) => {
    const at = `${field}[${index}]`;
    const { maxSkew = 0, topologyKey } = constraint;
    const action: string = constraint.whenUnsatisfiable ?? '';
    if (maxSkew <= 0) {
      errors.push(invalid(`${at}.maxSkew`, show(maxSkew), 'must be greater than zero'));
    }
    if (!topologyKey) errors.push(required(`${at}.topologyKey`, 'can not be empty'));
    if (!actions.includes(action)) {
      errors.push(notSupported(`${at}.whenUnsatisfiable`, show(action), actions));
    }
    if (lastPlaces.get(topologyKey)!.get(constraint.whenUnsatisfiable) !== index) {
      const pair = `{${topologyKey ?? ''}, ${action}}`;
      errors.push(duplicate(`${at}.{topologyKey, whenUnsatisfiable}`, show(pair)));
    }
    validateKeys(errors, constraint, at);
    if (!isSince(errors, 'MatchLabelKeysInPodTopologySpreadSelectorMerge')) {
      validateNewKeys(errors, constraint, at);
    }
    if (isSince(errors, 'SpreadSelectorsChecked')) {
      validateLabelSelector(errors, constraint.labelSelector, `${at}.labelSelector`);
    }
  });
}

/** Keys that are not merged into the selector ask for labels that it does not ask for itself. */
function validateNewKeys(
  errors: FieldErrors,
  { labelSelector, matchLabelKeys = [] }: TopologySpreadConstraint,
  field: string,
): void {
  const { matchLabels = {}, matchExpressions = [] } = labelSelector ?? {};
  const asked = new Set([...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)]);
  for (const [index, key] of matchLabelKeys.entries()) {
    if (!asked.has(key)) continue;
    const why = 'exists in both matchLabelKeys and labelSelector';
    errors.push(invalid(`${field}.matchLabelKeys[${index}]`, show(key), why));
  }
}
