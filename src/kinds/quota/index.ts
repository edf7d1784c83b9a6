/** Resource quotas: what objects take of them, which objects they are about, what they allow. */
export { amountsOf, quantitiesOf, type Amounts } from './amounts.ts';
export {
  judgeQuotas,
  quotaMatches,
  type Charge,
  type QuotaRequest,
  type QuotaState,
  type QuotaVerdict,
} from './admit.ts';
export { quotaEvaluatorOf, type QuotaEvaluator } from './evaluator.ts';
export { namespaceUsage, trackedBy } from './namespace-usage.ts';
export { isPodCounted } from './pod-usage.ts';
export { type ScopeRequirement } from './scopes.ts';
