/** Checks of policies that change what is written. */
import { validateOneOf, type StrategyContext } from '#kinds';
import { checkEach, invalid, notSupported, required, show, type FieldErrors } from '#values';
import type { MatchResources, MutatingAdmissionPolicy, Mutation } from '#types';
import { ExpressionChecks } from './validate-expressions.ts';
import { requireMatch, validateMatch, validateParamKind } from './validate-match.ts';

const operations = ['*', 'CONNECT', 'CREATE', 'UPDATE'];
const patchTypes = ['ApplyConfiguration', 'JSONPatch'];

export function validateMutatingPolicy(
  errors: FieldErrors,
  { spec }: MutatingAdmissionPolicy,
  { profile }: StrategyContext,
): void {
  const { paramKind, matchConstraints: match, mutations = [], reinvocationPolicy } = spec;
  validateOneOf(errors, spec.failurePolicy ?? '', ['Fail', 'Ignore'], 'spec.failurePolicy');
  if (paramKind != null) validateParamKind(errors, paramKind, 'spec.paramKind');
  validateMatch(errors, match, 'spec.matchConstraints');
  requireMatch(errors, match, 'spec.matchConstraints');
  validateOperations(errors, match, 'spec.matchConstraints');
  const checks = new ExpressionChecks(errors, profile, paramKind != null);
  checks.conditions(spec.matchConditions, 'spec.matchConditions');
  checks.variables(spec.variables, 'spec.variables');
  if (mutations.length === 0) {
    errors.push(required('spec.mutations', 'mutations must contain at least one item'));
  }
  checkEach(errors, mutations, (mutation, index) => {
    validateMutation(errors, checks, mutation, `spec.mutations[${index}]`);
  });
  if (!reinvocationPolicy) errors.push(required('spec.reinvocationPolicy'));
  else {
    const policies = ['IfNeeded', 'Never'];
    validateOneOf(errors, reinvocationPolicy, policies, 'spec.reinvocationPolicy');
  }
}

/** Refuses operations that leave nothing to be changed. */
export function validateOperations(
  errors: FieldErrors,
  match: MatchResources | null | undefined,
  field: string,
): void {
  for (const { operations: found = [] } of match?.resourceRules ?? []) {
    for (const operation of found ?? []) {
      validateOneOf(errors, operation, operations, `${field}.resourceRules.operations`);
    }
  }
}

function validateMutation(
  errors: FieldErrors,
  checks: ExpressionChecks,
  { patchType, applyConfiguration, jsonPatch }: Mutation,
  field: string,
): void {
  if (!patchType) {
    errors.push(required(`${field}.patchType`));
    return;
  }
  if (!patchTypes.includes(patchType)) {
    errors.push(notSupported(`${field}.patchType`, show(patchType), patchTypes));
    return;
  }
  const isPatch = patchType === 'JSONPatch';
  const [expected, other] = isPatch
    ? (['jsonPatch', 'applyConfiguration'] as const)
    : (['applyConfiguration', 'jsonPatch'] as const);
  const input = { jsonPatch, applyConfiguration };
  if (input[expected] == null) {
    errors.push(
      required(`${field}.${expected}`, `must be specified when patchType is ${patchType}`),
    );
  } else {
    const text = (input[expected].expression ?? '').trim();
    const at = `${field}.${expected}.expression`;
    if (text === '') errors.push(required(at));
    else checks.expression(text, isPatch ? 'patch' : 'object', at);
  }
  if (input[other] != null) {
    const why = `must not be specified when patchType is ${patchType}`;
    errors.push(invalid(`${field}.${other}`, show(`{${other}}`), why));
  }
}
