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
import { validateOneOf } from '../../../object/validate-values.ts';
import type {
  Affinity,
  LabelSelector,
  PodAffinity,
  PodAffinityTerm,
  TopologySpreadConstraint,
} from '#types';
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
  if (term != null) validateKeys(errors, term, field);
  const at = `${field}.topologyKey`;
  if (topologyKey === '') errors.push(required(at, 'can not be empty'));
  validateLabelKey(errors, topologyKey, at);
}

type Selecting = Pick<PodAffinityTerm, 'labelSelector' | 'matchLabelKeys' | 'mismatchLabelKeys'>;

const twice = 'exists in both matchLabelKeys and labelSelector';

/** Labels of the pod itself, by their keys, that its selector looks for. */
function validateKeys(errors: FieldErrors, term: Selecting, field: string): void {
  const { labelSelector: selector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  validateKeyList(errors, matchLabelKeys, selector, `${field}.matchLabelKeys`);
  validateKeyList(errors, mismatchLabelKeys, selector, `${field}.mismatchLabelKeys`);
  const known = new Set(Object.keys(selector?.matchLabels ?? {}));
  for (const { key } of selector?.matchExpressions ?? []) {
    const index = matchLabelKeys.lastIndexOf(key);
    // The path of the term, not that of the keys.
    if (index >= 0 && known.has(key)) errors.push(invalid(`${field}[${index}]`, show(key), twice));
    known.add(key);
  }
  for (const [index, key] of matchLabelKeys.entries()) {
    if (!mismatchLabelKeys.includes(key)) continue;
    const why = 'exists in both matchLabelKeys and mismatchLabelKeys';
    errors.push(invalid(`${field}.matchLabelKeys[${index}]`, show(key), why));
  }
}

function validateKeyList(
  errors: FieldErrors,
  keys: readonly string[],
  selector: LabelSelector | undefined,
  field: string,
): void {
  if (keys.length === 0) return;
  if (selector == null) {
    errors.push(forbidden(field, 'must not be specified when labelSelector is not set'));
    return;
  }
  for (const [index, key] of keys.entries()) validateLabelKey(errors, key, `${field}[${index}]`);
}

/** The same where the keys are not added to the selector: it must not have any of them. */
function validateSpreadKeys(
  errors: FieldErrors,
  { labelSelector: selector, matchLabelKeys: keys = [] }: Selecting,
  field: string,
): void {
  if (keys.length === 0) return;
  if (selector == null) {
    errors.push(forbidden(field, 'must not be specified when labelSelector is not set'));
  }
  const expressions = (selector?.matchExpressions ?? []).map(({ key }) => key);
  const known = new Set([...Object.keys(selector?.matchLabels ?? {}), ...expressions]);
  for (const [index, key] of keys.entries()) {
    validateLabelKey(errors, key, `${field}[${index}]`);
    if (known.has(key)) errors.push(invalid(`${field}[${index}]`, show(key), twice));
  }
}

const inclusions = ['Honor', 'Ignore'];

/** What of a constraint later releases have. */
function validateLaterParts(
  errors: FieldErrors,
  constraint: TopologySpreadConstraint,
  field: string,
): void {
  const { minDomains, whenUnsatisfiable: action } = constraint;
  if (minDomains != null) {
    const at = `${field}.minDomains`;
    if (minDomains <= 0) errors.push(invalid(at, show(minDomains), 'must be greater than zero'));
    if (action !== 'DoNotSchedule') {
      const rule = 'can only use minDomains if whenUnsatisfiable=DoNotSchedule';
      errors.push(invalid(at, show(minDomains), `${rule}, not ${action ?? ''}`));
    }
  }
  for (const part of ['nodeAffinityPolicy', 'nodeTaintsPolicy'] as const) {
    const policy = constraint[part];
    if (policy != null) validateOneOf(errors, policy, inclusions, `${field}.${part}`);
  }
  if (isSince(errors, 'MatchLabelKeysInPodTopologySpreadSelectorMerge')) {
    validateKeys(errors, constraint, field);
  } else {
    validateSpreadKeys(errors, constraint, `${field}.matchLabelKeys`);
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
    validateLaterParts(errors, constraint, at);
    if (isSince(errors, 'SpreadSelectorsChecked')) {
      validateLabelSelector(errors, constraint.labelSelector, `${at}.labelSelector`);
    }
  });
}
