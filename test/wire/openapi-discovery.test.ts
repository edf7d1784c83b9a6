/** Discovery in the forms that clients ask for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { ProtobufCodec } from '../../src/server/protobuf/codec.ts';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';

let rig: ServerRig;
beforeAll(async () => void (rig = await serverRig({ minor: 30 })));
afterAll(() => rig.close());

function get(path: string, accept: string): Promise<Response> {
  const authorization = `Bearer ${adminToken}`;
  return fetch(`${rig.url}${path}`, { headers: { authorization, accept } });
}

const aggregated = (version: string): string =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;

interface List {
  readonly apiVersion: string;
  readonly items: readonly Group[];
}
interface Group {
  readonly metadata: { readonly name: string };
  readonly versions: readonly { readonly version: string; readonly resources: readonly object[] }[];
}

describe('all groups at once', () => {
  it.each([
    ['v2', `${aggregated('v2')},${aggregated('v2beta1')},application/json`],
    ['v2beta1', `${aggregated('v2beta1')},application/json`],
    ['v2beta1', `${aggregated('v3')},${aggregated('v2beta1')}`],
  ])('are answered in %s', async (version, accept) => {
    const answer = await get('/apis', accept);
    expect(answer.headers.get('content-type')).toBe(aggregated(version));
    const list = (await answer.json()) as List;
    expect(list).toMatchObject({
      kind: 'APIGroupDiscoveryList',
      apiVersion: `apidiscovery.k8s.io/${version}`,
    });
    const apps = list.items.find(({ metadata }) => metadata.name === 'apps')!;
    expect(apps.versions[0]).toMatchObject({ version: 'v1', freshness: 'Current' });
    expect(apps.versions[0]!.resources).toContainEqual({
      resource: 'deployments',
      responseKind: { group: '', version: '', kind: 'Deployment' },
      scope: 'Namespaced',
      singularResource: 'deployment',
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      shortNames: ['deploy'],
      categories: ['all'],
      subresources: [
        {
          subresource: 'scale',
          responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
          verbs: ['get', 'patch', 'update'],
        },
        {
          subresource: 'status',
          responseKind: { group: '', version: '', kind: 'Deployment' },
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
  });

  it('have the preferred version of each group first', async () => {
    const { items } = (await (await get('/apis', aggregated('v2'))).json()) as List;
    const autoscaling = items.find(({ metadata }) => metadata.name === 'autoscaling')!;
    expect(autoscaling.versions.map(({ version }) => version)).toEqual(['v2', 'v1']);
  });

  it('and the core group behind its own path', async () => {
    const { items } = (await (await get('/api', aggregated('v2'))).json()) as List;
    expect(items.map(({ metadata }) => metadata)).toEqual([{ creationTimestamp: null }]);
    const nodes = items[0]!.versions[0]!.resources.find(
      (one) => (one as { resource: string }).resource === 'nodes',
    );
    expect(nodes).toMatchObject({
      scope: 'Cluster',
      responseKind: { group: '', version: '', kind: 'Node' },
    });
  });
});

describe('the plain documents', () => {
  it.each([
    ['/apis', 'application/json'],
    ['/apis', `application/json,${aggregated('v2')}`],
    ['/apis', '*/*'],
    ['/apis/apps/v1', aggregated('v2') + ',application/json'],
  ])('%s with Accept: %s', async (path, accept) => {
    const answer = await get(path, accept);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toMatchObject({
      kind: expect.stringMatching(/^API(Group|Resource)List$/),
    });
  });

  it.each(['/api', '/apis', '/apis/apps', '/api/v1', '/apis/apps/v1'])(
    '%s says the same in protobuf',
    async (path) => {
      const plain = (await (await get(path, 'application/json')).json()) as object;
      const answer = await get(path, 'application/vnd.kubernetes.protobuf');
      expect(answer.headers.get('content-type')).toBe('application/vnd.kubernetes.protobuf');
      const codec = new ProtobufCodec(profileOf(30).schemas);
      const { object } = codec.decode(new Uint8Array(await answer.arrayBuffer()));
      expect(object).toEqual({ apiVersion: 'v1', ...plain });
    },
  );

  it('are not in other types', async () => {
    expect((await get('/apis', 'text/html')).status).toBe(406);
  });
});
