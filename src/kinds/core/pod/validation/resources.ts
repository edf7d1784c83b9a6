/** Checks of resource names and amounts. */
import {
  checkKeys,
  checkThen,
  forbidden,
  goOf,
  inGo,
  invalid,
  isSince,
  required,
  show,
  type FieldErrors,
  showStruct,
  checkQualifiedName,
  parseQuantity,
  type ExactQuantity,
  canBeOvercommitted,
  isExtendedResource,
  isNativeResource,
  requestsPrefix,
  type Shown,
} from '#values';
import { notNegative } from '../../../object/validate-values.ts';
import type { ResourceRequirements } from '#types';

const containerResources = ['cpu', 'memory', 'ephemeral-storage'];

/** Objects that quotas count under their own names. */
const counts: ReadonlySet<string> = new Set([
  'pods',
  'services',
  'services.nodeports',
  'services.loadbalancers',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
]);

/** Resources without a domain that quotas can limit, in addition to huge pages. */
const quotaResources: ReadonlySet<string> = new Set([
  ...containerResources,
  ...containerResources.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
  'requests.storage',
  ...counts,
]);

const hugePages = 'hugepages-';

/** A name that Kubernetes defines, or one in another domain. */
export function validateResourceName(errors: FieldErrors, name: string, field: string): void {
  const messages = checkQualifiedName(name, errors.release);
  for (const message of messages) refuseName(errors, name, field, message);
  if (messages.length > 0 || name.includes('/')) return;
  if (name !== 'storage' && !isQuotaResource(name)) {
    refuseName(errors, name, field, 'must be a standard resource type or fully qualified');
  }
}

/** Some releases print the name as it is, others as a text. */
function refuseName(errors: FieldErrors, name: string, field: string, why: string): void {
  const shown = isSince(errors, 'PlainResourceNames') ? name : show(name);
  errors.push(invalid(field, shown, why));
}

/** {@link validateResourceName}, and a resource that containers can have. */
export function validateContainerResourceName(
  errors: FieldErrors,
  name: string,
  field: string,
): void {
  validateResourceName(errors, name, field);
  if (name.includes('/')) {
    if (isNativeResource(name) || isExtendedResource(name)) return;
    refuseName(errors, name, field, "doesn't follow extended resource name standard");
  } else if (!containerResources.includes(name) && !isHugePages(name)) {
    refuseName(errors, name, field, 'must be a standard resource for containers');
  }
}

/** {@link validateResourceName}, and a resource that quotas can limit. */
export function validateQuotaResourceName(errors: FieldErrors, name: string, field: string): void {
  validateResourceName(errors, name, field);
  if (name.includes('/') || isQuotaResource(name)) return;
  refuseName(errors, name, field, 'must be a standard resource for quota');
}

/** Whether a name without a domain is one that quotas support. */
export function isQuotaResource(name: string): boolean {
  return quotaResources.has(name) || isHugePages(name) || isHugePages(withoutRequests(name));
}

/** Not negative, and an integer for countable resources. */
export function validateAmount(
  errors: FieldErrors,
  name: string,
  quantity: ExactQuantity,
  field: string,
): void {
  if (quantity.sign() < 0) errors.push(invalid(field, show(quantity.toString()), notNegative));
  if (isCounted(name) && !isWhole(quantity)) {
    errors.push(invalid(field, showQuantity(quantity), 'must be an integer'));
  }
}

/** Countable resources: objects, and those that users count in a domain of their own. */
function isCounted(name: string): boolean {
  return counts.has(name) || isExtendedResource(name);
}

/** v1.24 checks the thousandths; for amounts beyond 64 bits, what its integers keep of them. */
function isWhole(quantity: ExactQuantity): boolean {
  return quantity.overflowingMilliValue() % 1000n === 0n;
}

/**
 * Requests and limits of a container. Invalid quantities were rejected on decoding.
 * @param validateName of the names that are allowed: those of containers, or those of pods
 */
