/** Checks of conditions of the common form, which newer kinds use. */
import {
  utf8Length,
  fillAbsent,
  duplicate,
  invalid,
  invalidFor,
  isSince,
  required,
  show,
  tooLong,
  type FieldErrors,
  checkConditionReason,
} from '#values';
import { validateLabelKey } from './validate-labels.ts';
import { validateOneOf } from './validate-values.ts';
import type { Condition } from '#types';

const statuses = ['False', 'True', 'Unknown'];
const maxReasonBytes = 1024;
const maxMessageBytes = 32 * 1024;

/** The condition as v1.24 prints it: with empty texts, and `null` for no time. */
export function defaultCondition(condition: Condition): Condition {
  return fillAbsent(condition, nothing);
}

const nothing = { lastTransitionTime: null, reason: '', message: '' } as object;

export function validateConditions(
  errors: FieldErrors,
  conditions: readonly Condition[] | undefined,
  field: string,
): void {
  const earlier = new Set<string>();
  for (const [index, condition] of (conditions ?? []).entries()) {
    const at = `${field}[${index}]`;
    const place = isSince(errors, 'StatedChecks') ? at : `${at}.type`;
    if (earlier.has(condition.type)) errors.push(duplicate(place, show(condition.type)));
    earlier.add(condition.type);
    validateCondition(errors, condition, at);
  }
}

function validateCondition(errors: FieldErrors, condition: Condition, field: string): void {
  const { type = '', status = '', reason = '', message = '', observedGeneration = 0 } = condition;
  const areRequired = isSince(errors, 'StatedChecks');
  if (type === '' && areRequired) errors.push(required(`${field}.type`, 'is required'));
  else validateLabelKey(errors, type, `${field}.type`);
  if (status === '' && areRequired) errors.push(required(`${field}.status`));
  else validateOneOf(errors, status, statuses, `${field}.status`);
  if (observedGeneration < 0) {
    const why = 'must be greater than or equal to zero';
    errors.push(invalid(`${field}.observedGeneration`, show(observedGeneration), why));
  }
  const missing = isSince(errors, 'BriefMessages') ? '' : 'must be set';
  if (!condition.lastTransitionTime) {
    errors.push(required(`${field}.lastTransitionTime`, missing));
  }
  if (reason === '') errors.push(required(`${field}.reason`, missing));
  else {
    invalidFor(errors, `${field}.reason`, reason, checkConditionReason(reason));
    if (utf8Length(reason) > maxReasonBytes)
      errors.push(tooLong(`${field}.reason`, maxReasonBytes, errors.release));
  }
  if (utf8Length(message) > maxMessageBytes) {
    errors.push(tooLong(`${field}.message`, maxMessageBytes, errors.release));
  }
}
