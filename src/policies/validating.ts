/** Policies that may refuse a write by expressions, and the bindings that apply them. */
import {
  defineKind,
  statusAlone,
  validateConditions,
  validatePlainMetadata,
  type Kind,
} from '#kinds';
import { required } from '#values';
import type { ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from '#types';
import { defineBinding } from './binding.ts';
import { defaultPolicy, policyColumns } from './defaults.ts';
import { checks, loadForChecks } from './late-checks.ts';

type Policy = ValidatingAdmissionPolicy;

const group = 'admissionregistration.k8s.io';

export const validatingAdmissionPolicy: Kind<Policy> = defineKind<Policy>({
  group,
  version: 'v1',
  kind: 'ValidatingAdmissionPolicy',
  plural: 'validatingadmissionpolicies',
  namespaced: false,
  names: { categories: ['api-extensions'] },
  wire: { requiresVersion: true },
  subresources: {
    status: statusAlone({
      validate(errors, { status }) {
        const warnings = status?.typeChecking?.expressionWarnings ?? [];
        for (const [index, { warning, fieldRef }] of warnings.entries()) {
          const field = `status.typeChecking.expressionWarnings[${index}]`;
          if (!warning) errors.push(required(`${field}.warning`));
          if (!fieldRef?.trim()) errors.push(required(`${field}.fieldRef`));
        }
        validateConditions(errors, status?.conditions, 'status.conditions');
      },
    }),
  },
  rules: {
    metadataChecks: 'plain',
    load: loadForChecks,
    generation: ({ spec }) => spec,
    defaults: defaultPolicy,
    prepareCreate: (object) => ({ ...object, status: {} }),
    validate: (errors, object, context) => checks.code.validatePolicy(errors, object, context),
    validateUpdate(errors, object, _, context) {
      validatePlainMetadata(errors, object.metadata, validatingAdmissionPolicy);
      checks.code.validatePolicy(errors, object, context);
    },
  },
  table: {
    columns: policyColumns<Policy>('Validations', ({ spec }) => (spec.validations ?? []).length),
  },
});

export const validatingAdmissionPolicyBinding: Kind<ValidatingAdmissionPolicyBinding> =
  defineBinding<ValidatingAdmissionPolicyBinding>(
    {
      kind: 'ValidatingAdmissionPolicyBinding',
      plural: 'validatingadmissionpolicybindings',
    },
    (errors, { validationActions = [] }) => checks.code.validateActions(errors, validationActions),
  );
