/** ConfigMaps. */
import { ageColumn, column } from './columns.ts';
import { defineKind } from './define-kind.ts';
import type { Kind } from './kind.ts';
import { invalid, invalidFor, show, tooLong, type FieldError } from './meta/field-errors.ts';
import { checkConfigKey } from './meta/names.ts';
import { validateMetadata, validateMetadataUpdate } from './meta/validate-metadata.ts';
import { bytesOf, maxDataBytes, validateSealed } from './validation/data.ts';
import type { ConfigMap } from './types/index.ts';

export const configMap: Kind<ConfigMap> = defineKind<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  shortNames: ['cm'],
  namespaced: true,
  subresources: [],
  validate: validateData,
  *validateUpdate(object, old) {
    yield* validateMetadataUpdate(object.metadata, old.metadata);
    yield* validateSealed(object, old, ['data', 'binaryData']);
    yield* validateMetadata(object.metadata, configMap);
    yield* validateData(object);
  },
  columns: [
    column('Data', 'string', 'Number of entries.', ({ data = {}, binaryData = {} }) => {
      return Object.keys(data).length + Object.keys(binaryData).length;
    }),
    ageColumn,
  ],
});

function* validateData({ data = {}, binaryData = {} }: ConfigMap): Iterable<FieldError> {
  let bytes = 0;
  for (const key of Object.keys(data).sort()) {
    yield* invalidFor(`data[${key}]`, show(key), checkConfigKey(key));
    if (Object.hasOwn(binaryData, key)) {
      yield invalid(`data[${key}]`, show(key), 'duplicate of key present in binaryData');
    }
    bytes += Buffer.byteLength(data[key]!);
  }
  for (const key of Object.keys(binaryData).sort()) {
    yield* invalidFor(`binaryData[${key}]`, show(key), checkConfigKey(key));
    bytes += bytesOf(binaryData[key]!);
  }
  // The path of the whole object, as v1.24 prints it.
  if (bytes > maxDataBytes) yield tooLong('[]', maxDataBytes);
}
