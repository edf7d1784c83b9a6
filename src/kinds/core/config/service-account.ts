/** ServiceAccounts. No token secrets are made for them. */
import { ageColumn, column } from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import type { Kind } from '../../object/kind.ts';
import { changeElements } from '#values';
import { validateMetadata, validateMetadataUpdate } from '../../object/validate-metadata.ts';
import { tokenRequest } from '../../authorization/reviews.ts';
import { action } from '../../object/subresources.ts';
import type { ObjectReference, ServiceAccount } from '#types';

export const serviceAccount: Kind<ServiceAccount> = defineKind<ServiceAccount>({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  namespaced: true,
  names: { shortNames: ['sa'] },
  wire: { deleteAnswersObject: true },
  subresources: {
    token: action(tokenRequest),
  },
  rules: {
    prepareCreate: nameSecretsOnly,
    prepareUpdate: nameSecretsOnly,
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validateMetadata(errors, object.metadata, serviceAccount);
    },
    warnings({ metadata }, old, profile) {
      const isNew = old?.metadata.annotations?.[mountableSecrets] === undefined;
      if (!isNew || !profile.enabled('MountableSecretsDeprecated')) return [];
      if (metadata.annotations?.[mountableSecrets] === undefined) return [];
      const instead = 'prefer separate namespaces to isolate access to mounted secrets';
      return [`metadata.annotations[${mountableSecrets}]: deprecated in v1.32+; ${instead}`];
    },
  },
  table: {
    columns: [
      {
        ...column<ServiceAccount>('Secrets', 'string', 'Number of secrets.', ({ secrets = [] }) => {
          return secrets.length;
        }),
        until: 34,
      },
      ageColumn,
    ],
  },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true },
});

const mountableSecrets = 'kubernetes.io/enforce-mountable-secrets';

/** Keeps only the names of references to secrets: their other fields are implied. */
function nameSecretsOnly(object: ServiceAccount): ServiceAccount {
  return changeElements(object, 'secrets', nameOnly);
}

function nameOnly(reference: ObjectReference): ObjectReference {
  const fields = Object.keys(reference);
  if (fields.every((field) => field === 'name')) return reference;
  return reference.name ? { name: reference.name } : {};
}
