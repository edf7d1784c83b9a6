/** Checks of LimitRanges. */
import {
  checkEach,
  duplicate,
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
  checkQualifiedName,
  parseQuantity,
  quantityOf,
  type ExactQuantity,
  canBeOvercommitted,
} from '#values';
import type { LimitRangeItem } from '#types';
import {
  showQuantity,
  validateContainerResourceName,
  validateResourceName,
} from '../pod/validation/resources.ts';

const types = ['Pod', 'Container', 'PersistentVolumeClaim'];
const amountFields = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

type AmountField = (typeof amountFields)[number];
type Amounts = Readonly<Partial<Record<AmountField, ExactQuantity>>>;

/** For limits with their defaults. */
export function validateLimits(errors: FieldErrors, limits: readonly LimitRangeItem[]): void {
  const earlier = new Set<string>();
  checkEach(errors, limits, (item, index) => {
    const field = `spec.limits[${index}]`;
    const type = item.type ?? '';
    validateType(errors, type, `${field}.type`);
    if (earlier.has(type)) errors.push(duplicate(`${field}.type`, show(type)));
    earlier.add(type);
    validateItem(errors, item, field);
  });
}

function validateType(errors: FieldErrors, type: string, field: string): void {
  const messages = checkQualifiedName(type, errors.release);
  invalidFor(errors, field, type, messages);
  if (messages.length > 0 || type.includes('/') || types.includes(type)) return;
  errors.push(invalid(field, show(type), 'must be a standard limit type or fully qualified'));
}

function validateItem(errors: FieldErrors, item: LimitRangeItem, field: string): void {
  const used = amountFields.filter((name) => !isForbidden(item, name));
  for (const name of ['max', 'min'] as const) validateNames(errors, item, name, field);
  for (const name of ['default', 'defaultRequest'] as const) {
    if (used.includes(name)) validateNames(errors, item, name, field);
    else if (Object.keys(item[name] ?? {}).length > 0) {
      errors.push(forbidden(`${field}.${name}`, "may not be specified when `type` is 'Pod'"));
    }
  }
  if (item.type === 'PersistentVolumeClaim' && !item.min?.['storage'] && !item.max?.['storage']) {
    const why = 'either minimum or maximum storage value is required, but neither was provided';
    errors.push(required(`${field}.limits`, why));
  }
  validateNames(errors, item, 'maxLimitRequestRatio', field);
  const resources = new Set(used.flatMap((name) => Object.keys(item[name] ?? {})));
  checkEach(errors, [...resources].sort(), (resource) => {
    const amounts: Partial<Record<AmountField, ExactQuantity>> = {};
    for (const name of used) {
      const input = item[name];
      if (input == null || !Object.hasOwn(input, resource)) continue;
      amounts[name] = parseQuantity(input[resource]!);
    }
    validateOrder(errors, amounts, resource, field);
    validateRatio(errors, amounts, resource, field);
  });
}

/** For pods, the sum of their containers, which have the defaults. */
function isForbidden({ type }: LimitRangeItem, name: AmountField): boolean {
  return type === 'Pod' && (name === 'default' || name === 'defaultRequest');
}

function validateNames(
  errors: FieldErrors,
  item: LimitRangeItem,
  name: AmountField,
  field: string,
): void {
  const isOfPods = item.type === 'Pod' || item.type === 'Container';
  checkEach(errors, Object.keys(item[name] ?? {}).sort(), (resource) => {
    const at = `${field}.${name}[${resource}]`;
    if (isOfPods) validateContainerResourceName(errors, resource, at);
    else validateResourceName(errors, resource, at);
  });
}

/**
 * A pair that must be in order, the name of the larger one in messages, the field to report, and the one whose value
 * is reported: v1.24 reports some at the field of another.
 */
const orders: readonly (readonly [
  low: AmountField,
  high: AmountField,
  highName: string,
  field: AmountField,
  shown: AmountField,
])[] = [
  ['min', 'max', 'max', 'min', 'min'],
  ['min', 'defaultRequest', 'default request', 'defaultRequest', 'defaultRequest'],
  ['defaultRequest', 'max', 'max', 'defaultRequest', 'defaultRequest'],
  ['defaultRequest', 'default', 'default limit', 'defaultRequest', 'defaultRequest'],
  ['min', 'default', 'default', 'default', 'min'],
  ['default', 'max', 'max', 'default', 'max'],
];

function validateOrder(
  errors: FieldErrors,
  amounts: Amounts,
  resource: string,
  field: string,
): void {
  for (const [low, high, highName, name, shown] of orders) {
    const [least, most] = [amounts[low], amounts[high]];
    if (least === undefined || most === undefined || least.cmp(most) <= 0) continue;
    const lowName = low === 'defaultRequest' ? 'default request' : low;
    const why = `${lowName} value ${least} is greater than ${highName} value ${most}`;
    errors.push(invalid(`${field}.${name}[${resource}]`, showQuantity(amounts[shown]!), why));
  }
}

function validateRatio(
  errors: FieldErrors,
  { maxLimitRequestRatio: ratio, min, max, default: limit, defaultRequest: request }: Amounts,
  resource: string,
  field: string,
): void {
  if (ratio !== undefined) {
    const at = `${field}.maxLimitRequestRatio[${resource}]`;
    if (ratio.cmp(quantityOf(1)) < 0) {
      errors.push(invalid(at, showQuantity(ratio), `ratio ${ratio} is less than 1`));
    }
    if (min !== undefined && max !== undefined) {
      const most = asNumber(max) / asNumber(min);
      if (asNumber(ratio) > most) {
        const why = `ratio ${ratio} is greater than max/min = ${most.toFixed(6)}`;
        errors.push(invalid(at, showQuantity(ratio), why));
      }
    }
  }
  // Devices and huge pages cannot be overcommitted.
  const isExact = !canBeOvercommitted(resource);
  if (isExact && limit !== undefined && request !== undefined && limit.cmp(request) !== 0) {
    const why = `default value ${limit} must equal to defaultRequest value ${request} in ${resource}`;
    errors.push(invalid(`${field}.defaultRequest[${resource}]`, showQuantity(request), why));
  }
}

function asNumber(quantity: ExactQuantity): number {
  return Number(quantity.unscaled) * 10 ** quantity.exponent;
}
