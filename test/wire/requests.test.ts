/** What requests lead to: users, paths, methods, media types, bodies, options. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverRig, userToken, type ServerRig } from '../support/server.ts';
import { configMap, configMaps, request, type Sent } from './client.ts';

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

describe('warnings', () => {
  const deployments = '/apis/apps/v1/namespaces/default/deployments';
  const env = [{ name: 'A' }, { name: 'A' }];
  const labels = { a: 'b' };
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'c', image: 'i', env }] },
  };
  const body = {
    metadata: { name: 'repeats' },
    spec: { selector: { matchLabels: labels }, template },
  };

  it('report what is accepted anyway', async () => {
    const { status, headers } = await ask('POST', deployments, { body });
    expect([status, headers.get('warning')]).toEqual([
      201,
      String.raw`299 - "spec.template.spec.containers[0].env[1].name: duplicate name \"A\""`,
    ]);
  });

  it('of keys that are applied twice come with field validation only', async () => {
    const text =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: twice}\ndata:\n  a: x\n  a: z\n';
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const path = `${configMaps}/twice?fieldManager=me&dryRun=All&fieldValidation=`;
    const plain = await ask('PATCH', `${path}Strict`, { body: text, headers });
    expect(plain.status).toBe(201);
    const strict = await serverRig({ features: { ServerSideFieldValidation: true } });
    const refused = await request(strict, 'PATCH', `${path}Strict`, { body: text, headers });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 6: key "a" already set in map',
    ]);
    const warned = await request(strict, 'PATCH', `${path}Warn`, { body: text, headers });
    expect(warned.status).toBe(201);
    expect(warned.headers.get('warning')).toContain(String.raw`key \"a\" already set in map`);
    await strict.close();
  });
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
    ['GET', '/healthz/', 200],
    ['GET', '/healthz/ping/', 200],
    ['POST', '/livez', 200],
    ['GET', '/healthzp', 404],
    ['GET', '/Version', 404],
    ['GET', '/%76ersion/?x=%3F', 200],
    ['GET', '/api/', 200],
    ['GET', '/apis/app%73', 200],
    ['PUT', '/apis/apps/v1', 405],
    ['GET', '/', 404],
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

describe('bodies', () => {
  const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    ask('POST', configMaps, { body, headers });
  const unrecognized = 'the object provided is unrecognized (must be of type ConfigMap): ';
  const unparsable = `${unrecognized}couldn't get version/kind; json parse error: `;

  it.each([
    ['', `${unparsable}unexpected end of JSON input (<empty>)`],
    ['{"a"', `${unparsable}unexpected end of JSON input ({"a")`],
    ['\u{1f600}', `${unparsable}invalid character 'ð' looking for beginning of value (f09f9880)`],
    ['\x7f', `${unparsable}invalid character '\\x7f' looking for beginning of value (7f)`],
    ['[]', /cannot unmarshal array into Go value of type struct/],
    [
      '{"kind":7}',
      `${unparsable}json: cannot unmarshal number into Go struct field .kind of type string ({"kind":7})`,
    ],
    [
      '{"apiVersion":"a/b/c"}',
      `${unrecognized}unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c"})`,
    ],
    [
      '{"kind":"Secret"}',
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
    [
      '{"kind":"Foo"}',
      /^Foo in version "v1" cannot be handled as a ConfigMap: no kind "Foo" is registered for version "v1" in scheme/,
    ],
    [
      '{"metadata":{"name":1}}',
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string',
    ],
    [
      '{"data":{"a":{}}}',
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal object into Go struct field ConfigMap.data of type string',
    ],
    [
      '{"binaryData":{"a":"?"}}',
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: illegal base64 data at input byte 0',
    ],
    ['['.repeat(100_000), /exceeded max depth/],
  ])('refuses %.40s', async (body, message) => {
    const answer = await post(body);
    expect([answer.status, answer.body.reason]).toEqual([400, 'BadRequest']);
    if (typeof message === 'string') expect(answer.body.message).toBe(message);
    else expect(answer.body.message).toMatch(message);
  });

  it('drops what the kind has not, and takes __proto__ for a name like any other', async () => {
    const { status, body, text } = await post(
      '{"metadata":{"name":"odd","labels":null},"colour":"red","data":{"__proto__":"x","n":null}}',
    );
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('colour');
    expect(text).toContain('"__proto__":"x"');
    expect(body.data.n).toBe('');
  });

  it('refuses media types that it cannot read, and what is too large', async () => {
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    const patch = { body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await ask('PATCH', `${configMaps}/x`, patch)).body.message).toBe(
      '415: Unsupported Media Type',
    );
    const large = await post(JSON.stringify(configMap('l', { data: { x: 'x'.repeat(3 << 20) } })));
    expect([large.status, large.body.message]).toEqual([
      413,
      'Request entity too large: limit is 3145728',
    ]);
  });

  it('reads YAML as Go does', async () => {
    const headers = { 'content-type': 'application/yaml' };
    const yaml =
      'metadata: {name: from-yaml, annotations: {when: 2020-01-01, at: 12:30}}\nimmutable: yes';
    const { status, body } = await post(yaml, headers);
    expect([status, body.immutable]).toEqual([201, true]);
    expect(body.metadata.annotations).toEqual({ when: '2020-01-01', at: '12:30' });
    const off = await post('data: {a: off}', headers);
    expect(off.body.message).toContain('cannot unmarshal bool into Go struct field ConfigMap.data');
    const bad = await post('a: [b', headers);
    expect(bad.body.message).toContain(
      "yaml: line 1: did not find expected ',' or ']' (613a205b62)",
    );
  });
});

describe('options', () => {
  const put = (query: string) => ask('POST', `${configMaps}?${query}`, { body: configMap('o') });
  it.each([
    ['dryRun=Some', 'dryRun: Unsupported value: []string{"Some"}: supported values: "All"'],
    [
      'fieldManager=%0Afoo',
      'fieldManager: Invalid value: "\\nfoo": invalid character U+000A (at position 0)',
    ],
    [`fieldManager=${'m'.repeat(129)}`, 'fieldManager: Too long: must have at most 128 bytes'],
    [
      'fieldValidation=foo',
      'fieldValidation: Unsupported value: "foo": supported values: "", "Ignore", "Strict", "Warn"',
    ],
  ])('%.30s', async (query, message) => {
    const { status, body } = await put(query);
    expect([status, body.message]).toEqual([
      422,
      `CreateOptions.meta.k8s.io "" is invalid: ${message}`,
    ]);
  });

  it('a dry run leaves nothing behind', async () => {
    expect((await put('dryRun=All')).status).toBe(201);
    expect((await ask('GET', `${configMaps}/o`)).status).toBe(404);
  });

  it.each([
    ['GET', 'limit=abc'],
    ['GET', 'timeoutSeconds=abc'],
    ['GET', 'watch=1&timeoutSeconds=abc'],
    ['DELETE', 'timeoutSeconds=abc'],
  ])('%s %s is not a number', async (method, query) => {
    const { status, body } = await ask(method, `${configMaps}?${query}`);
    expect([status, body.message]).toEqual([
      400,
      'strconv.ParseInt: parsing "abc": invalid syntax',
    ]);
  });

  it.each([
    ['GET', '/version'],
    ['GET', '/nope'],
    ['GET', configMaps],
    ['GET', `${configMaps}/none`],
    ['POST', configMaps],
    ['DELETE', configMaps],
  ])('timeout has to be a duration: %s %s', async (method, path) => {
    const sent = { token: 'no-such-token' };
    const { status, body } = await ask(method, `${path}?timeout=invalid`, sent);
    expect([status, body.reason, body.message]).toEqual([
      400,
      'BadRequest',
      'invalid timeout specified in the request URL - time: invalid duration "invalid"',
    ]);
  });

  it.each(['32s', '0', '', '1h2m'])('timeout=%s is one', async (timeout) => {
    expect((await ask('GET', `${configMaps}?timeout=${timeout}`)).status).toBe(200);
  });

  it.each([
    [`${configMaps}?watch=1&limit=a`, 'strconv.ParseInt: parsing "a": invalid syntax'],
    ['/api/v1/namespaces/default/pods/none/log?container=a', 'pods "none" not found'],
  ])('requests without an end have no timeout: %s', async (path, message) => {
    expect((await ask('GET', `${path}&timeout=invalid`)).body.message).toBe(message);
  });

  it('unknown fields are warned of or refused once the gate is on', async () => {
    const strict = await serverRig({ features: { ServerSideFieldValidation: true } });
    const body = '{"metadata":{"name":"f"},"data":{"a":"1","a":"2"},"colour":"red"}';
    const told = await request(strict, 'POST', configMaps, { body });
    expect(told.headers.get('warning')).toBe(
      '299 - "duplicate field \\"data.a\\"", 299 - "unknown field \\"colour\\""',
    );
    const refused = await request(strict, 'POST', `${configMaps}?fieldValidation=Strict`, { body });
    expect(refused.body.message).toBe(
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: duplicate field "data.a", unknown field "colour"',
    );
    await strict.close();
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

describe('a StatefulSet, whose template v1.24 stores unchecked', () => {
  const path = '/apis/apps/v1/namespaces/default/statefulsets';
  const set = (name: string, template: object) => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name },
    spec: { serviceName: 'x', selector: { matchLabels: { a: 'b' } }, template },
  });
  const metadata = { labels: { a: 'b' } };
  const patch = (type: string) => ({ headers: { 'content-type': type } });

  it.each([
    ['bare', { metadata, spec: { restartPolicy: 'Always' } }],
    ['bald', { metadata }],
  ])('%s: is changed, shown and scaled without containers', async (name, template) => {
    expect((await ask('POST', path, { body: set(name, template) })).status).toBe(201);
    const one = `${path}/${name}`;
    const json = patch('application/json-patch+json');
    expect((await ask('PATCH', one, { ...json, body: [] })).status).toBe(200);
    const merge = patch('application/merge-patch+json');
    const body = { spec: { minReadySeconds: 1 } };
    expect((await ask('PATCH', one, { ...merge, body })).status).toBe(200);
    const replicas = { spec: { replicas: 2 } };
    expect((await ask('PATCH', `${one}/scale`, { ...merge, body: replicas })).status).toBe(200);
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const { body: table } = await ask('GET', one, { headers: { accept } });
    const [row] = (table as { rows: { cells: unknown[] }[] }).rows;
    expect(row!.cells.slice(-2)).toEqual(['', '']);
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

it('says why what others have stored cannot be applied to', async () => {
  const path = '/api/v1/namespaces/default/serviceaccounts';
  const base = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'twice' } };
  const twice = { ...base, secrets: [{ name: 'a' }, { name: 'a' }] };
  expect((await ask('POST', path, { body: twice })).status).toBe(201);
  const headers = { 'content-type': 'application/apply-patch+yaml' };
  const body = { ...base, secrets: [{ name: 'b' }] };
  const sent = await ask('PATCH', `${path}/twice?fieldManager=test`, { headers, body });
  expect(sent.status).toBe(500);
  expect(sent.body.message).toBe(
    'failed to create manager for existing fields: failed to convert new object ' +
      '(default/twice; /v1, Kind=ServiceAccount) to smd typed: ' +
      '.secrets: duplicate entries for key [name="a"]',
  );
});
