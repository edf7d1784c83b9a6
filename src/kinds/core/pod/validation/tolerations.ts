/** Checks of tolerations and taints. */
import {
  checkEach,
  duplicate,
  invalid,
  isSince,
  notSupported,
  required,
  show,
  type FieldErrors,
  showPointer,
  showStruct,
  checkLabelValue,
  type Shown,
} from '#values';
import { validateLabelKey } from '../../../object/validate-labels.ts';
import type { Taint, Toleration } from '#types';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function validateTolerations(
  errors: FieldErrors,
  tolerations: readonly Toleration[] | undefined,
  field: string,
): void {
  checkEach(errors, tolerations, (toleration, index) => {
    validateToleration(errors, toleration, `${field}[${index}]`);
  });
}

function validateToleration(errors: FieldErrors, toleration: Toleration, field: string): void {
  const { key, effect, tolerationSeconds } = toleration;
  const operator: string = toleration.operator ?? '';
  if (key) validateLabelKey(errors, key, `${field}.key`);
  else if (operator !== 'Exists') {
    const why =
      'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.push(invalid(`${field}.operator`, show(operator), why));
  }
  if (tolerationSeconds != null && effect !== 'NoExecute') {
    const why = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    errors.push(invalid(`${field}.effect`, show(effect ?? ''), why));
  }
  validateOperator(errors, toleration, operator, `${field}.operator`);
  if (effect) validateEffect(errors, effect, `${field}.effect`);
}

/** Whether a value is valid depends on the operator, so v1.24 reports it there. */
function validateOperator(
  errors: FieldErrors,
  toleration: Toleration,
  operator: string,
  field: string,
): void {
  const value = toleration.value ?? '';
  if (operator === '' || operator === 'Equal') {
    const messages = checkLabelValue(value, errors.release);
    if (messages.length > 0) errors.push(invalid(field, show(value), messages.join(';')));
  } else if (operator === 'Exists') {
    if (value === '') return;
    const why = "value must be empty when `operator` is 'Exists'";
    const isBrief = isSince(errors, 'TolerationValuesShown');
    errors.push(invalid(field, isBrief ? show(value) : showToleration(toleration), why));
  } else {
    // Those that compare are behind a gate that is off.
    const isComparing = operator === 'Lt' || operator === 'Gt';
    const isNamed = isComparing && isSince(errors, 'ComparingTolerationsNamed');
    const known = ['Equal', 'Exists', ...(isNamed ? ['Lt', 'Gt'] : [])];
    errors.push(notSupported(field, show(operator), known));
  }
}

/** As a `core.Toleration`; a time limit is printed as its address, which cannot be predicted. */
export function showToleration(toleration: Toleration): Shown {
  return showStruct('core.Toleration', [
    ['Key', show(toleration.key ?? '')],
    ['Operator', show(toleration.operator ?? '')],
    ['Value', show(toleration.value ?? '')],
    ['Effect', show(toleration.effect ?? '')],
    ['TolerationSeconds', showPointer('int64', toleration.tolerationSeconds)],
  ]);
}

export function validateTaints(
  errors: FieldErrors,
  taints: readonly Taint[] | undefined,
  field: string,
): void {
  if (taints == null || taints.length === 0) return;
  const earlier = new Set<string>();
  checkEach(errors, taints, (taint, index) => {
    const at = `${field}[${index}]`;
    validateTaint(errors, taint, at);
    const identity = `${taint.effect} ${taint.key}`;
    if (earlier.has(identity)) {
      errors.push(duplicate(at, showTaint(taint), 'taints must be unique by key and effect pair'));
    }
    earlier.add(identity);
  });
}

function validateTaint(errors: FieldErrors, taint: Taint, field: string): void {
  const { key = '', value = '', effect } = taint;
  validateLabelKey(errors, key, `${field}.key`);
  const messages = checkLabelValue(value, errors.release);
  if (messages.length > 0) errors.push(invalid(`${field}.value`, show(value), messages.join(';')));
  if (effect) validateEffect(errors, effect, `${field}.effect`);
  else errors.push(required(`${field}.effect`));
}

function validateEffect(errors: FieldErrors, effect: string, field: string): void {
  if (!effects.includes(effect)) errors.push(notSupported(field, show(effect), effects));
}

function showTaint({ key, value = '', effect }: Taint): Shown {
  return showStruct('core.Taint', [
    ['Key', show(key)],
    ['Value', show(value)],
    ['Effect', show(effect)],
    ['TimeAdded', '<nil>'],
  ]);
}
