/** ConfigMaps. */
import {
  utf8Length,
  checkKeys,
  checkThen,
  invalid,
  invalidFor,
  show,
  tooLong,
  type FieldErrors,
  checkConfigKey,
} from '#values';
import { ageColumn, column } from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import type { Kind } from '../../object/kind.ts';
import { validateMetadata, validateMetadataUpdate } from '../../object/validate-metadata.ts';
import { bytesOf, maxDataBytes, validateSealed } from './validate-data.ts';
import type { ConfigMap } from '#types';

export const configMap: Kind<ConfigMap> = defineKind<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
  names: { shortNames: ['cm'] },
  rules: {
    validate: validateData,
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validateSealed(errors, object, old, ['data', 'binaryData']);
      validateMetadata(errors, object.metadata, configMap);
      validateData(errors, object);
    },
  },
  table: {
    columns: [
      column('Data', 'string', 'Number of entries.', ({ data = {}, binaryData = {} }) => {
        return Object.keys(data).length + Object.keys(binaryData).length;
      }),
      ageColumn,
    ],
  },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true },
});

function validateData(errors: FieldErrors, { data = {}, binaryData = {} }: ConfigMap): void {
  let bytes = 0;
  checkKeys(errors, data, (key) => {
    invalidFor(errors, `data[${key}]`, key, checkConfigKey(key));
    if (Object.hasOwn(binaryData, key)) {
      errors.push(invalid(`data[${key}]`, show(key), 'duplicate of key present in binaryData'));
    }
    bytes += utf8Length(data[key]!);
  });
  checkKeys(errors, binaryData, (key) => {
    invalidFor(errors, `binaryData[${key}]`, key, checkConfigKey(key));
    bytes += bytesOf(binaryData[key]!);
  });
  checkThen(errors, () => {
    // The path of the whole object, as v1.24 prints it.
    if (bytes > maxDataBytes) errors.push(tooLong('[]', maxDataBytes, errors.release));
  });
}
