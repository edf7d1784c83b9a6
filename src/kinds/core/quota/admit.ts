/** How quotas decide about a request: pure functions. */
import type { KubeObject } from '#values';
import type { ResourceQuota, ResourceQuotaSpec } from '#types';
import {
  add,
  amountsOf,
  excess,
  negativeNames,
  pick,
  quantitiesOf,
  showAmounts,
  withoutZeros,
  type Amounts,
  type Quantities,
} from './amounts.ts';
import type { QuotaEvaluator } from './evaluator.ts';
import { scopesOf, showScope } from './scopes.ts';

/** The fields of a quota that are read here. */
export interface QuotaState {
  readonly metadata: { readonly name: string };
  readonly spec?: ResourceQuotaSpec;
  readonly status?: ResourceQuota['status'];
}

/** A quota that a request uses. */
export interface Charge<Q extends QuotaState = QuotaState> {
  readonly quota: Q;
  /** The amounts that the request uses. */
  readonly taken: Quantities;
  /** Its `status.used` including them. */
  readonly used: Quantities;
}

/** What admission charged a quota for: the evidence of its writes. */
export interface ChargeEvidence {
  /** `Pod default/web-1`. */
  readonly object: string;
  readonly taken: Quantities;
}

export type QuotaVerdict<Q extends QuotaState = QuotaState> =
  /** `why` follows `... is forbidden: `. */
  | { readonly allowed: false; readonly why: string }
  /** Omits quotas that are not charged. */
  | { readonly allowed: true; readonly charges: readonly Charge<Q>[] };

/** An object that is to be stored. */
export interface QuotaRequest {
  readonly object: KubeObject;
  /** The stored object that it replaces; only the difference is charged. */
  readonly old?: KubeObject;
  /** Virtual time, ms. */
  readonly now: number;
}

/**
 * Whether a quota applies to an object: by its scopes, and by a name in `status.hard` (which is
 * empty until a controller has processed the quota). Throws an Error for invalid scopes.
 */
export function quotaMatches(
  { spec, status }: QuotaState,
  evaluator: QuotaEvaluator,
  object: KubeObject,
): boolean {
  let inScope = true;
  for (const scope of scopesOf(spec)) {
    if (!evaluator.isInScope(scope, object)) inScope = false;
  }
  return inScope && Object.keys(status?.hard ?? {}).some((name) => evaluator.tracks(name));
}

/**
 * Checks a request against all quotas of its namespace, in the order given; the first one that
 * rejects it decides. Throws an Error (the API's bare 500) for invalid scopes.
 */
export function judgeQuotas<Q extends QuotaState>(
  quotas: readonly Q[],
  evaluator: QuotaEvaluator,
  request: QuotaRequest,
): QuotaVerdict<Q> {
  const matching: Q[] = [];
  for (const quota of quotas) {
    checkScopes(quota, evaluator, request.object);
    if (!quotaMatches(quota, evaluator, request.object)) continue;
    const why = unmetDemands(quota, evaluator, request.object);
    if (why !== undefined) return { allowed: false, why };
    matching.push(quota);
  }
  const usage = evaluator.usage(request.object, request.now);
  const negative = negativeNames(usage);
  if (negative.length > 0) {
    const why = `quota usage is negative for resource(s): ${[...negative].sort().join(',')}`;
    return { allowed: false, why };
  }
  return charge(matching, takenBy(usage, evaluator, request));
}

/** Returns the amounts to charge a quota: all where it has not been charged for the object before. */
function takenBy(
  usage: Amounts,
  evaluator: QuotaEvaluator,
  { old, now }: QuotaRequest,
): (quota: QuotaState) => Amounts {
  const whole = withoutZeros(usage);
  if (old === undefined) return () => whole;
  const more = withoutZeros(excess(usage, evaluator.usage(old, now)));
  return (quota) => (quotaMatches(quota, evaluator, old) ? more : whole);
}

function charge<Q extends QuotaState>(
  quotas: readonly Q[],
  takenOf: (quota: Q) => Amounts,
): QuotaVerdict<Q> {
  const charges: Charge<Q>[] = [];
  for (const quota of quotas) {
    const taken = takenOf(quota);
    const hard = amountsOf(quota.status?.hard);
    const used = amountsOf(quota.status?.used);
    const requested = pick(taken, (name) => hard.has(name));
    if (requested.size === 0) continue;
    const after = chargedWith(used, requested);
    const isExceeded = (name: string): boolean =>
      requested.has(name) && after.get(name)!.cmp(hard.get(name)!) > 0;
    const exceeded = pick(requested, isExceeded);
    if (exceeded.size > 0) {
      const parts = [
        `exceeded quota: ${quota.metadata.name}`,
        `requested: ${showAmounts(exceeded)}`,
        `used: ${showAmounts(pick(used, isExceeded))}`,
        `limited: ${showAmounts(pick(hard, isExceeded))}`,
      ];
      return { allowed: false, why: parts.join(', ') };
    }
    charges.push({ quota, taken: quantitiesOf(requested), used: quantitiesOf(after) });
  }
  return { allowed: true, charges };
}

/** What is used of a quota once a request has been charged. */
export function chargedWith(used: Amounts, taken: Amounts): Amounts {
  return add(used, taken);
}

/** What the object must specify, and the status must contain, before the quota can be applied to it. */
function unmetDemands(
  { metadata, status }: QuotaState,
  evaluator: QuotaEvaluator,
  object: KubeObject,
): string | undefined {
  const { hard = {}, used = {} } = status ?? {};
  const missing = evaluator.missing?.(object, (name) => Object.hasOwn(hard, name));
  if (missing !== undefined) return `failed quota: ${metadata.name}: ${missing}`;
  const tracked = Object.keys(hard).filter((name) => evaluator.tracks(name));
  if (tracked.every((name) => Object.hasOwn(used, name))) return undefined;
  const names = tracked.sort().join(',');
  return `status unknown for quota: ${metadata.name}, resources: ${names}`;
}

/** Names the quota and its invalid scope. */
function checkScopes(quota: QuotaState, evaluator: QuotaEvaluator, object: KubeObject): void {
  for (const scope of scopesOf(quota.spec)) {
    try {
      evaluator.isInScope(scope, object);
    } catch (error) {
      const where = `error on matching scope ${showScope(scope)}: ${(error as Error).message}`;
      throw new Error(`error matching scopes of quota ${quota.metadata.name}, err: ${where}`, {
        cause: error,
      });
    }
  }
}
