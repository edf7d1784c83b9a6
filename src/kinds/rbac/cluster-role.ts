/** ClusterRoles: rules that are granted for the whole cluster, or through RoleBindings. */
import { createdAtColumn } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { checkPathSegment, type FieldErrors } from '#values';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import { rbacGroup } from './rbac.ts';
import type { StrategyContext } from '../object/part.ts';
import type { ClusterRole } from '#types';
import { accessChecks } from '../late-checks.ts';

export const clusterRole: Kind<ClusterRole> = defineKind<ClusterRole>({
  group: rbacGroup,
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  namespaced: false,
  wire: { createOnUpdate: true },
  rules: {
    load: accessChecks.load,
    validateName: checkPathSegment,
    validate: validateContent,
    validateUpdate(errors, object, old, context) {
      validateAll(errors, object, context);
      validateAll(errors, object, context);
      validateMetadataUpdate(errors, object.metadata, old.metadata);
    },
  },
  table: { defaultTable: true, columns: [createdAtColumn] },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true, madeFor: ['authorization'] },
});

/** On updates v1.24 runs it twice. */
function validateAll(errors: FieldErrors, object: ClusterRole, context: StrategyContext): void {
  validateMetadata(errors, object.metadata, clusterRole);
  validateContent(errors, object, context);
}

function validateContent(
  errors: FieldErrors,
  { rules, aggregationRule }: ClusterRole,
  { profile }: StrategyContext,
): void {
  accessChecks.code.validateRules(errors, rules, 'cluster', profile);
  accessChecks.code.validateAggregation(errors, aggregationRule);
}
