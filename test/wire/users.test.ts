/** Users over the wire: who they are, and what they may do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverRig, userToken, type ServerRig } from '../support/server.ts';
import { configMaps, request, type Sent } from './client.ts';

let rig: ServerRig;
beforeAll(async () => void (rig = await serverRig()));
afterAll(() => rig.close());

const ask = (method: string, path: string, sent?: Sent) => request(rig, method, path, sent);

describe('users', () => {
  it.each([
    ['an unknown token', '/version', { token: 'no-such-token' }, 401],
    ['no user, reading the version', '/version', { token: '' }, 200],
    ['no user, reading discovery', '/api', { token: '' }, 403],
    ['somebody, reading discovery', '/apis/apps', { token: userToken }, 200],
    ['somebody, reading objects', configMaps, { token: userToken }, 403],
    ['somebody, on unknown paths', '/nope', { token: userToken }, 403],
    ['an administrator, on unknown paths', '/nope', {}, 404],
    ['another scheme', '/api', { token: '', headers: { authorization: 'Basic eA==' } }, 403],
    ['a page elsewhere', '/version', { headers: { origin: 'https://evil.example' } }, 403],
  ])('%s: %s', async (_, path, sent, status) => {
    expect((await ask('GET', path, sent)).status).toBe(status);
  });

  it('says who may not do what, and where', async () => {
    const { body } = await ask('DELETE', `${configMaps}/x`, { token: userToken });
    expect(body.message).toBe(
      'configmaps "x" is forbidden: User "jane" cannot delete resource "configmaps" in API group "" in the namespace "default"',
    );
    expect(body.details).toEqual({ name: 'x', kind: 'configmaps' });
  });

  it('lets only administrators act as others', async () => {
    const headers = { 'impersonate-user': 'bob', 'impersonate-group': 'dev' };
    const asBob = await ask('GET', configMaps, { headers });
    expect(asBob.body.message).toContain('User "bob" cannot list resource "configmaps"');
    const refused = await ask('GET', '/version', { headers, token: userToken });
    expect(refused.body.message).toContain('User "jane" cannot impersonate resource "users"');
    const account = { 'impersonate-user': 'system:serviceaccount:ns:bot' };
    const { body } = await ask('GET', '/version', { headers: account, token: userToken });
    expect(body.message).toContain(
      'cannot impersonate resource "serviceaccounts" in API group "" in the namespace "ns"',
    );
    const unnamed = await ask('GET', '/version', { headers: { 'impersonate-group': 'dev' } });
    expect(unnamed.status).toBe(500);
    expect(unnamed.text).toContain('without impersonating a user');
  });

  it('answers under its own names only', async () => {
    const { hostname, port } = new URL(rig.url);
    const { status } = await rawGet(hostname, Number(port), 'evil.example');
    expect(status).toBe(403);
    expect((await rawGet(hostname, Number(port), `localhost:${port}`)).status).toBe(200);
  });

  it('tells what the asker may do', async () => {
    const spec = { resourceAttributes: { verb: 'create', resource: 'pods', namespace: 'default' } };
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    const review = { body: { spec } };
    expect((await ask('POST', path, review)).body.status).toEqual({ allowed: true });
    const denied = await ask('POST', path, { ...review, token: userToken });
    expect(denied.status).toBe(201);
    expect(denied.body.status.allowed).toBe(false);
  });

  it('answers questions with their makers, and with what the roles of everybody allow', async () => {
    const reviews = '/apis/authorization.k8s.io/v1';
    const rules = await ask('POST', `${reviews}/selfsubjectrulesreviews`, {
      body: { spec: { namespace: 'default' } },
      token: userToken,
    });
    expect(rules.status).toBe(201);
    expect(rules.body.status).toMatchObject({
      resourceRules: [{ verbs: ['create'], apiGroups: ['authorization.k8s.io'] }],
      nonResourceRules: [{ nonResourceURLs: expect.arrayContaining(['/apis/*']) }, {}],
      incomplete: false,
    });
    const senseless = await ask('POST', `${reviews}/subjectaccessreviews`, { body: { spec: {} } });
    expect(senseless.status).toBe(422);
    const tokens = '/apis/authentication.k8s.io/v1/tokenreviews';
    const whose = await ask('POST', tokens, { body: { spec: { token: userToken } } });
    expect(whose.body).toMatchObject({
      metadata: { creationTimestamp: null, managedFields: [{ manager: expect.any(String) }] },
      status: { authenticated: true, user: { username: 'jane' } },
    });
  });

  it('gives tokens to service accounts, for a while of virtual time', async () => {
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    await ask('POST', accounts, { body: { metadata: { name: 'bot' } } });
    const { status, body } = await ask('POST', `${accounts}/bot/token`, {
      body: { spec: { expirationSeconds: 600 } },
    });
    expect(status).toBe(201);
    const { token } = body.status;
    const allowed = await ask('GET', configMaps, { token });
    expect(allowed.body.message).toContain('User "system:serviceaccount:default:bot" cannot list');
    // Clocks may differ by a minute, as in v1.24.
    await rig.clock.advanceTo(rig.clock.now() + 661_000);
    expect((await ask('GET', configMaps, { token })).status).toBe(401);
    const short = await ask('POST', `${accounts}/bot/token`, {
      body: { spec: { expirationSeconds: 5 } },
    });
    expect(short.status).toBe(422);
  });
});

/** A request as only bad programs send them. */
async function rawGet(
  host: string,
  port: number,
  hostHeader: string,
): Promise<{ readonly status: number }> {
  const { request: open } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = open({ host, port, path: '/healthz', headers: { host: hostHeader } }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode! });
    });
    sent.on('error', reject);
    sent.end();
  });
}
