/** RoleBindings: they grant a role inside of their namespace. */
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { checkPathSegment } from '#values';
import { bindingColumns, bindingDefaults, rbacGroup } from './rbac.ts';
import { validateBinding, validateBindingUpdate } from './validate-roles.ts';
import type { RoleBinding } from '#types';

/** The kinds of roles that it grants. */
const roleKinds: readonly string[] = ['Role', 'ClusterRole'];

export const roleBinding: Kind<RoleBinding> = defineKind<RoleBinding>({
  group: rbacGroup,
  version: 'v1',
  kind: 'RoleBinding',
  plural: 'rolebindings',
  namespaced: true,
  wire: { createOnUpdate: true },
  rules: {
    validateName: checkPathSegment,
    defaults: bindingDefaults,
    validate: (errors, object) => validateBinding(errors, object, roleKinds, 'namespaced'),
    validateUpdate(errors, object, old) {
      validateBindingUpdate(errors, object, old, roleBinding, roleKinds);
    },
  },
  table: { columns: bindingColumns() },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true },
});
