/** Discovery: what there is at which path, in both forms, and what other servers add. */
import { defaultProfile, profileOf } from '#kinds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiServer } from '#api';
import { ApiError } from '#values';
import { customKinds } from '#custom';
import { KindRegistry, kindsOf, kindsWithMetrics } from '#catalog';
import type { APIGroup, CustomResourceDefinition } from '#types';
import {
  aggregatedDocument,
  aggregatedType,
  aggregatedVersion,
  aggregatedVersions,
} from '../../../src/server/discovery/aggregated.ts';
import { discoveryDocuments } from '../../../src/server/discovery/documents.ts';
import { remoteOf, withRemote } from '../../../src/server/remote/discovery.ts';
import { ServedKinds } from '../../../src/server/exchange/served-kinds.ts';
import { ask, type Asked } from '../../support/ask.ts';
import { adminToken, serverRig, type ServerRig } from '../../support/server.ts';

const kinds = kindsOf(defaultProfile);

const registry = new KindRegistry(defaultProfile);
const documents = discoveryDocuments(new ServedKinds(registry), '10.0.0.1:6443');
/** Of a release that names resources in the singular. */
const named = discoveryDocuments(new ServedKinds(new KindRegistry(profileOf(30))), '10.0.0.1:6443');

interface Resource {
  readonly name: string;
  readonly verbs: readonly string[];
}

const resourcesOf = (path: string) =>
  (documents.get(path) as { readonly resources: readonly Resource[] }).resources;
const resourceOf = (path: string, name: string) =>
  resourcesOf(path).find((each) => each.name === name);

describe('documents', () => {
  it('name the versions and the address', () => {
    expect(documents.get('/api')).toEqual({
      ...{ kind: 'APIVersions', versions: ['v1'] },
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '10.0.0.1:6443' }],
    });
    const v1 = { groupVersion: 'apps/v1', version: 'v1' };
    const apps = { name: 'apps', versions: [v1], preferredVersion: v1 };
    expect(documents.get('/apis/apps')).toEqual({ kind: 'APIGroup', apiVersion: 'v1', ...apps });
    const all = documents.get('/apis') as { readonly groups: readonly object[] };
    expect(all).toMatchObject({ kind: 'APIGroupList', apiVersion: 'v1' });
    expect(all.groups).toContainEqual(apps);
    expect(documents.has('/apis/')).toBe(false);
    expect(documents.has('/api/')).toBe(false);
    const { versions } = documents.get('/apis/batch') as APIGroup;
    expect(versions.map(({ version }) => version)).toEqual(['v1', 'v1beta1']);
  });

  it.each([
    ['/api/v1', { kind: 'APIResourceList', groupVersion: 'v1' }, false],
    ['/apis/apps/v1', { kind: 'APIResourceList', groupVersion: 'apps/v1' }, true],
  ])('at %s are lists of resources', (path, head, hasVersion) => {
    const { resources, ...found } = documents.get(path) as { resources: readonly Resource[] };
    expect(found).toEqual({ ...head, ...(hasVersion && { apiVersion: 'v1' }) });
    const names = resources.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  const all = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
  it.each<[path: string, name: string, resource: object]>([
    [
      '/api/v1',
      'pods',
      {
        ...{ singularName: '', namespaced: true, kind: 'Pod', verbs: all, shortNames: ['po'] },
        ...{ categories: ['all'], storageVersionHash: 'xPOwRZ+Yhw8=' },
      },
    ],
    [
      '/api/v1',
      'pods/status',
      { singularName: '', namespaced: true, kind: 'Pod', verbs: ['get', 'patch', 'update'] },
    ],
    [
      '/api/v1',
      'pods/eviction',
      {
        ...{ singularName: '', namespaced: true, kind: 'Eviction', verbs: ['create'] },
        ...{ group: 'policy', version: 'v1' },
      },
    ],
    [
      '/api/v1',
      'bindings',
      { singularName: '', namespaced: true, kind: 'Binding', verbs: ['create'] },
    ],
    [
      '/apis/apps/v1',
      'deployments/scale',
      {
        ...{ singularName: '', namespaced: true, kind: 'Scale', group: 'autoscaling' },
        ...{ version: 'v1', verbs: ['get', 'patch', 'update'] },
      },
    ],
  ])('at %s have %s', (path, name, resource) => {
    expect(resourceOf(path, name)).toEqual({ name, ...resource });
  });

  // As a v1.24.17 API server answers.
  it.each([
    ['/api/v1', 'events', 'r2yiGXH7wu8='],
    ['/apis/events.k8s.io/v1', 'events', 'r2yiGXH7wu8='],
    ['/apis/autoscaling/v1', 'horizontalpodautoscalers', 'oQlkt7f5j/A='],
    ['/apis/autoscaling/v2', 'horizontalpodautoscalers', 'oQlkt7f5j/A='],
    ['/apis/autoscaling/v2beta2', 'horizontalpodautoscalers', 'oQlkt7f5j/A='],
    ['/apis/batch/v1', 'cronjobs', 'sd5LIXh4Fjs='],
    ['/apis/batch/v1beta1', 'cronjobs', 'sd5LIXh4Fjs='],
    ['/apis/discovery.k8s.io/v1', 'endpointslices', 'Nx3SIv6I0mE='],
    ['/apis/policy/v1', 'poddisruptionbudgets', '6BGBu0kpHtk='],
    ['/apis/storage.k8s.io/v1', 'csistoragecapacities', '4as6MA/kOg0='],
    ['/apis/flowcontrol.apiserver.k8s.io/v1beta2', 'flowschemas', '9bSnTLYweJ0='],
    ['/apis/apps/v1', 'deployments', '8aSe+NMegvE='],
    ['/apis/apiextensions.k8s.io/v1', 'customresourcedefinitions', 'jfWCUB31mvA='],
    ['/api/v1', 'componentstatuses', undefined],
  ])('at %s say of %s in which version they are stored', (path, name, hash) => {
    expect((resourceOf(path, name) as { storageVersionHash?: string }).storageVersionHash).toBe(
      hash,
    );
  });
});

