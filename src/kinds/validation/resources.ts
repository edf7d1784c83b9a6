/** Checks of resource names and amounts. */
import { invalid, invalidFor, required, show, type FieldError } from '../meta/field-errors.ts';
import { showStruct } from '../meta/go-show.ts';
import { checkQualifiedName } from '../meta/names.ts';
import { parseQuantity, type ExactQuantity } from '../meta/quantity.ts';
import { notNegative } from '../meta/validate-values.ts';
import type { ResourceRequirements } from '../types/index.ts';

const containerResources = ['cpu', 'memory', 'ephemeral-storage'];

/** Resources without a domain, as quotas and containers may name them. */
const standardResources: ReadonlySet<string> = new Set([
  ...containerResources,
  ...containerResources.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
  'storage',
  'requests.storage',
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

const hugePages = 'hugepages-';

/** A name that exists in Kubernetes, or one under somebody's domain. */
export function* validateResourceName(name: string, field: string): Iterable<FieldError> {
  const messages = checkQualifiedName(name);
  yield* invalidFor(field, show(name), messages);
  if (messages.length > 0 || name.includes('/')) return;
  if (!standardResources.has(name) && !isHugePages(name)) {
    yield invalid(field, show(name), 'must be a standard resource type or fully qualified');
  }
}

/** {@link validateResourceName}, and such a resource as containers can have. */
export function* validateContainerResourceName(name: string, field: string): Iterable<FieldError> {
  yield* validateResourceName(name, field);
  if (name.includes('/') || containerResources.includes(name) || isHugePages(name)) return;
  yield invalid(field, show(name), 'must be a standard resource for containers');
}

/** Not negative, and whole where things are counted. */
export function* validateAmount(
  name: string,
  quantity: ExactQuantity,
  field: string,
): Iterable<FieldError> {
  if (quantity.sign() < 0) yield invalid(field, show(quantity.toString()), notNegative);
  if (name.includes('/') && quantity.milliValue()! % 1000n !== 0n) {
    yield invalid(field, showQuantity(quantity), 'must be an integer');
  }
}

/** Requests and limits of a container. Texts that are no quantities were refused on decoding. */
export function* validateRequirements(
  resources: ResourceRequirements | undefined,
  field: string,
): Iterable<FieldError> {
  if (resources == null) return;
  const { limits = {}, requests = {} } = resources;
  for (const name of Object.keys(limits).sort()) {
    yield* validateOne(name, parseQuantity(limits[name]!), `${field}.limits[${name}]`);
  }
  for (const name of Object.keys(requests).sort()) {
    const request = parseQuantity(requests[name]!);
    yield* validateOne(name, request, `${field}.requests[${name}]`);
    yield* validateAgainstLimit(name, request, limits[name], field);
  }
}

function* validateOne(name: string, quantity: ExactQuantity, field: string): Iterable<FieldError> {
  yield* validateContainerResourceName(name, field);
  yield* validateAmount(name, quantity, field);
}

/** CPU, memory and the like can be promised twice; devices and huge pages cannot. */
function* validateAgainstLimit(
  name: string,
  request: ExactQuantity,
  limit: string | undefined,
  field: string,
): Iterable<FieldError> {
  const isExact = name.includes('/') || isHugePages(name);
  if (limit === undefined) {
    if (isExact) {
      yield required(`${field}.limits`, 'Limit must be set for non overcommitable resources');
    }
    return;
  }
  const difference = request.cmp(parseQuantity(limit));
  const shown = show(request.toString());
  if (isExact && difference !== 0) {
    yield invalid(`${field}.requests`, shown, `must be equal to ${name} limit`);
  } else if (difference > 0) {
    yield invalid(`${field}.requests`, shown, `must be less than or equal to ${name} limit`);
  }
}

/** As Go prints the struct; its inner numbers are not reproduced in full. */
export function showQuantity(quantity: ExactQuantity): string {
  return showStruct('resource.Quantity', [
    ['i', `resource.int64Amount{value:${quantity.unscaled}, scale:${quantity.exponent}}`],
    ['d', 'resource.infDecAmount{Dec:(*inf.Dec)(nil)}'],
    ['s', show(quantity.toString())],
    ['Format', show(quantity.format)],
  ]);
}

function isHugePages(name: string): boolean {
  return name.startsWith(hugePages);
}
