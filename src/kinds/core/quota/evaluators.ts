/** The evaluator of each resource. */
import type { Release, ResourceName } from '#values';
import { localSubjectAccessReview } from '../../authorization/reviews.ts';
import { one, type Amounts } from './amounts.ts';
import { claimEvaluator } from './claim-usage.ts';
import type { QuotaEvaluator } from './evaluator.ts';
import { podEvaluatorOf } from './pod-usage.ts';
import { serviceEvaluator } from './service-usage.ts';

/** Events are created and expire automatically, and nothing is stored of reviews: they are never counted. */
const uncounted: readonly string[] = ['events', localSubjectAccessReview.plural];

/** Resources whose plain name is also a quota name, in addition to `count/NAME`. */
const plainNames: readonly string[] = [
  ...['configmaps', 'replicationcontrollers', 'resourcequotas', 'secrets'],
];

const pods: ResourceName = { group: '', plural: 'pods' };
const special: readonly QuotaEvaluator[] = [serviceEvaluator, claimEvaluator];

/**
 * Returns the evaluator of a namespaced resource in a release; undefined for resources that quotas do not
 * count.
 */
export function quotaEvaluatorOf(
  resource: ResourceName,
  release: Release,
): QuotaEvaluator | undefined {
  if (uncounted.includes(resource.plural)) return undefined;
  if (isSame(resource, pods)) return podEvaluatorOf(release);
  return special.find((each) => isSame(each.resource, resource)) ?? countingEvaluator(resource);
}

function isSame(a: ResourceName, b: ResourceName): boolean {
  return a.group === b.group && a.plural === b.plural;
}

/** For resources of which quotas only count the objects. */
function countingEvaluator(resource: ResourceName): QuotaEvaluator {
  const { group, plural } = resource;
  const count = group === '' ? `count/${plural}` : `count/${plural}.${group}`;
  const isPlain = group === '' && plainNames.includes(plural);
  const usage: Amounts = new Map(
    isPlain
      ? [
          [count, one],
          [plural, one],
        ]
      : [[count, one]],
  );
  return {
    resource,
    updates: [],
    tracks: (name) => usage.has(name),
    usage: () => usage,
    isInScope: () => false,
  };
}
