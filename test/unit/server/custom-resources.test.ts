import { kindsOf } from '#catalog';
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { customKinds } from '#custom';

import type { CustomResourceDefinition } from '#types';
import { definition, version, widgets } from '../../support/custom.ts';
import { adminToken, serverRig } from '../../support/server.ts';

const kinds = kindsOf(defaultProfile);

const path = '/apis/example.com/v1/namespaces/default/widgets';

interface Answer {
  readonly status: number;
  readonly warning: string | null;
  readonly body: Readonly<Record<string, unknown>> & { readonly message?: string };
}

/** A server of these widgets, and requests to it. */
async function serving(defined: CustomResourceDefinition) {
  const rig = await serverRig({
    kinds: [...kinds, ...customKinds(defined, defaultProfile)],
  });
  const ask = async (
    method: string,
    url: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${rig.url}${url}`, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { status } = response;
    const answer = await response.text();
    const isJson = method !== 'HEAD' && response.headers.get('content-type') === 'application/json';
    const json = isJson ? (JSON.parse(answer) as Answer['body']) : { message: answer };
    return { status, warning: response.headers.get('warning'), body: json };
  };
  return { ...rig, ask };
}

const widget = (name: string, spec: object = {}, more: object = {}): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name },
  spec,
  ...more,
});
const merge = { 'content-type': 'application/merge-patch+json' };
const sized = widgets({
  type: 'object',
  properties: { size: { type: 'integer', default: 3, minimum: 0 }, color: { type: 'string' } },
});

describe('custom resources over HTTP', () => {
  it('answer each method at an object and at all of them', async () => {
    const { ask, close } = await serving(sized);
    const item = `${path}/a`;
    const codes: string[] = [];
    const step = async (method: string, at: string, body?: unknown, headers = {}) => {
      codes.push(
        `${method} ${at === path ? 'all' : 'one'} ${(await ask(method, at, body, headers)).status}`,
      );
    };
    await step('POST', path, widget('a'));
    await step('POST', item, widget('a'));
    await step('GET', path);
    await step('GET', item);
    await step('PUT', path, widget('a'));
    await step('PUT', item, (await ask('GET', item)).body);
    await step('PATCH', path, { spec: {} }, merge);
    await step('PATCH', item, { spec: { size: 4 } }, merge);
    await step('DELETE', item);
    await step('DELETE', item);
    await step('DELETE', path);
    await close();
    expect(codes).toEqual([
      ...['POST all 201', 'POST one 409', 'GET all 200', 'GET one 200'],
      ...['PUT all 400', 'PUT one 200', 'PATCH all 400', 'PATCH one 200'],
      ...['DELETE one 200', 'DELETE one 404', 'DELETE all 200'],
    ]);
  });

  const inAll = '/apis/example.com/v1/widgets';
  it.each<[scope: 'Namespaced' | 'Cluster', method: string, at: string, status: number]>([
    ['Namespaced', 'GET', path, 200],
    ['Namespaced', 'GET', inAll, 200],
    ['Namespaced', 'POST', inAll, 404],
    ['Namespaced', 'DELETE', inAll, 404],
    ['Namespaced', 'GET', `${inAll}/a`, 404],
    ['Cluster', 'GET', inAll, 200],
    ['Cluster', 'POST', inAll, 201],
    ['Cluster', 'DELETE', inAll, 200],
    ['Cluster', 'GET', path, 404],
    ['Cluster', 'POST', path, 404],
  ])('of scope %s: %s %s', async (scope, method, at, status) => {
    const { ask, close } = await serving({ ...sized, spec: { ...sized.spec, scope } });
    const answer = await ask(method, at, method === 'POST' ? widget('a') : undefined);
    await close();
    expect(answer.status).toBe(status);
    if (status === 404) expect(JSON.stringify(answer.body)).toMatch(/404 page not found|not find/);
  });

  it('are pruned and filled in', async () => {
    const { ask, close } = await serving(sized);
    const made = await ask('POST', path, widget('a', { odd: 1 }));
    expect(made).toMatchObject({
      status: 201,
      body: { spec: { size: 3 }, metadata: { generation: 1 } },
    });
    expect(made.body['spec']).toEqual({ size: 3 });
    await close();
  });

  it('are checked on every write', async () => {
    const { ask, close } = await serving(sized);
    const refused = await ask('POST', path, widget('a', { size: -1 }));
    expect(refused).toMatchObject({
      status: 422,
      body: {
        message:
          'Widget.example.com "a" is invalid: spec.size: Invalid value: -1: spec.size in body should be greater than or equal to 0',
      },
    });
    await close();
  });

  it('may have anything in a list with keys until it is checked', async () => {
    const items = { type: 'object', properties: { k: { type: 'string' } }, required: ['k'] };
    const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] };
    const { ask, close } = await serving(
      widgets({ type: 'object', properties: { list: { type: 'array', items, ...keyed } } }),
    );
    const refused = await ask('POST', path, widget('a', { list: [null] }));
    expect(refused.body.message).toBe(
      'Widget.example.com "a" is invalid: spec.list[0]: Invalid value: "null": spec.list[0] in body must be of type object: "null"',
    );
    await close();
  });

  it('raise their generation with what they hold, but not with labels', async () => {
    const { ask, close } = await serving(sized);
    await ask('POST', path, widget('a'));
    const labelled = await ask('PATCH', `${path}/a`, { metadata: { labels: { x: 'y' } } }, merge);
    expect(labelled.body).toMatchObject({ metadata: { generation: 1 } });
    const grown = await ask('PATCH', `${path}/a`, { spec: { size: 4 } }, merge);
    expect(grown.body).toMatchObject({ metadata: { generation: 2 }, spec: { size: 4 } });
    await close();
  });

  it('have no strategic merge patches, and no protobuf', async () => {
    const { ask, close } = await serving(sized);
    const patched = await ask(
      'PATCH',
      `${path}/a`,
      {},
      {
        'content-type': 'application/strategic-merge-patch+json',
      },
    );
    expect(patched.status).toBe(415);
    const read = await ask('GET', path, undefined, {
      accept: 'application/vnd.kubernetes.protobuf',
    });
    expect(read.status).toBe(406);
    await close();
  });

  it.each(['foo/v9', 'meta.k8s.io/v1', 'batch/v1', undefined])(
    'are deleted by options of the version %s',
    async (apiVersion) => {
      const { ask, close } = await serving(sized);
      const options = { kind: 'DeleteOptions', apiVersion };
      await ask('POST', path, widget('a'));
      const dry = await ask('DELETE', path, { ...options, dryRun: ['Foo'] });
      expect(dry.status).toBe(422);
      const other = await ask('DELETE', path, { ...options, kind: 'Pod' });
      const version = apiVersion ?? 'meta.k8s.io/v1';
      expect(other).toMatchObject({
        status: 500,
        body: {
          message: `no kind "Pod" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:100"`,
        },
      });
      const deleted = await ask('DELETE', path, options);
      expect(deleted).toMatchObject({
        status: 200,
        body: { items: [{ metadata: { name: 'a' } }] },
      });
      await close();
    },
  );

  it('have patches of known types, which is checked first', async () => {
    const { ask, close } = await serving(sized);
    const [accept, odd] = ['text/plain', 'application/strategic-merge-patch+json'];
    const types = [merge['content-type'], odd];
    const codes: Promise<number>[] = types.flatMap((type) =>
      [path, `${path}/a`].map(
        async (at) => (await ask('PATCH', at, {}, { 'content-type': type, accept })).status,
      ),
    );
    expect(await Promise.all(codes)).toEqual([400, 406, 415, 415]);
    const put = await ask('PUT', path, widget('a'));
    expect(put).toMatchObject({ status: 400, body: { message: 'name must be provided' } });
    await close();
  });

  it.each([[[]], [null]])('keep their owners where a client sends %j', async (managedFields) => {
    const { ask, close } = await serving(sized);
    const made = await ask('POST', path, widget('a', { color: 'red' }));
    const { metadata } = made.body as { metadata: { managedFields: object[] } };
    expect(metadata.managedFields).toHaveLength(1);
    const none = { metadata: { ...metadata, managedFields } };
    const put = await ask('PUT', `${path}/a`, { ...made.body, ...none });
    expect(put.body).toMatchObject({ metadata: { managedFields: metadata.managedFields } });
    const patched = await ask('PATCH', `${path}/a`, { metadata: { managedFields } }, merge);
    expect(patched.body).toMatchObject({ metadata: { managedFields: metadata.managedFields } });
    const blank = await ask('PATCH', `${path}/a`, { metadata: { managedFields: [{}] } }, merge);
    expect(blank.body['metadata']).not.toHaveProperty('managedFields');
    await close();
  });

  it.each(['deletionTimestamp', 'creationTimestamp'])(
    'are applied without a %s that is not a time',
    async (field) => {
      const { ask, close } = await serving(sized);
      const body = widget('a', { color: 'red' }, { metadata: { name: 'a', [field]: 'soon' } });
      const applied = await ask('PATCH', `${path}/a?fieldManager=m`, body, {
        'content-type': 'application/apply-patch+yaml',
      });
      expect(applied).toMatchObject({ status: 201, body: { spec: { color: 'red' } } });
      expect(applied.body['metadata']).not.toMatchObject({ [field]: 'soon' });
      await close();
    },
  );

  it('are read in the version that is asked for, without the fields of others', async () => {
    const of = (name: string): object => ({
      type: 'object',
      properties: { [name]: { type: 'string' } },
    });
    const { ask, close } = await serving(
      definition([
        { ...version('v1', { type: 'object', properties: { spec: of('a') } }), storage: true },
        version('v2', { type: 'object', properties: { spec: of('b') } }),
      ]),
    );
    await ask('POST', path, widget('w', { a: 'x' }));
    const read = await ask('GET', `${path.replace('v1', 'v2')}/w`);
    expect(read.body).toMatchObject({ apiVersion: 'example.com/v2', spec: {} });
    expect(read.body['spec']).toEqual({});
    const again = await ask('GET', `${path}/w`);
    expect(again.body).toMatchObject({ apiVersion: 'example.com/v1', spec: { a: 'x' } });
    await close();
  });

  it('have owners of the fields below a part of any form', async () => {
    const { ask, close } = await serving(
      widgets({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
    );
    const apply = (manager: string, spec: object) =>
      ask('PATCH', `${path}/a?fieldManager=${manager}`, widget('a', spec), {
        'content-type': 'application/apply-patch+yaml',
      });
    await apply('one', { deep: { x: 1, list: [1] } });
    expect((await apply('two', { deep: { y: 2 } })).body).toMatchObject({
      spec: { deep: { x: 1, y: 2, list: [1] } },
    });
    expect((await apply('two', { deep: { list: [2] } })).body).toMatchObject({
      message: 'Apply failed with 1 conflict: conflict with "one": .spec.deep.list',
    });
    expect((await apply('one', {})).body['spec']).toEqual({ deep: { y: 2 } });
    await close();
  });

  it('are unknown outside of their scope, as any path is', async () => {
    const { ask, close } = await serving(sized);
    const cluster = await ask('POST', '/apis/example.com/v1/widgets', widget('a'));
    expect(cluster).toMatchObject({ status: 404, body: { message: '404 page not found\n' } });
    const subresource = await ask('GET', `${path}/a/status`);
    expect(subresource.body.message).toBe('widgets.example.com "a" not found');
    await close();
  });

  it('answer HEAD like GET, and ignore what follows a subresource', async () => {
    const { ask, close } = await serving(scaled);
    await ask('POST', path, widget('a', { size: 2 }));
    expect((await ask('HEAD', path)).status).toBe(200);
    expect((await ask('HEAD', `${path}/none`)).status).toBe(404);
    const read = await ask('GET', `${path}/a/scale/more`);
    expect(read).toMatchObject({ status: 200, body: { kind: 'Scale', spec: { replicas: 2 } } });
    await close();
  });
});

