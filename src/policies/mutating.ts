/** Policies that change what is written by expressions, and the bindings that apply them. */
import { defineKind, validatePlainMetadata, type Kind } from '#kinds';
import type { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding } from '#types';
import { defineBinding } from './binding.ts';
import { defaultPolicy, policyColumns } from './defaults.ts';
import { checks, loadForChecks } from './late-checks.ts';

type Policy = MutatingAdmissionPolicy;

const group = 'admissionregistration.k8s.io';

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
    validate: (errors, object, context) =>
      checks.code.validateMutatingPolicy(errors, object, context),
    validateUpdate(errors, object, _, context) {
      validatePlainMetadata(errors, object.metadata, mutatingAdmissionPolicy);
      checks.code.validateMutatingPolicy(errors, object, context);
    },
  },
  table: {
    columns: policyColumns<Policy>('Mutations', ({ spec }) => (spec.mutations ?? []).length),
  },
});

export const mutatingAdmissionPolicyBinding: Kind<MutatingAdmissionPolicyBinding> =
  defineBinding<MutatingAdmissionPolicyBinding>(
    { kind: 'MutatingAdmissionPolicyBinding', plural: 'mutatingadmissionpolicybindings' },
    (errors, { matchResources }) =>
      checks.code.validateOperations(errors, matchResources, 'spec.matchResources'),
  );
