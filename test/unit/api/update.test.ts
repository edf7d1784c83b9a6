import { beforeEach, describe, expect, test } from 'vitest';
import type { KubeObject } from '#values';
import type { PersistentVolumeClaim } from '#types';
import { configMap, endpoints, event, lease, namespace, persistentVolumeClaim } from '#kinds';
import {
  apiRig,
  context,
  dryRun,
  note,
  refusal,
  widget,
  type ApiRig,
  type Widget,
} from '../../support/api.ts';

const ref = { namespace: 'default', name: 'w' };
const stale =
  'Operation cannot be fulfilled on widgets.example.com "w": the object has been modified; ' +
  'please apply your changes to the latest version and try again';

let rig: ApiRig;
let old: Widget;

beforeEach(async () => {
  rig = await apiRig();
  const metadata = { name: 'w', labels: { a: '1' } };
  old = await rig.api.create(context, widget, { metadata, spec: { size: 1 } }, 'default');
});

/** The object with other metadata. */
function withMetadata<T extends KubeObject>(
  object: T,
  metadata: Partial<KubeObject['metadata']>,
): T {
  return { ...object, metadata: { ...object.metadata, ...metadata } };
}

function unlocked(object: Widget): Widget {
  return withMetadata(object, { resourceVersion: undefined });
}

