/** What a namespace takes of a quota: the sum over its objects, as the quota controller makes it. */
import type { KubeObject } from '../meta/object.ts';
import { ExactQuantity } from '../meta/quantity.ts';
import type { ResourceQuotaSpec } from '../types/index.ts';
import { add, type Amounts } from './amounts.ts';
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
  let total: Amounts = new Map();
  for (const evaluator of trackedBy(spec, evaluators)) {
    const parts = new Map<string, ExactQuantity[]>(
      trackedNames(spec, evaluator).map((name) => [name, []]),
    );
    for (const object of objectsOf(evaluator)) {
      const share = shareOf(scopes, evaluator, object, now);
      // A scope that makes no sense ends the count, without anybody being told.
      if (share === undefined) break;
      if ('outOf' in share) continue;
      for (const [name, amount] of share.amounts) parts.get(name)?.push(amount);
    }
    const sum = [...parts].map(([name, amounts]) => [name, ExactQuantity.sumOf(amounts)] as const);
    total = add(total, new Map(sum));
  }
  return total;
}

/** What one object takes of a quota. */
export interface ObjectShare {
  readonly evaluator: QuotaEvaluator;
  readonly object: KubeObject;
  /** Undefined when scopes that make no sense ended the count before it. */
  readonly share: Share | undefined;
}

/** What is taken, under all names that there are for it; or the scope of the quota that the object is not in. */
export type Share = { readonly amounts: Amounts } | { readonly outOf: ScopeRequirement };

/** What {@link namespaceUsage} sums up, one by one. */
export function namespaceShares(
  spec: ResourceQuotaSpec,
  evaluators: readonly QuotaEvaluator[],
  objectsOf: (evaluator: QuotaEvaluator) => Iterable<KubeObject>,
  now: number,
): readonly ObjectShare[] {
  const scopes = countedScopesOf(spec);
  return trackedBy(spec, evaluators).flatMap((evaluator) => {
    let hasEnded = false;
    return [...objectsOf(evaluator)].map((object) => {
      const share = hasEnded ? undefined : shareOf(scopes, evaluator, object, now);
      hasEnded ||= share === undefined;
      return { evaluator, object, share };
    });
  });
}

function trackedNames({ hard }: ResourceQuotaSpec, evaluator: QuotaEvaluator): readonly string[] {
  return Object.keys(hard ?? {}).filter((name) => evaluator.tracks(name));
}

/** Undefined when that cannot be said. */
function shareOf(
  scopes: readonly ScopeRequirement[],
  evaluator: QuotaEvaluator,
  object: KubeObject,
  now: number,
): Share | undefined {
  let outOf: ScopeRequirement | undefined;
  try {
    for (const scope of scopes) if (!evaluator.isInScope(scope, object)) outOf ??= scope;
  } catch {
    return undefined;
  }
  return outOf === undefined ? { amounts: evaluator.usage(object, now) } : { outOf };
}
