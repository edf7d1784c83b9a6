/** ClusterRoles: rules that are granted for the whole cluster, or through RoleBindings. */
import { createdAtColumn } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { checkPathSegment, type FieldErrors } from '#values';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import { rbacGroup } from './rbac.ts';
import { validateAggregation, validateRules } from './validate-roles.ts';
import type { ClusterRole } from '#types';

export const clusterRole: Kind<ClusterRole> = defineKind<ClusterRole>({
  group: rbacGroup,
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  namespaced: false,
  wire: { createOnUpdate: true },
  rules: {
    validateName: checkPathSegment,
    validate: validateContent,
    validateUpdate(errors, object, old) {
      validateAll(errors, object);
      validateAll(errors, object);
      validateMetadataUpdate(errors, object.metadata, old.metadata);
    },
  },
  table: { defaultTable: true, columns: [createdAtColumn] },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true },
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