describe('PUT', () => {
  test('writes the spec, leaves the status, and raises the generation', async () => {
    const wanted = { ...old, spec: { size: 2 }, status: { ready: 9 } };
    const { object, created } = await rig.api.update(context, widget, ref, wanted);
    expect(created).toBe(false);
    expect(object).toEqual({
      ...old,
      metadata: { ...old.metadata, generation: 2, resourceVersion: String(rig.store.revision()) },
      spec: { size: 2, colour: 'red' },
    });
    expect(object.status).toBe(old.status);
  });

  test('of labels alone leaves generation and all other parts', async () => {
    const wanted = withMetadata(old, { labels: { a: '2' } });
    const { object } = await rig.api.update(context, widget, ref, wanted);
    expect(object.metadata).toMatchObject({ generation: 1, labels: { a: '2' } });
    expect(object.spec).toBe(old.spec);
  });

  test('of generateName alone is checked by kinds that check whole objects', async () => {
    const { api } = rig;
    const made = await api.create(context, endpoints, { metadata: { name: 'e' } }, 'default');
    const wanted = withMetadata(made, { generateName: 'E_' });
    const { message } = await refusal(
      api.update(context, endpoints, { ...ref, name: 'e' }, wanted),
    );
    expect(message).toContain('metadata.generateName: Invalid value: "E_"');
  });

  test.each([
    { change: 'the same object', wanted: (object: Widget) => object },
    { change: 'an equal copy', wanted: (object: Widget) => structuredClone(object) },
    {
      change: 'what is defaulted left out',
      wanted: (object: Widget) => ({ ...object, spec: { size: 1 } }),
    },
    { change: 'another status', wanted: (object: Widget) => ({ ...object, status: { ready: 3 } }) },
    { change: 'no status', wanted: (object: Widget) => ({ ...object, status: undefined }) },
    {
      change: 'neither its version nor its kind',
      wanted: (object: Widget) => ({ ...object, apiVersion: undefined, kind: undefined }) as never,
    },
    {
      change: 'other server-set metadata',
      wanted: (object: Widget) =>
        withMetadata(object, {
          generation: 99,
          creationTimestamp: '2001-01-01T00:00:00Z',
          selfLink: '/x',
        }),
    },
    {
      change: 'empty lists in metadata',
      wanted: (object: Widget) => withMetadata(object, { finalizers: [], annotations: {} }),
    },
  ])('of $change changes nothing', async ({ wanted }) => {
    const before = rig.store.revision();
    const { object } = await rig.api.update(context, widget, ref, wanted(old));
    expect(object).toBe(old);
    expect(rig.store.revision()).toBe(before);
  });

  test('of a new claim stores what v1.24 had yet to store, once', async () => {
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    const at = { namespace: 'default', name: 'c' };
    const made = await rig.api.create(context, persistentVolumeClaim, {
      metadata: at,
      spec,
    } as never);
    const put = (claim: PersistentVolumeClaim) =>
      rig.api.update(context, persistentVolumeClaim, at, claim);
    const { object: whole } = await put(made);
    const { resourceVersion } = whole.metadata;
    expect(resourceVersion).not.toBe(made.metadata.resourceVersion);
    expect(whole).toEqual({ ...made, metadata: { ...made.metadata, resourceVersion } });
    expect((await put(whole)).object).toBe(whole);
  });

  test('with a stale version is refused', async () => {
    await rig.api.update(context, widget, ref, { ...old, spec: { size: 2 } });
    const error = await refusal(
      rig.api.update(context, widget, ref, { ...old, spec: { size: 3 } }),
    );
    expect(error).toMatchObject({ code: 409, reason: 'Conflict', message: stale });
  });

  test('with a version that is stale by the time of the write is refused', async () => {
    const [first, second] = await Promise.allSettled([
      rig.api.update(context, widget, ref, { ...old, spec: { size: 2 } }),
      rig.api.update(context, widget, ref, { ...old, spec: { size: 3 } }),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { message: stale } });
  });

  test('without a version overwrites, whoever writes at the same time', async () => {
    const sizes = [2, 3, 4];
    await Promise.all(
      sizes.map((size) =>
        rig.api.update(context, widget, ref, { ...unlocked(old), spec: { size } }),
      ),
    );
    const last = await rig.api.get(widget, ref);
    expect(sizes).toContain(last.spec.size);
    expect(last.metadata.generation).toBe(4);
  });

  test('a dry run answers the new object and stores nothing', async () => {
    const before = rig.store.revision();
    const { object } = await rig.api.update(dryRun, widget, ref, { ...old, spec: { size: 2 } });
    expect(object).toMatchObject({
      metadata: { generation: 2, resourceVersion: old.metadata.resourceVersion },
      spec: { size: 2 },
    });
    expect(rig.store.revision()).toBe(before);
  });

  test.each([
    {
      why: 'another name',
      metadata: { name: 'v' },
      error: {
        code: 400,
        message: 'the name of the object (v) does not match the name on the URL (w)',
      },
    },
    {
      why: 'no name',
      metadata: { name: '' },
      error: {
        code: 400,
        message:
          'the name of the object (w based on URL) was undeterminable: name must be provided',
      },
    },
    {
      why: 'another namespace',
      metadata: { namespace: 'elsewhere' },
      error: {
        code: 400,
        message:
          'the namespace of the provided object does not match the namespace sent on the request',
      },
    },
    {
      why: 'a version that is not a number',
      metadata: { resourceVersion: 'abc' },
      error: {
        code: 500,
        reason: undefined,
        message: 'strconv.ParseUint: parsing "abc": invalid syntax',
      },
    },
    {
      why: 'a deletion time',
      metadata: { deletionTimestamp: '2001-01-01T00:00:00Z' },
      error: {
        code: 422,
        message:
          'Widget.example.com "w" is invalid: metadata.deletionTimestamp: Invalid value: 2001-01-01 00:00:00 +0000 UTC: field is immutable',
      },
    },
    {
      why: 'a bad label',
      metadata: { labels: { 'a b': '' } },
      error: {
        code: 422,
        message: expect.stringMatching(/metadata\.labels: Invalid value: "a b": name part/),
      },
    },
  ])('with $why is refused', async ({ metadata, error }) => {
    const before = rig.store.revision();
    expect(
      await refusal(rig.api.update(context, widget, ref, withMetadata(old, metadata))),
    ).toMatchObject(error);
    expect(rig.store.revision()).toBe(before);
  });

  test('for another object of the same name is refused, in the store’s words', async () => {
    const error = await refusal(
      rig.api.update(context, widget, ref, withMetadata(old, { uid: 'other' })),
    );
    expect(error.message).toBe(
      'Operation cannot be fulfilled on widgets.example.com "w": StorageError: invalid object, Code: 4, ' +
        'Key: /registry/widgets/default/w, ResourceVersion: 0, AdditionalErrorMsg: ' +
        `Precondition failed: UID in precondition: other, UID in object meta: ${old.metadata.uid}`,
    );
    const { message } = await refusal(
      rig.api.update(dryRun, widget, ref, withMetadata(old, { uid: 'other' })),
    );
    expect(message).toContain('Key: /widgets/default/w, ResourceVersion: 0');
  });

  test('is checked by the kind', async () => {
    const error = await refusal(
      rig.api.update(context, widget, ref, { ...old, spec: { size: -1 } }),
    );
    expect(error).toMatchObject({ code: 422, details: { causes: [{ field: 'spec.size' }] } });
  });

  test('of what does not exist is refused', async () => {
    const error = await refusal(
      rig.api.update(
        context,
        widget,
        { ...ref, name: 'v' },
        withMetadata(unlocked(old), { name: 'v', uid: undefined }),
      ),
    );
    expect(error).toMatchObject({ code: 404, message: 'widgets.example.com "v" not found' });
  });
});

