/** What a pod uses of quotas. */
import { isPodTerminal } from '../pod/pod-status.ts';
import {
  parseTime,
  type ExactQuantity,
  isExtendedResource,
  isNativeResource,
  requestsPrefix,
} from '#values';
import type { Container, Pod } from '#types';
import { add, addTo, amountsOf, one, raiseTo, type Amounts } from './amounts.ts';
import { isPodInScope } from './scopes.ts';
import type { QuotaEvaluator } from './evaluator.ts';

/** Quota names for pods; `cpu` is short for `requests.cpu`, and so on. */
const names: ReadonlySet<string> = new Set([
  ...['pods', 'count/pods'],
  ...['cpu', 'requests.cpu', 'limits.cpu'],
  ...['memory', 'requests.memory', 'limits.memory'],
  ...['ephemeral-storage', 'requests.ephemeral-storage', 'limits.ephemeral-storage'],
]);

/** Resources with a short name, both as requests and as limits. */
const computed: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];

/** A quota on one of these requires every container to specify the amount. */
const demanded: readonly string[] = [
  ...['cpu', 'limits.cpu', 'limits.memory'],
  ...['memory', 'requests.cpu', 'requests.memory'],
];

export const podEvaluator: QuotaEvaluator = {
  resource: { group: '', plural: 'pods' },
  tracksUpdates: false,

  tracks(name) {
    return (
      names.has(name) ||
      name.startsWith('hugepages-') ||
      name.startsWith('requests.hugepages-') ||
      (!isNativeResource(name) && name.startsWith(requestsPrefix))
    );
  },

  usage(object, now) {
    const pod = object as Pod;
    const counted = new Map([['count/pods', one]]);
    if (!isPodCounted(pod, now)) return counted;
    const { requests, limits } = totals(pod);
    return new Map([...counted, ['pods', one], ...usageOf(requests, limits)]);
  },

  whyUncounted: (object, now) => whyUncounted(object as Pod, now),

  isInScope: (requirement, object) => isPodInScope(requirement, object as Pod),

  missing(object, isRequired) {
    const complaints = demanded.filter(isRequired).flatMap((name) => {
      const containers = containersWithout(object as Pod, name);
      return containers.length === 0 ? [] : [`${name} for: ${containers.join(',')}`];
    });
    return complaints.length === 0 ? undefined : `must specify ${complaints.join('; ')}`;
  },
};

/**
 * Whether a pod uses more than its own existence: not once it has finished or its grace period is
 * over (a lost node must not keep the share of its pods).
 *
 * @param now virtual time, ms
 */
export function isPodCounted(pod: Pod, now: number): boolean {
  return whyUncounted(pod, now) === undefined;
}

/** Why a pod uses no more than its own existence, as text; undefined when it uses more. */
function whyUncounted(pod: Pod, now: number): string | undefined {
  if (isPodTerminal(pod)) return 'it has finished';
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
  if (deletionTimestamp == null || deletionGracePeriodSeconds == null) return undefined;
  const isOver = now > parseTime(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
  return isOver ? 'it is being deleted, and its grace period is over' : undefined;
}

/**
 * App containers run in parallel and add up; init containers run alone before them, so only what
 * one of them uses beyond that sum counts. The overhead of the runtime is added to both.
 */
function totals({ spec }: Pod): { readonly requests: Amounts; readonly limits: Amounts } {
  const requests = new Map<string, ExactQuantity>();
  const limits = new Map<string, ExactQuantity>();
  for (const { resources } of spec.containers) {
    addTo(requests, amountsOf(resources?.requests));
    addTo(limits, amountsOf(resources?.limits));
  }
  for (const { resources } of spec.initContainers ?? []) {
    raiseTo(requests, amountsOf(resources?.requests));
    raiseTo(limits, amountsOf(resources?.limits));
  }
  const overhead = amountsOf(spec.overhead);
  return { requests: add(requests, overhead), limits: add(limits, overhead) };
}

/** Requests and limits under their quota names. */
function* usageOf(requests: Amounts, limits: Amounts): Iterable<[string, ExactQuantity]> {
  for (const [name, amount] of requests) {
    if (computed.includes(name) || name.startsWith('hugepages-')) yield [name, amount];
    else if (!isExtendedResource(name)) continue;
    yield [requestsPrefix + name, amount];
  }
  for (const [name, amount] of limits) {
    if (computed.includes(name)) yield [`limits.${name}`, amount];
  }
}

/** Names of containers that do not specify a resource: sorted, without duplicates. */
function containersWithout({ spec }: Pod, name: string): readonly string[] {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  const silent = containers.filter((container) => !specifies(container, name));
  return [...new Set(silent.map((container) => container.name))].sort();
}

function specifies({ resources }: Container, name: string): boolean {
  if (name.startsWith('limits.')) return has(resources?.limits, name.slice('limits.'.length));
  return has(resources?.requests, name.replace('requests.', ''));
}

function has(quantities: Readonly<Record<string, string>> | undefined, name: string): boolean {
  return quantities != null && Object.hasOwn(quantities, name);
}
