/** The proxies of pods, services and nodes: how far one gets where nothing runs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverRig, type ServerRig } from '../support/server.ts';
import { request } from './client.ts';

const root = '/api/v1/namespaces/default';
let rig: ServerRig;

beforeAll(async () => {
  rig = await serverRig();
  const create = async (path: string, body: object): Promise<void> =>
    expect((await request(rig, 'POST', path, { body })).status).toBe(201);
  const spec = { containers: [{ name: 'main', image: 'x' }] };
  for (const name of ['waiting', 'running'])
    await create(`${root}/pods`, { metadata: { name }, spec });
  const body = { status: { podIP: '10.1.0.7', podIPs: [{ ip: '10.1.0.7' }] } };
  const headers = { 'content-type': 'application/merge-patch+json' };
  await request(rig, 'PATCH', `${root}/pods/running/status`, { body, headers });
  await create('/api/v1/nodes', { metadata: { name: 'node-1' } });
  const ports = [{ name: 'web', port: 80 }];
  const addresses = [{ ip: '10.1.0.7' }];
  const subsets: Readonly<Record<string, readonly object[] | undefined>> = {
    bare: undefined,
    empty: [],
    unready: [{ notReadyAddresses: addresses, ports }],
    reached: [{ addresses, ports }],
  };
  for (const [name, found] of Object.entries(subsets)) {
    await create(`${root}/services`, { metadata: { name }, spec: { ports } });
    if (found !== undefined)
      await create(`${root}/endpoints`, { metadata: { name }, subsets: found });
  }
});
afterAll(() => rig.close());

const none = (name: string): string => `no endpoints available for service "${name}"`;

it.each([
  ['pods/nope/proxy/', 404, 'pods "nope" not found'],
  ['pods/waiting/proxy/x/y', 400, 'address not allowed'],
  ['pods/https:running:8443/proxy/x', 400, 'pods are simulated: nothing listens on their ports'],
  ['pods/ftp:running:1/proxy/', 400, 'invalid pod request "ftp:running:1"'],
  ['pods/a:b:c:d/proxy/', 400, 'invalid pod request "a:b:c:d"'],
  ['services/nope/proxy/', 404, 'endpoints "nope" not found'],
  ['services/nope:80/proxy/', 404, 'services "nope" not found'],
  ['services/bare/proxy/', 404, 'endpoints "bare" not found'],
  ['services/empty:web/proxy/', 503, none('empty')],
  ['services/unready:web/proxy/', 503, none('unready:web')],
  ['services/reached/proxy/', 503, none('reached')],
  ['services/reached:81/proxy/', 503, 'no service port 81 found for service "reached"'],
  ['services/reached:80/proxy/', 400, 'pods are simulated: nothing listens behind a service'],
  ['services/http:reached:web/proxy/', 400, 'pods are simulated: nothing listens behind a service'],
])('%s: %i %s', async (path, status, message) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await request(rig, method, `${root}/${path}`);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect(answer.headers.get('retry-after')).toBeNull();
  }
});

it.each([
  ['nope', 404, 'nodes "nope" not found'],
  ['node-1', 400, 'nodes are simulated: there is no kubelet to talk to'],
  ['node-1:10250', 400, 'nodes are simulated: there is no kubelet to talk to'],
])('nodes/%s: %i %s', async (name, status, message) => {
  const answer = await request(rig, 'GET', `/api/v1/nodes/${name}/proxy/stats/summary`);
  expect([answer.status, answer.body.message]).toEqual([status, message]);
});
