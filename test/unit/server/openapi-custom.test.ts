import { kindsOf } from '#catalog';
import { defaultProfile } from '#kinds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customKinds } from '#custom';

import type { JSONSchemaProps } from '#types';
import { definition, version } from '../../support/custom.ts';
import { adminToken, serverRig, type ServerRig } from '../../support/server.ts';

const kinds = kindsOf(defaultProfile);

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- documents of any form
type Json = Readonly<Record<string, any>>;

const text = { type: 'string' } as const;
const spec: JSONSchemaProps = {
  type: 'object',
  required: ['a', 'n'],
  properties: {
    a: { ...text, pattern: '^a', default: 'ab' },
    n: { type: 'object', nullable: true, properties: { x: text } },
    p: { 'x-kubernetes-int-or-string': true },
    k: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { x: text } },
    e: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: text } },
    o: { type: 'object', oneOf: [{ required: ['x'] }], properties: { x: text } },
  },
};
const whole = { type: 'object', description: 'A thing.', properties: { spec } };
const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const;
const name = 'com.example.v1.Widget';

describe('OpenAPI of custom resources', () => {
  let rig: ServerRig;
  const read = async (path: string): Promise<{ type: string | null; body: Json }> => {
    const headers = { authorization: `Bearer ${adminToken}` };
    const response = await fetch(`${rig.url}/openapi/${path}`, { headers });
    const body = (await response.json()) as Json;
    return { type: response.headers.get('content-type'), body };
  };

  beforeAll(async () => {
    const status = { status: {}, scale: { specReplicasPath: '.a', statusReplicasPath: '.b' } };
    const defined = definition([
      { ...version('v1', whole), storage: true, subresources: status },
      version('v2', open),
    ]);
    rig = await serverRig({ kinds: [...kinds, ...customKinds(defined, defaultProfile)] });
  });
  afterAll(() => rig.close());

  it('says in version 2 what old clients can check', async () => {
    const { definitions } = (await read('v2')).body as { definitions: Json };
    const { properties, ...rest } = definitions[name] as Json;
    expect(rest).toEqual({
      type: 'object',
      description: 'A thing.',
      'x-kubernetes-group-version-kind': [{ group: 'example.com', kind: 'Widget', version: 'v1' }],
    });
    expect(properties.metadata.$ref).toBe(
      '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
    );
    expect(properties.spec).toMatchObject({ type: 'object', required: ['a'] });
    const { a, n, p, k, e, o } = properties.spec.properties as Json;
    expect(a).toEqual({ type: 'string', pattern: '^a' });
    expect(n).toEqual({});
    expect(p).toEqual({ 'x-kubernetes-int-or-string': true });
    expect(k).toEqual({ 'x-kubernetes-preserve-unknown-fields': true });
    expect(e.required).toEqual(['kind', 'apiVersion']);
    expect(Object.keys(e.properties as Json)).toEqual(['spec', 'apiVersion', 'kind', 'metadata']);
    expect(o).toEqual({ type: 'object', properties: { x: text } });
    expect(definitions[`${name}List`].required).toEqual(['items']);
  });

  it('says nothing in version 2 about objects of any form', async () => {
    const { definitions } = (await read('v2')).body as { definitions: Json };
    expect(definitions['com.example.v2.Widget']).toEqual({
      type: 'object',
      'x-kubernetes-group-version-kind': [{ group: 'example.com', kind: 'Widget', version: 'v2' }],
    });
  });

  it('says all in version 3', async () => {
    const { type, body } = await read('v3/apis/example.com/v1');
    expect(type).toBe('text/plain; charset=utf-8');
    const { a, n, p, o } = body['components'].schemas[name].properties.spec.properties as Json;
    expect(a).toEqual(spec.properties!['a']);
    expect(n).toEqual(spec.properties!['n']);
    expect(p).toEqual({
      'x-kubernetes-int-or-string': true,
      anyOf: [{ type: 'integer' }, { type: 'string' }],
    });
    expect(o).toEqual(spec.properties!['o']);
  });

  it('lists the operations', async () => {
    const { paths } = (await read('v2')).body as { paths: Json };
    const under = '/apis/example.com/v1/namespaces/{namespace}/widgets';
    const methods = (path: string): readonly string[] =>
      Object.keys(paths[path] as Json)
        .filter((key) => key !== 'parameters')
        .sort();
    expect(methods(under)).toEqual(['delete', 'get', 'post']);
    expect(methods(`${under}/{name}`)).toEqual(['delete', 'get', 'patch', 'put']);
    expect(methods(`${under}/{name}/status`)).toEqual(['get', 'patch', 'put']);
    expect(methods(`${under}/{name}/scale`)).toEqual(['get', 'patch', 'put']);
    expect(methods('/apis/example.com/v1/widgets')).toEqual(['get']);
    const { get } = paths[`${under}/{name}/scale`];
    expect(get['x-kubernetes-group-version-kind']).toEqual({
      group: 'example.com',
      kind: 'Widget',
      version: 'v1',
    });
    expect(get.responses[200].schema.$ref).toBe('#/definitions/io.k8s.api.autoscaling.v1.Scale');
    expect(paths[`${under}/{name}`].patch).toMatchObject({
      operationId: 'patchExampleComV1NamespacedWidget',
      tags: ['exampleCom_v1'],
      consumes: [
        'application/json-patch+json',
        'application/merge-patch+json',
        'application/apply-patch+yaml',
      ],
    });
    expect(Object.keys(paths).filter((path) => path.includes('example.com/v1/watch'))).toEqual([]);
  });
});
