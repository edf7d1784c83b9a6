/** An autoscaler that gets its metrics from an adapter, over HTTPS. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  apiService,
  event,
  horizontalPodAutoscaler,
  namespace,
  readWebhookAddress,
  replicaSet,
} from '#kinds';
import { formatTime, type NewObject } from '#values';
import type { autoscalingV2, ReplicaSet } from '#types';
import { simulate, type Simulation } from '../support/simulate.ts';
import { webhookServer, type WebhookServer } from '../support/webhook-server.ts';

type MetricSpec = autoscalingV2.MetricSpec;

let adapter: WebhookServer;
let simulation: Simulation;
beforeEach(async () => {
  adapter = await webhookServer(['adapter.keda.svc']);
  simulation = await simulate(1, {
    webhookAddresses: [readWebhookAddress(`keda/adapter=127.0.0.1:${adapter.port}`)],
  });
  const containers = [{ name: 'main', image: 'app:1', resources: { requests: { cpu: '100m' } } }];
  await simulation.client.create(replicaSet, {
    metadata: { namespace: 'default', name: 'web' },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers } },
    },
  } as NewObject<ReplicaSet>);
});
afterEach(async () => {
  simulation.stop();
  await adapter.close();
});

async function takeOver(group: string, version = 'v1beta1', name = 'adapter'): Promise<void> {
  adapter.behaviours.set(`/apis/${group}/${version}`, () => ({ body: { resources: [] } }));
  await simulation.client.create(apiService, {
    metadata: { name: `${version}.${group}` },
    spec: {
      ...{ group, version, groupPriorityMinimum: 100, versionPriority: 100 },
      ...{ caBundle: adapter.caBundle, service: { namespace: 'keda', name } },
    },
  });
}

async function autoscale(metric: MetricSpec): Promise<void> {
  await simulation.client.create(horizontalPodAutoscaler, {
    metadata: { namespace: 'default', name: 'web' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' },
      ...{ minReplicas: 1, maxReplicas: 20, metrics: [metric] },
    },
  });
}

const replicas = async () => (await simulation.get(replicaSet, 'web')).spec.replicas;
const timestamp = () => formatTime(simulation.sim.clock.now());
const answer = (path: string, items: () => readonly object[]): void => {
  adapter.behaviours.set(path, () => ({ body: { items: items() } }));
};
/** What it was asked, but for the checks of its availability. */
const asked = () =>
  new Set(
    adapter.asked
      .filter(({ path }) => path.split('/').length > 4)
      .map(({ path, query }) => `${path} ${decodeURIComponent(query)}`.trim()),
  );

const custom = 'custom.metrics.k8s.io';
const external = 'external.metrics.k8s.io';
const queue: MetricSpec = {
  type: 'External',
  external: {
    metric: { name: 'q', selector: { matchLabels: { queue: 'a' } } },
    target: { type: 'AverageValue', averageValue: '10' },
  },
};

it('scales by an external metric, the sum of all values', async () => {
  await takeOver(external);
  answer(`/apis/${external}/v1beta1/namespaces/default/q`, () => [{ value: '45' }, { value: '5' }]);
  await autoscale(queue);
  await simulation.run(60);
  expect(await replicas()).toBe(5);
  expect(asked()).toEqual(
    new Set([`/apis/${external}/v1beta1/namespaces/default/q labelSelector=queue=a`]),
  );
  const { headers } = adapter.asked.at(-1)!;
  expect(headers['x-remote-user']).toBe('system:kube-controller-manager');
});

it.each([
  ['v1beta1', ['v1beta1']],
  ['v1beta2', ['v1beta1', 'v1beta2']],
])('scales by a metric of pods, in %s of %j', async (version, served) => {
  for (const each of served) await takeOver(custom, each);
  const path = `/apis/${custom}/${version}/namespaces/default/pods/*/rate`;
  const names = async () => (await simulation.pods()).map(({ metadata }) => metadata.name);
  await simulation.run(10);
  const pods = await names();
  answer(path, () =>
    pods.map((name) => ({ describedObject: { name }, timestamp: timestamp(), value: '2' })),
  );
  await autoscale({
    type: 'Pods',
    pods: { metric: { name: 'rate' }, target: { type: 'AverageValue', averageValue: '1' } },
  });
  await simulation.run(20);
  expect(await replicas()).toBe(4);
  expect(asked()).toEqual(new Set([`${path} labelSelector=app=web`]));
});

