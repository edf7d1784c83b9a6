/** RoleBindings: they grant a role inside of their namespace. */
import { defineKind } from './define-kind.ts';
import type { Kind } from './kind.ts';
import { checkPathSegment } from './meta/names.ts';
import { bindingColumns, bindingDefaults, rbacGroup } from './rbac.ts';
import { validateBinding, validateBindingUpdate } from './validation/roles.ts';
import type { RoleBinding } from './types/index.ts';

/** The kinds of roles that it grants. */
const roleKinds: readonly string[] = ['Role', 'ClusterRole'];

export const roleBinding: Kind<RoleBinding> = defineKind<RoleBinding>({
  group: rbacGroup,
  version: 'v1',
  kind: 'RoleBinding',
  plural: 'rolebindings',
  namespaced: true,
  isLeftOutOfSummary: true,
  isMadeByOthers: true,
  createOnUpdate: true,
  validateName: checkPathSegment,
  defaults: bindingDefaults,
  validate: (errors, object) => validateBinding(errors, object, roleKinds, 'namespaced'),
  validateUpdate(errors, object, old) {
    validateBindingUpdate(errors, object, old, roleBinding, roleKinds);
  },
  columns: bindingColumns(),
});
