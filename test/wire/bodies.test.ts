/** Bodies of requests over the wire, and the warnings about them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverRig, type ServerRig } from '../support/server.ts';
import { configMap, configMaps, request, type Sent } from './client.ts';

let rig: ServerRig;
beforeAll(async () => void (rig = await serverRig()));
afterAll(() => rig.close());

const ask = (method: string, path: string, sent?: Sent) => request(rig, method, path, sent);

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
