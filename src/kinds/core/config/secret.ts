/** Secrets. */
import { toBase64, utf8Bytes, fillUnset, omitFields } from '#values';
import { ageColumn, column } from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import type { Kind } from '../../object/kind.ts';
import {
  validateMetadata,
  validateMetadataUpdate,
  validateSame,
} from '../../object/validate-metadata.ts';
import { validateSealed } from './validate-data.ts';
import { tlsWarnings } from './tls-warnings.ts';
import { validateSecret } from './validate-secret.ts';
import type { Secret } from '#types';

export const secret: Kind<Secret> = defineKind<Secret>({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  namespaced: true,
  wire: { selectableFields: { type: (object) => object.type ?? '' } },
  rules: {
    defaults: (object) => fillUnset(foldStrings(object), { type: 'Opaque' }),
    validate: validateSecret,
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validateSame(errors, object.type, old.type, 'type');
      validateSealed(errors, object, old, ['data']);
      validateMetadata(errors, object.metadata, secret);
      validateSecret(errors, object);
    },
    warnings: (object, _old, profile) =>
      profile.enabled('ContentWarnings') ? tlsWarnings(object) : [],
  },
  table: {
    columns: [
      column('Type', 'string', 'What the secret is for.', (object) => object.type ?? ''),
      column('Data', 'string', 'Number of entries.', ({ data = {} }) => Object.keys(data).length),
      ageColumn,
    ],
  },
  view: { isMadeByOthers: true },
});

/** Strings are a way to write data without encoding it; they replace data with the same key. */
function foldStrings(object: Secret): Secret {
  const { stringData } = object;
  if (stringData == null) return object;
  const data: Record<string, string> = { ...object.data };
  for (const key of Object.keys(stringData)) {
    data[key] = toBase64(utf8Bytes(stringData[key]!));
  }
  const rest = omitFields(object, ['stringData']);
  return Object.keys(data).length === 0 ? rest : { ...rest, data };
}
