/** ClusterRoles: rules that are granted for the whole cluster, or through RoleBindings. */
import { createdAtColumn } from './columns.ts';
import { defineKind } from './define-kind.ts';
import type { Kind } from './kind.ts';
import { checkPathSegment } from './meta/names.ts';
import type { FieldErrors } from './meta/field-errors.ts';
import { validateMetadata, validateMetadataUpdate } from './meta/validate-metadata.ts';
import { rbacGroup } from './rbac.ts';
import { validateAggregation, validateRules } from './validation/roles.ts';
import type { ClusterRole } from './types/index.ts';

export const clusterRole: Kind<ClusterRole> = defineKind<ClusterRole>({
  group: rbacGroup,
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  namespaced: false,
  isLeftOutOfSummary: true,
  isMadeByOthers: true,
  createOnUpdate: true,
  validateName: checkPathSegment,
  validate: validateContent,
  validateUpdate(errors, object, old) {
    validateAll(errors, object);
    validateAll(errors, object);
    validateMetadataUpdate(errors, object.metadata, old.metadata);
  },
  defaultTable: true,
  columns: [createdAtColumn],
});

/** On updates v1.24 runs it twice. */
function validateAll(errors: FieldErrors, object: ClusterRole): void {
  validateMetadata(errors, object.metadata, clusterRole);
  validateContent(errors, object);
}

function validateContent(errors: FieldErrors, { rules, aggregationRule }: ClusterRole): void {
  validateRules(errors, rules, 'cluster');
  validateAggregation(errors, aggregationRule);
}
