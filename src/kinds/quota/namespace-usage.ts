/** What a namespace takes of a quota: the sum over its objects, as the quota controller makes it. */
import type { KubeObject } from '../meta/object.ts';
import type { ResourceQuotaSpec } from '../types/index.ts';
import { add, zero, type Amounts } from './amounts.ts';
import type { QuotaEvaluator } from './evaluator.ts';
import { countedScopesOf, type ScopeRequirement } from './scopes.ts';

/** The resources of which the objects must be known to count what a quota limits. */
export function trackedBy(
  { hard }: ResourceQuotaSpec,
  evaluators: readonly QuotaEvaluator[],
): readonly QuotaEvaluator[] {
  const names = Object.keys(hard ?? {});
  return evaluators.filter((evaluator) => names.some((name) => evaluator.tracks(name)));
}

/**
 * The amounts of all names in `hard` that some evaluator tracks; names that nothing tracks are
 * absent.
 *
 * @param objectsOf the objects of a resource in the quota's namespace; asked for what {@link trackedBy} names
 * @param now virtual time, ms
 */
export function namespaceUsage(
  spec: ResourceQuotaSpec,
  evaluators: readonly QuotaEvaluator[],
  objectsOf: (evaluator: QuotaEvaluator) => Iterable<KubeObject>,
  now: number,
): Amounts {
  const scopes = countedScopesOf(spec);
  const names = Object.keys(spec.hard ?? {});
  let total: Amounts = new Map();
  for (const evaluator of trackedBy(spec, evaluators)) {
    const tracked = names.filter((name) => evaluator.tracks(name));
    const sum = new Map(tracked.map((name) => [name, zero]));
    for (const object of objectsOf(evaluator)) {
      const isCounted = isInAll(scopes, evaluator, object);
      // A scope that makes no sense ends the count, without anybody being told.
      if (isCounted === undefined) break;
      if (!isCounted) continue;
      for (const [name, amount] of evaluator.usage(object, now)) {
        const before = sum.get(name);
        if (before !== undefined) sum.set(name, before.add(amount));
      }
    }
    total = add(total, sum);
  }
  return total;
}

/** Undefined when that cannot be said. */
function isInAll(
  scopes: readonly ScopeRequirement[],
  evaluator: QuotaEvaluator,
  object: KubeObject,
): boolean | undefined {
  let isIn = true;
  try {
    for (const scope of scopes) if (!evaluator.isInScope(scope, object)) isIn = false;
  } catch {
    return undefined;
  }
  return isIn;
}
