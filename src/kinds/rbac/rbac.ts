/** What the kinds of rbac.authorization.k8s.io share: their group, and the parts of bindings. */
import { ageColumn, column, wide } from '../object/columns.ts';
import type { Column } from '../object/kind-table.ts';
import { changeElements, fillUnset, withField, type KubeObject } from '#values';
import type { RoleRef, Subject } from '#types';

/** The API group of roles and bindings. */
export const rbacGroup = 'rbac.authorization.k8s.io';

/** The kinds of subjects. */
export const subjectKinds = { account: 'ServiceAccount', user: 'User', group: 'Group' } as const;

/** What both kinds of bindings have. */
export interface Granting extends KubeObject {
  readonly roleRef: RoleRef;
  readonly subjects?: readonly Subject[];
}

/** A binding without a roleRef is rejected for what the empty reference lacks. */
const noRole: RoleRef = { apiGroup: '', kind: '', name: '' };

/** Fills in the group of the role, and of users and groups. */
export function bindingDefaults(binding: Granting): Granting {
  const input: RoleRef | null | undefined = binding.roleRef;
  const roleRef = fillUnset(input ?? noRole, { apiGroup: rbacGroup });
  const referring = withField(binding, 'roleRef', roleRef);
  return changeElements(referring, 'subjects', subjectDefaults);
}

function subjectDefaults(subject: Subject): Subject {
  const isNamed = subject.kind === subjectKinds.user || subject.kind === subjectKinds.group;
  return isNamed ? fillUnset(subject, { apiGroup: rbacGroup }) : subject;
}

/** The columns of both kinds of bindings. */
export function bindingColumns<T extends Granting>(): readonly Column<T>[] {
  return [
    column('Role', 'string', 'The role that is granted.', ({ roleRef: { kind, name } }) => {
      return `${kind}/${name}`;
    }),
    ageColumn,
    wide(column('Users', 'string', 'Users that have the role.', namesOf(subjectKinds.user))),
    wide(column('Groups', 'string', 'Groups that have the role.', namesOf(subjectKinds.group))),
    wide(
      column(
        'ServiceAccounts',
        'string',
        'Service accounts that have the role.',
        namesOf(subjectKinds.account),
      ),
    ),
  ];
}

function namesOf(expected: string): (binding: Granting) => string {
  return ({ subjects = [] }) =>
    subjects
      .filter(({ kind }) => kind === expected)
      .map(({ kind, namespace = '', name }) =>
        kind === subjectKinds.account ? `${namespace}/${name}` : name,
      )
      .join(', ');
}
