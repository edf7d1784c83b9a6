/** Resource quotas: what objects use of them, which objects they apply to, what they allow. */
export { amountsOf, quantitiesOf, type Amounts } from './amounts.ts';
export {
  chargedWith,
  judgeQuotas,
  quotaMatches,
  type Charge,
  type ChargeEvidence,
  type QuotaRequest,
  type QuotaState,
  type QuotaVerdict,
} from './admit.ts';
export type { QuotaEvaluator } from './evaluator.ts';
export { quotaEvaluatorOf } from './evaluators.ts';
export {
  namespaceShares,
  namespaceUsage,
  trackedBy,
  type ObjectShare,
  type Share,
} from './namespace-usage.ts';
export { isPodCounted } from './pod-usage.ts';
export { type ScopeRequirement } from './scopes.ts';
