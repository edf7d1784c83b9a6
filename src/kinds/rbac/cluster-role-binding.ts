/** ClusterRoleBindings: they grant a cluster role in all namespaces and outside of them. */
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { checkPathSegment } from '#values';
import { bindingColumns, bindingDefaults, rbacGroup } from './rbac.ts';
import type { ClusterRoleBinding } from '#types';
import { accessChecks } from '../late-checks.ts';

/** The kinds of roles that it grants. */
const roleKinds: readonly string[] = ['ClusterRole'];

export const clusterRoleBinding: Kind<ClusterRoleBinding> = defineKind<ClusterRoleBinding>({
  group: rbacGroup,
  version: 'v1',
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  namespaced: false,
  wire: { createOnUpdate: true },
  rules: {
    load: accessChecks.load,
    validateName: checkPathSegment,
    defaults: bindingDefaults,
    validate: (errors, object) =>
      accessChecks.code.validateBinding(errors, object, roleKinds, 'cluster'),
    validateUpdate(errors, object, old) {
      accessChecks.code.validateBindingUpdate(errors, object, old, clusterRoleBinding, roleKinds);
    },
  },
  table: { columns: bindingColumns() },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true, madeFor: ['authorization'] },
});
