/** Requests for versions that other API servers answer: passed on, and their answers passed back. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readWebhookAddress } from '#kinds';
import { serverRig, type ServerRig } from '../support/server.ts';
import { webhookServer, type Asked, type WebhookServer } from '../support/webhook-server.ts';
import { request, type Answer, type Sent } from './client.ts';

let rig: ServerRig;
let far: WebhookServer;
let address = '';
beforeEach(async () => {
  far = await webhookServer(['far.default.svc']);
  address = `default/far=127.0.0.1:${far.port}`;
  rig = await serverRig({ minor: 30, webhookAddresses: [readWebhookAddress(address)] });
});
afterEach(async () => {
  await rig.close();
  await far.close();
});

const ask = (method: string, path: string, sent?: Sent): Promise<Answer> =>
  request(rig, method, path, sent);

const services = '/apis/apiregistration.k8s.io/v1/apiservices';
const group = '/apis/far.example.com/v1';
const things = `${group}/namespaces/default/things`;

async function register(spec: object = { caBundle: far.caBundle }): Promise<void> {
  await ask('POST', '/api/v1/namespaces/default/services', {
    body: { metadata: { name: 'far' }, spec: { ports: [{ port: 443 }] } },
  });
  await ask('POST', services, {
    body: {
      metadata: { name: 'v1.far.example.com' },
      spec: {
        ...{ group: 'far.example.com', version: 'v1' },
        ...{ groupPriorityMinimum: 1000, versionPriority: 10 },
        service: { namespace: 'default', name: 'far' },
        ...spec,
      },
    },
  });
}

/** Answers with what it was asked. */
function echo(path: string, status = 200): void {
  const shown = ({ method, query, headers, review }: Asked): unknown => ({
    ...{ method, query, review },
    user: headers['x-remote-user'],
    groups: headers['x-remote-group'],
    authorization: headers.authorization ?? null,
    impersonated: headers['impersonate-user'] ?? null,
    from: headers['x-forwarded-for'],
  });
  far.behaviours.set(path, (asked) => ({ status, body: shown(asked) }));
}

async function availability(): Promise<string> {
  const { body } = await ask('GET', `${services}/v1.far.example.com`);
  const { status, reason, message } = body.status.conditions[0];
  return `${status}, ${reason}: ${message}`;
}

it('reach the address that stands for the Service, with the user in headers', async () => {
  await register();
  echo(things, 201);
  const posted = await ask('POST', `${things}?dryRun=All`, {
    body: { a: 1 },
    headers: {
      'impersonate-user': 'bob',
      'impersonate-group': 'system:masters',
      'x-remote-user': 'mallory',
    },
  });
  expect(posted.status).toBe(201);
  expect(posted.body).toEqual({
    ...{ method: 'POST', query: 'dryRun=All', review: { a: 1 } },
    user: 'bob',
    groups: 'system:masters, system:authenticated',
    ...{ authorization: null, impersonated: null, from: '127.0.0.1' },
  });
});

it('are discovered by the other server', async () => {
  await register();
  const resources = { kind: 'APIResourceList', groupVersion: 'far.example.com/v1', resources: [] };
  far.behaviours.set(group, () => ({ body: resources }));
  expect((await ask('GET', group)).body).toEqual(resources);
  expect(await availability()).toBe('True, Passed: all checks passed');
});

it('are found by clients that would have all of discovery in one document', async () => {
  const accept =
    'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
  const kindOfGroups = async () => (await ask('GET', '/apis', { headers: { accept } })).body.kind;
  expect(await kindOfGroups()).toBe('APIGroupDiscoveryList');
  await register();
  expect(await kindOfGroups()).toBe('APIGroupList');
  await ask('DELETE', `${services}/v1.far.example.com`);
  expect(await kindOfGroups()).toBe('APIGroupDiscoveryList');
});

it('need the rights that other requests need', async () => {
  await register();
  echo(things);
  const { status, body } = await ask('GET', things, { token: 'usertoken' });
  expect(status).toBe(403);
  expect(body.message).toContain('cannot list resource "things" in API group "far.example.com"');
  expect(far.asked).toEqual([]);
});

it.each<[string, object, string]>([
  ['a certificate that is not trusted', {}, 'x509: certificate signed by unknown authority'],
  ['any certificate will do', { insecureSkipTLSVerify: true }, ''],
])('%s', async (_, spec, error) => {
  await register(spec);
  echo(things);
  const { status, text } = await ask('GET', things);
  expect([status, error === '' ? '' : text]).toEqual(
    error === '' ? [200, ''] : [503, `error trying to reach service: ${error}\n`],
  );
});

it('say what is wrong with the other server', async () => {
  await register();
  const url = 'https://far.default.svc:443/apis/far.example.com/v1';
  const failing = `False, FailedDiscoveryCheck: failing or missing response from ${url}`;
  far.behaviours.set(group, () => ({ status: 500 }));
  expect(await availability()).toBe(`${failing}: bad status from ${url}: 500`);
  const { port } = far;
  await far.close();
  const refused = `dial tcp 127.0.0.1:${port}: connect: connection refused`;
  expect(await availability()).toBe(`${failing}: ${refused}`);
  const { status, text } = await ask('GET', things);
  expect([status, text]).toEqual([503, `error trying to reach service: ${refused}\n`]);
  far = await webhookServer();
});

it('pass no redirect on', async () => {
  await register();
  const location = 'https://elsewhere.example.com/';
  far.behaviours.set(things, () => ({ status: 302, location }));
  const { status, text, headers } = await ask('GET', things);
  expect(headers.get('location')).toBeNull();
  expect([status, text]).toEqual([
    ...[502, 'the backend attempted to redirect this request, which is not permitted'],
  ]);
});

it('end when the other server breaks off', async () => {
  await register();
  far.behaviours.set(things, () => 'close');
  const { status, text } = await ask('GET', things);
  expect([status, text]).toEqual([503, 'error trying to reach service: EOF\n']);
});
