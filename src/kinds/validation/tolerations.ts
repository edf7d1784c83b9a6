/** Checks of tolerations and taints. */
import {
  duplicate,
  invalid,
  notSupported,
  required,
  show,
  type FieldError,
} from '../meta/field-errors.ts';
import { showStruct } from '../meta/go-show.ts';
import { checkLabelValue } from '../meta/names.ts';
import { validateLabelKey } from '../meta/validate-labels.ts';
import type { Taint, Toleration } from '../types/index.ts';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function* validateTolerations(
  tolerations: readonly Toleration[] | undefined,
  field: string,
): Iterable<FieldError> {
  for (const [index, toleration] of (tolerations ?? []).entries()) {
    yield* validateToleration(toleration, `${field}[${index}]`);
  }
}

function* validateToleration(toleration: Toleration, field: string): Iterable<FieldError> {
  const { key, effect, tolerationSeconds } = toleration;
  const operator: string = toleration.operator ?? '';
  if (key) yield* validateLabelKey(key, `${field}.key`);
  else if (operator !== 'Exists') {
    const why =
      'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    yield invalid(`${field}.operator`, show(operator), why);
  }
  if (tolerationSeconds != null && effect !== 'NoExecute') {
    const why = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    yield invalid(`${field}.effect`, show(effect ?? ''), why);
  }
  yield* validateOperator(toleration, operator, `${field}.operator`);
  if (effect) yield* validateEffect(effect, `${field}.effect`);
}

/** The value stands or falls with the operator, so v1.24 reports it there. */
function* validateOperator(
  toleration: Toleration,
  operator: string,
  field: string,
): Iterable<FieldError> {
  const value = toleration.value ?? '';
  if (operator === '' || operator === 'Equal') {
    const messages = checkLabelValue(value);
    if (messages.length > 0) yield invalid(field, show(value), messages.join(';'));
  } else if (operator === 'Exists') {
    if (value === '') return;
    const why = "value must be empty when `operator` is 'Exists'";
    yield invalid(field, showToleration(toleration), why);
  } else {
    yield notSupported(field, show(operator), ['Equal', 'Exists']);
  }
}

/** As a `core.Toleration`; a time limit is printed as its address, which nobody can foresee. */
export function showToleration(toleration: Toleration): string {
  return showStruct('core.Toleration', [
    ['Key', show(toleration.key ?? '')],
    ['Operator', show(toleration.operator ?? '')],
    ['Value', show(toleration.value ?? '')],
    ['Effect', show(toleration.effect ?? '')],
    ['TolerationSeconds', toleration.tolerationSeconds == null ? '(*int64)(nil)' : '(*int64)(0x0)'],
  ]);
}

export function* validateTaints(
  taints: readonly Taint[] | undefined,
  field: string,
): Iterable<FieldError> {
  const seen = new Set<string>();
  for (const [index, taint] of (taints ?? []).entries()) {
    const at = `${field}[${index}]`;
    yield* validateTaint(taint, at);
    const identity = `${taint.effect} ${taint.key}`;
    if (seen.has(identity)) {
      yield duplicate(at, showTaint(taint), 'taints must be unique by key and effect pair');
    }
    seen.add(identity);
  }
}

function* validateTaint(taint: Taint, field: string): Iterable<FieldError> {
  const { key = '', value = '', effect } = taint;
  yield* validateLabelKey(key, `${field}.key`);
  const messages = checkLabelValue(value);
  if (messages.length > 0) yield invalid(`${field}.value`, show(value), messages.join(';'));
  if (effect) yield* validateEffect(effect, `${field}.effect`);
  else yield required(`${field}.effect`);
}

function* validateEffect(effect: string, field: string): Iterable<FieldError> {
  if (!effects.includes(effect)) yield notSupported(field, show(effect), effects);
}

function showTaint({ key, value = '', effect }: Taint): string {
  return showStruct('core.Taint', [
    ['Key', show(key)],
    ['Value', show(value)],
    ['Effect', show(effect)],
    ['TimeAdded', '<nil>'],
  ]);
}
