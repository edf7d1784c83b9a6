/** What pods ask for: the numbers that scheduling, quota and quality of service are based on. */
import { milliOf, unitsOf } from './meta/quantity-numbers.ts';
import type { Container, PodSpec } from './types/index.ts';

/** Amounts by resource name: `cpu` in millicores, all others in whole units (bytes, counts). */
export type ResourceAmounts = Readonly<Record<string, number>>;

type Quantities = Readonly<Record<string, string>>;

/** What is read of a pod's spec here; templates have it as well. */
export type PodResources = Pick<PodSpec, 'containers' | 'initContainers' | 'overhead'>;

/** The amount of one resource in the unit of {@link ResourceAmounts}, fractions rounded up. */
export function amountOf(resource: string, quantity: string): number {
  return resource === 'cpu' ? milliOf(quantity) : unitsOf(quantity);
}

/**
 * What a pod takes on its node: containers run side by side, so their requests add up; init
 * containers run one by one before them, so only the largest counts where it is larger; the
 * overhead of the runtime comes on top.
 */
export function podRequests(spec: PodResources): ResourceAmounts {
  const total: Record<string, number> = {};
  for (const container of spec.containers) add(total, container.resources?.requests);
  for (const container of spec.initContainers ?? []) raise(total, container.resources?.requests);
  add(total, spec.overhead);
  return total;
}

/** `BestEffort`, `Burstable` or `Guaranteed`: only CPU and memory count, and zero is as good as none. */
export function qosClassOf(
  spec: Pick<PodSpec, 'containers' | 'initContainers'>,
): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const requests: Record<string, number> = {};
  const limits: Record<string, number> = {};
  let allLimited = true;
  for (const container of allContainers(spec)) {
    addComputed(requests, container.resources?.requests);
    allLimited = addComputed(limits, container.resources?.limits) && allLimited;
  }
  const requested = Object.keys(requests);
  const limited = Object.keys(limits);
  if (requested.length === 0 && limited.length === 0) return 'BestEffort';
  const isGuaranteed =
    allLimited &&
    requested.length === limited.length &&
    requested.every((resource) => requests[resource] === limits[resource]);
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

/** Containers and then init containers. */
function allContainers(spec: Pick<PodSpec, 'containers' | 'initContainers'>): readonly Container[] {
  return spec.initContainers === undefined
    ? spec.containers
    : [...spec.containers, ...spec.initContainers];
}

function add(total: Record<string, number>, quantities: Quantities | undefined): void {
  for (const resource in quantities) {
    total[resource] = (total[resource] ?? 0) + amountOf(resource, quantities[resource]!);
  }
}

function raise(total: Record<string, number>, quantities: Quantities | undefined): void {
  for (const resource in quantities) {
    const amount = amountOf(resource, quantities[resource]!);
    if (amount > (total[resource] ?? 0)) total[resource] = amount;
  }
}

const computed = ['cpu', 'memory'] as const;

/** Adds CPU and memory; answers whether both were there. In thousandths, so that no difference is lost. */
function addComputed(total: Record<string, number>, quantities: Quantities | undefined): boolean {
  let found = 0;
  for (const resource of computed) {
    const amount = milliOf(quantities?.[resource] ?? '0');
    if (amount <= 0) continue;
    total[resource] = (total[resource] ?? 0) + amount;
    found++;
  }
  return found === computed.length;
}
