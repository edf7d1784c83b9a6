import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { customKinds } from '#custom';
import { kindsOf } from '#catalog';
import type { CustomResourceDefinition } from '#types';
import { definition, version } from '../../support/custom.ts';
import type { Asked, Behaviour } from '../../support/webhook-server.ts';
import { Lines, type Answer } from '../client.ts';
import { webhookRig, type WebhookRig } from './rig.ts';

const kinds = kindsOf(defaultProfile);

const one = '/apis/example.com/v1/namespaces/default/widgets';
const two = '/apis/example.com/v2/namespaces/default/widgets';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into objects of all kinds
type Json = Record<string, any>;

/** Widgets have a `size` in v1, which is stored, and `width` and `shape` in v2. */
function widgets({ hooks }: WebhookRig): CustomResourceDefinition {
  const made = definition([
    {
      ...version('v1', withSpec({ size: { type: 'integer' } })),
      storage: true,
      subresources: {
        scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
      },
    },
    {
      ...version(
        'v2',
        withSpec({ width: { type: 'integer' }, shape: { type: 'string', default: 'round' } }),
      ),
      subresources: {
        scale: { specReplicasPath: '.spec.width', statusReplicasPath: '.status.size' },
      },
    },
  ]);
  const conversion = {
    strategy: 'Webhook',
    webhook: {
      clientConfig: { url: `${hooks.url}/convert`, caBundle: hooks.caBundle },
      conversionReviewVersions: ['v2', 'v1'],
    },
  };
  return { ...made, spec: { ...made.spec, conversion } };
}

function withSpec(properties: Json): Json {
  return { type: 'object', properties: { spec: { type: 'object', properties } } };
}

/** Renames the field, and adds one that no version has. */
const convert = replying(({ request: { uid, objects, desiredAPIVersion } }) => ({
  uid,
  result: { status: 'Success' },
  convertedObjects: objects.map((object: Json) => converted(object, desiredAPIVersion)),
}));

function converted({ spec, ...rest }: Json, apiVersion: string): Json {
  const amount = spec.size ?? spec.width;
  const field = apiVersion.endsWith('v1') ? 'size' : 'width';
  return { ...rest, apiVersion, spec: { [field]: amount, odd: true } };
}

function replying(response: (review: Json) => unknown): Behaviour {
  return ({ review }) => ({ body: { ...review, response: response(review as Json) } });
}

/** Answers with the converted object, changed. */
function changing(change: (object: Json) => unknown): Behaviour {
  return replying(({ request: { uid, objects, desiredAPIVersion } }) => ({
    uid,
    result: { status: 'Success' },
    convertedObjects: [change(converted(objects[0], desiredAPIVersion))],
  }));
}

const rig: WebhookRig = webhookRig(() => {
  rig.hooks.behaviours.set('/convert', convert);
  return { kinds: [...kinds, ...customKinds(widgets(rig), defaultProfile)] };
});

function make(path: string, name: string, spec: Json): Promise<Answer> {
  const apiVersion = path === one ? 'example.com/v1' : 'example.com/v2';
  return rig.send('POST', path, { apiVersion, kind: 'Widget', metadata: { name }, spec });
}

const requests = (): readonly Json[] => rig.hooks.asked.map(({ review }: Asked) => review.request);

