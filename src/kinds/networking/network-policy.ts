/** Network policies: which traffic pods accept and send. Nothing here enforces them. */
import { ageColumn, column, none } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { changeElements, changeField, fillAbsent, isSince, selectorOf } from '#values';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import { statusPart } from '../object/subresources.ts';
import type {
  NetworkPolicy,
  NetworkPolicyPort,
  NetworkPolicySpec,
  NetworkPolicyStatus,
} from '#types';
import { defaultCondition, validateConditions } from '../object/validate-conditions.ts';
import { rareChecks, warningTexts } from '../late-checks.ts';

const noStatus: NetworkPolicyStatus = {};

export const networkPolicy = defineKind<NetworkPolicy>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  namespaced: true,
  names: { extensionsWith: 'NetworksOfExtensions', shortNames: ['netpol'] },
  subresources: {
    // The feature gate for the status is off: what is stored can be removed, not changed.
    status: statusPart({
      prepare: (object, old) =>
        hasConditions(object.status)
          ? { ...object, status: old.status }
          : { ...object, status: noStatus },
      validate: (errors, { status }) =>
        validateConditions(errors, status.conditions, 'status.conditions'),
    }),
  },
  rules: {
    load: rareChecks.load,
    generation: (object) => object.spec,
    generationCountsEmpty: true,
    // With the gate off, the status belongs to the object until it has conditions.
    keepsStatus: ({ status }) => hasConditions(status),
    defaults(object, profile) {
      const whole = fillAbsent(object, {
        spec: {} as NetworkPolicySpec,
        ...(profile.enabled('NetworkPoliciesHaveStatus') && { status: noStatus }),
      });
      const specified = changeField(whole, 'spec', defaultSpec);
      return changeField(specified, 'status', (status) =>
        changeElements(status, 'conditions', defaultCondition),
      );
    },
    validate: (errors, object) => rareChecks.code.validateNetworkPolicySpec(errors, object.spec),
    validateUpdate(errors, object, old) {
      validateMetadata(errors, object.metadata, networkPolicy);
      if (!isSince(errors, 'PoliciesCheckedOnce'))
        rareChecks.code.validateNetworkPolicySpec(errors, object.spec);
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      rareChecks.code.validateNetworkPolicySpec(errors, object.spec, old.spec);
    },
    warnings: ({ spec }, _old, profile) =>
      profile.enabled('AddressesWarnEverywhere')
        ? rareChecks.code
            .rangesOf(spec)
            .flatMap(([field, text]) => warningTexts.code.cidrWarnings(field, text, profile))
        : [],
  },
  table: {
    columns: [
      column('Pod-Selector', 'string', 'Labels of the pods that it is about.', ({ spec }) => {
        return selectorOf(spec.podSelector).toString() || none;
      }),
      ageColumn,
    ],
  },
});

function hasConditions({ conditions = [] }: NetworkPolicyStatus): boolean {
  return conditions.length > 0;
}

function defaultSpec(spec: NetworkPolicySpec): NetworkPolicySpec {
  let filled = fillAbsent(spec, { podSelector: {} });
  filled = changeElements(filled, 'ingress', defaultPorts);
  filled = changeElements(filled, 'egress', defaultPorts);
  if ((filled.policyTypes ?? []).length > 0) return filled;
  const hasEgress = (filled.egress ?? []).length > 0;
  return { ...filled, policyTypes: hasEgress ? ['Ingress', 'Egress'] : ['Ingress'] };
}

function defaultPorts<R extends { readonly ports?: readonly NetworkPolicyPort[] }>(rule: R): R {
  const ruled: { readonly ports?: readonly NetworkPolicyPort[] } = rule;
  return changeElements(ruled, 'ports', (port) => fillAbsent(port, { protocol: 'TCP' })) as R;
}
