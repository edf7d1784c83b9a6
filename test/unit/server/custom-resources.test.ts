import { describe, expect, it } from 'vitest';
import { customKinds, kinds, type CustomResourceDefinition } from '#kinds';
import { definition, version, widgets } from '../../support/custom.ts';
import { adminToken, serverRig } from '../../support/server.ts';

const path = '/apis/example.com/v1/namespaces/default/widgets';

interface Answer {
  readonly status: number;
  readonly warning: string | null;
  readonly body: Readonly<Record<string, unknown>> & { readonly message?: string };
}

/** A server of these widgets, and requests to it. */
async function serving(defined: CustomResourceDefinition) {
  const rig = await serverRig({ kinds: [...kinds, ...customKinds(defined)] });
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
    const isJson = response.headers.get('content-type') === 'application/json';
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
});