describe('custom resources that a webhook converts', () => {
  it('are not sent when they are in the version that is asked for', async () => {
    await make(one, 'a', { size: 1 });
    expect((await rig.send('GET', `${one}/a`)).body).toMatchObject({ spec: { size: 1 } });
    await rig.send('DELETE', `${one}/a`);
    expect(rig.hooks.asked).toEqual([]);
  });

  it('are sent as they are stored, without a resource version', async () => {
    await make(one, 'a', { size: 1 });
    const read = await rig.send('GET', `${two}/a`);
    expect(read.body).toMatchObject({ apiVersion: 'example.com/v2', kind: 'Widget' });
    expect(read.body.spec).toEqual({ width: 1, shape: 'round' });
    expect(rig.hooks.asked).toMatchObject([
      {
        method: 'POST',
        query: 'timeout=30s',
        headers: { 'user-agent': 'kube-apiserver-admission' },
        review: {
          kind: 'ConversionReview',
          apiVersion: 'apiextensions.k8s.io/v1',
          request: { desiredAPIVersion: 'example.com/v2' },
          response: { uid: '', convertedObjects: null, result: { metadata: {} } },
        },
      },
    ]);
    const [object] = requests()[0]!['objects'];
    expect(object).toMatchObject({ apiVersion: 'example.com/v1', spec: { size: 1 } });
    expect(object.metadata).not.toHaveProperty('resourceVersion');
    const { metadata } = read.body as Json;
    expect(metadata.resourceVersion).toMatch(/^\d+$/);
  });

  it('are converted at each read, as a webhook may change its mind', async () => {
    await make(one, 'a', { size: 1 });
    for (let i = 0; i < 3; i++) await rig.send('GET', `${two}/a`);
    expect(requests()).toHaveLength(3);
    await rig.patch(`${one}/a`, { spec: { size: 2 } });
    expect((await rig.send('GET', `${two}/a`)).body).toMatchObject({ spec: { width: 2 } });
    expect(requests()).toHaveLength(4);
    rig.hooks.behaviours.set(
      '/convert',
      changing((object) => ({ ...object, spec: { width: 9 } })),
    );
    expect((await rig.send('GET', `${two}/a`)).body).toMatchObject({ spec: { width: 9 } });
    const { body } = await rig.send('GET', two);
    expect(body.items).toMatchObject([{ spec: { width: 9 } }]);
  });

  it('are stored in the version that is stored', async () => {
    const made = await make(two, 'a', { width: 4, shape: 'square' });
    expect(made).toMatchObject({ status: 201, body: { spec: { width: 4, shape: 'round' } } });
    const asked = requests().map(({ desiredAPIVersion }) => desiredAPIVersion);
    expect(asked).toEqual(['example.com/v1', 'example.com/v2']);
    const read = (await rig.send('GET', `${one}/a`)).body;
    expect(read).toMatchObject({ apiVersion: 'example.com/v1' });
    expect(read.spec).toEqual({ size: 4 });
  });

  it('are updated, patched, scaled, listed and deleted in the other version', async () => {
    await make(one, 'a', { size: 1 });
    const patched = await rig.patch(`${two}/a`, { spec: { width: 5 } });
    expect(patched).toMatchObject({ status: 200, body: { spec: { width: 5 } } });
    const updated = await rig.send('PUT', `${two}/a`, {
      ...(patched.body as Json),
      spec: { width: 6 },
    });
    expect(updated).toMatchObject({ status: 200, body: { spec: { width: 6 } } });
    const scale = await rig.send('GET', `${two}/a/scale`);
    expect(scale.body).toMatchObject({ kind: 'Scale', spec: { replicas: 6 } });
    const scaled = await rig.patch(`${two}/a/scale`, { spec: { replicas: 7 } });
    expect(scaled).toMatchObject({ status: 200, body: { kind: 'Scale', spec: { replicas: 7 } } });
    expect((await rig.send('GET', two)).body).toMatchObject({ items: [{ spec: { width: 7 } }] });
    expect((await rig.send('GET', one)).body).toMatchObject({ items: [{ spec: { size: 7 } }] });
    expect(await rig.send('DELETE', `${two}/a`)).toMatchObject({ status: 200 });
    expect((await rig.send('GET', one)).body).toMatchObject({ items: [] });
  });

  it('are watched in the other version', async () => {
    await make(one, 'a', { size: 1 });
    const lines = await Lines.open(rig.server, `${two}?watch=true`);
    const shown = async (): Promise<unknown> => {
      const { type, object } = (await lines.next())!;
      return [type, object.apiVersion, object.spec.width];
    };
    expect(await shown()).toEqual(['ADDED', 'example.com/v2', 1]);
    await rig.patch(`${one}/a`, { spec: { size: 2 } });
    expect(await shown()).toEqual(['MODIFIED', 'example.com/v2', 2]);
    await rig.send('DELETE', `${one}/a`);
    expect(await shown()).toEqual(['DELETED', 'example.com/v2', 2]);
    lines.close();
  });

  it('may change labels and annotations on the way, and nothing else of their metadata', async () => {
    await make(one, 'a', { size: 1 });
    rig.hooks.behaviours.set(
      '/convert',
      changing((object) => ({
        ...object,
        metadata: { ...object['metadata'], labels: { a: 'b' }, generation: 9, finalizers: ['x/y'] },
      })),
    );
    const { metadata } = (await rig.send('GET', `${two}/a`)).body as Json;
    expect(metadata).toMatchObject({ labels: { a: 'b' }, generation: 1 });
    expect(metadata).not.toHaveProperty('finalizers');
  });

  const success = { status: 'Success' };
  const failures: readonly (readonly [string, Behaviour, string])[] = [
    [
      'a failure with a message',
      replying(({ request: { uid } }) => ({
        uid,
        result: { status: 'Failure', message: 'cannot do' },
      })),
      'failed: cannot do',
    ],
    [
      'a failure without one',
      replying(({ request: { uid } }) => ({ uid, result: { status: 'Failure' } })),
      "failed: response.result.status was 'Failure', not 'Success'",
    ],
    [
      'another uid',
      replying(() => ({ uid: 'x', result: success })),
      'failed: expected response.uid="UID", got "x"',
    ],
    [
      'no response',
      ({ review }) => ({ body: review }),
      'failed: expected response.uid="UID", got ""',
    ],
    ['a null response', replying(() => null), 'failed: no response provided'],
    [
      'an HTTP error',
      () => ({ status: 500, contentType: 'text/plain', body: 'boom' }),
      'failed: an error on the server ("boom") has prevented the request from succeeding',
    ],
    [
      'no object',
      replying(({ request: { uid } }) => ({ uid, result: success, convertedObjects: [] })),
      'returned 0 objects, expected 1',
    ],
    [
      'another version',
      changing((object) => ({ ...object, apiVersion: 'example.com/v3' })),
      'returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v3)',
    ],
    [
      'another kind',
      changing((object) => ({ ...object, kind: 'Gadget' })),
      'returned invalid object at index 0: invalid kind (expected Widget, received Gadget)',
    ],
    [
      'another name',
      changing((object) => ({ ...object, metadata: { ...object['metadata'], name: 'other' } })),
      'returned invalid object: must have the same name: a != other',
    ],
  ];

  it.each(failures)('are not answered after %s', async (_, behaviour, why) => {
    await make(one, 'a', { size: 1 });
    rig.hooks.behaviours.set('/convert', behaviour);
    const { status, body } = await rig.send('GET', `${two}/a`);
    expect(status).toBe(500);
    const message = String(body.message).replace(/uid="[^"]*"/, 'uid="UID"');
    expect(message).toBe(`conversion webhook for example.com/v1, Kind=Widget ${why}`);
    expect(body).not.toHaveProperty('reason');
  });
});
