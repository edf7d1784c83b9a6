/** Clients of a server elsewhere ask its APIs of metrics, in the version that it serves. */
import { kindsWithMetrics } from '#catalog';
import { afterEach, expect, it } from 'vitest';

import { namespace, pod, defaultProfile } from '#kinds';
import { RemoteClients } from '#remote';
import type { Client } from '#request';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';

let rig: ServerRig;
let clients: RemoteClients | undefined;
afterEach(async () => {
  clients?.close();
  await rig.close();
});

async function clientOf(served: Parameters<typeof serverRig>[0]): Promise<Client> {
  rig = await serverRig(served);
  clients = new RemoteClients({ url: rig.url, token: adminToken }, defaultProfile);
  return clients.as({ actor: 'horizontal-pod-autoscaler' });
}

const pods = { group: 'custom.metrics.k8s.io', namespace: 'default', resource: 'pods', name: '*' };
const external = { group: 'external.metrics.k8s.io', namespace: 'default', resource: 'depth' };

it('get what is published', async () => {
  const client = await clientOf({ kinds: kindsWithMetrics(defaultProfile) });
  const origin = { origin: { actor: 'test' } };
  await rig.api.create(origin, pod, {
    metadata: { name: 'a', namespace: 'default', annotations: { 'sim/metric-rate': '3' } },
    spec: { containers: [{ name: 'main', image: 'app' }] },
  });
  expect(await client.measure({ ...pods, metric: 'rate' })).toMatchObject({
    apiVersion: 'custom.metrics.k8s.io/v1beta2',
    items: [{ describedObject: { name: 'a' }, value: '3' }],
  });
  await expect(client.measure(external)).rejects.toThrow('could not find the metric depth');
  const body = { metadata: { annotations: { 'sim/metric-depth': '7' } } };
  await client.patch(namespace, { name: 'default' }, { type: 'merge', body });
  expect(await client.measure(external)).toMatchObject({ items: [{ value: '7' }] });
});

it('say that no server measures', async () => {
  const client = await clientOf({});
  await expect(client.measure({ ...pods, metric: 'rate' })).rejects.toThrow(
    'no custom metrics API (custom.metrics.k8s.io) registered',
  );
  await expect(client.measure(external)).rejects.toThrow(
    'the server could not find the requested resource (get depth.external.metrics.k8s.io)',
  );
});
