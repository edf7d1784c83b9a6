/** What quotas know of a resource: which names are about it, and how much of them an object takes. */
import type { KubeObject } from '../meta/object.ts';
import type { ResourceName } from '../meta/errors.ts';
import { claimEvaluator } from './claim-usage.ts';
import { one, type Amounts } from './amounts.ts';
import { podEvaluator } from './pod-usage.ts';
import type { ScopeRequirement } from './scopes.ts';
import { serviceEvaluator } from './service-usage.ts';

/** Evaluates the objects of one resource. All functions are pure. */
export interface QuotaEvaluator {
  readonly resource: ResourceName;
  /** Whether an update can take more than the object took before. */
  readonly tracksUpdates: boolean;
  /** Whether a name in `hard` is about objects of this resource. */
  tracks(name: string): boolean;
  /** What an object takes, under all names that there are for it. `now` is virtual time in ms. */
  usage(object: KubeObject, now: number): Amounts;
  /** Why an object takes no more than its own existence, in words; absent: that never happens. */
  whyUncounted?(object: KubeObject, now: number): string | undefined;
  /** Throws an Error for a requirement that makes no sense. */
  isInScope(requirement: ScopeRequirement, object: KubeObject): boolean;
  /** What the object fails to say although a quota requires it, in words; absent: nothing ever. */
  missing?(object: KubeObject, isRequired: (name: string) => boolean): string | undefined;
}

/** Come and go on their own; never counted. */
const uncounted = 'events';

/** Resources that have their plain name as a quota name too, beside `count/NAME`. */
const plainNames: readonly string[] = [
  ...['configmaps', 'replicationcontrollers', 'resourcequotas', 'secrets'],
];

const special: readonly QuotaEvaluator[] = [podEvaluator, serviceEvaluator, claimEvaluator];

/** The evaluator of a namespaced resource; undefined for what no quota counts. */
export function quotaEvaluatorOf(resource: ResourceName): QuotaEvaluator | undefined {
  if (resource.plural === uncounted) return undefined;
  const { group, plural } = resource;
  return (
    special.find((one) => one.resource.group === group && one.resource.plural === plural) ??
    countingEvaluator(resource)
  );
}

/** For resources of which only the number of objects counts. */
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
