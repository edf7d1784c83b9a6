/** What requests lead to: paths, methods, media types, errors. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverRig, type ServerRig } from '../support/server.ts';
import { configMaps, request, type Sent } from './client.ts';

let rig: ServerRig;
beforeAll(async () => void (rig = await serverRig()));
afterAll(() => rig.close());

const ask = (method: string, path: string, sent?: Sent) => request(rig, method, path, sent);

it('gives every answer the id of its audit', async () => {
  const fresh = await Promise.all(['/version', '/nope'].map((path) => ask('GET', path)));
  const ids = fresh.map(({ headers }) => headers.get('audit-id'));
  expect(ids[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(ids[1]).not.toBe(ids[0]);
  const headers = { 'audit-id': 'mine' };
  const refused = await ask('GET', configMaps, { token: 'no-such-token', headers });
  expect(refused.headers.get('audit-id')).toBe('mine');
});

it('lists groups in the order of v1.24', async () => {
  const { body } = await ask('GET', '/apis');
  const names = (body as { groups: { name: string }[] }).groups.map(({ name }) => name);
  const ordered =
    'apps events.k8s.io authentication.k8s.io authorization.k8s.io autoscaling batch policy scheduling.k8s.io';
  expect(names.filter((name) => ordered.split(' ').includes(name)).join(' ')).toBe(ordered);
});

describe('errors', () => {
  const missing = `${configMaps}/missing`;

  it.each([
    ['application/yaml', 'application/yaml'],
    ['application/yaml;q=0.5,application/json', 'application/json'],
    ['application/json;as=Table;v=v1;g=meta.k8s.io,application/yaml', 'application/yaml'],
    ['application/json;as=Table;v=v1;g=meta.k8s.io', 'application/json'],
    ['application/vnd.kubernetes.protobuf', 'application/vnd.kubernetes.protobuf'],
  ])('to %s are answered in %s', async (accept, told) => {
    const answer = await ask('GET', missing, { headers: { accept } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe(told);
    expect(answer.text).toMatch(/configmaps \\?"missing\\?" not found/);
  });

  it('of unknown users come in the media type asked for too', async () => {
    const headers = { accept: 'application/yaml' };
    const answer = await ask('GET', missing, { headers, token: 'no-such-token' });
    expect(answer.status).toBe(401);
    expect(answer.text).toMatch(/^message: Unauthorized$/m);
  });

  it('are readable for people', async () => {
    const { text } = await ask('GET', missing, { headers: { 'user-agent': 'curl/8' } });
    expect(text).toContain('\n  "reason": "NotFound"');
  });
});

it('accepts a deletion that has to wait, for those who ask for it in the old way', async () => {
  const body = { metadata: { name: 'kept', finalizers: ['example.com/wait'] } };
  await ask('POST', configMaps, { body });
  const path = `${configMaps}/kept`;
  expect((await ask('DELETE', `${path}?orphanDependents=false`)).status).toBe(202);
  expect((await ask('DELETE', path, { body: { orphanDependents: false } })).status).toBe(202);
  expect((await ask('DELETE', path)).status).toBe(200);
});

describe('paths and methods', () => {
  it.each([
    ['GET', '/api/v1/', 200],
    ['GET', '/api/v1/namespaces/default/', 200],
    ['GET', '/api/v9', 404],
    ['GET', '/apis/apps/v9', 404],
    ['GET', '/apis/apps/v1/widgets', 404],
    ['GET', '/api/v1/namespaces/default/nodes', 404],
    ['GET', '/api/v1/pods/x', 404],
    ['GET', '/api/v1/nodes/x/status/more', 404],
    ['GET', `${configMaps}/x/status`, 404],
    ['PUT', configMaps, 405],
    ['POST', '/api/v1/configmaps', 405],
    ['DELETE', '/api/v1/namespaces', 405],
    ['DELETE', '/api/v1/nodes/x/status', 405],
    ['OPTIONS', configMaps, 405],
    ['POST', '/version', 405],
    ['GET', '/healthz', 200],
    ['GET', '/readyz/etcd', 200],
    ['GET', '/readyz/nothing', 404],
    ['GET', '/healthz/', 404],
    ['GET', '/healthz/ping/', 404],
    ['POST', '/livez', 200],
    ['GET', '/healthzp', 404],
    ['GET', '/Version', 404],
    ['GET', '/%76ersion/?x=%3F', 200],
    ['GET', '/api/', 200],
    ['GET', '/apis/app%73', 200],
    ['PUT', '/apis/apps/v1', 405],
    ['GET', '/', 200],
    ['POST', '/', 200],
    ['GET', '/index.html', 200],
    ['GET', '//', 404],
    ['POST', '/api/v1/namespaces/default/pods/x/exec', 404],
    ['DELETE', '/api/v1/namespaces/default/pods/x/exec', 405],
    ['GET', '/api/v1/namespaces/default/pods/x/proxy', 404],
    ['GET', '/metrics', 200],
    ['GET', '/openapi/v3', 200],
  ])('%s %s: %i', async (method, path, status) => {
    expect((await ask(method, path)).status).toBe(status);
  });

  it('distinguishes unknown groups from unknown versions of a group', async () => {
    const unknown = await ask('GET', '/apis/none.example/v1');
    expect([unknown.status, unknown.text]).toEqual([404, '404 page not found\n']);
    const { body } = await ask('GET', '/apis/apps/v9');
    expect(body.reason).toBe('NotFound');
  });

  it('lists checks for those who want to know', async () => {
    const { text } = await ask('GET', '/livez?verbose');
    expect(text).toContain('[+]ping ok\n');
    expect(text).toMatch(/livez check passed\n$/);
  });
});

it.each([
  ['limitranges', null],
  ['configmaps', []],
])('shows a table of no %s with the rows %j', async (plural, rows) => {
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const path = `/api/v1/namespaces/nowhere/${plural}`;
  expect((await ask('GET', path, { headers: { accept } })).body.rows).toEqual(rows);
});

describe('what is only created has no columns', () => {
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const partial = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
  const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const pod = '/api/v1/namespaces/default/pods/none';

  it.each([
    ['POST', reviews],
    ['POST', '/apis/authentication.k8s.io/v1/tokenreviews'],
    ['POST', '/api/v1/namespaces/default/bindings'],
    ['POST', '/api/v1/namespaces/default/serviceaccounts/none/token'],
    ['POST', `${pod}/binding`],
    ['POST', `${pod}/eviction`],
    ['GET', `${pod}/ephemeralcontainers`],
    ['PUT', '/api/v1/namespaces/none/finalize'],
  ])('%s %s', async (method, path) => {
    const body = method === 'GET' ? undefined : {};
    const answer = await ask(method, path, { headers: { accept: table }, body });
    expect([answer.status, answer.body.message]).toEqual([
      406,
      'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    ]);
  });

  it('but other forms, in which it is answered', async () => {
    const body = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } };
    const post = (accept: string) => ask('POST', reviews, { headers: { accept }, body });
    expect((await post(`${table},application/json`)).body.status.allowed).toBe(true);
    expect((await post(partial)).body.kind).toBe('PartialObjectMetadata');
  });
});
