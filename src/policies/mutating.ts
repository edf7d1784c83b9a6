/** Policies that change what is written by expressions, and the bindings that apply them. */
import {
  defineKind,
  validateOneOf,
  validatePlainMetadata,
  type Kind,
  type StrategyContext,
} from '#kinds';
import { checkEach, invalid, notSupported, required, show, type FieldErrors } from '#values';
import type { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding, Mutation } from '#types';
import { defineBinding } from './binding.ts';
import { defaultPolicy, policyColumns } from './defaults.ts';
import { loadForChecks } from './late.ts';
import { ExpressionChecks } from './validate-expressions.ts';
import { requireMatch, validateMatch, validateParamKind } from './validate-match.ts';

type Policy = MutatingAdmissionPolicy;

const group = 'admissionregistration.k8s.io';
const operations = ['CREATE', 'UPDATE'];
const patchTypes = ['ApplyConfiguration', 'JSONPatch'];

export const mutatingAdmissionPolicy: Kind<Policy> = defineKind<Policy>({
  group,
  version: 'v1',
  kind: 'MutatingAdmissionPolicy',
  plural: 'mutatingadmissionpolicies',
  namespaced: false,
  names: { categories: ['api-extensions'] },
  wire: { requiresVersion: true },
  rules: {
    metadataChecks: 'plain',
    load: loadForChecks,
    generation: ({ spec }) => spec,
    defaults: defaultPolicy,
    validate: validatePolicy,
    validateUpdate(errors, object, _, context) {
      validatePlainMetadata(errors, object.metadata, mutatingAdmissionPolicy);
      validatePolicy(errors, object, context);
    },
  },
  table: {
    columns: policyColumns<Policy>('Mutations', ({ spec }) => (spec.mutations ?? []).length),
  },
});

function validatePolicy(errors: FieldErrors, { spec }: Policy, { profile }: StrategyContext): void {
  const { paramKind, matchConstraints: match, mutations = [], reinvocationPolicy } = spec;
  validateOneOf(errors, spec.failurePolicy ?? '', ['Fail', 'Ignore'], 'spec.failurePolicy');
  if (paramKind != null) validateParamKind(errors, paramKind, 'spec.paramKind');
  validateMatch(errors, match, 'spec.matchConstraints');
  requireMatch(errors, match, 'spec.matchConstraints');
  for (const operation of (match?.resourceRules ?? []).flatMap((rule) => rule.operations ?? [])) {
    if (operations.includes(operation)) continue;
    const field = 'spec.matchConstraints.resourceRules.operations';
    errors.push(notSupported(field, show(operation), operations));
  }
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

export const mutatingAdmissionPolicyBinding: Kind<MutatingAdmissionPolicyBinding> =
  defineBinding<MutatingAdmissionPolicyBinding>({
    kind: 'MutatingAdmissionPolicyBinding',
    plural: 'mutatingadmissionpolicybindings',
  });
