/** Resource quotas: limits on what a namespace may hold. */
import { ageColumn, column } from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import { fillAbsent, parseQuantity } from '#values';
import { validateMetadataUpdate } from '../../object/validate-metadata.ts';
import { statusPart } from '../../object/subresources.ts';
import type { ResourceQuota } from '#types';
import { rareChecks } from '../../late-checks.ts';

export const resourceQuota = defineKind<ResourceQuota>({
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  namespaced: true,
  names: { shortNames: ['quota'] },
  wire: { deleteAnswersObject: true },
  subresources: {
    status: statusPart({
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        rareChecks.code.validateResourceQuotaStatus(errors, object.status);
      },
    }),
  },
  rules: {
    load: rareChecks.load,
    defaults: (object) => fillAbsent(object, { spec: {}, status: {} }),
    prepareCreate: (object) => ({ ...object, status: {} }),
    validate: (errors, object) => rareChecks.code.validateResourceQuotaSpec(errors, object.spec),
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      rareChecks.code.validateResourceQuotaSpec(errors, object.spec);
      rareChecks.code.validateScopesUnchanged(errors, object.spec, old.spec);
    },
    warnings: ({ spec }, old, profile) =>
      old === undefined && profile.enabled('QuotaLimitsWarn') ? limitWarnings(spec) : [],
  },
  table: {
    columns: [
      { ...ageColumn, until: 32 },
      column('Request', 'string', 'What is requested in all, of how much.', (object) =>
        usageText(object, (name) => !name.startsWith('limits.')),
      ),
      column('Limit', 'string', 'What the limits come to, of how much.', (object) =>
        usageText(object, (name) => name.startsWith('limits.')),
      ),
      { ...ageColumn, since: 33 },
    ],
  },
  view: { isDrawn: true },
});

/** What is requested in all should be less than its limit. */
function limitWarnings(spec: ResourceQuota['spec']): readonly string[] {
  const hard = spec?.hard ?? {};
  return ['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((resource) => {
    const names = [
      `requests.${resource}`,
      ...(['cpu', 'memory'].includes(resource) ? [resource] : []),
    ];
    const name = names.find((candidate) => hard[candidate] !== undefined);
    const limit = `limits.${resource}`;
    if (name === undefined || hard[limit] === undefined) return [];
    const [request, most] = [parseQuantity(hard[name]!), parseQuantity(hard[limit])];
    if (request.cmp(most) <= 0) return [];
    const less = `should be less than ${limit} (${most.toString()})`;
    return [`ResourceQuota ${name} (${request.toString()}) ${less}`];
  });
}

/** `pods: 0/1, requests.cpu: 500m/4`: the enforced limits. */
function usageText({ status }: ResourceQuota, isShown: (name: string) => boolean): string {
  const { hard = {}, used = {} } = status ?? {};
  const names = Object.keys(hard).filter(isShown).sort();
  return names.map((name) => `${name}: ${text(used[name])}/${text(hard[name])}`).join(', ');
}

function text(quantity: string | undefined): string {
  return quantity === undefined ? '0' : parseQuantity(quantity).toString();
}
