/** What pods, their subresources and their deletion are release by release, over the wire. */
import { beforeAll, expect, it } from 'vitest';
import { releases } from './releases.ts';

const minors = [27, 28, 32, 33, 34, 36, 37];
const { ask } = releases(minors);
beforeAll(async () => {
  const spec = { containers: [{ name: 'c', image: 'img' }] };
  for (const minor of minors) {
    await ask(minor, 'POST', pods, { body: { metadata: { name: 'p' }, spec } });
  }
});

const pods = '/api/v1/namespaces/default/pods';

it.each([
  [27, 400],
  [28, 200],
])('1.%i answers %i to a selection of pods on the network of the host', async (minor, status) => {
  const selected = await ask(minor, 'GET', `${pods}?fieldSelector=spec.hostNetwork%3Dfalse`);
  expect(selected.status).toBe(status);
});

it.each([
  [32, [undefined]],
  [33, [undefined, 'ephemeralcontainers']],
])('1.%i gives fields of ephemeral containers owners: %j', async (minor, parts) => {
  const body = { spec: { ephemeralContainers: [{ name: 'd', image: 'dbg' }] } };
  const headers = { 'content-type': 'application/strategic-merge-patch+json' };
  const path = `${pods}/p/ephemeralcontainers`;
  const { body: made } = await ask(minor, 'PATCH', path, { body, headers });
  const entries = made.metadata.managedFields as { readonly subresource?: string }[];
  expect(entries.map(({ subresource }) => subresource)).toEqual(parts);
});

it.each([
  [36, 200],
  [37, 409],
])('1.%i answers %i where a pod that can be read is to go unread', async (minor, status) => {
  const option = 'ignoreStoreReadErrorWithClusterBreakingPotential=true';
  const one = await ask(minor, 'DELETE', `${pods}/p?${option}`);
  expect(one.status).toBe(status);
  const all = await ask(minor, 'DELETE', `${pods}?${option}`);
  expect(all.status).toBe(status === 409 ? 422 : 200);
});

it('restart policies of containers are refused, dropped or kept', async () => {
  const spec = { containers: [{ name: 'c', image: 'img', restartPolicy: 'Never' }] };
  const made = [];
  for (const minor of [33, 34, 36]) {
    const body = { metadata: { name: 'r' }, spec };
    const answer = await ask(minor, 'POST', `${pods}?dryRun=All`, { body });
    made.push([answer.status, answer.body.spec?.containers[0].restartPolicy]);
  }
  expect(made).toEqual([
    [422, undefined],
    [201, undefined],
    [201, 'Never'],
  ]);
});

it('a service that is not stored shows the first address of the range', async () => {
  const body = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } };
  const path = '/api/v1/namespaces/default/services?dryRun=All';
  expect((await ask(37, 'POST', path, { body })).body.spec.clusterIP).toBe('10.96.0.0');
});

it('a source of a claim in another namespace is dropped as a whole', async () => {
  const dataSourceRef = { apiGroup: 'a.b', kind: 'X', name: 'y', namespace: 'other' };
  const resources = { requests: { storage: '1Gi' } };
  const spec = { accessModes: ['ReadWriteOnce'], resources, dataSourceRef };
  const path = '/api/v1/namespaces/default/persistentvolumeclaims';
  const made = await ask(37, 'POST', path, { body: { metadata: { name: 'c' }, spec } });
  expect(made.body.spec).not.toHaveProperty('dataSourceRef');
  expect(made.body.spec).not.toHaveProperty('dataSource');
});

it('a field of slices that cannot be selected on is named with the kind', async () => {
  const slices = '/apis/resource.k8s.io/v1/resourceslices?fieldSelector=spec.pool.name%3Dp';
  const { status, body } = await ask(34, 'GET', slices);
  expect([status, body.message]).toEqual([
    400,
    'field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: spec.pool.name',
  ]);
  expect((await ask(37, 'GET', slices)).status).toBe(200);
});
