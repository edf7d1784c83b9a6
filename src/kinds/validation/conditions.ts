/** Checks of conditions of the common form, which later kinds have. */
import { fillAbsent } from '../meta/change.ts';
import {
  duplicate,
  invalid,
  invalidFor,
  required,
  show,
  tooLong,
  type FieldError,
} from '../meta/field-errors.ts';
import { checkConditionReason } from '../meta/names.ts';
import { validateLabelKey } from '../meta/validate-labels.ts';
import { validateOneOf } from '../meta/validate-values.ts';
import type { Condition } from '../types/index.ts';

const statuses = ['False', 'True', 'Unknown'];
const maxReasonBytes = 1024;
const maxMessageBytes = 32 * 1024;

/** The condition as v1.24 prints it: with empty texts, and `null` for no time. */
export function defaultCondition(condition: Condition): Condition {
  return fillAbsent(condition, nothing);
}

const nothing = { lastTransitionTime: null, reason: '', message: '' } as object;

export function* validateConditions(
  conditions: readonly Condition[] | undefined,
  field: string,
): Iterable<FieldError> {
  const seen = new Set<string>();
  for (const [index, condition] of (conditions ?? []).entries()) {
    const at = `${field}[${index}]`;
    if (seen.has(condition.type)) yield duplicate(`${at}.type`, show(condition.type));
    seen.add(condition.type);
    yield* validateCondition(condition, at);
  }
}

function* validateCondition(condition: Condition, field: string): Iterable<FieldError> {
  const { type = '', status = '', reason = '', message = '', observedGeneration = 0 } = condition;
  yield* validateLabelKey(type, `${field}.type`);
  yield* validateOneOf(status, statuses, `${field}.status`);
  if (observedGeneration < 0) {
    const why = 'must be greater than or equal to zero';
    yield invalid(`${field}.observedGeneration`, show(observedGeneration), why);
  }
  if (!condition.lastTransitionTime) yield required(`${field}.lastTransitionTime`, 'must be set');
  if (reason === '') yield required(`${field}.reason`, 'must be set');
  else {
    yield* invalidFor(`${field}.reason`, show(reason), checkConditionReason(reason));
    if (Buffer.byteLength(reason) > maxReasonBytes)
      yield tooLong(`${field}.reason`, maxReasonBytes);
  }
  if (Buffer.byteLength(message) > maxMessageBytes) {
    yield tooLong(`${field}.message`, maxMessageBytes);
  }
}
