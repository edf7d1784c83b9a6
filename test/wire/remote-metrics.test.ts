/** Groups of metrics that an adapter takes over, and that are served here again when it is gone. */
import { kindsWithMetrics } from '#catalog';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { namespace, readWebhookAddress, defaultProfile } from '#kinds';
import { serverRig, type ServerRig } from '../support/server.ts';
import { webhookServer, type WebhookServer } from '../support/webhook-server.ts';
import { request, type Answer } from './client.ts';

let rig: ServerRig;
let adapter: WebhookServer;
beforeEach(async () => {
  adapter = await webhookServer(['adapter.keda.svc']);
  rig = await serverRig({
    kinds: kindsWithMetrics(defaultProfile),
    webhookAddresses: [readWebhookAddress(`keda/adapter=127.0.0.1:${adapter.port}`)],
  });
  await rig.api.create({ origin: { actor: 'test' } }, namespace, {
    metadata: { name: 'team', annotations: { 'sim/metric-depth': '12' } },
  });
});
afterEach(async () => {
  await rig.close();
  await adapter.close();
});

const services = '/apis/apiregistration.k8s.io/v1/apiservices';
const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  request(rig, method, path, { ...(body !== undefined && { body }) });

async function takeOver(group: string, version = 'v1beta1'): Promise<number> {
  const { status } = await ask('POST', services, {
    metadata: { name: `${version}.${group}` },
    spec: {
      ...{ group, version, groupPriorityMinimum: 100, versionPriority: 100 },
      ...{ caBundle: adapter.caBundle, service: { namespace: 'keda', name: 'adapter' } },
    },
  });
  return status;
}

async function groupsNow(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { body } = await ask('GET', '/apis');
  const groups = body.groups as { name: string; versions: { version: string }[] }[];
  return new Map(groups.map(({ name, versions }) => [name, versions.map((each) => each.version)]));
}

const external = 'external.metrics.k8s.io';
const depth = `/apis/${external}/v1beta1/namespaces/team/depth`;

it('have no APIService until somebody makes one, and any can be made', async () => {
  const { body } = await ask('GET', services);
  const names = (body.items as { metadata: { name: string } }[]).map(
    ({ metadata }) => metadata.name,
  );
  expect(names).toContain('v1.apps');
  expect(names.filter((name) => name.endsWith('metrics.k8s.io'))).toEqual([]);
  for (const group of ['metrics.k8s.io', 'custom.metrics.k8s.io', external]) {
    expect(await takeOver(group)).toBe(201);
  }
});

it('are asked of the adapter, and here again when its APIService is deleted', async () => {
  expect((await ask('GET', depth)).body.items).toMatchObject([{ value: '12' }]);
  await takeOver(external);
  const items = [{ metricName: 'depth', value: '50' }];
  adapter.behaviours.set(depth, () => ({ body: { kind: 'ExternalMetricValueList', items } }));
  expect((await ask('GET', `${depth}?labelSelector=a%3Db`)).body.items).toEqual(items);
  expect(adapter.asked.at(-1)).toMatchObject({
    query: 'labelSelector=a%3Db',
    headers: { 'x-remote-user': 'admin' },
  });
  await ask('DELETE', `${services}/v1beta1.${external}`);
  expect((await ask('GET', depth)).body.items).toMatchObject([{ value: '12' }]);
});

it('of resources are the adapter’s too, to the last path', async () => {
  const [group, nodes] = ['metrics.k8s.io', '/apis/metrics.k8s.io/v1beta1/nodes'];
  await takeOver(group);
  const resources = { kind: 'APIResourceList', groupVersion: `${group}/v1beta1`, resources: [] };
  adapter.behaviours.set(`/apis/${group}/v1beta1`, () => ({ body: resources }));
  adapter.behaviours.set(nodes, () => ({ body: { kind: 'NodeMetricsList', items: [] } }));
  expect((await ask('GET', `/apis/${group}/v1beta1`)).body).toEqual(resources);
  expect((await ask('GET', nodes)).body).toEqual({ kind: 'NodeMetricsList', items: [] });
});

it('stand in discovery in the versions that the adapter has', async () => {
  const custom = 'custom.metrics.k8s.io';
  const before = await groupsNow();
  expect(before.get(custom)).toEqual(['v1beta2', 'v1beta1']);
  await takeOver(custom);
  expect((await groupsNow()).get(custom)).toEqual(['v1beta1']);
  expect((await ask('GET', `/apis/${custom}`)).body.versions).toHaveLength(1);
  const other = `/apis/${custom}/v1beta2`;
  expect((await ask('GET', other)).status).toBe(404);
  expect((await ask('GET', `${other}/namespaces/team/metrics/depth`)).status).toBe(404);
  await ask('DELETE', `${services}/v1beta1.${custom}`);
  expect(await groupsNow()).toEqual(before);
});
