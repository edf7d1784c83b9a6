/** Resources of a pod as a whole, in later releases: what its containers share. */
import { canBeOvercommitted, changeField, parseQuantity } from '#values';
import type { Container, PodSpec, ResourceRequirements } from '#types';
import { isSidecar } from './sidecars.ts';
import { isHugePages } from './validation/resources.ts';

type Amounts = Readonly<Record<string, string>>;
type ResourceField = 'requests' | 'limits';

/** Returns whether a pod as a whole may have an amount of a resource. */
export function isSupported(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePages(name);
}

/**
 * Fills in what a pod as a whole requests and is limited to: what its containers together do, or for
 * requests as much as its limits.
 * @param alsoLimits whether requests alone are enough, and limits of containers add up, too
 */
export function defaultPodResources(spec: PodSpec, alsoLimits: boolean): PodSpec {
  return changeField(spec, 'resources', (resources: ResourceRequirements) => {
    if (isEmpty(resources.limits) && isEmpty(resources.requests)) return resources;
    const paged = withPages(resources, spec);
    if (!alsoLimits) return isEmpty(paged.limits) ? paged : withRequests(paged, spec);
    return withLimits(withRequests(paged, spec), spec);
  });
}

function isEmpty(amounts: Amounts | undefined): boolean {
  return Object.keys(amounts ?? {}).length === 0;
}

/** Huge pages cannot be overcommitted: their limits are what counts. */
function withPages(resources: ResourceRequirements, spec: PodSpec): ResourceRequirements {
  const { requests = {}, limits = {} } = resources;
  const pages = Object.entries(sumOf(spec, 'limits')).filter(([name]) => {
    return isHugePages(name) && requests[name] === undefined && limits[name] === undefined;
  });
  return pages.length === 0
    ? resources
    : { ...resources, limits: { ...limits, ...Object.fromEntries(pages) } };
}

function withRequests(resources: ResourceRequirements, spec: PodSpec): ResourceRequirements {
  const filled: Record<string, string> = { ...resources.requests };
  for (const [name, amount] of Object.entries(sumOf(spec, 'requests'))) {
    if (isSupported(name) && canBeOvercommitted(name)) filled[name] ??= amount;
  }
  for (const [name, amount] of Object.entries(resources.limits ?? {})) {
    if (isSupported(name)) filled[name] ??= amount;
  }
  return isEmpty(filled) ? resources : { ...resources, requests: filled };
}

/** What all containers limit is limited for the pod as well, and to no less than it requests. */
function withLimits(resources: ResourceRequirements, spec: PodSpec): ResourceRequirements {
  const { requests = {}, limits = {} } = resources;
  const all = [...spec.containers, ...(spec.initContainers ?? [])];
  const sums = sumOf(spec, 'limits');
  const added = Object.keys(requests)
    .filter((name) => isSupported(name) && limits[name] === undefined)
    .filter((name) => all.every((container) => container.resources?.limits?.[name] !== undefined))
    .map((name) => [name, larger(sums[name]!, requests[name]!)] as const);
  return added.length === 0
    ? resources
    : { ...resources, limits: { ...limits, ...Object.fromEntries(added) } };
}

function larger(a: string, b: string): string {
  return isMore(b, a) ? b : a;
}

/** Returns whether a quantity is more than another one. */
export function isMore(a: string, b: string): boolean {
  return parseQuantity(a).cmp(parseQuantity(b)) > 0;
}

/**
 * What the containers of a pod request together, or are limited to, as quantities: init containers
 * only where one of them takes more, with those that stay beside it.
 */
export function sumOf(
  { containers = [], initContainers = [] }: PodSpec,
  part: ResourceField,
): Amounts {
  const total: Record<string, string> = {};
  for (const container of containers) add(total, container, part);
  const beside: Record<string, string> = {};
  const most: Record<string, string> = {};
  for (const container of initContainers) {
    const isStaying = isSidecar(container);
    if (isStaying) add(total, container, part);
    const now = isStaying ? beside : { ...beside };
    add(now, container, part);
    for (const name in now) most[name] = larger(most[name] ?? now[name]!, now[name]!);
  }
  for (const name in most) total[name] = larger(total[name] ?? most[name]!, most[name]!);
  return total;
}

function add(total: Record<string, string>, { resources }: Container, part: ResourceField): void {
  for (const [name, amount] of Object.entries(resources?.[part] ?? {})) {
    const sum = total[name];
    total[name] =
      sum === undefined ? amount : parseQuantity(sum).add(parseQuantity(amount)).toString();
  }
}
