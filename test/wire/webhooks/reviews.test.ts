import { describe, expect, it } from 'vitest';
import { maps, ruleFor, webhookRig } from './rig.ts';

const rig = webhookRig();
const admin = { username: 'admin', groups: ['system:masters', 'system:authenticated'] };
const createOptions = { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' };
const updateOptions = { ...createOptions, kind: 'UpdateOptions' };
const deleteOptions = { ...createOptions, kind: 'DeleteOptions' };
const configMap = { group: '', version: 'v1', kind: 'ConfigMap' };
const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The latest review, without its uid. */
function latest(): Record<string, unknown> {
  const { uid, ...rest } = rig.hooks.asked.at(-1)!.review.request;
  expect(uid).toMatch(uuid);
  return rest;
}

/** The metadata of an object without its version, which webhooks cannot know. */
function unversioned({ metadata }: { metadata: Record<string, unknown> }): Record<string, unknown> {
  const known = { ...metadata };
  delete known['resourceVersion'];
  return known;
}

describe('the review of a write', () => {
  it('of a new object: as sent to mutating webhooks, whole to validating ones', async () => {
    await rig.configure('mutating', [rig.hook('/mutate')]);
    await rig.configure('validating', [rig.hook('/validate')]);
    const made = await rig.send('POST', `${maps}?fieldManager=me`, {
      metadata: { generateName: 'x-' },
      data: { a: 'b' },
    });
    expect(made.status).toBe(201);
    const [first, second] = rig.hooks.asked;
    expect(first).toMatchObject({
      method: 'POST',
      path: '/mutate',
      query: 'timeout=10s',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, */*',
        'user-agent': 'kube-apiserver-admission',
        host: `localhost:${rig.hooks.port}`,
      },
    });
    const common = {
      kind: configMap,
      resource: configMaps,
      requestKind: configMap,
      requestResource: configMaps,
      namespace: 'default',
      operation: 'CREATE',
      userInfo: admin,
      oldObject: null,
      dryRun: false,
      options: { ...createOptions, fieldManager: 'me' },
    };
    const type = { kind: 'ConfigMap', apiVersion: 'v1' };
    const owner = expect.objectContaining({ manager: 'me' }) as unknown;
    expect(first!.review).toEqual({
      kind: 'AdmissionReview',
      apiVersion: 'admission.k8s.io/v1',
      request: {
        uid: expect.stringMatching(uuid) as string,
        ...common,
        object: {
          ...type,
          metadata: {
            generateName: 'x-',
            namespace: 'default',
            creationTimestamp: null,
            managedFields: [owner],
          },
          data: { a: 'b' },
        },
      },
    });
    const metadata = unversioned(made.body);
    expect(second!.review.request).toEqual({
      uid: expect.stringMatching(uuid) as string,
      ...common,
      name: metadata['name'],
      object: { ...type, metadata, data: { a: 'b' } },
    });
  });

  it('of changes, patches and no-ops: with the stored object', async () => {
    const { body: old } = await rig.createMap();
    await rig.configure('validating', [rig.hook('/hook')]);
    const updated = await rig.send('PUT', `${maps}/x`, {
      metadata: { name: 'x' },
      data: { a: 'c' },
    });
    const metadata = unversioned(updated.body);
    expect(latest()).toMatchObject({
      name: 'x',
      operation: 'UPDATE',
      object: { metadata, data: { a: 'c' } },
      oldObject: { kind: 'ConfigMap', apiVersion: 'v1', ...old },
      options: updateOptions,
    });
    const same = await rig.patch(`${maps}/x`, { data: { a: 'c' } });
    expect(same.body.metadata.resourceVersion).toBe(updated.body.metadata.resourceVersion);
    expect(latest()).toMatchObject({ operation: 'UPDATE', options: updateOptions });
    await rig.send(
      'PATCH',
      `${maps}/y?fieldManager=me`,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'y' } },
      {
        headers: { 'content-type': 'application/apply-patch+yaml' },
      },
    );
    expect(latest()).toMatchObject({
      name: 'y',
      operation: 'CREATE',
      oldObject: null,
      options: { ...createOptions, fieldManager: 'me' },
    });
    expect(rig.hooks.asked).toHaveLength(3);
  });

  it('of an update before it is prepared: as mutating webhooks see it', async () => {
    await rig.createMap();
    await rig.configure('mutating', [rig.hook('/hook')]);
    await rig.send('PUT', `${maps}/x?fieldManager=me`, {
      metadata: { name: 'x', labels: { a: 'b' } },
    });
    const { object } = rig.hooks.asked[0]!.review.request as unknown as {
      object: { metadata: { uid?: string; managedFields: { manager: string }[] } };
    };
    expect(object.metadata.uid).toBeUndefined();
    expect(object.metadata.managedFields.map(({ manager }) => manager)).toContain('me');
  });

  it('of deletions: without an object, and of a collection without a name', async () => {
    await rig.createMap('x');
    await rig.createMap('y');
    await rig.createMap('z');
    await rig.configure('validating', [rig.hook('/hook')]);
    await rig.send('DELETE', `${maps}/x?dryRun=All`);
    expect(latest()).toMatchObject({
      name: 'x',
      operation: 'DELETE',
      object: null,
      oldObject: { metadata: { name: 'x' } },
      dryRun: true,
      options: { ...deleteOptions, dryRun: ['All'] },
    });
    await rig.send('DELETE', maps, { propagationPolicy: 'Background' });
    const others = rig.hooks.asked.slice(1).map(({ review }) => review.request);
    expect(others).toHaveLength(3);
    const options = { ...deleteOptions, propagationPolicy: 'Background' };
    for (const each of others) {
      expect(each).toMatchObject({ operation: 'DELETE', options });
      expect(each).not.toHaveProperty('name');
    }
    await rig.send('DELETE', `${maps}/none`);
    expect(rig.hooks.asked).toHaveLength(4);
  });

  const pods = '/api/v1/namespaces/default/pods';
  it.each<[what: string, path: string, body: object | undefined, options: object]>([
    [
      'in the body',
      `${maps}/x`,
      { propagationPolicy: 'Orphan', preconditions: { uid: 'UID' } },
      { propagationPolicy: 'Orphan', preconditions: { uid: 'UID' } },
    ],
    [
      'in the query',
      `${maps}/x?propagationPolicy=Background&gracePeriodSeconds=7&fieldManager=me`,
      undefined,
      { propagationPolicy: 'Background', gracePeriodSeconds: 7 },
    ],
    ['with the grace period of a pod', `${pods}/p`, undefined, { gracePeriodSeconds: 30 }],
    ['with a shorter one', `${pods}/p`, { gracePeriodSeconds: 5 }, { gracePeriodSeconds: 5 }],
    ['of a collection, without one', pods, undefined, {}],
    ['in the older form', pods, { orphanDependents: true }, { orphanDependents: true }],
  ])('of a deletion: options %s', async (_, path, body, options) => {
    const { body: map } = await rig.createMap();
    const containers = [{ name: 'c', image: 'i' }];
    const pod = { metadata: { name: 'p' }, spec: { containers, nodeName: 'n' } };
    await rig.send('POST', pods, pod);
    const filled = (value: object | undefined): object | undefined =>
      value && (JSON.parse(JSON.stringify(value).replace('UID', map.metadata.uid)) as object);
    const rules = [ruleFor({ resources: ['configmaps', 'pods'] })];
    await rig.configure('validating', [rig.hook('/hook', { rules })]);
    expect((await rig.send('DELETE', path, filled(body))).status).toBe(200);
    expect(latest()['options']).toEqual({ ...deleteOptions, ...filled(options) });
  });

  it('of the deletion of what is being deleted: while finalizers keep it', async () => {
    const finalizers = ['example.com/hold'];
    await rig.send('POST', maps, { metadata: { name: 'x', finalizers } });
    await rig.configure('validating', [rig.hook('/hook')]);
    for (const times of [1, 2]) {
      expect((await rig.send('DELETE', `${maps}/x`)).status).toBe(200);
      expect(rig.hooks.asked).toHaveLength(times);
    }
  });

  it('of an older version', async () => {
    const admissionReviewVersions = ['v7', 'v1beta1', 'v1'];
    await rig.configure('validating', [rig.hook('/hook', { admissionReviewVersions })]);
    expect((await rig.createMap()).status).toBe(201);
    expect(rig.hooks.asked[0]!.review.apiVersion).toBe('admission.k8s.io/v1beta1');
  });

  it('of a user that is impersonated', async () => {
    await rig.configure('validating', [rig.hook('/hook')]);
    const headers = {
      'impersonate-user': 'jane',
      'impersonate-group': 'system:masters',
      'impersonate-extra-scopes': 'all',
    };
    await rig.send('POST', maps, { metadata: { name: 'x' } }, { headers });
    expect(latest()['userInfo']).toEqual({
      username: 'jane',
      groups: ['system:masters', 'system:authenticated'],
      extra: { scopes: ['all'] },
    });
  });
});

describe('the review of a subresource', () => {
  const pods = '/api/v1/namespaces/default/pods';
  const everything = {
    rules: [ruleFor({ apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] })],
  };
  const containers = [{ name: 'c', image: 'i' }];
  const pod = { group: '', version: 'v1', resource: 'pods' };

  const start = async (): Promise<void> => {
    await rig.send('POST', pods, { metadata: { name: 'p' }, spec: { containers } });
    await rig.configure('validating', [rig.hook('/hook', everything)]);
  };

  it('of a status: both objects', async () => {
    await start();
    await rig.patch(`${pods}/p/status`, { status: { message: 'm' } });
    expect(latest()).toMatchObject({
      resource: pod,
      subResource: 'status',
      requestResource: pod,
      requestSubResource: 'status',
      kind: { group: '', version: 'v1', kind: 'Pod' },
      operation: 'UPDATE',
      object: { status: { message: 'm' } },
      oldObject: { metadata: { name: 'p' } },
    });
  });

  it('of a binding and an eviction: what is posted', async () => {
    await start();
    const target = { kind: 'Node', name: 'n' };
    await rig.send('POST', `${pods}/p/binding`, { metadata: { name: 'p' }, target });
    expect(latest()).toMatchObject({
      kind: { group: '', version: 'v1', kind: 'Binding' },
      resource: pod,
      subResource: 'binding',
      name: 'p',
      operation: 'CREATE',
      object: { kind: 'Binding', apiVersion: 'v1', target },
      oldObject: null,
      options: createOptions,
    });
    await rig.send('POST', `${pods}/p/eviction`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'p' },
    });
    expect(latest()).toMatchObject({
      kind: { group: 'policy', version: 'v1', kind: 'Eviction' },
      resource: pod,
      subResource: 'eviction',
      operation: 'CREATE',
    });
    expect(rig.hooks.asked).toHaveLength(2);
  });

  it('of a scale: as it is and as it is to be', async () => {
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    const labels = { a: 'b' };
    await rig.send('POST', deployments, {
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    });
    await rig.configure('validating', [rig.hook('/hook', everything)]);
    await rig.patch(`${deployments}/d/scale`, { spec: { replicas: 3 } });
    expect(latest()).toMatchObject({
      kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      resource: { group: 'apps', version: 'v1', resource: 'deployments' },
      subResource: 'scale',
      operation: 'UPDATE',
      object: { kind: 'Scale', spec: { replicas: 3 } },
      oldObject: { kind: 'Scale', spec: { replicas: 1 } },
    });
  });

  it('of a connection: its options', async () => {
    await start();
    await rig.send('POST', `${pods}/p/attach?stdout=true&container=c`);
    expect(latest()).toEqual({
      kind: { group: '', version: 'v1', kind: 'PodAttachOptions' },
      resource: pod,
      subResource: 'attach',
      requestKind: { group: '', version: 'v1', kind: 'PodAttachOptions' },
      requestResource: pod,
      requestSubResource: 'attach',
      name: 'p',
      namespace: 'default',
      operation: 'CONNECT',
      userInfo: admin,
      object: { kind: 'PodAttachOptions', apiVersion: 'v1', stdout: true, container: 'c' },
      oldObject: null,
      dryRun: false,
      options: null,
    });
  });
});