describe('PUT of a Lease', () => {
  const target = { namespace: 'default', name: 'l' };
  const wanted = { metadata: { name: 'l' }, spec: { holderIdentity: 'me' } } as never;

  test('creates it when there is none', async () => {
    const { object, created } = await rig.api.update(context, lease, target, wanted);
    expect(created).toBe(true);
    expect(object).toMatchObject({ kind: 'Lease', spec: { holderIdentity: 'me' } });
  });

  test('needs a version when there is one', async () => {
    await rig.api.update(context, lease, target, wanted);
    const error = await refusal(rig.api.update(context, lease, target, wanted));
    expect(error).toMatchObject({
      code: 422,
      message:
        'leases.coordination.k8s.io "l" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
    });
  });
  test('that creates looks at no version, but it has to be one', async () => {
    const target = { namespace: 'default', name: 'l' };
    const of = (resourceVersion: string, spec: object = {}) =>
      ({ metadata: { ...target, resourceVersion }, spec }) as never;
    for (const spec of [{}, { leaseDurationSeconds: -1 }]) {
      const error = await refusal(rig.api.update(context, lease, target, of('Foo', spec)));
      expect(error).toMatchObject({
        code: 500,
        message: 'strconv.ParseUint: parsing "Foo": invalid syntax',
      });
    }
    const apply = (resourceVersion: string) =>
      rig.api.patch({ ...context, fieldManager: 'm' }, configMap, target, {
        type: 'apply',
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'l', resourceVersion } },
      });
    expect((await refusal(apply('Foo'))).code).toBe(500);
    expect((await apply('5')).created).toBe(true);
    expect((await rig.api.update(context, lease, target, of('5'))).created).toBe(true);
  });
});

describe('the status endpoint', () => {
  test('writes the status and nothing of the spec', async () => {
    const wanted = { ...old, spec: { size: 5 }, status: { ready: 1 } };
    const { object } = await rig.api.update(context, widget, ref, wanted, 'status');
    expect(object).toMatchObject({ metadata: { generation: 1 }, status: { ready: 1 } });
    expect(object.spec).toBe(old.spec);
  });

  test('writes labels too', async () => {
    const wanted = withMetadata(old, { labels: { a: '2' } });
    const { object } = await rig.api.update(context, widget, ref, wanted, 'status');
    expect(object.metadata.labels).toEqual({ a: '2' });
  });

  test('of an equal status changes nothing', async () => {
    const wanted = { ...old, status: { ready: 0 }, spec: { size: 8 } };
    expect((await rig.api.update(context, widget, ref, wanted, 'status')).object).toBe(old);
  });

  test('is checked by the kind', async () => {
    const wanted = { ...old, status: { ready: -1 } };
    const error = await refusal(rig.api.update(context, widget, ref, wanted, 'status'));
    expect(error).toMatchObject({ code: 422, details: { causes: [{ field: 'status.ready' }] } });
  });

  test('does not exist for kinds without a status', async () => {
    const made = await rig.api.create(context, note, { metadata: { name: 'n' } }, 'default');
    const error = await refusal(
      rig.api.update(context, note, { ...ref, name: 'n' }, made, 'status'),
    );
    expect(error).toMatchObject({
      code: 404,
      message: 'the server could not find the requested resource',
    });
  });
});

describe('merge patch', () => {
  const patch = (body: unknown, endpoint?: 'status') =>
    rig.api.patch(context, widget, ref, { type: 'merge', body }, endpoint);

  test('changes what it names', async () => {
    const { object } = await patch({
      metadata: { labels: { a: null, b: '2' } },
      spec: { size: 2 },
    });
    expect(object).toMatchObject({
      metadata: { labels: { b: '2' }, generation: 2 },
      spec: { size: 2 },
    });
    expect(object.metadata.labels).toEqual({ b: '2' });
  });

  test('is filled with defaults again', async () => {
    const { object } = await patch({ spec: null });
    expect(object.spec).toEqual({ colour: 'red' });
  });

  test('of nothing changes nothing', async () => {
    const before = rig.store.revision();
    expect((await patch({})).object).toBe(old);
    expect((await patch({ metadata: { labels: { a: '1', no: null } } })).object).toBe(old);
    expect(rig.store.revision()).toBe(before);
  });

  test('on the status changes the status alone', async () => {
    const { object } = await patch({ spec: { size: 2 }, status: { ready: 4 } }, 'status');
    expect(object).toMatchObject({ spec: { size: 1 }, status: { ready: 4 } });
  });

  test('is tried again when others write', async () => {
    const keys = ['a', 'b', 'c', 'd'];
    await Promise.all(keys.map((key) => patch({ metadata: { annotations: { [key]: 'x' } } })));
    const last = await rig.api.get(widget, ref);
    expect(Object.keys(last.metadata.annotations ?? {}).sort()).toEqual(keys);
  });

  test('gives up when others write all the time', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `k${index}`);
    const outcomes = await Promise.allSettled(
      keys.map((key) => patch({ metadata: { annotations: { [key]: 'x' } } })),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBe(3);
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ code: 409, message: stale });
    }
  });

  test.each([
    {
      why: 'a stale version',
      body: { metadata: { resourceVersion: '1' } },
      code: 409,
      message: stale,
    },
    {
      why: 'another uid',
      body: { metadata: { uid: 'x' } },
      code: 422,
      message:
        'Widget.example.com "w" is invalid: metadata.uid: Invalid value: "x": field is immutable',
    },
    {
      why: 'another name',
      body: { metadata: { name: 'v' } },
      code: 400,
      message: 'the name of the object (v) does not match the name on the URL (w)',
    },
    {
      why: 'no metadata',
      body: { metadata: null },
      code: 400,
      message: 'the name of the object (w based on URL) was undeterminable: name must be provided',
    },
    { why: 'text for a body', body: 'x', code: 400, message: 'Invalid JSON Patch' },
  ])('with $why is refused', async ({ body, code, message }) => {
    const before = rig.store.revision();
    expect(await refusal(patch(body))).toMatchObject({ code, message });
    expect(rig.store.revision()).toBe(before);
  });
});

