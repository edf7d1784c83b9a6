/** StorageClasses: how volumes are made, and when claims are bound. */
import { ageColumn, column, nameColumn } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { forbidden, type FieldErrors, deepEqual } from '#values';
import {
  validateMetadata,
  validateMetadataUpdate,
  validateSame,
} from '../object/validate-metadata.ts';
import type { ObjectMeta, StorageClass } from '#types';
import { classWarnings } from '../core/volume/volume-warnings.ts';
import { validateStorageClass } from './validate-storage-class.ts';

export const storageClass = defineKind<StorageClass>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  namespaced: false,
  names: { shortNames: ['sc'] },
  wire: { deleteAnswersObject: true },
  rules: {
    validate: validateStorageClass,
    validateUpdate(errors, object, old) {
      validateMetadata(errors, object.metadata, storageClass);
      validateStorageClass(errors, object);
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      for (const field of ['parameters', 'provisioner', 'reclaimPolicy'] as const) {
        if (!deepEqual(object[field], old[field])) refuseChange(errors, field);
      }
      validateSame(errors, object.volumeBindingMode, old.volumeBindingMode, 'volumeBindingMode');
    },
    warnings: classWarnings,
  },
  table: {
    unnamedRows: true,
    columns: [
      {
        ...nameColumn,
        cell: ({ metadata }) =>
          isDefaultStorageClass(metadata) ? `${metadata.name} (default)` : metadata.name,
      },
      column('Provisioner', 'string', 'What makes the volumes.', ({ provisioner }) => provisioner),
      column('ReclaimPolicy', 'string', 'What happens to volumes that are released.', (object) => {
        return object.reclaimPolicy ?? 'Delete';
      }),
      column('VolumeBindingMode', 'string', 'When claims are bound.', ({ volumeBindingMode }) => {
        return volumeBindingMode ?? 'Immediate';
      }),
      column('AllowVolumeExpansion', 'string', 'Whether claims may grow.', (object) => {
        return object.allowVolumeExpansion === true;
      }),
      ageColumn,
    ],
  },
});

const defaultAnnotations = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

/** Whether claims that name no class get this one. */
export function isDefaultStorageClass({ annotations }: Pick<ObjectMeta, 'annotations'>): boolean {
  return defaultAnnotations.some((name) => annotations?.[name] === 'true');
}

function refuseChange(errors: FieldErrors, field: string): void {
  errors.push(forbidden(field, `updates to ${field} are forbidden.`));
}
