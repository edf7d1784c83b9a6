/** Roles: rules that are granted inside of one namespace. */
import { createdAtColumn } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { checkPathSegment, type FieldErrors } from '#values';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import { rbacGroup } from './rbac.ts';
import type { StrategyContext } from '../object/part.ts';
import type { Role } from '#types';
import { accessChecks } from '../late-checks.ts';

export const role: Kind<Role> = defineKind<Role>({
  group: rbacGroup,
  version: 'v1',
  kind: 'Role',
  plural: 'roles',
  namespaced: true,
  wire: { createOnUpdate: true },
  rules: {
    load: accessChecks.load,
    validateName: checkPathSegment,
    validate: (errors, object, { profile }) =>
      accessChecks.code.validateRules(errors, object.rules, 'namespaced', profile),
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
function validateAll(errors: FieldErrors, object: Role, { profile }: StrategyContext): void {
  validateMetadata(errors, object.metadata, role);
  accessChecks.code.validateRules(errors, object.rules, 'namespaced', profile);
}
