import { describe, expect, it, test } from 'vitest';
import { resourceAccess, type User } from '#api';
import { clusterRole, clusterRoleBinding, role, roleBinding } from '#kinds';
import type { Subject } from '#types';
import { apiRig, context, type ApiRig } from '../../../support/api.ts';

const apiGroup = 'rbac.authorization.k8s.io';
const jane: User = { name: 'jane', groups: ['dev', 'system:authenticated'] };
const bot: User = { name: 'system:serviceaccount:default:bot', groups: [] };
const getPods = resourceAccess({ verb: 'get', resource: 'pods', namespace: 'default' });
const getNodes = resourceAccess({ verb: 'get', resource: 'nodes' });
const reading = [{ verbs: ['get'], apiGroups: [''], resources: ['pods', 'nodes'] }];

const user = (name: string): Subject => ({ kind: 'User', apiGroup, name });
const group = (name: string): Subject => ({ kind: 'Group', apiGroup, name });
const account = (name: string, namespace?: string): Subject => ({
  kind: 'ServiceAccount',
  name,
  ...(namespace !== undefined && { namespace }),
});

/** Grants the role `reader`, which may be missing, in the namespace `default` or in the cluster. */
function grant({ api }: ApiRig, name: string, place: string, ...subjects: readonly Subject[]) {
  if (place === 'cluster') {
    const roleRef = { apiGroup, kind: 'ClusterRole', name: 'reader' };
    return api.create(context, clusterRoleBinding, { metadata: { name }, roleRef, subjects });
  }
  const roleRef = { apiGroup, kind: place, name: 'reader' };
  const metadata = { name, namespace: 'default' };
  return api.create(context, roleBinding, { metadata, roleRef, subjects });
}

async function rig(): Promise<ApiRig> {
  const made = await apiRig({ authorization: 'rbac' });
  await made.api.create(context, clusterRole, { metadata: { name: 'reader' }, rules: reading });
  return made;
}

describe('a binding', () => {
  it.each<[what: string, place: string, subjects: Subject[], who: User, allowed: string]>([
    ['to a user', 'cluster', [user('jane')], jane, 'User "jane"'],
    ['to a group', 'cluster', [group('dev')], jane, 'Group "dev"'],
    ['to both', 'cluster', [user('x'), group('dev'), user('jane')], jane, 'Group "dev"'],
    ['to others', 'cluster', [user('dev'), group('jane'), account('jane', 'x')], jane, ''],
    ['to an account', 'cluster', [account('bot', 'default')], bot, 'ServiceAccount "bot/default"'],
    ['to an account elsewhere', 'cluster', [account('bot', 'x')], bot, ''],
    ['to an account by its user', 'cluster', [user(bot.name)], bot, `User "${bot.name}"`],
    [
      'to an account of its namespace',
      'ClusterRole',
      [account('bot')],
      bot,
      'ServiceAccount "bot/default"',
    ],
  ])('%s', async (_, place, subjects, who, allowed) => {
    const made = await rig();
    await grant(made, 'b', place, ...subjects);
    const binding = place === 'cluster' ? 'ClusterRoleBinding "b"' : 'RoleBinding "b/default"';
    expect(made.api.authorizer.decide(who, getPods)).toEqual({
      allowed: allowed !== '',
      reason:
        allowed === '' ? '' : `RBAC: allowed by ${binding} of ClusterRole "reader" to ${allowed}`,
    });
  });

  test('of a namespace grants nothing outside of it', async () => {
    const made = await rig();
    await grant(made, 'b', 'ClusterRole', user('jane'));
    const { authorizer } = made.api;
    expect(authorizer.decide(jane, getPods).allowed).toBe(true);
    expect(authorizer.decide(jane, getNodes).allowed).toBe(false);
    expect(authorizer.decide(jane, { ...getPods, namespace: 'x' }).allowed).toBe(false);
  });

  test('counts as soon as it is there, and as long', async () => {
    const made = await rig();
    const { api } = made;
    const may = (): boolean => api.authorizer.decide(jane, getPods).allowed;
    const outcomes = [may()];
    await grant(made, 'b', 'ClusterRole', user('jane'));
    outcomes.push(may());
    await api.delete(context, clusterRole, { name: 'reader' });
    outcomes.push(may());
    await api.create(context, clusterRole, { metadata: { name: 'reader' }, rules: reading });
    outcomes.push(may());
    await api.delete(context, roleBinding, { namespace: 'default', name: 'b' });
    outcomes.push(may());
    expect(outcomes).toEqual([false, true, false, true, false]);
  });

  test('to a missing role is named, and others count', async () => {
    const made = await rig();
    const { authorizer } = made.api;
    await grant(made, 'a', 'Role', user('jane'));
    const why = 'role.rbac.authorization.k8s.io "reader" not found';
    expect(authorizer.decide(jane, getPods)).toEqual({ allowed: false, reason: `RBAC: ${why}` });
    expect(authorizer.rulesFor(jane, 'default').evaluationError).toBe(why);
    await grant(made, 'b', 'ClusterRole', user('jane'));
    expect(authorizer.decide(jane, getPods).allowed).toBe(true);
    await made.api.delete(context, clusterRole, { name: 'reader' });
    expect(authorizer.decide(jane, getPods).reason).toBe(
      `RBAC: [${why}, clusterrole.rbac.authorization.k8s.io "reader" not found]`,
    );
  });
});

test('administrators need no role', async () => {
  const { api } = await apiRig({ authorization: 'rbac' });
  const admin = { name: 'admin', groups: ['system:masters'] };
  expect(api.authorizer.decide(admin, getNodes)).toEqual({ allowed: true, reason: '' });
});

test('rules are listed by what they are about', async () => {
  const made = await rig();
  const rules = [{ verbs: ['get'], nonResourceURLs: ['/x'] }];
  await made.api.create(context, clusterRole, { metadata: { name: 'paths' }, rules });
  await grant(made, 'a', 'cluster', user('jane'));
  const roleRef = { apiGroup, kind: 'ClusterRole', name: 'paths' };
  const subjects = [user('jane')];
  await made.api.create(context, clusterRoleBinding, {
    metadata: { name: 'b' },
    roleRef,
    subjects,
  });
  await made.api.create(context, role, {
    metadata: { name: 'reader', namespace: 'default' },
    rules: [{ verbs: ['list'], apiGroups: ['apps'], resources: ['*'], resourceNames: ['x'] }],
  });
  await grant(made, 'c', 'Role', user('jane'));
  expect(made.api.authorizer.rulesFor(jane, 'default')).toEqual({
    resourceRules: [
      ...reading,
      { verbs: ['list'], apiGroups: ['apps'], resources: ['*'], resourceNames: ['x'] },
    ],
    nonResourceRules: rules,
    incomplete: false,
  });
  expect(made.api.authorizer.rulesFor(jane, 'x').resourceRules).toEqual(reading);
});

test('where everyone may do everything', async () => {
  const { api } = await apiRig({ authorization: 'none' });
  const someone = { name: 'x', groups: [] };
  expect(api.authorizer.decide(someone, getNodes).allowed).toBe(true);
  expect(api.authorizer.rulesFor(someone, '').resourceRules).toEqual([
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  ]);
});
