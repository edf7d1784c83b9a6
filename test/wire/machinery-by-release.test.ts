/** Discovery, OpenAPI, YAML and the server's own objects, release by release, over the wire. */
import { expect, it } from 'vitest';
import { kindsOf } from '#catalog';
import { customKinds } from '#custom';
import { profileOf } from '#kinds';
import { widgets } from '../support/custom.ts';
import { configMaps } from './client.ts';
import { releases } from './releases.ts';

const { ask } = releases([24, 25, 26, 30, 32, 33], (minor) => {
  const profile = profileOf(minor);
  return { kinds: [...kindsOf(profile), ...customKinds(widgets({ type: 'object' }), profile)] };
});

const ofCustom = '/openapi/v3/apis/example.com/v1';

it.each([24, 25])('1.%i titles the document of custom resources by its builder', async (minor) => {
  const { body } = await ask(minor, 'GET', ofCustom);
  expect(body.info.title).toBe('Kubernetes CRD Swagger');
  expect(body.components.securitySchemes).toBeUndefined();
});

it.each([24, 25])('1.%i documents the keys of tokens', async (minor) => {
  const { body } = await ask(minor, 'GET', '/openapi/v2');
  expect(body.paths['/openid/v1/jwks/'].get.produces).toEqual(['application/jwk-set+json']);
  const index = await ask(minor, 'GET', '/openapi/v3');
  const names = ['openid/v1/jwks', '.well-known/openid-configuration'];
  const paths = JSON.parse(index.text).paths as object;
  expect(names.filter((name) => !(name in paths))).toEqual([]);
});

it('answers 404 without a body for a document that there is not', async () => {
  const { status, text, headers } = await ask(30, 'GET', '/openapi/v3/apis/none/v1');
  expect([status, text, headers.get('content-type')]).toEqual([404, '', null]);
});

it('names the group and version of custom resources in aggregated discovery', async () => {
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const { body } = await ask(30, 'GET', '/apis', { headers: { accept } });
  const groups = body.items as { metadata: { name: string }; versions: object[] }[];
  const group = groups.find(({ metadata }) => metadata.name === 'example.com');
  const responseKind = { group: 'example.com', version: 'v1', kind: 'Widget' };
  expect(group!.versions[0]).toMatchObject({ resources: [{ responseKind }] });
});

it.each([
  [32, 500, 'Component not found: none'],
  [33, 404, 'componentstatus "none" not found'],
])('1.%i answers %i for a component that does not exist: %s', async (minor, code, message) => {
  const { status, body } = await ask(minor, 'GET', '/api/v1/componentstatuses/none');
  expect([status, body.message]).toEqual([code, message]);
});

it('lists components without a version', async () => {
  const { body } = await ask(24, 'GET', '/api/v1/componentstatuses');
  expect(body.metadata).toEqual({});
});

it('warns of each line of YAML with a repeated key, and refuses all of them at once', async () => {
  const text =
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: twin}\ndata:\n  a: x\n  a: z\n  a: w\n';
  const sent = { body: text, headers: { 'content-type': 'application/yaml' } };
  const lines = ['line 6: key "a" already set in map', 'line 7: key "a" already set in map'];
  const warned = await ask(25, 'POST', configMaps, sent);
  const warnings = lines.map((line) => `299 - ${JSON.stringify(line)}`).join(', ');
  expect([warned.status, warned.headers.get('warning')]).toEqual([201, warnings]);
  const refused = await ask(25, 'POST', `${configMaps}?fieldValidation=Strict`, sent);
  expect(refused.body.message).toContain(
    `strict decoding error: yaml: unmarshal errors:\n  ${lines.join('\n  ')}`,
  );
});

it.each([
  [25, 'flowcontrol.apiserver.k8s.io/v1beta2', 'Update'],
  [26, 'flowcontrol.apiserver.k8s.io/v1beta3', 'Apply'],
])(
  '1.%i lists flow schemas by precedence, whose status it writes',
  async (minor, version, operation) => {
    const path = `/apis/${version}/flowschemas`;
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const { body } = await ask(minor, 'GET', path, { headers: { accept } });
    const ranks = (body.rows as { cells: unknown[] }[]).map(({ cells }) => cells[2] as number);
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    const exempt = await ask(minor, 'GET', `${path}/exempt`);
    expect(exempt.body.metadata.managedFields).toContainEqual(
      expect.objectContaining({ operation, subresource: 'status' }),
    );
  },
);
