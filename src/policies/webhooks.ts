/** Configurations of webhooks with match conditions, which are expressions. */
import {
  mutatingWebhookConfiguration as mutating,
  together,
  validatingWebhookConfiguration as validating,
  type Kind,
} from '#kinds';
import { semanticEqual } from '#values';
import type { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '#types';
import { checks, loadForChecks } from './late-checks.ts';
import type { Configuration } from './validate-conditions.ts';

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
        checks.code.validateConditions(errors, object, context);
      },
      validateUpdate(errors, object, old, context) {
        rules.validateUpdate?.(errors, object, old, context);
        const [now, before] = [conditionsOf(object), conditionsOf(old)];
        if (!semanticEqual(now, before)) checks.code.validateConditions(errors, object, context);
      },
    },
  } satisfies Kind<T>);
}

function conditionsOf({ webhooks = [] }: Configuration): readonly unknown[] {
  return webhooks.map(({ matchConditions }) => matchConditions ?? []);
}
