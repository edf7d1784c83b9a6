/** Checks of node affinity. */
import {
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  showName,
  type FieldErrors,
  checkDns1123Subdomain,
  checkLabelValue,
  isSince,
} from '#values';
import {
  needsValues,
  takesNoValues,
  unknownOperator,
  validateLabelKey,
} from '../../object/validate-labels.ts';
import type { NodeAffinity, NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '#types';

export function validateNodeAffinity(
  errors: FieldErrors,
  affinity: NodeAffinity | undefined,
  field: string,
): void {
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required != null) {
    const at = `${field}.requiredDuringSchedulingIgnoredDuringExecution`;
    validateNodeSelector(errors, required, at);
  }
  const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  for (const [index, { weight, preference }] of preferred.entries()) {
    const at = `${field}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
    if (!(weight > 0 && weight <= 100)) {
      errors.push(invalid(`${at}.weight`, show(weight ?? 0), 'must be in the range 1-100'));
    }
    validateTerm(errors, preference ?? {}, `${at}.preference`);
  }
}

export function validateNodeSelector(
  errors: FieldErrors,
  selector: NodeSelector,
  field: string,
): void {
  const terms = selector.nodeSelectorTerms ?? [];
  if (terms.length === 0) {
    errors.push(
      required(`${field}.nodeSelectorTerms`, 'must have at least one node selector term'),
    );
  }
  for (const [index, term] of terms.entries()) {
    const at = `${field}.nodeSelectorTerms[${index}]`;
    validateTerm(errors, term, at, isSince(errors, 'NodeAffinityValuesChecked'));
  }
}

/** @param checksValues terms that are only preferred may have values that no label has */
function validateTerm(
  errors: FieldErrors,
  term: NodeSelectorTerm,
  field: string,
  checksValues = false,
): void {
  for (const [index, requirement] of (term.matchExpressions ?? []).entries()) {
    const at = `${field}.matchExpressions[${index}]`;
    validateExpression(errors, requirement, at);
    if (!checksValues) continue;
    for (const [place, value] of (requirement.values ?? []).entries()) {
      const faults = checkLabelValue(value, errors.release);
      invalidFor(errors, `${at}.values[${place}]`, value, faults);
    }
  }
  for (const [index, requirement] of (term.matchFields ?? []).entries()) {
    validateFieldRequirement(errors, requirement, `${field}.matchFields[${index}]`);
  }
}

function validateExpression(
  errors: FieldErrors,
  { key, operator, values = [] }: NodeSelectorRequirement,
  field: string,
): void {
  switch (operator as string) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) errors.push(required(`${field}.values`, needsValues));
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) errors.push(forbidden(`${field}.values`, takesNoValues));
      break;
    case 'Gt':
    case 'Lt':
      if (values.length !== 1) {
        const why = "must be specified single value when `operator` is 'Lt' or 'Gt'";
        errors.push(required(`${field}.values`, why));
      }
      break;
    default:
      errors.push(invalid(`${field}.operator`, showName(operator ?? ''), unknownOperator));
  }
  validateLabelKey(errors, key ?? '', `${field}.key`);
}

function validateFieldRequirement(
  errors: FieldErrors,
  { key, operator, values = [] }: NodeSelectorRequirement,
  field: string,
): void {
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length !== 1) {
      const why =
        "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
      errors.push(required(`${field}.values`, why));
    }
  } else {
    errors.push(invalid(`${field}.operator`, showName(operator ?? ''), unknownOperator));
  }
  if (key !== 'metadata.name') {
    errors.push(invalid(`${field}.key`, show(key ?? ''), 'not a valid field selector key'));
    return;
  }
  for (const [index, value] of values.entries()) {
    invalidFor(errors, `${field}.values[${index}]`, value, checkDns1123Subdomain(value));
  }
}
