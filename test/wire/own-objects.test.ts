/** Objects that the server makes by itself, and groups that other servers should answer for. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kindsOf } from '#catalog';
import { limitRange, type Kind, defaultProfile } from '#kinds';
import { serverRig, userToken, type ServerRig } from '../support/server.ts';
import { request, type Answer, type Sent } from './client.ts';

const kinds = kindsOf(defaultProfile);

let rig: ServerRig;
beforeEach(async () => void (rig = await serverRig()));
afterEach(() => rig.close());

const ask = (method: string, path: string, sent?: Sent): Promise<Answer> =>
  request(rig, method, path, sent);

const flows = '/apis/flowcontrol.apiserver.k8s.io/v1beta2';
const services = '/apis/apiregistration.k8s.io/v1/apiservices';

async function namesIn(path: string): Promise<readonly string[]> {
  const { body } = await ask('GET', path);
  return body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
}

function conditionOf({ body }: Answer): Record<string, string> {
  return body.status.conditions[0];
}

describe('flow control', () => {
  it('costs nothing until a client asks for it', async () => {
    const before = rig.store.revision();
    await ask('GET', '/api/v1/namespaces');
    await ask('GET', '/apis');
    expect(rig.store.revision()).toBe(before);
    expect(await namesIn(`${flows}/flowschemas`)).toHaveLength(13);
    expect(await namesIn(`${flows}/prioritylevelconfigurations`)).toHaveLength(8);
    const after = rig.store.revision();
    await namesIn(`${flows}/flowschemas`);
    expect(rig.store.revision()).toBe(after);
  });

  it('says whether the level of a schema exists', async () => {
    const schema = `${flows}/flowschemas/s`;
    const level = (name: string) => ({ priorityLevelConfiguration: { name } });
    const body = { metadata: { name: 's' }, spec: level('none') };
    await ask('POST', `${flows}/flowschemas`, { body });
    expect(conditionOf(await ask('GET', schema))).toMatchObject({
      type: 'Dangling',
      status: 'True',
      reason: 'NotFound',
      lastTransitionTime: '2026-11-20T20:00:00Z',
    });
    await ask('PATCH', schema, {
      body: { spec: level('exempt') },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(conditionOf(await ask('GET', schema))).toMatchObject({
      status: 'False',
      message:
        'This FlowSchema references the PriorityLevelConfiguration object named "exempt" and it exists',
    });
  });
});

describe('every answer names its flow', () => {
  const schemaOf = async (sent: Sent, path = '/api/v1/namespaces/default/pods') => {
    const { headers } = await ask('GET', path, sent);
    const [schemas, levels] = await Promise.all(
      ['flowschemas', 'prioritylevelconfigurations'].map(async (plural) => {
        const { body } = await ask('GET', `${flows}/${plural}`);
        return new Map<string, string>(
          body.items.map(({ metadata }: { metadata: { uid: string; name: string } }) => [
            metadata.uid,
            metadata.name,
          ]),
        );
      }),
    );
    const named = (name: string) => headers.get(`x-kubernetes-pf-${name}-uid`) ?? '';
    const schema = schemas!.get(named('flowschema'));
    return `${schema} ${levels!.get(named('prioritylevel'))}`;
  };
  const as = (user: string, ...groups: readonly string[]): Sent => ({
    headers: {
      'impersonate-user': user,
      ...(groups.length > 0 && { 'impersonate-group': groups.join(',') }),
    },
  });
  const account = 'system:serviceaccount:kube-system';

  it.each<[string, Sent, string, string?]>([
    ['the administrator', {}, 'exempt exempt'],
    ['a user', { token: userToken }, 'global-default global-default'],
    ['no user', { token: '' }, 'global-default global-default'],
    ['a probe', { token: '' }, 'probes exempt', '/healthz'],
    ['a node', as('system:node:a', 'system:nodes'), 'system-nodes system'],
    [
      'a node about its lease',
      as('system:node:a', 'system:nodes'),
      'system-node-high node-high',
      '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/a',
    ],
    ['the scheduler', as('system:kube-scheduler'), 'kube-scheduler workload-high'],
    [
      'an elected leader',
      as('system:kube-scheduler'),
      'system-leader-election leader-election',
      '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/a',
    ],
    ['a system account', as(`${account}:a`), 'kube-system-service-accounts workload-high'],
    ['another account', as('system:serviceaccount:default:a'), 'service-accounts workload-low'],
  ])('%s', async (_, sent, flow, path) => {
    expect(await schemaOf(sent, path)).toBe(flow);
  });

  it('by the schemas and levels that there are', async () => {
    const spec = {
      priorityLevelConfiguration: { name: 'mine' },
      matchingPrecedence: 2000,
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: 'jane' } }],
          resourceRules: [
            { verbs: ['list'], apiGroups: [''], resources: ['pods'], namespaces: ['default'] },
          ],
        },
      ],
    };
    await ask('POST', `${flows}/flowschemas`, { body: { metadata: { name: 'mine' }, spec } });
    const other = 'global-default global-default';
    expect(await schemaOf({ token: userToken })).toBe(other);
    const level = { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } };
    const body = { metadata: { name: 'mine' }, spec: level };
    await ask('POST', `${flows}/prioritylevelconfigurations`, { body });
    expect(await schemaOf({ token: userToken })).toBe('mine mine');
    expect(await schemaOf({ token: userToken }, '/api/v1/pods')).toBe(other);
    expect(await schemaOf({ token: userToken }, '/api/v1/namespaces/default/pods/a')).toBe(other);
  });

  it('but for those of unknown users, and those that may last', async () => {
    const log = '/api/v1/namespaces/default/pods/a/log';
    for (const [path, sent] of [
      ['/api/v1/pods', { token: 'wrong' }],
      [log, {}],
    ] as const) {
      const { headers } = await ask('GET', path, sent);
      expect(headers.has('x-kubernetes-pf-flowschema-uid'), path).toBe(false);
    }
  });
});

describe('API services', () => {
  it('are labelled as made at the start only for groups of the release', async () => {
    const { items } = (await ask('GET', services)).body as {
      readonly items: readonly { readonly metadata: { name: string; labels: object } }[];
    };
    const labelOf = (name: string): unknown =>
      Object.values(items.find(({ metadata }) => metadata.name === name)!.metadata.labels)[0];
    expect(['v1.', 'v1.node.k8s.io', 'v1.authorization.k8s.io'].map(labelOf)).toEqual(
      Array.from({ length: 3 }, () => 'onstart'),
    );
    expect(labelOf('v1.node.cluster.io')).toBe('true');
  });

  it('are there for each version that is served, also later', async () => {
    expect(await namesIn(services)).toContain('v1beta2.flowcontrol.apiserver.k8s.io');
    const thing: Kind = {
      ...(limitRange as unknown as Kind),
      group: 'example.com',
      kind: 'Thing',
      plural: 'things',
    };
    rig.api.register(thing);
    const { body } = await ask('GET', `${services}/v1.example.com`);
    expect(body).toMatchObject({
      metadata: { labels: { 'kube-aggregator.kubernetes.io/automanaged': 'true' } },
      spec: { groupPriorityMinimum: 1000, versionPriority: 100 },
      status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] },
    });
    await rig.api.remove({ origin: { actor: 'test' } }, thing);
    expect((await ask('GET', `${services}/v1.example.com`)).status).toBe(404);
    expect(await namesIn(services)).toContain('v1.apps');
  });

  const remote = (version = 'v1', versionPriority = 10) => ({
    metadata: { name: `${version}.far.example.com` },
    spec: {
      group: 'far.example.com',
      version,
      groupPriorityMinimum: 17_790,
      versionPriority,
      service: { namespace: 'default', name: 'far' },
    },
  });

  it('of other servers are discovered, and answer nothing', async () => {
    await ask('POST', services, { body: remote() });
    await ask('POST', services, { body: remote('v2', 20) });
    const { body } = await ask('GET', '/apis');
    const names = body.groups.map(({ name }: { name: string }) => name);
    expect(names.slice(1, 4)).toEqual(['apps', 'far.example.com', 'events.k8s.io']);
    const group = await ask('GET', '/apis/far.example.com');
    expect(group.body).toMatchObject({
      kind: 'APIGroup',
      preferredVersion: { version: 'v2' },
      versions: [{ version: 'v2' }, { version: 'v1' }],
    });
    for (const path of ['v1', 'v2', 'v1/things', 'v1/namespaces/default/things/a']) {
      const { status, text } = await ask('GET', `/apis/far.example.com/${path}`);
      expect([status, text]).toEqual([503, 'service unavailable\n']);
    }
    expect((await ask('GET', '/apis/far.example.com/v3/things')).status).toBe(404);
    const whole = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const headers = { accept: `${whole},application/json` };
    expect((await ask('GET', '/apis', { headers })).body).toEqual(body);
  });

  it('say what is missing behind them', async () => {
    await ask('POST', services, { body: remote() });
    const state = async () => {
      const { status, reason, message } = conditionOf(
        await ask('GET', `${services}/v1.far.example.com`),
      );
      return `${status}, ${reason}: ${message}`;
    };
    const inDefault = '/api/v1/namespaces/default';
    const far = 'service/far in "default"';
    expect(await state()).toBe(`False, ServiceNotFound: ${far} is not present`);
    const body = (port: number) => ({
      metadata: { name: 'far' },
      spec: { ports: [{ name: 'https', port }] },
    });
    await ask('POST', `${inDefault}/services`, { body: body(80) });
    expect(await state()).toBe(`False, ServicePortError: ${far} is not listening on port 443`);
    await ask('DELETE', `${inDefault}/services/far`);
    await ask('POST', `${inDefault}/services`, { body: body(443) });
    expect(await state()).toBe(`False, EndpointsNotFound: cannot find endpoints for ${far}`);
    const endpoints = { metadata: { name: 'far' }, subsets: [] as object[] };
    await ask('POST', `${inDefault}/endpoints`, { body: endpoints });
    expect(await state()).toBe(
      `False, MissingEndpoints: endpoints for ${far} have no addresses with port name "https"`,
    );
    const subsets = [{ addresses: [{ ip: '10.1.1.1' }], ports: [{ name: 'https', port: 1 }] }];
    await ask('PUT', `${inDefault}/endpoints/far`, { body: { ...endpoints, subsets } });
    expect(await state()).toBe(
      'False, FailedDiscoveryCheck: failing or missing response from https://far.default.svc:443/apis/far.example.com/v1: no address stands for the Service',
    );
  });
});

it('a server without API services discovers what it has', async () => {
  const few = await serverRig({ kinds: kinds.filter(({ group }) => group === '') });
  try {
    const { status, body } = await request(few, 'GET', '/apis');
    expect(status).toBe(200);
    expect(body.groups.map(({ name }: { name: string }) => name)).not.toContain('apps');
    expect((await request(few, 'GET', '/apis/a.b/v1/c')).status).toBe(404);
  } finally {
    await few.close();
  }
});

describe('component statuses', () => {
  it('are listed, and cannot be watched', async () => {
    expect(await namesIn('/api/v1/componentstatuses')).toContain('scheduler');
    const { status, body } = await ask('GET', '/api/v1/componentstatuses?watch=1');
    expect(status).toBe(405);
    expect(body).toMatchObject({
      message: 'watch is not supported on resources of kind "componentstatuses"',
      reason: 'MethodNotAllowed',
      details: { kind: 'componentstatuses' },
    });
  });
});
