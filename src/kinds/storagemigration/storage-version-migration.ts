/** StorageVersionMigrations: the stored objects of a resource are to be written again. */
import { column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { statusAlone } from '../object/subresources.ts';
import { validateConditions } from '../object/validate-conditions.ts';
import {
  immutable,
  validateMetadata,
  validateMetadataUpdate,
} from '../object/validate-metadata.ts';
import {
  checkDns1035Label,
  checkDns1123Subdomain,
  fillAbsent,
  goJson,
  invalid,
  required,
  semanticEqual,
  show,
  type FieldErrors,
} from '#values';
import type { storagemigrationV1 } from '#types';

type StorageVersionMigration = storagemigrationV1.StorageVersionMigration;

export const storageVersionMigration: Kind<StorageVersionMigration> =
  defineKind<StorageVersionMigration>({
    group: 'storagemigration.k8s.io',
    version: 'v1',
    kind: 'StorageVersionMigration',
    plural: 'storageversionmigrations',
    namespaced: false,
    wire: { requiresVersion: true },
    subresources: { status: statusAlone({ validate: validateStatus }) },
    rules: {
      defaults: (object) => fillAbsent(object, { spec: noSpec, status: {} }),
      prepareCreate: (object) => ({ ...object, status: {} }),
      validate: validateResource,
      validateUpdate(errors, object, old) {
        validateMetadata(errors, object.metadata, storageVersionMigration);
        validateResource(errors, object);
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        if (semanticEqual(object.spec, old.spec)) return;
        errors.push(invalid('spec', goJson(object.spec), immutable));
      },
    },
    table: {
      // Names have no format here.
      unnamedRows: true,
      columns: [
        column('Name', 'string', 'Its name.', ({ metadata }) => metadata.name),
        column('Resource', 'string', 'Whose objects are written.', ({ spec: { resource } }) => {
          return resource.group ? `${resource.resource}.${resource.group}` : resource.resource;
        }),
        column('Status', 'string', 'How far it is.', ({ status }) => {
          const states = (status.conditions ?? []).filter(
            (each) => each.status === 'True' && ['Running', ...ends].includes(each.type),
          );
          return states.at(-1)?.type ?? 'Unknown';
        }),
      ],
    },
  });

const noSpec = { resource: { group: '', resource: '' } };
const ends = ['Succeeded', 'Failed'];

function validateResource(errors: FieldErrors, { spec }: StorageVersionMigration): void {
  const { resource, group } = spec.resource;
  const field = 'spec.resource';
  if (!resource) {
    errors.push(required(`${field}.resource`, 'resource is required to be set'));
  } else invalidAtOnce(errors, `${field}.resource`, resource, checkDns1035Label(resource));
  if (group) invalidAtOnce(errors, `${field}.group`, group, checkDns1123Subdomain(group));
}

/** One error for all that is wrong with a value. */
function invalidAtOnce(
  errors: FieldErrors,
  field: string,
  value: string,
  faults: readonly string[],
): void {
  if (faults.length > 0) errors.push(invalid(field, show(value), faults.join(',')));
}

function validateStatus(
  errors: FieldErrors,
  object: StorageVersionMigration,
  old: StorageVersionMigration,
): void {
  validateMetadataUpdate(errors, object.metadata, old.metadata);
  const { resourceVersion = '', conditions = [] } = object.status;
  const at = 'status.resourceVersion';
  if (resourceVersion !== '' && !/^[1-9]\d*$/.test(resourceVersion)) {
    const why = `resource version is not well formed: ${resourceVersion}`;
    errors.push(invalid(at, show(resourceVersion), why));
  }
  validateConditions(errors, conditions, 'status.conditions');
  const before = old.status.resourceVersion ?? '';
  if (before !== '' && before !== resourceVersion) {
    errors.push(invalid(at, show(resourceVersion), immutable));
  }
  const refuse = (why: string): void => {
    errors.push(invalid('status.conditions', goJson(conditions), why));
  };
  if (ends.every((type) => isTrue(object, type))) {
    refuse('Both success and failed conditions cannot be true at the same time');
  }
  for (const [type, name] of [
    ['Succeeded', 'Success'],
    ['Failed', 'Failed'],
  ] as const) {
    if (isTrue(old, type) && !isTrue(object, type)) {
      refuse(`${name} condition cannot be set to false once it is true`);
    }
  }
}

function isTrue({ status }: StorageVersionMigration, type: string): boolean {
  return (status.conditions ?? []).some((each) => each.type === type && each.status === 'True');
}
