/** Checks of node affinity. */
import { forbidden, invalid, required, show, type FieldError } from '../meta/field-errors.ts';
import {
  needsValues,
  takesNoValues,
  unknownOperator,
  validateLabelKey,
} from '../meta/validate-labels.ts';
import type {
  NodeAffinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
} from '../types/index.ts';

export function* validateNodeAffinity(
  affinity: NodeAffinity | undefined,
  field: string,
): Iterable<FieldError> {
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required != null) {
    const at = `${field}.requiredDuringSchedulingIgnoredDuringExecution`;
    yield* validateNodeSelector(required, at);
  }
  const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  for (const [index, { weight, preference }] of preferred.entries()) {
    const at = `${field}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
    if (!(weight > 0 && weight <= 100)) {
      yield invalid(`${at}.weight`, show(weight ?? 0), 'must be in the range 1-100');
    }
    yield* validateTerm(preference ?? {}, `${at}.preference`);
  }
}

function* validateNodeSelector(selector: NodeSelector, field: string): Iterable<FieldError> {
  const terms = selector.nodeSelectorTerms ?? [];
  if (terms.length === 0) {
    yield required(`${field}.nodeSelectorTerms`, 'must have at least one node selector term');
  }
  for (const [index, term] of terms.entries()) {
    yield* validateTerm(term, `${field}.nodeSelectorTerms[${index}]`);
  }
}

function* validateTerm(term: NodeSelectorTerm, field: string): Iterable<FieldError> {
  for (const [index, requirement] of (term.matchExpressions ?? []).entries()) {
    yield* validateExpression(requirement, `${field}.matchExpressions[${index}]`);
  }
  for (const [index, requirement] of (term.matchFields ?? []).entries()) {
    yield* validateFieldRequirement(requirement, `${field}.matchFields[${index}]`);
  }
}

function* validateExpression(
  { key, operator, values = [] }: NodeSelectorRequirement,
  field: string,
): Iterable<FieldError> {
  switch (operator as string) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) yield required(`${field}.values`, needsValues);
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) yield forbidden(`${field}.values`, takesNoValues);
      break;
    case 'Gt':
    case 'Lt':
      if (values.length !== 1) {
        const why = "must be specified single value when `operator` is 'Lt' or 'Gt'";
        yield required(`${field}.values`, why);
      }
      break;
    default:
      yield invalid(`${field}.operator`, show(operator ?? ''), unknownOperator);
  }
  yield* validateLabelKey(key ?? '', `${field}.key`);
}

function* validateFieldRequirement(
  { key, operator, values = [] }: NodeSelectorRequirement,
  field: string,
): Iterable<FieldError> {
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length !== 1) {
      const why =
        "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
      yield required(`${field}.values`, why);
    }
  } else {
    yield invalid(`${field}.operator`, show(operator ?? ''), unknownOperator);
  }
  if (key !== 'metadata.name') {
    yield invalid(`${field}.key`, show(key ?? ''), 'not a valid field selector key');
  }
}
