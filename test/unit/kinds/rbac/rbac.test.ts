import { describe, expect, it } from 'vitest';
import {
  clusterRole,
  clusterRoleBinding,
  columnsOf,
  role,
  roleBinding,
  defaultProfile,
} from '#kinds';
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '#types';
import { created, errorsOf, updateErrorsOf } from '../samples.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';
const metadata = { name: 'system:a b', namespace: 'default' };
const cluster = { name: 'system:a b' };

const roleOf = (...rules: readonly object[]): Role =>
  ({ apiVersion, kind: 'Role', metadata, rules }) as never;
const clusterRoleOf = (fields: object): ClusterRole =>
  ({ apiVersion, kind: 'ClusterRole', metadata: cluster, rules: [], ...fields }) as never;
const bindingOf = (fields: object): RoleBinding =>
  ({ apiVersion, kind: 'RoleBinding', metadata, ...fields }) as never;
const clusterBindingOf = (fields: object): ClusterRoleBinding =>
  ({ apiVersion, kind: 'ClusterRoleBinding', metadata: cluster, ...fields }) as never;

const pods = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const paths = { verbs: ['get'], nonResourceURLs: ['/x'] };

const namespacedPath =
  'rules[0].nonResourceURLs: Invalid value: []string{"/x"}: namespaced rules cannot apply to non-resource URLs';
const mixedRule =
  'rules[0].nonResourceURLs: Invalid value: []string{"/x"}: rules cannot apply to both regular resources and non-resource URLs';

describe('rules', () => {
  it.each<[name: string, rule: object, errors: readonly string[]]>([
    ['of resources', pods, []],
    [
      'that are empty',
      { verbs: null },
      [
        'rules[0].verbs: Required value: verbs must contain at least one value',
        'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
        'rules[0].resources: Required value: resource rules must supply at least one resource',
      ],
    ],
    ['of paths in a namespace', paths, [namespacedPath]],
    ['of both', { ...paths, ...pods }, [namespacedPath, mixedRule]],
  ])('%s', (_, rule, errors) => {
    expect(errorsOf(role, roleOf(rule))).toEqual(errors);
  });

  it('of paths are for the whole cluster, and not for named objects', () => {
    expect(errorsOf(clusterRole, clusterRoleOf({ rules: [paths] }))).toEqual([]);
    const mixed = { ...paths, resourceNames: ['x'] };
    expect(errorsOf(clusterRole, clusterRoleOf({ rules: [mixed] }))).toEqual([mixedRule]);
  });

  it('are checked twice in an update, as by v1.24', () => {
    const bare = { verbs: [], apiGroups: [''], resources: ['pods'] };
    expect(updateErrorsOf(role, roleOf(bare), roleOf(pods))).toHaveLength(2);
    const changed = clusterRoleOf({ rules: [bare] });
    expect(updateErrorsOf(clusterRole, changed, clusterRoleOf({}))).toHaveLength(2);
  });
});

describe('aggregation', () => {
  const field = 'aggregationRule.clusterRoleSelectors';

  it.each<[name: string, selectors: readonly object[] | undefined, errors: readonly unknown[]]>([
    [
      'without selectors',
      undefined,
      [
        `${field}: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil`,
      ],
    ],
    ['by labels', [{ matchLabels: { a: 'b' } }, {}], []],
    [
      'by what cannot be',
      [{ matchExpressions: [{ key: 'a', operator: 'Near' }] }],
      [
        `${field}[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator`,
        `${field}[0]: Invalid value: "null": invalid label selector.`,
      ],
    ],
  ])('%s', (_, clusterRoleSelectors, errors) => {
    const aggregated = clusterRoleOf({ aggregationRule: { clusterRoleSelectors } });
    expect(errorsOf(clusterRole, aggregated)).toEqual(errors);
  });
});

describe('bindings', () => {
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };
  const bare = { kind: 'ClusterRole', name: 'view' };

  it('name groups that are left out', () => {
    const subjects = ['User', 'Group', 'ServiceAccount', 'Pod'].map((kind) => ({
      kind,
      name: 'x',
    }));
    const filled = created(roleBinding, bindingOf({ roleRef: bare, subjects }));
    expect(filled.roleRef).toEqual(roleRef);
    expect(filled.subjects!.map(({ apiGroup }) => apiGroup)).toEqual([
      'rbac.authorization.k8s.io',
      'rbac.authorization.k8s.io',
      undefined,
      undefined,
    ]);
    expect(roleBinding.rules.defaults!(filled, defaultProfile)).toBe(filled);
  });

  it.each<[name: string, subject: object, errors: readonly string[]]>([
    ['a user', { kind: 'User', name: 'a/b' }, []],
    ['an account', { kind: 'ServiceAccount', name: 'bot', namespace: 'x' }, []],
    [
      'an account without a namespace',
      { kind: 'ServiceAccount', name: 'bot' },
      ['subjects[0].namespace: Required value'],
    ],
    [
      'an account of a group',
      { kind: 'ServiceAccount', name: '', namespace: 'x', apiGroup: 'apps' },
      [
        'subjects[0].name: Required value',
        'subjects[0].apiGroup: Unsupported value: "apps": supported values: ""',
      ],
    ],
    [
      'a user of another group',
      { kind: 'Group', name: 'x', apiGroup: 'apps' },
      [
        'subjects[0].apiGroup: Unsupported value: "apps": supported values: "rbac.authorization.k8s.io"',
      ],
    ],
    [
      'what is not a subject',
      { kind: 'Pod', name: 'x' },
      [
        'subjects[0].kind: Unsupported value: "Pod": supported values: "ServiceAccount", "User", "Group"',
      ],
    ],
  ])('grant to %s', (_, subject, errors) => {
    const binding = clusterBindingOf({ roleRef: bare, subjects: [subject] });
    expect(errorsOf(clusterRoleBinding, created(clusterRoleBinding, binding))).toEqual(errors);
  });

  it('keep their role', () => {
    const other = { ...roleRef, name: 'edit' };
    const errors = updateErrorsOf(
      roleBinding,
      bindingOf({ roleRef: other }),
      bindingOf({ roleRef }),
    );
    expect(errors).toEqual([
      'roleRef: Invalid value: rbac.RoleRef{APIGroup:"rbac.authorization.k8s.io", Kind:"ClusterRole", Name:"edit"}: cannot change roleRef',
    ]);
  });

  it('show whom they grant to', () => {
    const subjects = [
      { kind: 'User', name: 'b' },
      { kind: 'Group', name: 'h' },
      { kind: 'User', name: 'a' },
      { kind: 'ServiceAccount', name: 'bot', namespace: 'x' },
    ];
    const cells = columnsOf(roleBinding).map(({ cell }) =>
      cell(bindingOf({ roleRef, subjects }), 0),
    );
    expect(cells).toEqual(['system:a b', 'ClusterRole/view', '<unknown>', 'b, a', 'h', 'x/bot']);
  });
});
