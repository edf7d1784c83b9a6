/** Owners are forgotten when the elements of a list cannot be distinguished, and what that leads to. */
import { beforeEach, describe, expect, test } from 'vitest';
import { configMap, node, pod } from '#kinds';
import type { KubeObject } from '#values';
import type { RequestContext } from '#api';
import { apiRig, refusal, type ApiRig } from '../../../support/api.ts';

const ref = { namespace: 'default', name: 'x' };
const as = (fieldManager: string): RequestContext => ({ origin: { actor: 'test' }, fieldManager });
const twice = [
  { type: 'A', status: 'True' },
  { type: 'A', status: 'False' },
];
let rig: ApiRig;
beforeEach(async () => {
  rig = await apiRig();
  const spec = { containers: [{ name: 'main', image: 'app:1' }] };
  await rig.api.create(as('maker'), pod, { metadata: ref, spec } as never);
});

const merge = (body: object, endpoint?: string) =>
  rig.api.patch(as('writer'), pod, ref, { type: 'merge', body }, endpoint);
const apply = (parts: object, endpoint?: string) => {
  const body = { apiVersion: 'v1', kind: 'Pod', ...parts };
  return rig.api.patch(as('applier'), pod, ref, { type: 'apply', body }, endpoint);
};
const owners = ({ metadata }: KubeObject) => metadata.managedFields?.map(({ manager }) => manager);

describe('forgotten by an update', () => {
  test('of what it writes', async () => {
    expect(
      owners((await merge({ status: { conditions: twice } }, 'status')).object),
    ).toBeUndefined();
    expect(owners((await merge({ metadata: { labels: { a: 'b' } } })).object)).toBeUndefined();
  });

  test('of what the endpoint leaves alone', async () => {
    const body = { metadata: { labels: { a: 'b' } }, status: { conditions: twice } };
    const { object } = await merge(body);
    expect(object).toMatchObject({ metadata: { labels: { a: 'b' } } });
    expect(owners(object)).toBeUndefined();
  });

  test('and by a creation', async () => {
    const metadata = { ...ref, finalizers: ['a.b/c', 'a.b/c'] };
    expect(owners(await rig.api.create(as('maker'), configMap, { metadata }))).toBeUndefined();
  });

  test.each([{}, { name: '' }])('of elements without their key: %j', async (secret) => {
    const spec = { containers: [{ name: 'main', image: 'a:1' }], imagePullSecrets: [secret] };
    const metadata = { ...ref, name: 'keyless' };
    const made = await rig.api.create(as('maker'), pod, { metadata, spec } as never);
    expect(made.spec.imagePullSecrets).toEqual([{}]);
    expect(owners(made)).toBeUndefined();
  });
});

describe('owners of the object that are named twice', () => {
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: '<&>' };
  const metadata = { ...ref, name: 'owned' };
  const twiceOwned = { metadata: { ...metadata, ownerReferences: [owner, owner] } };

  test('are one when the fields of a new object are shared out', async () => {
    const made = await rig.api.create(as('maker'), configMap, twiceOwned as never);
    expect(made.metadata.ownerReferences).toEqual([owner]);
    const { fieldsV1 } = made.metadata.managedFields![0]!;
    expect(JSON.stringify(fieldsV1)).toContain(JSON.stringify('k:{"uid":"\\u003c\\u0026\\u003e"}'));
  });

  test('are still two when a patch has made them', async () => {
    await rig.api.create(as('maker'), configMap, { metadata });
    const change = { type: 'merge', body: twiceOwned } as const;
    const { object } = await rig.api.patch(as('writer'), configMap, metadata, change);
    expect(object.metadata.ownerReferences).toEqual([owner]);
    expect(owners(object)).toBeUndefined();
  });
});

test('what is dropped of a status is owned by who asked for it', async () => {
  const machine = { name: 'n', labels: { a: 'b' } };
  await rig.api.create(as('maker'), node, { metadata: machine } as never);
  const status = { capacity: { cpu: '1' }, config: { error: 'e' } };
  const change = { type: 'merge', body: { status } } as const;
  const { object } = await rig.api.patch(as('kubelet'), node, machine, change, 'status');
  expect(object.status).toMatchObject({ capacity: { cpu: '1' }, allocatable: { cpu: '1' } });
  expect(object.status).not.toHaveProperty('config');
  const entry = object.metadata.managedFields!.find(({ manager }) => manager === 'kubelet');
  expect(entry!.fieldsV1).toEqual({
    'f:status': {
      'f:allocatable': { '.': {}, 'f:cpu': {} },
      'f:capacity': { '.': {}, 'f:cpu': {} },
      'f:config': { '.': {}, 'f:error': {} },
    },
  });
});

test('nothing can be applied to such an object: it has no owners, and none can be made', async () => {
  await merge({ status: { conditions: twice } }, 'status');
  const { code, message } = await refusal(apply({ metadata: { name: 'x' }, bogus: 1 }));
  expect(code).toBe(500);
  expect(message).toBe(
    'failed to create manager for existing fields: ' +
      'failed to convert new object (default/x; /v1, Kind=Pod) to smd typed: ' +
      '.status.conditions: duplicate entries for key [type="A"]',
  );
});

test('ephemeral containers change hands unseen: their endpoint takes no metadata', async () => {
  const before = owners((await merge({})).object);
  const ephemeralContainers = [{ name: 'debug', image: 'sh' }];
  const { object } = await merge({ spec: { ephemeralContainers } }, 'ephemeralcontainers');
  expect(object.spec.ephemeralContainers).toMatchObject(ephemeralContainers);
  expect(owners(object)).toEqual(before);
  const body = { metadata: { name: 'x' }, spec: { ephemeralContainers } };
  expect(owners((await apply(body, 'ephemeralcontainers')).object)).toEqual(before);
});

describe('the errors and warnings of an apply', () => {
  test('through a subresource of what does not exist: 404, whatever the body is', async () => {
    const body = { apiVersion: 'nonsense', kind: 'Pod', metadata: { name: 'none' } };
    const none = { namespace: 'default', name: 'none' };
    const change = { type: 'apply', body } as const;
    const error = await refusal(rig.api.patch(as('applier'), pod, none, change, 'status'));
    expect(error.code).toBe(404);
  });

  test('of what does not fit: by the names in its body', async () => {
    const parts = { metadata: { name: 'x' }, spec: { priority: 1.5 } };
    const { message } = await refusal(apply(parts));
    expect(message).toContain('failed to convert new object (/x; /v1, Kind=Pod)');
    expect(message).toContain('cannot convert float64 to int32');
  });
});
