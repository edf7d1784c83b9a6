/** What a namespace uses of a quota: the sum over its objects, as the quota controller computes it. */
import { type KubeObject, ExactQuantity } from '#values';
import type { ResourceQuotaSpec } from '#types';
import { add, type Amounts } from './amounts.ts';
import type { QuotaEvaluator } from './evaluator.ts';
import { scopesOf, type ScopeRequirement } from './scopes.ts';

/** The resources whose objects are needed to compute the usage of a quota. */
export function trackedBy(
  { hard }: ResourceQuotaSpec,
  evaluators: readonly QuotaEvaluator[],
): readonly QuotaEvaluator[] {
  const names = Object.keys(hard ?? {});
  return evaluators.filter((evaluator) => names.some((name) => evaluator.tracks(name)));
}

/**
 * The amounts of all names in `hard` that an evaluator tracks; names that no evaluator tracks are
 * absent.
 *
 * @param objectsOf the objects of a resource in the quota's namespace; called for those that {@link
 *   trackedBy} names
 * @param now virtual time, ms
 */
export function namespaceUsage(
  spec: ResourceQuotaSpec,
  evaluators: readonly QuotaEvaluator[],
  objectsOf: (evaluator: QuotaEvaluator) => Iterable<KubeObject>,
  now: number,
): Amounts {
  const scopes = scopesOf(spec);
  let total: Amounts = new Map();
  for (const evaluator of trackedBy(spec, evaluators)) {
    const parts = new Map<string, ExactQuantity[]>(
      trackedNames(spec, evaluator).map((name) => [name, []]),
    );
    for (const object of objectsOf(evaluator)) {
      const share = shareOf(scopes, evaluator, object, now);
      // An invalid scope ends the count without an error.
      if (share === undefined) break;
      if ('outOf' in share) continue;
      for (const [name, amount] of share.amounts) parts.get(name)?.push(amount);
    }
    const sum = [...parts].map(([name, amounts]) => [name, ExactQuantity.sumOf(amounts)] as const);
    total = add(total, new Map(sum));
  }
  return total;
}

/** What one object uses of a quota. */
export interface ObjectShare {
  readonly evaluator: QuotaEvaluator;
  readonly object: KubeObject;
  /** Undefined if an invalid scope ended the count before this object. */
  readonly share: Share | undefined;
}

/** What it uses, under all names for it; or the scope of the quota that does not match the object. */
export type Share = { readonly amounts: Amounts } | { readonly outOf: ScopeRequirement };

/** The terms of the sum of {@link namespaceUsage}. */
export function namespaceShares(
  spec: ResourceQuotaSpec,
  evaluators: readonly QuotaEvaluator[],
  objectsOf: (evaluator: QuotaEvaluator) => Iterable<KubeObject>,
  now: number,
): readonly ObjectShare[] {
  const scopes = scopesOf(spec);
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

/** Undefined for an invalid scope. */
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
