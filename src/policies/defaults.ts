/** What policies of all sorts have in common: defaults, and columns. */
import { ageColumn, column } from '#kinds';
import { changeElements, changeField, fillAbsent, type KubeObject } from '#values';
import type { MatchResources, NamedRuleWithOperations, ParamKind } from '#types';

/** Fills in which requests a policy or a binding is about. */
export function defaultMatch(match: MatchResources): MatchResources {
  const filled = fillAbsent<MatchResources>(match, {
    ...{ matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
  });
  const ruled = changeElements(filled, 'resourceRules', defaultRule);
  return changeElements(ruled, 'excludeResourceRules', defaultRule);
}

function defaultRule(rule: NamedRuleWithOperations): NamedRuleWithOperations {
  return fillAbsent(rule, { scope: '*' });
}

interface AnyPolicySpec {
  readonly failurePolicy?: string;
  readonly matchConstraints?: MatchResources;
  readonly paramKind?: ParamKind;
}

interface AnyPolicy extends KubeObject {
  readonly spec: AnyPolicySpec;
}

export function defaultPolicy<T extends AnyPolicy>(object: T): T {
  return changeField(object as AnyPolicy, 'spec', (spec) => {
    const filled = fillAbsent<AnyPolicySpec>(spec, { failurePolicy: 'Fail' });
    return changeField(filled, 'matchConstraints', defaultMatch);
  }) as T;
}

/** What tables show in place of parameters that are not given. */
export const unset = '<unset>';

/** @param what it has a number of, such as `Validations` */
export function policyColumns<T extends AnyPolicy>(what: string, count: (object: T) => number) {
  return [
    column<T>(what, 'integer', `How many ${what.toLowerCase()} there are.`, count),
    column<T>('ParamKind', 'string', 'The kind of its parameters.', ({ spec: { paramKind } }) =>
      paramKind == null ? unset : `${paramKind.apiVersion}/${paramKind.kind}`,
    ),
    ageColumn,
  ];
}
