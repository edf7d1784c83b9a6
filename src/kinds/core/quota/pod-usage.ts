/** What a pod uses of quotas. */
import { isShared } from '../pod/pod-requests.ts';
import { isPodTerminal } from '../pod/pod-status.ts';
import {
  parseTime,
  type ExactQuantity,
  isExtendedResource,
  isNativeResource,
  requestsPrefix,
  type Release,
} from '#values';
import type { Container, Pod } from '#types';
import { one, type Amounts } from './amounts.ts';
import { podAmounts } from './pod-amounts.ts';
import { changesScope, isPodInScope } from './scopes.ts';
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

/** By release. */
const podEvaluators = new WeakMap<Release, QuotaEvaluator>();

/** Returns the evaluator of pods in a release. */
export function podEvaluatorOf(release: Release): QuotaEvaluator {
  let evaluator = podEvaluators.get(release);
  if (evaluator === undefined) podEvaluators.set(release, (evaluator = makeEvaluator(release)));
  return evaluator;
}

function makeEvaluator(release: Release): QuotaEvaluator {
  return {
    ...podEvaluator,
    isCharged: (pod, old, subresource) =>
      subresource !== undefined ||
      (release.enabled('QuotasFollowScopes') && changesScope(pod as Pod, old as Pod)),
    usage(object, now) {
      const pod = object as Pod;
      const counted = new Map([['count/pods', one]]);
      if (!isPodCounted(pod, now)) return counted;
      const { requests, limits } = podAmounts(pod, release);
      return new Map([...counted, ['pods', one], ...usageOf(requests, limits)]);
    },
  };
}

const podEvaluator: Omit<QuotaEvaluator, 'usage'> = {
  resource: { group: '', plural: 'pods' },
  updates: ['', 'resize'],

  tracks(name) {
    return (
      names.has(name) ||
      name.startsWith('hugepages-') ||
      name.startsWith('requests.hugepages-') ||
      (!isNativeResource(name) && name.startsWith(requestsPrefix))
    );
  },

  whyUncounted: (object, now) => whyUncounted(object as Pod, now),

  isInScope: (requirement, object) => isPodInScope(requirement, object as Pod),

  missing(object, isRequired) {
    const pod = object as Pod;
    if (isShared(pod.spec.resources)) return undefined;
    const complaints = demanded.filter(isRequired).flatMap((name) => {
      const containers = containersWithout(pod, name);
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
