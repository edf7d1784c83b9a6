/** StorageClasses: how volumes are made, and when claims are bound. */
import { ageColumn, column, nameColumn } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { deepEqual, forbidden, goJson, isSince, show, type FieldErrors } from '#values';
import { checkStated, type StatedErrors } from '../object/stated-checks.ts';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import type { ObjectMeta, StorageClass } from '#types';
import { volumeChecks, warningTexts } from '../late-checks.ts';

export const storageClass = defineKind<StorageClass>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  namespaced: false,
  names: { shortNames: ['sc'] },
  wire: { deleteAnswersObject: true },
  rules: {
    load: volumeChecks.load,
    validate(errors, object, { profile }) {
      checkStated(errors, profile, (stated) =>
        volumeChecks.code.validateStorageClass(errors, object, stated),
      );
    },
    validateUpdate(errors, object, old, { profile }) {
      validateMetadata(errors, object.metadata, storageClass);
      checkStated(errors, profile, (stated) => {
        volumeChecks.code.validateStorageClass(errors, object, stated);
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        for (const field of stated.areLast ? fixedAsStated : fixed) {
          if (!deepEqual(object[field], old[field])) refuseChange(errors, stated, field, object);
        }
        if (object.volumeBindingMode === old.volumeBindingMode) return;
        stated.immutable('volumeBindingMode', () => show(object.volumeBindingMode ?? ''));
      });
    },
    warnings: (...parts) => warningTexts.code.classWarnings(...parts),
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

const fixed = ['parameters', 'provisioner', 'reclaimPolicy'] as const;
const fixedAsStated = ['provisioner', 'parameters', 'reclaimPolicy'] as const;

const defaultAnnotations = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

/** Whether claims that name no class get this one. */
export function isDefaultStorageClass({ annotations }: Pick<ObjectMeta, 'annotations'>): boolean {
  return defaultAnnotations.some((name) => annotations?.[name] === 'true');
}

function refuseChange(
  errors: FieldErrors,
  stated: StatedErrors,
  field: 'parameters' | 'provisioner' | 'reclaimPolicy',
  object: StorageClass,
): void {
  if (isSince(errors, 'ClassFieldsImmutable')) {
    stated.immutable(field, () => goJson(object[field] ?? null));
  } else errors.push(forbidden(field, `updates to ${field} are forbidden.`));
}