describe('forms that custom resources do not have', () => {
  const partial = (as: string): string => `application/json;as=${as};v=v1;g=meta.k8s.io`;

  it.each([
    [
      path,
      partial('PartialObjectMetadata'),
      'you requested PartialObjectMetadata, but the requested object is a list (*unstructured.UnstructuredList)',
    ],
    [
      `${path}/a`,
      partial('PartialObjectMetadataList'),
      'you requested PartialObjectMetadataList, but the requested object is not a list (*unstructured.Unstructured)',
    ],
    [
      `${path}/a`,
      'text/plain',
      'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    ],
  ])('%s as %s', async (url, accept, message) => {
    const { ask, close } = await serving(sized);
    await ask('POST', path, widget('a'));
    const read = await ask('GET', url, undefined, { accept });
    expect(read).toMatchObject({ status: 406, body: { message } });
    await close();
  });
});

const scaled = widgets(
  { type: 'object', properties: { size: { type: 'integer' } } },
  {
    subresources: { scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.n' } },
    additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.replicas' }],
  },
);

describe('patches of custom resources', () => {
  it.each([
    [{ kind: null }, 422, /^ "" is invalid: patch: .*Object 'Kind' is missing in '\{"apiVersion":/],
    [{ kind: 5 }, 422, /cannot unmarshal number into Go struct field \.kind of type string$/],
    [{ apiVersion: 'a/b/c' }, 422, /unexpected GroupVersion string: a\/b\/c$/],
    [
      { apiVersion: null },
      500,
      /^Internal error occurred: Object 'apiVersion' is missing in 'unstructured object has no version'$/,
    ],
    [
      { apiVersion: 'example.com/v9' },
      422,
      /^Widget\.example\.com "a" is invalid: apiVersion: Invalid value: "example\.com\/v9": must be example\.com\/v1$/,
    ],
    [
      { apiVersion: 'other.com/v1', kind: 'Gadget' },
      422,
      /^Gadget\.other\.com "a" is invalid: \[kind: .*must be Widget, apiVersion: .*must be example\.com\/v1\]$/,
    ],
  ])('%j has to keep the type', async (body, status, message) => {
    const { ask, close } = await serving(sized);
    await ask('POST', path, widget('a'));
    const patched = await ask('PATCH', `${path}/a`, body, merge);
    expect(patched.status).toBe(status);
    expect(patched.body.message).toMatch(message);
    await close();
  });
});

describe('the scale of custom resources', () => {
  it('is set where there was none, by a patch too', async () => {
    const { ask, close } = await serving(scaled);
    await ask('POST', path, widget('a'));
    const read = await ask('GET', `${path}/a/scale`);
    expect(read).toMatchObject({
      status: 500,
      body: {
        message: 'Internal error occurred: the spec replicas field ".spec.size" does not exist',
      },
    });
    const unset = await ask('PATCH', `${path}/a/scale`, {}, merge);
    expect(unset).toMatchObject({
      status: 400,
      body: { message: 'the spec replicas field ".spec.size" cannot be empty' },
    });
    const set = await ask('PATCH', `${path}/a/scale`, { spec: { replicas: 2 } }, merge);
    expect(set).toMatchObject({ status: 200, body: { spec: { replicas: 2 } } });
    await close();
  });

  it.each([
    [2, 2],
    // A scale leaves out a wanted number of 0.
    [0, null],
  ])('has columns of its own: %j', async (size, shown) => {
    const { ask, close } = await serving(scaled);
    await ask('POST', path, widget('a', { size }));
    const table = await ask('GET', `${path}/a/scale`, undefined, {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    });
    expect(table.body).toMatchObject({
      columnDefinitions: [
        { name: 'Name', type: 'string', format: 'name' },
        { name: 'Desired', type: 'integer', format: '' },
        { name: 'Available', type: 'integer', format: '' },
        { name: 'Age', type: 'date', format: '' },
      ],
      rows: [{ cells: ['a', shown, 0, expect.any(String)] }],
    });
    await close();
  });

  const types = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
  it.each([
    ['', 'text/plain', 406, `only the following media types are accepted: ${types}`],
    [
      '?resourceVersion=x',
      '*/*',
      500,
      'resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
    ],
  ])('is not read%s as %s', async (query, accept, status, message) => {
    const { ask, close } = await serving(scaled);
    await ask('POST', path, widget('a', { size: 2 }));
    for (const name of ['a', 'none']) {
      const read = await ask('GET', `${path}/${name}/scale${query}`, undefined, { accept });
      expect(read).toMatchObject({ status, body: { message } });
    }
    await close();
  });

  it('has no protobuf', async () => {
    const { ask, close } = await serving(scaled);
    await ask('POST', path, widget('a', { size: 2 }));
    const accept = 'application/vnd.kubernetes.protobuf';
    expect((await ask('GET', `${path}/a/scale`, undefined, { accept })).status).toBe(406);
    await close();
  });

  const typed = 'failed to create typed patch object (/a; autoscaling/v1, Kind=Scale): ';
  const adopting = 'failed to create manager for existing fields: ';
  const live = 'failed to convert live object (/; autoscaling/v1, Kind=Scale) to proper version: ';
  const unowned = `${adopting}${live}request to convert CR to an invalid group/version: autoscaling/v1`;
  it.each([
    [
      { apiVersion: 'example.com/v1' },
      400,
      'Incorrect version specified in apply patch. Specified patch version: example.com/v1, expected: autoscaling/v1',
      unowned,
    ],
    [
      { apiVersion: 'autoscaling/v1' },
      500,
      `${typed}no corresponding type for autoscaling/v1, Kind=Scale`,
      unowned,
    ],
  ])(
    'cannot be applied, with or without owners of the number: %j',
    async (type, status, message, without) => {
      const { ask, close } = await serving(scaled);
      await ask('POST', path, widget('a', { size: 2 }));
      const body = { kind: 'Scale', metadata: { name: 'a' }, ...type };
      const apply = (): Promise<Answer> =>
        ask('PATCH', `${path}/a/scale?fieldManager=m`, body, {
          'content-type': 'application/apply-patch+yaml',
        });
      expect(await apply()).toMatchObject({ status, body: { message } });
      // Which takes the owners away.
      await ask('PATCH', `${path}/a/scale`, { spec: { replicas: 3 } }, merge);
      expect(await apply()).toMatchObject({ status: 500, body: { message: without } });
      await close();
    },
  );

  it.each(['foo', { apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: '3' } }])(
    'has no type that could say what is wrong with %j',
    async (body) => {
      const { ask, close } = await serving(scaled);
      await ask('POST', path, widget('a', { size: 2 }));
      expect(await ask('PUT', `${path}/a/scale`, body)).toMatchObject({
        status: 400,
        body: {
          message:
            'no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:100"',
        },
      });
      await close();
    },
  );
});
