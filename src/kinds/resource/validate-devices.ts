/** Checks of what claims, classes and slices have in common: drivers, pools, names, selectors, taints. */
import {
  checkCIdentifier,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkEach,
  checkLabelValue,
  duplicate,
  goJson,
  invalid,
  invalidFor,
  isSince,
  notSupported,
  required,
  show,
  tooLong,
  tooMany,
  utf8Length,
  type FieldError,
  type FieldErrors,
} from '#values';
import type { resourceV1 } from '#types';
import { validateLabelKey } from '../object/validate-labels.ts';
import type { StatedErrors } from '../object/stated-checks.ts';
import type { Profile } from '../profile/profile.ts';

/** What the checks of a write need to know. */
export interface DeviceChecks {
  readonly errors: FieldErrors;
  readonly stated: StatedErrors;
  readonly profile: Profile;
  /** Absent: what expressions mean is not looked at. */
  readonly selectorFault?: (expression: string) => string | undefined;
}

const longestDriver = 63;
const longestPool = 253;
const longestId = 32;
const longestParameters = 10 * 1024;
const longestExpression = 10 * 1024;
const mostConditions = 4;

/**
 * A list of limited length; where it is too long, its elements are not looked at.
 * @param stated where the types state that keys are not repeated: then whole elements are shown
 */
export function checkList<T>(
  errors: FieldErrors,
  list: readonly T[] | null | undefined,
  most: number,
  field: string,
  check: (element: T, field: string) => void,
  keyOf?: (element: T) => string,
  keyName = 'name',
  stated?: StatedErrors,
): void {
  if (list == null) return;
  if (list.length > most) {
    errors.push(tooMany(field, list.length, most));
    return;
  }
  checkEach(errors, list, (element, index) => check(element, `${field}[${index}]`));
  if (keyOf === undefined) return;
  const earlier = new Set<string>();
  for (const [index, element] of list.entries()) {
    const key = keyOf(element);
    const at = isSince(errors, 'DuplicatesByIndex') ? '' : `.${keyName}`;
    if (earlier.has(key)) {
      const shown = stated?.areLast === true ? inFieldOrder(element) : show(key);
      const error = duplicate(`${field}[${index}]${at}`, shown);
      if (stated === undefined) errors.push(error);
      else stated.add(error);
    }
    earlier.add(key);
  }
}

/** Fields as Go's structs have them. */
const fieldOrder = [
  ...['name', 'exactly', 'firstAvailable', 'deviceClassName', 'selectors', 'allocationMode'],
  ...['count', 'adminAccess', 'tolerations', 'key', 'operator', 'value', 'effect', 'counterSet'],
];

/** Returns the JSON of a repeated element. */
function inFieldOrder(element: unknown): string {
  const rank = (name: string): number => fieldOrder.indexOf(name) >>> 0;
  return JSON.stringify(element, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)),
    );
  });
}

export function validateLabelName(errors: FieldErrors, name: string, field: string): void {
  invalidFor(errors, field, name, checkDns1123Label(name, errors.release));
}

export function validateDriver(errors: FieldErrors, driver: string, field: string): void {
  if (driver === '') errors.push(required(field));
  if (driver === '' && isSince(errors, 'EmptyDriversRequired')) return;
  if (driver.length > longestDriver) errors.push(tooLong(field, longestDriver, errors.release));
  invalidFor(errors, field, driver, checkDns1123Subdomain(driver.toLowerCase()));
}

/** The same where types state it, in which case does not matter. */
export function validateStatedDriver(
  { errors, stated, profile }: DeviceChecks,
  driver: string,
  field: string,
): void {
  if (!profile.enabled('StatedChecks')) return validateDriver(errors, driver, field);
  if (driver === '') return stated.required(field);
  for (const fault of checkDns1123Subdomain(driver.toLowerCase())) {
    const caseless = fault
      .replace(
        'a lowercase RFC 1123 subdomain must consist of lower case',
        'an RFC 1123 subdomain must consist of',
      )
      .replace("'example.com'", "'Example.com'");
    stated.add(invalid(field, show(driver), caseless));
  }
  if (driver.length > longestDriver) stated.add(tooLong(field, longestDriver, errors.release));
}

