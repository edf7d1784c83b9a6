/** Clients that show certificates. */
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clusterRole, clusterRoleBinding } from '#kinds';
import { parseTime } from '#values';
import { makeAuthority, makeServing } from '#server';
import { context } from '../support/api.ts';
import { clientAuthority, foreign, jane, nameless } from '../support/client-certificates.ts';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';

let rig: ServerRig;
afterAll(() => rig.close());

beforeAll(async () => {
  const now = parseTime('2026-01-01T00:00:00Z');
  const tls = { ...makeServing(makeAuthority(now), ['localhost'], now), clientAuthority };
  rig = await serverRig({ tls, authorization: 'rbac' });
});

type Shown = { readonly cert: string; readonly key: string } | undefined;

function post(shown: Shown, path: string, body: object, token?: string): Promise<[number, string]> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const options = { method: 'POST', headers, rejectUnauthorized: false, agent: false, ...shown };
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(rig.url + path, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => void (text += part));
      answer.on('end', () => resolve([answer.statusCode!, text]));
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

const configMaps = '/api/v1/namespaces/default/configmaps';
const wanted = { metadata: { generateName: 'x-' } };

it.each<[who: string, shown: Shown, token: string | undefined, status: number, says: string]>([
  ['a certificate', jane, undefined, 403, 'User \\"jane\\" cannot create'],
  ['a certificate, before a token', jane, adminToken, 403, 'User \\"jane\\" cannot create'],
  ['one of another authority', foreign, undefined, 401, 'Unauthorized'],
  ['one of another authority, with a token', foreign, adminToken, 201, 'x-'],
  ['one without a name', nameless, undefined, 401, 'Unauthorized'],
  ['none', undefined, undefined, 403, 'User \\"system:anonymous\\" cannot create'],
  ['none, with a token', undefined, adminToken, 201, 'x-'],
])('%s says who it is', async (_, shown, token, status, says) => {
  const [answered, text] = await post(shown, configMaps, wanted, token);
  expect(answered).toBe(status);
  expect(text).toContain(says);
});

it('has groups by its organizations', async () => {
  const apiGroup = 'rbac.authorization.k8s.io';
  const metadata = { name: 'ops' };
  const rules = [{ verbs: ['create'], apiGroups: [''], resources: ['secrets'] }];
  await rig.api.create(context, clusterRole, { metadata, rules });
  const roleRef = { apiGroup, kind: 'ClusterRole', name: 'ops' };
  const subjects = [{ kind: 'Group', apiGroup, name: 'ops' }];
  await rig.api.create(context, clusterRoleBinding, { metadata, roleRef, subjects });
  expect((await post(jane, '/api/v1/namespaces/default/secrets', wanted))[0]).toBe(201);
});
