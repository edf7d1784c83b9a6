/** RoleBindings: they grant a role inside of their namespace. */
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { checkPathSegment } from '#values';
import { bindingColumns, bindingDefaults, rbacGroup } from './rbac.ts';
import type { RoleBinding } from '#types';
import { accessChecks } from '../late-checks.ts';

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
    load: accessChecks.load,
    validateName: checkPathSegment,
    defaults: bindingDefaults,
    validate: (errors, object) =>
      accessChecks.code.validateBinding(errors, object, roleKinds, 'namespaced'),
    validateUpdate(errors, object, old) {
      accessChecks.code.validateBindingUpdate(errors, object, old, roleBinding, roleKinds);
    },
  },
  table: { columns: bindingColumns() },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true, madeFor: ['authorization'] },
});