it.each([
  [{ apiVersion: 'v1', kind: 'Service', name: 's' }, 'services/s/hits'],
  [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, 'deployments.apps/d/hits'],
  [{ apiVersion: 'v1', kind: 'Namespace', name: 'other' }, 'metrics/hits'],
])('scales by a metric of %j', async (describedObject, below) => {
  await takeOver(custom);
  const path = `/apis/${custom}/v1beta1/namespaces/default/${below}`;
  answer(path, () => [{ value: '30' }]);
  const target = { type: 'Value', value: '10' };
  await autoscale({
    type: 'Object',
    object: { describedObject, metric: { name: 'hits' }, target },
  });
  await simulation.run(60);
  expect(await replicas()).toBeGreaterThanOrEqual(6);
  expect(asked()).toEqual(new Set([path]));
});

it('scales by the resources that a metrics server measures', async () => {
  await takeOver('metrics.k8s.io');
  await simulation.run(10);
  const pods = await simulation.pods();
  answer('/apis/metrics.k8s.io/v1beta1/namespaces/default/pods', () =>
    pods.map(({ metadata: { name, namespace } }) => ({
      ...{ metadata: { name, namespace }, timestamp: timestamp(), window: '15s' },
      containers: [{ name: 'main', usage: { cpu: '150m' } }],
    })),
  );
  await autoscale({
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
  });
  await simulation.run(20);
  expect(await replicas()).toBe(4);
});

describe('says what is wrong', () => {
  const words = async () =>
    (await simulation.client.list(event, { namespace: 'default' })).items
      .filter(({ reason }) => reason === 'FailedGetExternalMetric')
      .map(({ message }) => message);
  const prefix =
    'unable to get external metric default/q/&LabelSelector{MatchLabels:map[string]string{queue: a,},MatchExpressions:[]LabelSelectorRequirement{},}: ';
  const path = `/apis/${external}/v1beta1/namespaces/default/q`;
  const fetching = 'unable to fetch metrics from external metrics API: ';

  it.each<[string, () => void, string]>([
    [
      'no server answers',
      () => undefined,
      `${fetching}the server is currently unable to handle the request (get q.${external})`,
    ],
    [
      'it knows no such path',
      () => void adapter.behaviours.set(path, () => ({ status: 404, body: '404 page not found' })),
      `${fetching}the server could not find the requested resource (get q.${external})`,
    ],
    [
      'it says why',
      () => {
        const body = { kind: 'Status', code: 400, reason: 'BadRequest', message: 'no scaler' };
        adapter.behaviours.set(path, () => ({ status: 400, body }));
      },
      `${fetching}no scaler`,
    ],
    [
      'it has no value',
      () => answer(path, () => []),
      'no metrics returned from external metrics API',
    ],
  ])('where %s', async (what, act, message) => {
    await takeOver(external, 'v1beta1', what === 'no server answers' ? 'missing' : 'adapter');
    act();
    await autoscale(queue);
    await simulation.run(20);
    expect(await words()).toEqual([prefix + message]);
  });
});

it('reads annotations again when the adapter is gone', async () => {
  await takeOver(external);
  answer(`/apis/${external}/v1beta1/namespaces/default/q`, () => [{ value: '40' }]);
  const annotations = { 'sim/metric-q': '70' };
  await simulation.client.patch(
    namespace,
    { name: 'default' },
    { type: 'merge', body: { metadata: { annotations } } },
  );
  await autoscale(queue);
  await simulation.run(60);
  expect(await replicas()).toBe(4);
  await simulation.client.delete(apiService, { name: `v1beta1.${external}` });
  await simulation.run(60);
  expect(await replicas()).toBe(7);
});
