/** Configurations of webhooks with match conditions, which are expressions. */
import {
  mutatingWebhookConfiguration as mutating,
  together,
  validatingWebhookConfiguration as validating,
  type Kind,
  type StrategyContext,
} from '#kinds';
import { checkEach, semanticEqual, type FieldErrors, type KubeObject } from '#values';
import type {
  MatchCondition,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '#types';
import { loadForChecks } from './late.ts';
import { ExpressionChecks } from './validate-expressions.ts';

interface Configuration extends KubeObject {
  readonly webhooks?: readonly { readonly matchConditions?: readonly MatchCondition[] }[];
}

export const mutatingWebhookConfiguration: Kind<MutatingWebhookConfiguration> =
  withConditions(mutating);

export const validatingWebhookConfiguration: Kind<ValidatingWebhookConfiguration> =
  withConditions(validating);

function withConditions<T extends Configuration>(kind: Kind<T>): Kind<T> {
  const { rules } = kind;
  return Object.freeze({
    ...kind,
    rules: {
      ...rules,
      load: (profile) => together(() => rules.load?.(profile), loadForChecks),
      validate(errors, object, context) {
        rules.validate?.(errors, object, context);
        validateConditions(errors, object, context);
      },
      validateUpdate(errors, object, old, context) {
        rules.validateUpdate?.(errors, object, old, context);
        const [now, before] = [conditionsOf(object), conditionsOf(old)];
        if (!semanticEqual(now, before)) validateConditions(errors, object, context);
      },
    },
  } satisfies Kind<T>);
}

function conditionsOf({ webhooks = [] }: Configuration): readonly unknown[] {
  return webhooks.map(({ matchConditions }) => matchConditions ?? []);
}

function validateConditions(
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
