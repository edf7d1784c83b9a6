/** What other API servers say about their versions: in OpenAPI, and whether they are available. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readWebhookAddress } from '#kinds';
import { serverRig, type ServerRig } from '../support/server.ts';
import { webhookServer, type WebhookServer } from '../support/webhook-server.ts';
import { Lines, request, type Answer, type Sent } from './client.ts';

let rig: ServerRig;
let far: WebhookServer;
beforeEach(async () => {
  far = await webhookServer(['far.default.svc']);
  const addresses = [readWebhookAddress(`default/far=127.0.0.1:${far.port}`)];
  rig = await serverRig({ minor: 30, webhookAddresses: addresses });
  await ask('POST', '/api/v1/namespaces/default/services', {
    body: { metadata: { name: 'far' }, spec: { ports: [{ port: 443 }] } },
  });
  await ask('POST', services, {
    body: {
      metadata: { name: 'v1.far.example.com' },
      spec: {
        ...{ group: 'far.example.com', version: 'v1', caBundle: far.caBundle },
        ...{ groupPriorityMinimum: 1000, versionPriority: 10 },
        service: { namespace: 'default', name: 'far' },
      },
    },
  });
});
afterEach(async () => {
  await rig.close();
  await far.close();
});

const ask = (method: string, path: string, sent?: Sent): Promise<Answer> =>
  request(rig, method, path, sent);

const services = '/apis/apiregistration.k8s.io/v1/apiservices';
const group = '/apis/far.example.com/v1';
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

describe('OpenAPI of version 3', () => {
  const part = 'apis/far.example.com/v1';

  it('lists what the other server has of its version, and passes its document on', async () => {
    const serverRelativeURL = `/openapi/v3/${part}?hash=AB`;
    const paths = { [part]: { serverRelativeURL }, version: { serverRelativeURL: 'theirs' } };
    far.behaviours.set('/openapi/v3', () => ({ body: { paths } }));
    far.behaviours.set(`/openapi/v3/${part}`, () => ({ body: { openapi: '3.0.0' } }));
    const listed = (await ask('GET', '/openapi/v3')).body.paths;
    expect(listed[part]).toEqual({ serverRelativeURL });
    expect(listed.version.serverRelativeURL).toMatch('/openapi/v3/version?hash=');
    expect((await ask('GET', serverRelativeURL)).body).toEqual({ openapi: '3.0.0' });
    const { query, headers } = far.asked.at(-1)!;
    expect([query, headers['x-remote-user']]).toEqual(['hash=AB', 'system:aggregator']);
  });

  it('lists what is served here while the other server does not answer', async () => {
    far.behaviours.set('/openapi/v3', () => 'close');
    far.behaviours.set(`/openapi/v3/${part}`, () => 'close');
    const { status, body } = await ask('GET', '/openapi/v3');
    expect([status, part in body.paths, 'api/v1' in body.paths]).toEqual([200, false, true]);
    expect((await ask('GET', `/openapi/v3/${part}`)).status).toBe(404);
  });
});

describe('OpenAPI of version 2', () => {
  const $ref = (name: string): object => ({ $ref: `#/definitions/${name}` });
  const operation = (name: string): object => ({
    get: { responses: { 200: { schema: $ref(name) } } },
  });

  it('has the paths of the other version, and the definitions that they use', async () => {
    far.behaviours.set('/openapi/v2', () => ({ status: 404 }));
    const ours = (await ask('GET', '/openapi/v2')).body;
    const same = ours.definitions[`${meta}.ListMeta`];
    const definitions = {
      Thing: {
        properties: { metadata: $ref(`${meta}.ObjectMeta`), list: $ref(`${meta}.ListMeta`) },
      },
      [`${meta}.ObjectMeta`]: { type: 'object', description: 'of another release' },
      [`${meta}.ListMeta`]: same,
      Unused: { type: 'object' },
    };
    const paths = {
      [`${group}/things`]: operation('Thing'),
      '/apis/other.example.com/v1/': operation('Unused'),
    };
    far.behaviours.set('/openapi/v2', () => ({ body: { paths, definitions } }));
    const { body, headers } = await ask('GET', '/openapi/v2');
    expect(body.paths[`${group}/things`]).toEqual(operation('Thing'));
    expect(body.paths['/apis/other.example.com/v1/']).toBeUndefined();
    expect(body.definitions.Unused).toBeUndefined();
    expect(body.definitions.Thing.properties).toEqual({
      metadata: $ref(`${meta}.ObjectMeta_v2`),
      list: $ref(`${meta}.ListMeta`),
    });
    expect(body.definitions[`${meta}.ObjectMeta`]).toEqual(ours.definitions[`${meta}.ObjectMeta`]);
    expect(body.definitions[`${meta}.ObjectMeta_v2`].description).toBe('of another release');
    const tag = headers.get('etag')!;
    expect((await ask('GET', '/openapi/v2', { headers: { 'if-none-match': tag } })).status).toBe(
      304,
    );
  });
});

it('a watch shows when the other server becomes available', async () => {
  far.behaviours.set(group, () => ({ status: 500 }));
  const lines = await Lines.open(
    rig,
    `${services}?watch=true&fieldSelector=metadata.name=v1.far.example.com`,
  );
  const availability = async (): Promise<string> =>
    (await lines.next())!.object.status.conditions[0].status;
  expect(await availability()).toBe('False');
  far.behaviours.set(group, () => ({ body: {} }));
  expect(await availability()).toBe('True');
  lines.close();
});
