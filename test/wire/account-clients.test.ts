/** Controllers that act as service accounts, each with the rights of its own. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AccountClients } from '#remote';
import { clusterRole, clusterRoleBinding, configMap, serviceAccount, defaultProfile } from '#kinds';
import { isForbidden, type Origin } from '#values';
import { context } from '../support/api.ts';
import { adminToken, serverRig, userToken, type ServerRig } from '../support/server.ts';

const account = { namespace: 'kube-system', name: 'writer' };
const working: Origin = { actor: 'writer', reconcile: { controller: 'w', key: 'k', number: 1 } };
const hour = 3_600_000;

let rig: ServerRig;
let clients: AccountClients;

beforeEach(async () => {
  rig = await serverRig({ authorization: 'rbac' });
  const apiGroup = 'rbac.authorization.k8s.io';
  const metadata = { name: 'writer' };
  const rules = [{ verbs: ['create'], apiGroups: [''], resources: ['configmaps'] }];
  await rig.api.create(context, clusterRole, { metadata, rules });
  const roleRef = { apiGroup, kind: 'ClusterRole', name: 'writer' };
  const subjects = [{ kind: 'ServiceAccount', ...account }];
  await rig.api.create(context, clusterRoleBinding, { metadata, roleRef, subjects });
  connect(adminToken);
});

afterEach(async () => {
  clients.close();
  await rig.close();
});

function connect(token: string): void {
  const accountOf = ({ reconcile }: Origin) => (reconcile === undefined ? undefined : account);
  clients = new AccountClients({ url: rig.url, token }, defaultProfile, accountOf, 'test');
}

const write = (name: string, origin = working) =>
  clients.as(origin).create(configMap, { metadata: { name, namespace: 'default' } });

it('have the rights of the account, which is created', async () => {
  await Promise.all([write('a'), write('b')]);
  expect(await rig.api.get(serviceAccount, account)).toBeDefined();
  const read = (origin: Origin) =>
    clients.as(origin).get(configMap, { namespace: 'default', name: 'a' });
  await expect(read(working)).rejects.toSatisfy(isForbidden);
  await expect(read(working)).rejects.toThrow('User "system:serviceaccount:kube-system:writer"');
  expect((await read({ actor: 'informer' })).metadata.name).toBe('a');
});

it('get another token when theirs has expired', async () => {
  await write('a');
  await rig.clock.advanceBy(2 * hour);
  expect((await write('b')).metadata.name).toBe('b');
});

it('need credentials that may request tokens, and try again', async () => {
  clients.close();
  connect(userToken);
  const refused = 'User "jane" cannot create resource "serviceaccounts/token"';
  await expect(write('a')).rejects.toThrow(refused);
  await expect(write('a')).rejects.toThrow(refused);
});