export function validateRequirements(
  errors: FieldErrors,
  resources: ResourceRequirements | undefined,
  field: string,
  validateName = validateContainerResourceName,
): void {
  if (resources == null) return;
  const { limits = {}, requests = {} } = resources;
  let hasPages = false;
  checkKeys(errors, limits, (name) => {
    const at = `${field}.limits[${name}]`;
    const limit = parseQuantity(limits[name]!);
    validateName(errors, name, at);
    validateAmount(errors, name, limit, at);
    validatePages(errors, name, limit, at);
    hasPages ||= isHugePages(name);
  });
  checkKeys(errors, requests, (name) => {
    const at = `${field}.requests[${name}]`;
    const request = parseQuantity(requests[name]!);
    validateName(errors, name, at);
    validateAmount(errors, name, request, at);
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    validateAgainstLimit(errors, name, request, limit, field);
    validatePages(errors, name, request, at);
    hasPages ||= isHugePages(name);
  });
  checkThen(errors, () => {
    if (hasPages && !hasBasics(limits) && !hasBasics(requests)) {
      errors.push(forbidden(field, 'HugePages require cpu or memory'));
    }
  });
}

function hasBasics(amounts: Readonly<Record<string, string>>): boolean {
  return amounts['cpu'] !== undefined || amounts['memory'] !== undefined;
}

/** Huge pages must be whole multiples of the size in their name. */
function validatePages(
  errors: FieldErrors,
  name: string,
  quantity: ExactQuantity,
  field: string,
): void {
  if (!isHugePages(name) || isMultipleOf(pageSize(name), quantity)) return;
  const text = quantity.toString();
  errors.push(invalid(field, show(text), `${text} is not positive integer multiple of ${name}`));
}

function pageSize(name: string): bigint | undefined {
  try {
    const size = parseQuantity(name.slice(hugePages.length));
    return isWhole(size) && size.sign() > 0 ? size.overflowingValue() || undefined : undefined;
  } catch {
    return undefined;
  }
}

function isMultipleOf(size: bigint | undefined, quantity: ExactQuantity): boolean {
  return size !== undefined && quantity.overflowingValue() % size === 0n;
}

/** CPU, memory and the like can be overcommitted; devices and huge pages cannot. */
function validateAgainstLimit(
  errors: FieldErrors,
  name: string,
  request: ExactQuantity,
  limit: string | undefined,
  field: string,
): void {
  const isExact = !canBeOvercommitted(name);
  if (limit === undefined) {
    if (isExact) {
      errors.push(
        required(`${field}.limits`, 'Limit must be set for non overcommitable resources'),
      );
    }
    return;
  }
  const difference = request.cmp(parseQuantity(limit));
  if (isExact ? difference === 0 : difference <= 0) return;
  const rule = isExact ? 'must be equal to' : 'must be less than or equal to';
  const shown = parseQuantity(limit).toString();
  const which = isSince(errors, 'LimitsNamed') ? ` of ${shown}` : '';
  const why = `${rule} ${name} limit${which}`;
  errors.push(invalid(`${field}.requests`, show(request.toString()), why));
}

/** As Go prints the struct, not all of its inner numbers reproduced; the text alone as JSON. */
export function showQuantity(quantity: ExactQuantity): Shown {
  const code = showStruct('resource.Quantity', [
    ['i', `resource.int64Amount{value:${quantity.unscaled}, scale:${quantity.exponent}}`],
    ['d', 'resource.infDecAmount{Dec:(*inf.Dec)(nil)}'],
    ['s', show(quantity.toString())],
    ['Format', show(quantity.format)],
  ]);
  return inGo(goOf(code), quantity.toString());
}

export function isHugePages(name: string): boolean {
  return name.startsWith(hugePages);
}

function withoutRequests(name: string): string {
  return name.startsWith(requestsPrefix) ? name.slice(requestsPrefix.length) : name;
}
