/** Checks of what jobs make of pods that fail, of limits by index, and of who manages them. */
import {
  checkQualifiedName,
  duplicate,
  goJson,
  inGo,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  longerThan,
  tooLong,
  tooMany,
  utf8Length,
  type FieldErrors,
} from '#values';
import { validatePrefixedPath } from '../networking/validate-ingress-class.ts';
import { validateNonNegative } from '../object/validate-values.ts';
import type {
  JobSpec,
  PodSpec,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyRule,
  SuccessPolicyRule,
} from '#types';

const longestManager = 63;
const mostRules = 20;
const mostCodes = 255;
const mostPatterns = 20;
const mostFailedIndexes = 100_000;
const manyCompletions = 100_000;
const mostParallelWithMany = 10_000;
const mostFailedWithMany = 10_000;
const longestIndexes = 64 * 1024;
const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const operators = ['In', 'NotIn'];
const statuses = ['False', 'True', 'Unknown'];
const replacements = ['Failed', 'TerminatingOrFailed'];

/** As Go prints a list of texts: `["In" "NotIn"]`. */
function quoted(texts: readonly string[]): string {
  return `[${texts.map((text) => show(text)).join(' ')}]`;
}

/** What may be negative nowhere, and who manages the job. */
export function validateJobLimits(errors: FieldErrors, spec: JobSpec, field: string): void {
  const { backoffLimitPerIndex, maxFailedIndexes, managedBy } = spec;
  validateNonNegative(errors, backoffLimitPerIndex, `${field}.backoffLimitPerIndex`);
  validateNonNegative(errors, maxFailedIndexes, `${field}.maxFailedIndexes`);
  if (maxFailedIndexes != null && backoffLimitPerIndex == null) {
    errors.push(required(`${field}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified'));
  }
  if (managedBy == null) return;
  validatePrefixedPath(errors, managedBy, `${field}.managedBy`);
  if (utf8Length(managedBy) > longestManager) {
    errors.push(longerThan(`${field}.managedBy`, longestManager, errors.release));
  }
}

/** Limits by index are for jobs with indexes. */
export function validateIndexLimits(errors: FieldErrors, spec: JobSpec, field: string): void {
  const {
    backoffLimitPerIndex: perIndex,
    maxFailedIndexes: failed,
    completions,
    parallelism,
  } = spec;
  if (spec.completionMode !== 'Indexed') {
    for (const key of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const) {
      if (spec[key] == null) continue;
      errors.push(invalid(`${field}.${key}`, show(spec[key]), 'requires indexed completion mode'));
    }
    return;
  }
  const refuse = (key: string, value: number, why: string): void => {
    errors.push(invalid(`${field}.${key}`, show(value), `must be less than or equal to ${why}`));
  };
  const at = 'maxFailedIndexes';
  if (failed != null && completions != null && failed > completions) {
    refuse(at, failed, 'completions');
  }
  if (failed != null && failed > mostFailedIndexes) refuse(at, failed, `${mostFailedIndexes}`);
  if (completions == null || completions <= manyCompletions || perIndex == null) return;
  if (failed == null) {
    const why = `must be specified when completions is above ${manyCompletions}`;
    errors.push(required(`${field}.${at}`, why));
  }
  const with_ = `when completions are above ${manyCompletions} and used with backoff limit per index`;
  if (parallelism != null && parallelism > mostParallelWithMany) {
    refuse('parallelism', parallelism, `${mostParallelWithMany} ${with_}`);
  }
  if (failed != null && failed > mostFailedWithMany) {
    refuse(at, failed, `${mostFailedWithMany} ${with_}`);
  }
}

/** What a job makes of the ends of its pods. */
export function validateJobPolicies(errors: FieldErrors, spec: JobSpec, field: string): void {
  const { podFailurePolicy, successPolicy, podReplacementPolicy: replacement } = spec;
  if (podFailurePolicy != null) validateFailurePolicy(errors, spec, `${field}.podFailurePolicy`);
  if (successPolicy != null) {
    const at = `${field}.successPolicy`;
    if (spec.completionMode === 'Indexed') validateSuccessPolicy(errors, spec, at);
    else errors.push(invalid(at, goJson(successPolicy), 'requires indexed completion mode'));
  }
  if (replacement == null) return;
  const supported = podFailurePolicy == null ? replacements : ['Failed'];
  if (supported.includes(replacement)) return;
  errors.push(notSupported(`${field}.podReplacementPolicy`, show(replacement), supported));
}

function validateFailurePolicy(errors: FieldErrors, spec: JobSpec, path: string): void {
  const field = `${path}.rules`;
  const rules = spec.podFailurePolicy!.rules ?? [];
  if (rules.length > mostRules) errors.push(tooMany(field, rules.length, mostRules));
  const { containers, initContainers }: Partial<PodSpec> = spec.template.spec;
  const all = [...(containers ?? []), ...(initContainers ?? [])];
  const names = new Set(all.map(({ name }) => name));
  for (const [index, rule] of rules.entries()) {
    validateAction(errors, rule, spec, `${field}[${index}].action`);
    validateRule(errors, rule, names, `${field}[${index}]`);
  }
}

function validateAction(
  errors: FieldErrors,
  { action }: PodFailurePolicyRule,
  { backoffLimitPerIndex }: JobSpec,
  field: string,
): void {
  if (!action) errors.push(required(field, `valid values: ${quoted(actions)}`));
  else if (!actions.includes(action)) errors.push(notSupported(field, show(action), actions));
  else if ((action as string) === 'FailIndex' && backoffLimitPerIndex == null) {
    errors.push(invalid(field, show(action), 'requires the backoffLimitPerIndex to be set'));
  }
}

function validateRule(
  errors: FieldErrors,
  { onExitCodes, onPodConditions = [] }: PodFailurePolicyRule,
  names: ReadonlySet<string>,
  field: string,
): void {
  if (onExitCodes != null) validateExitCodes(errors, onExitCodes, names, `${field}.onExitCodes`);
  const patterns = onPodConditions ?? [];
  const at = `${field}.onPodConditions`;
  if (patterns.length > mostPatterns) errors.push(tooMany(at, patterns.length, mostPatterns));
  for (const [index, { type = '', status }] of patterns.entries()) {
    invalidFor(errors, `${at}[${index}].type`, type, checkQualifiedName(type, errors.release));
    const place = `${at}[${index}].status`;
    if (!status) errors.push(required(place, `valid values: ${quoted(statuses)}`));
    else if (!statuses.includes(status)) errors.push(notSupported(place, show(status), statuses));
  }
  const hasBoth = onExitCodes != null && patterns.length > 0;
  if (!hasBoth && (onExitCodes != null || patterns.length > 0)) return;
  const why = hasBoth
    ? 'specifying both OnExitCodes and OnPodConditions is not supported'
    : 'specifying one of OnExitCodes and OnPodConditions is required';
  errors.push(invalid(field, why, ''));
}

function validateExitCodes(
  errors: FieldErrors,
  { operator, containerName, values: input }: PodFailurePolicyOnExitCodesRequirement,
  names: ReadonlySet<string>,
  field: string,
): void {
  const at = `${field}.operator`;
  if (!operator) errors.push(required(at, `valid values: ${quoted(operators)}`));
  else if (!operators.includes(operator)) errors.push(notSupported(at, show(operator), operators));
  if (containerName != null && !names.has(containerName)) {
    const why = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalid(`${field}.containerName`, show(containerName), why));
  }
  const values = input ?? [];
  const place = `${field}.values`;
  if (values.length === 0) {
    const shown = inGo(input == null ? '[]int32(nil)' : '[]int32{}', input);
    errors.push(invalid(place, shown, 'at least one value is required'));
  } else if (values.length > mostCodes) errors.push(tooMany(place, values.length, mostCodes));
  for (const [index, code] of values.entries()) {
    if (operator === 'In' && code === 0) {
      const why = 'must not be 0 for the In operator';
      errors.push(invalid(`${place}[${index}]`, show(code), why));
    }
    if (values.indexOf(code) < index) errors.push(duplicate(`${place}[${index}]`, show(code)));
  }
  if (values.some((code, index) => index > 0 && values[index - 1]! > code)) {
    errors.push(invalid(place, inGo(`[]int32{${values.join(', ')}}`, values), 'must be ordered'));
  }
}

function validateSuccessPolicy(errors: FieldErrors, spec: JobSpec, path: string): void {
  const field = `${path}.rules`;
  const rules = spec.successPolicy!.rules ?? [];
  if (rules.length === 0) {
    const why = 'at least one rules must be specified when the successPolicy is specified';
    errors.push(required(field, why));
  }
  if (rules.length > mostRules) errors.push(tooMany(field, rules.length, mostRules));
  for (const [index, rule] of rules.entries()) {
    validateSuccess(errors, rule, spec.completions ?? 0, `${field}[${index}]`);
  }
}

function validateSuccess(
  errors: FieldErrors,
  { succeededCount: count, succeededIndexes: indexes }: SuccessPolicyRule,
  completions: number,
  field: string,
): void {
  if (count == null && indexes == null) {
    const why = 'at least one of succeededCount or succeededIndexes must be specified';
    errors.push(required(field, why));
  }
  let most: number | undefined;
  if (indexes != null) {
    const at = `${field}.succeededIndexes`;
    if (indexes.length > longestIndexes) errors.push(tooLong(at, longestIndexes, errors.release));
    const found = countIndexes(indexes, completions);
    most = typeof found === 'number' ? found : 0;
    if (typeof found === 'string') {
      errors.push(invalid(at, show(indexes), `error parsing succeededIndexes: ${found}`));
    }
  }
  if (count == null) return;
  const at = `${field}.succeededCount`;
  validateNonNegative(errors, count, at);
  const refuse = (limit: number, what: string): void => {
    const why = `must be less than or equal to ${limit} (the number of ${what})`;
    if (count > limit) errors.push(invalid(at, show(count), why));
  };
  refuse(completions, 'specified completions');
  if (most !== undefined) refuse(most, 'indexes in the specified succeededIndexes field');
}

/** How many indexes a text such as `0-2,5` names, or what is wrong with it. */
export function countIndexes(text: string, completions: number): number | string {
  if (text === '') return 0;
  let total = 0;
  let last = -1;
  for (const interval of text.split(',')) {
    const found = indexInterval(interval, completions);
    if (typeof found === 'string') return found;
    const [from, to] = found;
    if (last >= from) return outOfOrder(last, from);
    total += to - from + 1;
    last = to;
  }
  return total;
}

/** The first and the last index of a text such as `0-2` or `5`, or what is wrong with it. */
export function indexInterval(
  text: string,
  completions: number,
): readonly [number, number] | string {
  const parts = text.split('-');
  if (parts.length > 2) {
    return `the fragment ${show(text)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  }
  for (const part of parts) {
    if (!/^[+-]?\d+$/.test(part)) {
      return `cannot convert string to integer for index: ${show(part)}`;
    }
    if (Number(part) >= completions) return `too large index: ${show(part)}`;
  }
  const [from = 0, to = from] = parts.map(Number);
  return parts.length > 1 && from >= to ? outOfOrder(from, to) : [from, to];
}

function outOfOrder(previous: number, current: number): string {
  return `non-increasing order, previous: ${previous}, current: ${current}`;
}
