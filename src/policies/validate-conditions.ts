/** Checks of the match conditions of webhooks. */
import type { StrategyContext } from '#kinds';
import { checkEach, type FieldErrors, type KubeObject } from '#values';
import type { MatchCondition } from '#types';
import { ExpressionChecks } from './validate-expressions.ts';

export interface Configuration extends KubeObject {
  readonly webhooks?: readonly { readonly matchConditions?: readonly MatchCondition[] }[];
}

export function validateConditions(
  errors: FieldErrors,
  { webhooks }: Configuration,
  { profile }: StrategyContext,
): void {
  checkEach(errors, webhooks, ({ matchConditions }, index) => {
    if ((matchConditions ?? []).length === 0) return;
    const checks = new ExpressionChecks(errors, profile, false);
    checks.conditions(matchConditions, `webhooks[${index}].matchConditions`);
  });
}