/** Names of nodes, or paths of such names. */
export function validatePool(errors: FieldErrors, pool: string, field: string): void {
  if (pool === '') {
    errors.push(required(field));
    return;
  }
  if (pool.length > longestPool) errors.push(tooLong(field, longestPool, errors.release));
  for (const part of pool.split('/')) {
    invalidFor(errors, field, part, checkDns1123Subdomain(part));
  }
}

/** The same where types state it. */
export function validateStatedPool(
  { errors, stated, profile }: DeviceChecks,
  pool: string,
  field: string,
): void {
  if (!profile.enabled('StatedChecks')) return validatePool(errors, pool, field);
  if (pool === '') return stated.required(field);
  if (pool.length > longestPool) stated.add(tooLong(field, longestPool, errors.release));
  for (const [index, part] of pool.split('/').entries()) {
    const faults = part === '' ? ['must not be empty'] : checkDns1123Subdomain(part);
    for (const fault of faults) {
      stated.add(invalid(field, show(pool), `segment ${index}: ${fault}`));
    }
  }
}

/** The name of an attribute or a capacity: an identifier, with or without a domain. */
export function validateQualifiedName(errors: FieldErrors, name: string, field: string): void {
  if (name === '' && !isSince(errors, 'FullNamesExplained')) {
    errors.push(required(field, 'name required'));
    return;
  }
  const parts = name.split('/');
  const id = parts.at(-1)!;
  if (parts.length > 2) return;
  if (parts.length === 2) {
    const missing = (why: string): FieldError =>
      isSince(errors, 'FullNamesExplained') ? invalid(field, show(''), why) : required(field, why);
    if (parts[0] === '') errors.push(missing('the domain must not be empty'));
    else validateDriver(errors, parts[0]!, field);
    if (id === '') {
      errors.push(missing('the name must not be empty'));
      return;
    }
  }
  if (id.length > longestId) errors.push(tooLong(field, longestId, errors.release));
  invalidFor(errors, field, id, checkCIdentifier(id));
}

export function validateFullName(errors: FieldErrors, name: string, field: string): void {
  validateQualifiedName(errors, name, field);
  if (name.includes('/')) return;
  if (isSince(errors, 'FullNamesExplained')) {
    const why = 'a fully qualified name must be a domain and a name separated by a slash';
    errors.push(invalid(field, show(name), why));
  } else if (name !== '') errors.push(invalid(field, show(name), 'must include a domain'));
}

/** Checks a selector; an expression that is too long is not compiled. */
export function validateSelector(
  { errors, selectorFault }: Pick<DeviceChecks, 'errors' | 'selectorFault'>,
  { cel }: resourceV1.DeviceSelector,
  field: string,
): void {
  if (cel == null) {
    errors.push(required(`${field}.cel`));
    return;
  }
  const { expression = '' } = cel;
  const at = `${field}.cel.expression`;
  if (utf8Length(expression) > longestExpression) {
    errors.push(tooLong(at, longestExpression, errors.release));
    return;
  }
  const fault = selectorFault?.(expression);
  if (fault !== undefined) errors.push(invalid(at, show(expression), fault));
}

export function validateConfiguration(
  checks: DeviceChecks,
  { opaque }: resourceV1.DeviceClassConfiguration,
  field: string,
): void {
  const { errors } = checks;
  if (opaque == null) {
    errors.push(required(`${field}.opaque`));
    return;
  }
  validateStatedDriver(checks, opaque.driver ?? '', `${field}.opaque.driver`);
  validateParameters(errors, opaque.parameters, `${field}.opaque.parameters`);
}

/** Data of a driver: an object of any kind. */
export function validateParameters(errors: FieldErrors, data: unknown, field: string): void {
  if (data == null) errors.push(required(field));
  else if (utf8Length(JSON.stringify(data)) > longestParameters) {
    errors.push(tooLong(field, longestParameters, errors.release));
  } else if (typeof data !== 'object' || Array.isArray(data)) {
    errors.push(invalid(field, show('<value omitted>'), 'must be a valid JSON object'));
  }
}

