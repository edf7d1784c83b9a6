/** Requests that roles and bindings decide about, and requests in the name of others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clusterRole, clusterRoleBinding } from '#kinds';
import type { PolicyRule } from '#types';
import { context } from '../support/api.ts';
import { serverRig, userToken, type ServerRig } from '../support/server.ts';
import { configMaps, request } from './client.ts';

let rig: ServerRig;
afterAll(() => rig.close());

const apiGroup = 'rbac.authorization.k8s.io';
const authentication = 'authentication.k8s.io';

beforeAll(async () => {
  rig = await serverRig({ authorization: 'rbac' });
  await grant('jane', [
    { verbs: ['impersonate'], apiGroups: [''], resources: ['users'], resourceNames: ['bob'] },
    { verbs: ['impersonate'], apiGroups: [''], resources: ['groups'], resourceNames: ['a', 'b'] },
    { verbs: ['impersonate'], apiGroups: [''], resources: ['serviceaccounts'] },
    { verbs: ['impersonate'], apiGroups: [authentication], resources: ['uids'] },
    { verbs: ['impersonate'], apiGroups: [authentication], resources: ['userextras/k'] },
    { verbs: ['get'], nonResourceURLs: ['/version'] },
  ]);
  await grant('bob', [
    {
      verbs: ['get', 'list', 'watch'],
      apiGroups: [''],
      resources: ['configmaps'],
      resourceNames: ['x'],
    },
  ]);
});

async function grant(name: string, rules: readonly PolicyRule[]): Promise<void> {
  await rig.api.create(context, clusterRole, { metadata: { name }, rules });
  const roleRef = { apiGroup, kind: 'ClusterRole', name };
  const subjects = [{ kind: 'User', apiGroup, name }];
  await rig.api.create(context, clusterRoleBinding, { metadata: { name }, roleRef, subjects });
}

const asBob = { 'impersonate-user': 'bob' };
const cannot = (
  what: string,
  name: string,
  group: string,
  where = 'at the cluster scope',
): string =>
  `${what} "${name}" is forbidden: User "jane" cannot impersonate resource "${what.replace('.authentication.k8s.io', '')}" in API group "${group}" ${where}`;

describe('acting as others', () => {
  it.each<[what: string, headers: Record<string, string>, message: string | undefined]>([
    ['a user', asBob, undefined],
    ['another user', { 'impersonate-user': 'ann' }, cannot('users', 'ann', '')],
    ['a user in a group', { ...asBob, 'impersonate-group': 'a' }, undefined],
    ['a user in another group', { ...asBob, 'impersonate-group': 'c' }, cannot('groups', 'c', '')],
    ['a user with a uid', { ...asBob, 'impersonate-uid': '7' }, undefined],
    ['a user with data', { ...asBob, 'impersonate-extra-k': 'v' }, undefined],
    [
      'a user with other data',
      { ...asBob, 'impersonate-extra-x%2fy': 'v' },
      cannot('userextras.authentication.k8s.io', 'v', authentication).replace(
        'resource "userextras"',
        'resource "userextras/x/y"',
      ),
    ],
  ])('needs the right to it: %s', async (_, headers, message) => {
    const { status, body } = await request(rig, 'GET', '/version', { token: userToken, headers });
    if (message === undefined) expect(status).toBe(403);
    expect(body.message).toBe(message ?? 'forbidden: User "bob" cannot get path "/version"');
  });

  it('is in their name', async () => {
    const account = { 'impersonate-user': 'system:serviceaccount:default:bot' };
    const { body } = await request(rig, 'GET', configMaps, { token: userToken, headers: account });
    expect(body.message).toBe(
      'configmaps is forbidden: User "system:serviceaccount:default:bot" cannot list resource "configmaps" in API group "" in the namespace "default"',
    );
  });
});

describe('a rule about one name', () => {
  it.each<[query: string, status: number, name: string | undefined]>([
    ['', 403, undefined],
    ['?fieldSelector=metadata.name%3Dx', 200, undefined],
    ['?fieldSelector=metadata.namespace%3Ddefault,metadata.name%3D%3Dx', 200, undefined],
    ['?fieldSelector=metadata.name%3Dy', 403, 'y'],
    ['?fieldSelector=metadata.name!%3Dx', 403, undefined],
    ['?fieldSelector=metadata.name%3Da%2Fb', 403, undefined],
    ['?fieldSelector=metadata.name%3Dx&watch=true&timeoutSeconds=1', 200, undefined],
    ['?fieldSelector=nonsense', 403, undefined],
  ])('lets lists and watches pass that select it: %s', async (query, status, name) => {
    const answer = await request(rig, 'GET', configMaps + query, { headers: asBob });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.details.name).toBe(name);
  });

  it('lets no collection be deleted', async () => {
    const query = '?fieldSelector=metadata.name%3Dx';
    const { status } = await request(rig, 'DELETE', configMaps + query, { headers: asBob });
    expect(status).toBe(403);
  });
});
