/** What pods request: the numbers that scheduling, quota and quality of service use. */
import { milliOf, unitsOf } from '#values';
import type { Container, PodSpec } from '#types';
import { isSidecar } from './sidecars.ts';

/** Amounts by resource name: `cpu` in millicores, all others in whole units (bytes, counts). */
export type ResourceAmounts = Readonly<Record<string, number>>;

type Quantities = Readonly<Record<string, string>>;

/** The fields of a pod's spec that are read here; templates have them too. */
export type PodResources = Pick<
  PodSpec,
  'containers' | 'initContainers' | 'overhead' | 'resources'
>;

/** The amount of one resource in the unit of {@link ResourceAmounts}, fractions rounded up. */
export function amountOf(resource: string, quantity: string): number {
  return resource === 'cpu' ? milliOf(quantity) : unitsOf(quantity);
}

/** All amounts, in those units. */
export function resourceAmounts(quantities: Quantities | undefined): ResourceAmounts {
  const amounts: Record<string, number> = {};
  for (const resource in quantities) amounts[resource] = amountOf(resource, quantities[resource]!);
  return amounts;
}

/**
 * What a pod takes on its node: containers run in parallel, so their requests add up; init
 * containers run one by one before them, so only the largest one counts, if it is larger than that
 * sum; those that stay (sidecars) run beside all that come after them. What the pod requests as a
 * whole takes the place of these sums, and the overhead of the runtime is added.
 */
export function podRequests(spec: PodResources): ResourceAmounts {
  const total: Record<string, number> = {};
  for (const container of spec.containers) add(total, container.resources?.requests);
  if (spec.initContainers !== undefined) addInitContainers(total, spec.initContainers);
  Object.assign(total, resourceAmounts(spec.resources?.requests));
  add(total, spec.overhead);
  return total;
}

function addInitContainers(total: Record<string, number>, containers: readonly Container[]): void {
  const before: Record<string, number> = {};
  const largest: Record<string, number> = {};
  for (const container of containers) {
    const { resources } = container;
    if (isSidecar(container)) {
      add(before, resources?.requests);
      add(total, resources?.requests);
      continue;
    }
    const all = { ...before };
    add(all, resources?.requests);
    for (const name in all) largest[name] = Math.max(largest[name] ?? 0, all[name]!);
  }
  for (const name in largest) total[name] = Math.max(total[name] ?? 0, largest[name]!);
}

/** Checked for every pod that requests anything, even if not these: a node may be overcommitted. */
const alwaysChecked: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];

/** What a node has of each resource, and how much of it its pods request. */
export interface NodeAmounts {
  readonly allocatable: ResourceAmounts;
  readonly requested: ResourceAmounts;
}

/** The resources of which a node has less left than a pod requests, those of every node first. */
export function shortages(requests: ResourceAmounts, node: NodeAmounts): readonly string[] {
  if (!requestsAnything(requests)) return none;
  let short: string[] | undefined;
  for (const resource of alwaysChecked) {
    if (!fits(resource, requests, node)) (short ??= []).push(resource);
  }
  for (const resource in requests) {
    if (alwaysChecked.includes(resource) || fits(resource, requests, node)) continue;
    (short ??= []).push(resource);
  }
  return short ?? none;
}

const none: readonly string[] = [];

/** A zero request for a standard resource counts as no request. */
export function requestsAnything(requests: ResourceAmounts): boolean {
  for (const resource in requests) {
    if (requests[resource]! > 0 || !alwaysChecked.includes(resource)) return true;
  }
  return false;
}

function fits(
  resource: string,
  requests: ResourceAmounts,
  { allocatable, requested }: NodeAmounts,
): boolean {
  const free = (allocatable[resource] ?? 0) - (requested[resource] ?? 0);
  return (requests[resource] ?? 0) <= free;
}

/** `BestEffort`, `Burstable` or `Guaranteed`: only CPU and memory count, and zero counts as absent. */
export function qosClassOf(
  spec: Pick<PodSpec, 'containers' | 'initContainers' | 'resources'>,
): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const requests: Computed = { cpu: 0, memory: 0 };
  const limits: Computed = { cpu: 0, memory: 0 };
  let allLimited = true;
  for (const { resources } of isShared(spec.resources) ? [spec] : allContainers(spec)) {
    addComputed(requests, resources?.requests);
    allLimited = addComputed(limits, resources?.limits) && allLimited;
  }
  if (requests.cpu + requests.memory + limits.cpu + limits.memory === 0) return 'BestEffort';
  const isGuaranteed =
    allLimited && requests.cpu === limits.cpu && requests.memory === limits.memory;
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

/** The gate with which what a pod has as a whole may be resized. */
export const podLevelResize = 'InPlacePodLevelResourcesVerticalScaling';

/** Returns whether a pod as a whole has resources, which then count. */
export function isShared(resources: PodSpec['resources']): boolean {
  const { requests = {}, limits = {} } = resources ?? {};
  return Object.keys(requests).length + Object.keys(limits).length > 0;
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

/** CPU and memory in thousandths, so that no difference is lost. */
interface Computed {
  cpu: number;
  memory: number;
}

/** Adds CPU and memory; returns whether both were present. */
function addComputed(total: Computed, quantities: Quantities | undefined): boolean {
  const cpu = positiveMilli(quantities?.['cpu']);
  const memory = positiveMilli(quantities?.['memory']);
  total.cpu += cpu;
  total.memory += memory;
  return cpu > 0 && memory > 0;
}

function positiveMilli(quantity: string | undefined): number {
  return quantity == null ? 0 : Math.max(0, milliOf(quantity));
}