test('namespaces are finalized through their own endpoint', async () => {
  const target = { name: 'default' };
  const present = await rig.api.get(namespace, target);
  const wanted = { ...present, spec: { finalizers: ['a.b/c'] }, status: {} };
  const main = await rig.api.update(context, namespace, target, wanted);
  expect(main.object).toMatchObject({ spec: present.spec, status: present.status });
  const current = { ...wanted, metadata: main.object.metadata };
  const { object } = await rig.api.update(context, namespace, target, current, 'finalize');
  expect(object).toMatchObject({ spec: { finalizers: ['a.b/c'] }, status: { phase: 'Active' } });
  const none = { ...present, metadata: { name: 'default' }, spec: { finalizers: [] } } as never;
  const freed = await rig.api.update(context, namespace, target, none, 'finalize');
  expect(freed.object).toMatchObject({
    metadata: { labels: object.metadata.labels, resourceVersion: String(rig.store.revision()) },
    status: { phase: 'Active' },
  });
  expect(freed.object).toHaveProperty('spec', {});
});

describe('fractions of seconds', () => {
  const refused = 'metadata.deletionTimestamp: Invalid value: 2001-01-01 00:00:00.5 +0000 UTC: ';
  const deletionTimestamp = '2001-01-01T00:00:00.50Z';

  test.each(['merge', 'strategic', 'apply'] as const)(
    'show in a refused %s patch',
    async (type) => {
      const { kind, apiVersion } = old;
      const body = { kind, apiVersion, metadata: { name: 'w', deletionTimestamp } };
      const error = await refusal(rig.api.patch(context, widget, ref, { type, body, force: true }));
      expect(error.message).toContain(refused);
    },
  );

  test('show in a refused PUT of a decoder', async () => {
    const metadata = { deletionTimestamp: '2001-01-01T00:00:00Z' };
    const exact = withMetadata(old, { deletionTimestamp: '2001-01-01T00:00:00.5Z' });
    const decoded = { ...context, isDecoded: true, exact };
    const wanted = withMetadata(old, metadata);
    const error = await refusal(rig.api.update(decoded, widget, ref, wanted));
    expect(error.message).toContain(refused);
  });

  test('of a refused patch come behind the warnings', async () => {
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };
    const metadata = { deletionTimestamp, clusterName: 'c', ownerReferences: [owner, owner] };
    const warnings: string[] = [];
    const warned = { ...context, warn: (text: string) => void warnings.push(text) };
    const change = { type: 'merge', body: { metadata } } as const;
    await refusal(rig.api.patch(warned, widget, ref, change));
    expect(warnings).toEqual([
      expect.stringContaining('contains duplicate entries after mutating admission'),
      expect.stringContaining('metadata.clusterName was specified'),
    ]);
  });

  test('are not stored', async () => {
    const involvedObject = { namespace: 'default' };
    const happened = { metadata: { name: 'w' }, involvedObject };
    await rig.api.create(context, event, happened as never, 'default');
    const body = { lastTimestamp: '2001-01-01T00:00:00.5Z' };
    const { object } = await rig.api.patch(context, event, ref, { type: 'merge', body });
    expect(object).toHaveProperty('lastTimestamp', '2001-01-01T00:00:00Z');
  });
});
