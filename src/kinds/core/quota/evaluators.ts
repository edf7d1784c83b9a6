/** The evaluator of each resource. */
import type { ResourceName } from '#values';
import { localSubjectAccessReview } from '../../authorization/reviews.ts';
import { one, type Amounts } from './amounts.ts';
import { claimEvaluator } from './claim-usage.ts';
import type { QuotaEvaluator } from './evaluator.ts';
import { podEvaluator } from './pod-usage.ts';
import { serviceEvaluator } from './service-usage.ts';

/** Events are created and expire automatically, and nothing is stored of reviews: they are never counted. */
const uncounted: readonly string[] = ['events', localSubjectAccessReview.plural];

/** Resources whose plain name is also a quota name, in addition to `count/NAME`. */
const plainNames: readonly string[] = [
  ...['configmaps', 'replicationcontrollers', 'resourcequotas', 'secrets'],
];

const special: readonly QuotaEvaluator[] = [podEvaluator, serviceEvaluator, claimEvaluator];

/** The evaluator of a namespaced resource; undefined for resources that quotas do not count. */
export function quotaEvaluatorOf(resource: ResourceName): QuotaEvaluator | undefined {
  if (uncounted.includes(resource.plural)) return undefined;
  const { group, plural } = resource;
  return (
    special.find((one) => one.resource.group === group && one.resource.plural === plural) ??
    countingEvaluator(resource)
  );
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
    tracksUpdates: false,
    tracks: (name) => usage.has(name),
    usage: () => usage,
    isInScope: () => false,
  };
}