describe('discovery in one document', () => {
  const v2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const beta = v2.replace('v=v2', 'v=v2beta1');
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['application/json', undefined],
    ['*/*', undefined],
    [v2, 'v2'],
    [beta, 'v2beta1'],
    [`${beta},${v2}`, 'v2beta1'],
    [`${v2},application/json`, 'v2'],
    [`application/json, ${v2}`, undefined],
    [`text/plain, ${v2}`, 'v2'],
    [v2.replace('application/json', 'text/plain'), undefined],
    [v2.replace('v=v2', 'v=v3'), undefined],
    [v2.replace('g=apidiscovery.k8s.io', 'g=meta.k8s.io'), undefined],
    [v2.replace('APIGroupDiscoveryList', 'Table'), undefined],
    [v2.replace('application/json', '*/*').replaceAll(';', ' ; '), 'v2'],
  ])('is wanted by %s as %s', (accept, version) => {
    expect(aggregatedVersion(accept, ['v2', 'v2beta1'])).toBe(version);
  });

  it('has a media type that names it', () => {
    expect(aggregatedType('v2')).toBe(v2);
  });

  type Items = readonly {
    readonly metadata: object;
    readonly versions: readonly {
      readonly version: string;
      readonly freshness: string;
      readonly resources: readonly { readonly resource: string }[];
    }[];
  }[];
  const zero = { creationTimestamp: null };
  const itemsAt = (path: string, from = named): Items =>
    (aggregatedDocument(from, path, 'v2', zero) as { readonly items: Items }).items;

  it('is at two paths', () => {
    expect(aggregatedDocument(documents, '/apis/apps', 'v2', {})).toBeUndefined();
    expect(aggregatedDocument(documents, '/apis', 'v2beta1', {})).toMatchObject({
      ...{ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2beta1', metadata: {} },
    });
    expect(itemsAt('/api')).toMatchObject([{ metadata: zero }]);
    expect(itemsAt('/apis').map(({ metadata }) => (metadata as { name: string }).name)).toContain(
      'apps',
    );
  });

  it('has subresources within their resources', () => {
    const [{ versions }] = itemsAt('/api') as [Items[number]];
    const [{ version, freshness, resources }] = versions as [(typeof versions)[number]];
    expect([version, freshness]).toEqual(['v1', 'Current']);
    expect(resources.some(({ resource }) => resource.includes('/'))).toBe(false);
    expect(resources.find(({ resource }) => resource === 'replicationcontrollers')).toEqual({
      resource: 'replicationcontrollers',
      responseKind: { group: '', version: '', kind: 'ReplicationController' },
      ...{ scope: 'Namespaced', singularResource: 'replicationcontroller' },
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      ...{ shortNames: ['rc'], categories: ['all'] },
      subresources: [
        {
          subresource: 'scale',
          responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
          verbs: ['get', 'patch', 'update'],
        },
        {
          subresource: 'status',
          responseKind: { group: '', version: '', kind: 'ReplicationController' },
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
    const nodes = resources.find(({ resource }) => resource === 'nodes');
    expect(nodes).toMatchObject({ scope: 'Cluster', shortNames: ['no'] });
    expect(nodes).not.toHaveProperty('categories');
    const bindings = resources.find(({ resource }) => resource === 'bindings');
    expect(Object.keys(bindings!)).toEqual([
      ...['resource', 'responseKind', 'scope', 'singularResource', 'verbs'],
    ]);
  });

  it.each<[minor: number, versions: readonly string[]]>([
    [24, []],
    [26, []],
    [27, ['v2beta1']],
    [29, ['v2beta1']],
    [30, ['v2', 'v2beta1']],
    [32, ['v2', 'v2beta1']],
    [33, ['v2']],
    [37, ['v2']],
  ])('is there in 1.%i in the versions %j', (minor, versions) => {
    expect(aggregatedVersions(profileOf(minor))).toEqual(versions);
  });

  // Clients look for no resources of a version that is said to be stale.
  it('is not there where another server answers for a version', () => {
    const others = new Map(documents);
    others.delete('/apis/apps/v1');
    expect(aggregatedDocument(others, '/apis', 'v2', {})).toBeUndefined();
    expect(aggregatedDocument(others, '/api', 'v2', {})).toBeDefined();
  });
});

describe('a custom resource whose singular is not its kind', () => {
  it.each([
    ['withsel', 'withsel'],
    // As v1.24's controller fills it in.
    ['', 'kwithsel'],
  ])('of the name "%s" is %s in both forms', (singular, shown) => {
    const schema = { openAPIV3Schema: { type: 'object' } };
    const definition = {
      spec: {
        ...{ group: 'hpu.example.com', scope: 'Namespaced' },
        names: { plural: 'withsels', kind: 'Kwithsel', singular },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
      status: {},
    } as unknown as CustomResourceDefinition;
    const all = new KindRegistry(defaultProfile, [
      ...kinds,
      ...customKinds(definition, defaultProfile),
    ]);
    const found = discoveryDocuments(new ServedKinds(all), '10.0.0.1:6443');
    expect(found.get('/apis/hpu.example.com/v1')).toMatchObject({
      resources: [{ name: 'withsels', singularName: shown }],
    });
    const aggregated = aggregatedDocument(found, '/apis', 'v2', {}) as {
      readonly items: readonly { readonly metadata: { readonly name: string } }[];
    };
    const item = aggregated.items.find(({ metadata }) => metadata.name === 'hpu.example.com');
    expect(item).toMatchObject({
      versions: [{ resources: [{ resource: 'withsels', singularResource: shown }] }],
    });
  });
});

describe('paths of discovery', () => {
  let rig: ServerRig;
  beforeAll(async () => void (rig = await serverRig({ minor: 30 })));
  afterAll(() => rig.close());

  const asked = ({ headers, ...more }: Asked) => {
    const authorization = `Bearer ${adminToken}`;
    return ask(rig.listening.port, { ...more, headers: { authorization, ...headers } });
  };
  const unknown = 'the server could not find the requested resource';
  it.each([
    ['GET', '/api', 200, '"kind":"APIVersions"'],
    ['GET', '/api/', 200, '"kind":"APIVersions"'],
    ['GET', '/api/v1/', 200, '"groupVersion":"v1"'],
    ['GET', '/apis', 200, '"kind":"APIGroupList"'],
    ['GET', '/apis/apps', 200, '"kind":"APIGroup"'],
    ['GET', '/apis/apps/v1', 200, '"groupVersion":"apps/v1"'],
    ['POST', '/apis/apps/v1', 405, 'does not allow this method'],
    ['GET', '/api/v2', 404, unknown],
    ['GET', '/apis/apps/v2', 404, unknown],
    ['GET', '/apis/none.example', 404, '404 page not found\n'],
    ['GET', '/apis/none.example/v1', 404, '404 page not found\n'],
  ])('%s %s', async (method, path, status, part) => {
    const { text, ...answer } = await asked({ method, path });
    expect(answer.status).toBe(status);
    expect(text).toContain(part);
  });

  it('answer in the form that is wanted', async () => {
    const accept = aggregatedType('v2beta1');
    const { headers, text } = await asked({ path: '/apis', headers: { accept } });
    expect(headers['content-type']).toBe(accept);
    expect(JSON.parse(text)).toMatchObject({ apiVersion: 'apidiscovery.k8s.io/v2beta1' });
    const yaml = { accept: 'application/yaml' };
    const group = await asked({ path: '/apis/apps', headers: yaml });
    expect(group.text).toContain('kind: APIGroup\n');
    const none = { accept: 'text/x' };
    const refused = await asked({ path: '/apis/apps', headers: none });
    expect(refused.status).toBe(406);
  });
});

describe('versions of other servers', () => {
  const serviceOf = (version: string, more: object = {}) => ({
    spec: {
      ...{ group: 'far.example.com', version, service: { name: 's', namespace: 'n' } },
      ...{ groupPriorityMinimum: 1000, versionPriority: 10 },
      ...more,
    },
  });
  const own = { spec: { group: 'apps', version: 'v1' } };
  const asked: object[] = [];
  const api = (...found: readonly object[]): ApiServer => {
    const read = (request: { readonly verb: string; readonly ref?: { readonly name: string } }) => {
      asked.push(request);
      if (request.verb === 'list') return Promise.resolve({ items: found });
      if (request.ref!.name === 'v1.none') return Promise.reject(new ApiError(404, 'NotFound', ''));
      if (request.ref!.name === 'v1.bad')
        return Promise.reject(new ApiError(500, 'x' as never, 'bad'));
      return Promise.resolve(found[0]);
    };
    return { kinds: registry, read } as unknown as ApiServer;
  };
  const without = { kinds: new KindRegistry(defaultProfile, []) } as unknown as ApiServer;

  it.each([
    ['far.example.com', serviceOf('v1'), true],
    ['apps', own, false],
    ['none', own, false],
  ])('of %s are another one: %s', async (group, found, isOther) => {
    const service = await remoteOf(api(found), { group, version: 'v1' });
    expect(service !== undefined).toBe(isOther);
    expect(asked.pop()).toMatchObject({ ref: { name: `v1.${group}` }, resourceVersion: '0' });
  });

  it('cannot be known without the kind, or the store', async () => {
    expect(await remoteOf(without, { group: 'none', version: 'v1' })).toBeUndefined();
    expect(await withRemote(without, documents)).toBe(documents);
    await expect(remoteOf(api(), { group: 'bad', version: 'v1' })).rejects.toThrow('bad');
  });

  it('are not added when there are none', async () => {
    expect(await withRemote(api(own, serviceOf('v1', { group: 'apps' })), documents)).toBe(
      documents,
    );
  });

  it.each([
    ['v1beta1', ['v1beta1'], false],
    ['v1', ['v1beta1'], true],
  ])('of metrics (%s) are %j; ours stays: %s', async (version, versions, isOurs) => {
    const group = 'metrics.k8s.io';
    const measuring = discoveryDocuments(
      new ServedKinds(new KindRegistry(defaultProfile, kindsWithMetrics(defaultProfile))),
      '127.0.0.1:6443',
    );
    expect(measuring.has(`/apis/${group}/v1beta1`)).toBe(true);
    const found = await withRemote(api(serviceOf(version, { group })), measuring);
    const entry = found.get(`/apis/${group}`) as APIGroup;
    expect(entry.versions.map((each) => each.version)).toEqual(versions);
    expect(found.has(`/apis/${group}/v1beta1`)).toBe(isOurs);
  });

  it('stand among the others by their rank', async () => {
    const found = await withRemote(
      api(
        serviceOf('v1', { versionPriority: 5 }),
        serviceOf('v2', { versionPriority: 7, groupPriorityMinimum: 19_000 }),
        serviceOf('v1', { group: 'low.example.com', groupPriorityMinimum: 1 }),
        own,
      ),
      documents,
    );
    const { groups, kind } = found.get('/apis') as {
      readonly kind: string;
      readonly groups: readonly APIGroup[];
    };
    expect(kind).toBe('APIGroupList');
    expect(groups[1]).toEqual({
      name: 'far.example.com',
      versions: ['v2', 'v1'].map((version) => ({
        ...{ groupVersion: `far.example.com/${version}`, version },
      })),
      preferredVersion: { groupVersion: 'far.example.com/v2', version: 'v2' },
    });
    expect(groups.at(-1)!.name).toBe('low.example.com');
    const before = (documents.get('/apis') as { readonly groups: readonly APIGroup[] }).groups;
    expect([groups[0], ...groups.slice(2, -1)]).toEqual(before);
    expect(found.get('/apis/far.example.com')).toMatchObject({
      ...{ kind: 'APIGroup', apiVersion: 'v1', name: 'far.example.com' },
    });
    expect(found.has('/apis/apps/v1')).toBe(true);
  });
});
