/** Claims and classes of devices, which select devices by expressions. */
import {
  deviceClass as ofClass,
  deviceClassBeta as ofClassBeta,
  resourceClaim as ofClaim,
  resourceClaimBeta as ofClaimBeta,
  resourceClaimTemplate as ofTemplate,
  resourceClaimTemplateBeta as ofTemplateBeta,
  together,
  type Kind,
  type Profile,
  type StrategyContext,
} from '#kinds';
import type { KubeObject } from '#values';
import { ensureEngine, selectorsOf } from './late.ts';

export const deviceClass = withSelectors(ofClass);
export const deviceClassBeta = withSelectors(ofClassBeta);
export const resourceClaim = withSelectors(ofClaim);
export const resourceClaimBeta = withSelectors(ofClaimBeta);
export const resourceClaimTemplate = withSelectors(ofTemplate);
export const resourceClaimTemplateBeta = withSelectors(ofTemplateBeta);

function withSelectors<T extends KubeObject>(kind: Kind<T>): Kind<T> {
  const { rules } = kind;
  return Object.freeze({
    ...kind,
    rules: {
      ...rules,
      load: (profile) => together(() => rules.load?.(profile), ensureEngine),
      validate: (errors, object, context) => rules.validate?.(errors, object, withFaults(context)),
      validateUpdate: (errors, object, old, context) =>
        rules.validateUpdate?.(errors, object, old, withFaults(context)),
    },
  } satisfies Kind<T>);
}

function withFaults(context: StrategyContext): StrategyContext {
  return { ...context, deviceSelectorFault: faultIn(context.profile) };
}

function faultIn(profile: Profile): (expression: string) => string | undefined {
  return (expression) => {
    const found = selectorsOf(profile).compile(expression);
    return typeof found === 'string' ? found : undefined;
  };
}
