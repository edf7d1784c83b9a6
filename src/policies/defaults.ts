/** What policies and bindings of all sorts have in common: defaults, and columns. */
import { ageColumn, column } from '#kinds';
import { changeElements, changeField, fillAbsent, type KubeObject } from '#values';
import type { MatchResources, NamedRuleWithOperations, ParamKind, ParamRef } from '#types';

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

interface AnyBinding extends KubeObject {
  readonly spec: {
    readonly policyName?: string;
    readonly matchResources?: MatchResources;
    readonly paramRef?: ParamRef;
  };
}

export function defaultBinding<T extends AnyBinding>(object: T): T {
  return changeField(object as AnyBinding, 'spec', (spec) =>
    changeField(spec, 'matchResources', defaultMatch),
  ) as T;
}

const unset = '<unset>';

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

export function bindingColumns<T extends AnyBinding>() {
  return [
    column<T>('PolicyName', 'string', 'The policy that it applies.', ({ spec }) => {
      return spec.policyName ?? '';
    }),
    column<T>('ParamRef', 'string', 'The parameters that it gives the policy.', ({ spec }) =>
      shownRef(spec.paramRef),
    ),
    ageColumn,
  ];
}

function shownRef(given: ParamRef | undefined): string {
  if (given == null) return unset;
  if (given.name) return `${given.namespace || '*'}/${given.name}`;
  return given.selector == null ? unset : `&LabelSelector${JSON.stringify(given.selector)}`;
}