function effectsOf(profile: Profile): readonly string[] {
  const none = profile.enabled('DeviceTaintsWithoutEffect') ? ['None'] : [];
  return ['NoExecute', 'NoSchedule', ...none];
}

export function validateTaint(
  { errors, stated, profile }: DeviceChecks,
  { key, value, effect }: resourceV1.DeviceTaint,
  field: string,
  old?: resourceV1.DeviceTaint,
): void {
  validateLabelKey(errors, key ?? '', `${field}.key`);
  if (value) invalidFor(errors, `${field}.value`, value, checkLabelValue(value, errors.release));
  if (old !== undefined && old.effect === effect) return;
  const effects = effectsOf(profile);
  if (!effect) stated.required(`${field}.effect`);
  else if (!effects.includes(effect)) {
    stated.add(notSupported(`${field}.effect`, show(effect), effects));
  }
}

export function validateToleration(
  { errors, stated, profile }: DeviceChecks,
  { key, operator, value = '', effect }: resourceV1.DeviceToleration,
  field: string,
): void {
  if (key) validateLabelKey(errors, key, `${field}.key`);
  validateOperator({ errors, stated }, operator ?? '', value, field);
  const effects = effectsOf(profile);
  if (effect && !effects.includes(effect)) {
    stated.add(notSupported(`${field}.effect`, show(effect), effects));
  }
}

function validateOperator(
  { errors, stated }: Omit<DeviceChecks, 'profile'>,
  operator: string,
  value: string,
  field: string,
): void {
  const [at, operatorField] = [`${field}.value`, `${field}.operator`];
  if (operator === 'Equal') invalidFor(errors, at, value, checkLabelValue(value, errors.release));
  else if (operator === '') stated.required(operatorField);
  else if (operator !== 'Exists') {
    stated.add(notSupported(operatorField, show(operator), ['Equal', 'Exists']));
  } else if (value !== '') {
    errors.push(invalid(at, show(value), 'must be empty for operator `Exists`'));
  }
}

/** Conditions of a device, and those that say that it failed: both or none. */
export function validateBinding(
  errors: FieldErrors,
  device: Partial<resourceV1.Device>,
  field: string,
): void {
  const { bindingConditions = [], bindingFailureConditions = [] } = device;
  const [at, failed] = [`${field}.bindingConditions`, `${field}.bindingFailureConditions`];
  const label = (key: string, place: string): void => validateLabelKey(errors, key, place);
  checkList(errors, bindingConditions, mostConditions, at, label);
  checkList(errors, bindingFailureConditions, mostConditions, failed, label);
  refuseRepeated(errors, bindingConditions, at);
  refuseRepeated(errors, bindingFailureConditions, failed);
  for (const [index, condition] of bindingFailureConditions.entries()) {
    if (!bindingConditions.includes(condition)) continue;
    const why = 'bindingFailureConditions must not overlap with bindingConditions';
    errors.push(invalid(`${failed}[${index}]`, show(condition), why));
  }
  const [count, failures] = [bindingConditions.length, bindingFailureConditions.length];
  if (count === 0 && failures > 0) {
    const why = 'bindingConditions are required to use bindingFailureConditions';
    errors.push(invalid(at, shownList(device.bindingConditions), why));
  }
  if (failures === 0 && count > 0) {
    const why = 'bindingFailureConditions are required to use bindingConditions';
    errors.push(invalid(failed, shownList(device.bindingFailureConditions), why));
  }
}

/** Returns a list as messages show it: null where there is none. */
function shownList(list: readonly string[] | undefined): string {
  return list === undefined ? 'null' : goJson(list);
}

function refuseRepeated(errors: FieldErrors, list: readonly string[], field: string): void {
  for (const [index, each] of list.entries()) {
    if (list.indexOf(each) < index) errors.push(duplicate(`${field}[${index}]`, show(each)));
  }
}
