/** What a pod requests and limits altogether, as quotas count it. */
import type { ExactQuantity, Release } from '#values';
import type { Container, ContainerStatus, Pod } from '#types';
import { isSidecar } from '../pod/sidecars.ts';
import { add, addTo, amountsOf, pick, raiseTo, type Amounts } from './amounts.ts';

type ResourceField = 'requests' | 'limits';

/**
 * Returns the sums of a pod. What it has as a whole takes the place of what its containers have
 * together. The overhead of the runtime is added, to limits only where there are some, but for the
 * first releases.
 */
export function podAmounts(
  pod: Pod,
  release: Release,
): { readonly requests: Amounts; readonly limits: Amounts } {
  const [requests, limits] = [totalOf(pod, 'requests'), totalOf(pod, 'limits')];
  const overhead = amountsOf(pod.spec.overhead);
  const ofLimits = release.enabled('QuotaOverheadBesideLimits')
    ? pick(overhead, (name) => limits.get(name)?.isZero() === false)
    : overhead;
  return { requests: add(requests, overhead), limits: add(limits, ofLimits) };
}

/**
 * Adds up: app containers run in parallel and add up, and sidecars beside them; other init containers run alone
 * before them, with the sidecars that were started until then, so only what one of them uses beyond
 * that sum counts.
 */
function totalOf(pod: Pod, part: ResourceField): Amounts {
  const { containers, initContainers = [], resources } = pod.spec;
  const total = new Map<string, ExactQuantity>();
  for (const container of containers) addTo(total, amountsFor(container, pod, part));
  const beside = new Map<string, ExactQuantity>();
  const most = new Map<string, ExactQuantity>();
  for (const container of initContainers) {
    const amounts = amountsFor(container, pod, part);
    if (isSidecar(container)) {
      addTo(total, amounts);
      addTo(beside, amounts);
    }
    raiseTo(most, isSidecar(container) ? beside : add(amounts, beside));
  }
  raiseTo(total, most);
  for (const [name, amount] of amountsOf(resources?.[part])) total.set(name, amount);
  return total;
}

/**
 * Returns the larger of what a container asks for and what it has, while it is resized; what it has, where it
 * cannot be.
 */
function amountsFor(container: Container, pod: Pod, part: ResourceField): Amounts {
  const specAmounts = amountsOf(container.resources?.[part]);
  const status = statusOf(container, pod);
  if (status?.resources == null) return specAmounts;
  const amounts = new Map(isInfeasible(pod) ? [] : specAmounts);
  raiseTo(amounts, amountsOf(status.resources[part]));
  if (part === 'requests') raiseTo(amounts, amountsOf(status.allocatedResources));
  return amounts;
}

/** Returns undefined where the container cannot be resized. */
function statusOf(container: Container, { spec, status }: Pod): ContainerStatus | undefined {
  const isInit = spec.initContainers?.includes(container) === true;
  if (isInit && !isSidecar(container)) return undefined;
  const statuses = isInit ? status?.initContainerStatuses : status?.containerStatuses;
  return statuses?.find(({ name }) => name === container.name);
}

function isInfeasible({ status }: Pod): boolean {
  const pending = status.conditions?.find(({ type }) => type === 'PodResizePending');
  return pending?.reason === 'Infeasible';
}
