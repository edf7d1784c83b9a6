/** VolumeAttributesClasses: what can be changed about a volume that is in use. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import { deepEqual, forbidden, required, type FieldErrors } from '#values';
import type { VolumeAttributesClass } from '#types';
import { volumeChecks } from '../late-checks.ts';

export const volumeAttributesClass: Kind<VolumeAttributesClass> = defineKind<VolumeAttributesClass>(
  {
    group: 'storage.k8s.io',
    version: 'v1',
    kind: 'VolumeAttributesClass',
    plural: 'volumeattributesclasses',
    namespaced: false,
    names: { shortNames: ['vac'] },
    wire: { deleteAnswersObject: true },
    rules: {
      load: volumeChecks.load,
      validate: validateClass,
      validateUpdate(errors, object, old, { profile }) {
        if (!profile.enabled('AttributesClassesCheckedOnce')) {
          validateMetadata(errors, object.metadata, volumeAttributesClass);
          validateClass(errors, object);
        }
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        for (const field of ['driverName', 'parameters'] as const) {
          if (deepEqual(object[field], old[field])) continue;
          errors.push(forbidden(field, `updates to ${field} are forbidden.`));
        }
        validateMetadata(errors, object.metadata, volumeAttributesClass);
        validateClass(errors, object);
      },
    },
    table: {
      columns: [
        column('DriverName', 'string', 'What changes the volumes.', ({ driverName }) => driverName),
        ageColumn,
      ],
    },
  },
);

function validateClass(
  errors: FieldErrors,
  { driverName, parameters = {} }: VolumeAttributesClass,
): void {
  volumeChecks.code.validateProvisioner(errors, driverName, 'driverName');
  if (Object.keys(parameters).length === 0) {
    errors.push(required('parameters', 'must contain at least one key/value pair'));
  } else volumeChecks.code.validateParameters(errors, parameters);
}
