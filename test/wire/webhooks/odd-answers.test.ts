import { describe, expect, it } from 'vitest';
import { answer, patching } from '../../support/webhook-server.ts';
import { maps, ruleFor, webhookRig } from './rig.ts';

const rig = webhookRig();
const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
const rules = [
  ruleFor({ apiGroups: ['', 'coordination.k8s.io'], resources: ['configmaps', 'leases'] }),
];

it('an object that is created under the name in the URL keeps it', async () => {
  rig.hooks.behaviours.set(
    '/hook',
    patching({ op: 'replace', path: '/metadata/name', value: 'y' }),
  );
  await rig.configure('mutating', [rig.hook('/hook', { rules })]);
  const message = 'the name of the object (y) does not match the name on the URL (x)';
  const applied = await rig.send(
    'PATCH',
    `${maps}/x?fieldManager=me`,
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } },
    { headers: { 'content-type': 'application/apply-patch+yaml' } },
  );
  expect([applied.status, applied.body.message]).toEqual([400, message]);
  const put = await rig.send('PUT', `${leases}/x`, { metadata: { name: 'x' }, spec: {} });
  expect([put.status, put.body.message]).toEqual([400, message]);
});

it('a code that HTTP does not have is answered as 500', async () => {
  rig.hooks.behaviours.set('/hook', answer({ allowed: false, status: { code: 5000 } }));
  await rig.configure('validating', [rig.hook('/hook', { rules })]);
  expect((await rig.createMap()).status).toBe(500);
});

describe('a type of patch that there is not', () => {
  const patch = Buffer.from('[{"op":"add","path":"/data/n","value":"1"}]').toString('base64');
  const odd = answer({ allowed: true, patchType: 'MergePatch', patch });

  it('is a failure', async () => {
    rig.hooks.behaviours.set('/hook', odd);
    await rig.configure('mutating', [rig.hook('/hook')]);
    const { status, body } = await rig.createMap();
    const message =
      'Internal error occurred: failed calling webhook "hook.example.com": unsupported patch type "MergePatch"';
    expect([status, body.message]).toEqual([500, message]);
  });

  it('is ignored where the policy says so', async () => {
    rig.hooks.behaviours.set('/hook', odd);
    await rig.configure('mutating', [rig.hook('/hook', { failurePolicy: 'Ignore' })]);
    expect((await rig.createMap()).body.data).toEqual({ a: 'b' });
  });
});

describe('a webhook that changes what names an object', () => {
  const otherNamespace =
    'the namespace of the provided object does not match the namespace sent on the request';
  const stale =
    'Operation cannot be fulfilled on configmaps "x": the object has been modified; please apply your changes to the latest version and try again';
  const renamed = 'ConfigMap "x" is invalid: metadata.name: Invalid value: "y": field is immutable';

  it.each<[what: string, field: string, value: string, create: unknown, update: unknown]>([
    ['the name', 'name', 'y', [201, undefined], [422, renamed]],
    ['the namespace', 'namespace', 'other', [400, otherNamespace], [400, otherNamespace]],
    [
      'the version',
      'resourceVersion',
      '1',
      [500, 'resourceVersion should not be set on objects to be created'],
      [409, stale],
    ],
  ])('%s', async (_, field, value, create, update) => {
    await rig.createMap('x');
    rig.hooks.behaviours.set('/hook', patching({ op: 'add', path: `/metadata/${field}`, value }));
    await rig.configure('mutating', [rig.hook('/hook')]);
    const made = await rig.createMap('z');
    expect([made.status, made.body.message]).toEqual(create);
    const patched = await rig.patch(`${maps}/x`, { data: { c: 'd' } });
    expect([patched.status, patched.body.message]).toEqual(update);
    expect((await rig.send('GET', `${maps}/x`)).body.data).toEqual({ a: 'b' });
  });
});

it.each<[what: string, send: () => Promise<{ status: number }>]>([
  [
    'an update',
    () => rig.send('PUT', `${maps}/x`, { metadata: { name: 'x', resourceVersion: '1' } }),
  ],
  ['a patch', () => rig.patch(`${maps}/x`, { metadata: { resourceVersion: '1' } })],
])('%s of an old version is seen by mutating webhooks only', async (_, send) => {
  await rig.createMap();
  expect((await send()).status).toBe(409);
  await rig.configure('mutating', [rig.hook('/mutate')]);
  await rig.configure('validating', [rig.hook('/validate')]);
  expect((await send()).status).toBe(409);
  expect(rig.hooks.paths).toEqual(['/mutate']);
  rig.hooks.behaviours.set('/mutate', answer({ allowed: false }));
  expect((await send()).status).toBe(400);
});

it('owners that a webhook names twice are kept once, with a warning', async () => {
  const owner = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u' };
  const value = [owner, owner];
  rig.hooks.behaviours.set(
    '/hook',
    patching({ op: 'add', path: '/metadata/ownerReferences', value }),
  );
  await rig.configure('mutating', [rig.hook('/hook')]);
  const { headers, body } = await rig.createMap();
  expect(body.metadata.ownerReferences).toEqual([owner]);
  expect(headers.get('warning')).toMatch(/duplicate entries after mutating admission happens;/);
});
