/** The HorizontalPodAutoscaler controller in a whole control plane. */
import { afterEach, describe, expect, it } from 'vitest';
import { deployment, horizontalPodAutoscaler, namespace, pod, replicaSet } from '#kinds';
import type { autoscalingV2, Deployment, ReplicaSet } from '#types';
import type { NewObject } from '#values';
import { evolution, simulate, type Simulation } from '../support/simulate.ts';

type HorizontalPodAutoscaler = autoscalingV2.HorizontalPodAutoscaler;
type Spec = HorizontalPodAutoscaler['spec'];

let simulation: Simulation;
afterEach(() => simulation.stop());

const web = { namespace: 'default', name: 'web' };

/** A ReplicaSet whose pods request 100m. */
async function createWeb(replicas: number, annotations: Record<string, string>): Promise<void> {
  const containers = [{ name: 'main', image: 'app:1', resources: { requests: { cpu: '100m' } } }];
  const object = {
    metadata: web,
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' }, annotations }, spec: { containers } },
    },
  };
  await simulation.client.create(replicaSet, object as NewObject<ReplicaSet>);
}

async function autoscale(spec: Partial<Spec> = {}): Promise<void> {
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' };
  await simulation.client.create(horizontalPodAutoscaler, {
    metadata: web,
    spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 20, ...spec },
  });
}

const cpuTarget = (averageUtilization: number): Partial<Spec> => ({
  metrics: [
    {
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
    },
  ],
});

async function setCpu(cpu: string): Promise<void> {
  const body = { metadata: { annotations: { 'sim/cpu': cpu } } };
  for (const { metadata } of await simulation.pods()) {
    const ref = { namespace: 'default', name: metadata.name };
    await simulation.client.patch(pod, ref, { type: 'merge', body });
  }
  const template = { template: body };
  await simulation.client.patch(replicaSet, web, { type: 'merge', body: { spec: template } });
}

/** Wanted replicas over time. */
const sizes = () =>
  evolution(simulation, 'ReplicaSet', 'web', (object) => (object as ReplicaSet).spec.replicas);

/** Reasons of the conditions over time, in order of the conditions. */
const reasons = () =>
  evolution(simulation, 'HorizontalPodAutoscaler', 'web', (object) =>
    ((object as HorizontalPodAutoscaler).status.conditions ?? [])
      .map(({ reason }) => reason)
      .join(' '),
  );

const status = async () => (await simulation.get(horizontalPodAutoscaler, 'web')).status;

function events(): readonly string[] {
  return simulation.changes
    .filter(({ value, type }) => value.kind === 'Event' && type === 'created')
    .map(({ value }) => value as unknown as { reason: string; message: string; source: object })
    .filter(({ source }) => JSON.stringify(source).includes('horizontal-pod-autoscaler'))
    .map(({ reason, message }) => `${reason}: ${message}`);
}

describe('scaling up', () => {
  it('looks for the first time after a period, and doubles at most', async () => {
    simulation = await simulate(1);
    await createWeb(3, { 'sim/cpu': '240m' });
    await simulation.run(10);
    await autoscale(cpuTarget(80));
    await simulation.run(14);
    expect((await status()).conditions).toBeUndefined();
    await simulation.run(2);
    // 240 % of 80 %: nine are asked for, six are given.
    expect(sizes().at(-1)).toEqual([25.001, 6]);
    expect(await status()).toMatchObject({
      currentReplicas: 3,
      desiredReplicas: 6,
      lastScaleTime: '2026-01-01T00:00:25Z',
      currentMetrics: [
        { resource: { current: { averageUtilization: 240, averageValue: '240m' } } },
      ],
    });
    expect(reasons().at(-1)![1]).toBe('SucceededRescale ValidMetricFound ScaleUpLimit');
    const above = 'cpu resource utilization (percentage of request) above target';
    expect(events()).toEqual([`SuccessfulRescale: New size: 6; reason: ${above}`]);
  });

  it('stops at the highest size', async () => {
    simulation = await simulate(1);
    await createWeb(1, { 'sim/cpu': '400m' });
    await autoscale({ ...cpuTarget(50), maxReplicas: 3 });
    await simulation.run(60);
    expect(sizes().map(([, size]) => size)).toEqual([1, 3]);
    expect(reasons().at(-1)![1]).toBe('ReadyForNewScale ValidMetricFound TooManyReplicas');
  });
});

describe('scaling down', () => {
  it('waits for five minutes of agreement', async () => {
    simulation = await simulate(1);
    await createWeb(4, { 'sim/cpu': '10m' });
    await simulation.run(20);
    await autoscale(cpuTarget(50));
    await simulation.run(345);
    // The size at the first look counts as recommended then: 20 s + 15 s + 300 s.
    expect(sizes().map(([at, size]) => [Math.floor(at), size])).toEqual([
      [0, 4],
      [335, 1],
    ]);
    expect(events()).toEqual(['SuccessfulRescale: New size: 1; reason: All metrics below target']);
  });

  it('goes step by step where the behavior says so', async () => {
    simulation = await simulate(1);
    await createWeb(10, { 'sim/cpu': '0' });
    const policies = [
      { type: 'Pods', value: 2, periodSeconds: 30 },
      { type: 'Percent', value: 10, periodSeconds: 30 },
    ];
    const behavior = { scaleDown: { stabilizationWindowSeconds: 20, policies } };
    await autoscale({ ...cpuTarget(50), minReplicas: 2, behavior });
    await simulation.run(180);
    expect(sizes().map(([at, size]) => [Math.floor(at), size])).toEqual([
      [0, 10],
      [45, 8],
      [75, 6],
      [105, 4],
      [135, 2],
    ]);
    expect(reasons().at(-1)![1]).toBe('ReadyForNewScale ValidMetricFound TooFewReplicas');
  });
});

describe('without looking at metrics', () => {
  it('brings a size set by hand back into the bounds', async () => {
    simulation = await simulate(1);
    await createWeb(30, { 'sim/cpu': '50m' });
    await autoscale(cpuTarget(50));
    await simulation.run(16);
    expect(events()).toEqual([
      'SuccessfulRescale: New size: 20; reason: Current number of replicas above Spec.MaxReplicas',
    ]);
    expect((await status()).currentMetrics).toBeNull();
  });

  it('leaves what is scaled to nothing alone', async () => {
    simulation = await simulate(1);
    await createWeb(0, {});
    await autoscale(cpuTarget(50));
    await simulation.run(40);
    expect(sizes()).toEqual([[0, 0]]);
    expect(reasons().at(-1)![1]).toBe('SucceededGetScale ScalingDisabled');
    expect(await status()).not.toHaveProperty('currentReplicas');
  });
});

describe('what goes wrong', () => {
  const target = (scaleTargetRef: Spec['scaleTargetRef']) => ({ ...cpuTarget(50), scaleTargetRef });

  it.each([
    [
      { apiVersion: 'apps/v1', kind: 'Deployment', name: 'nope' },
      'deployments/scale.apps "nope" not found',
    ],
    [{ apiVersion: 'foo/v1', kind: 'Foo', name: 'a' }, 'no matches for kind "Foo" in group "foo"'],
    [
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'a' },
      'the server could not find the requested resource',
    ],
  ])('a target that cannot be scaled: %j', async (ref, why) => {
    simulation = await simulate(0);
    await autoscale(target(ref));
    await simulation.run(35);
    expect(events()).toEqual([`FailedGetScale: ${why}`]);
    expect(reasons().at(-1)![1]).toBe('FailedGetScale');
    expect((await status()).conditions![0]!.message).toBe(
      `the HPA controller was unable to get the target's current scale: ${why}`,
    );
  });

  it('no metrics, which come later', async () => {
    simulation = await simulate(1);
    await createWeb(2, {});
    await autoscale(cpuTarget(50));
    await simulation.run(16);
    const why =
      'failed to get cpu utilization: unable to get metrics for resource cpu: no metrics returned from resource metrics API';
    expect(events()).toEqual([
      `FailedGetResourceMetric: ${why}`,
      `FailedComputeMetricsReplicas: invalid metrics (1 invalid out of 1), first error is: ${why}`,
    ]);
    await setCpu('50m');
    await simulation.run(15);
    expect(reasons().at(-1)![1]).toBe('ReadyForNewScale ValidMetricFound DesiredWithinRange');
  });
});

describe('published metrics', () => {
  const queue: Partial<Spec> = {
    minReplicas: 0,
    metrics: [
      {
        type: 'External',
        external: {
          metric: { name: 'queue' },
          target: { type: 'AverageValue', averageValue: '2' },
        },
      },
    ],
  };

  async function publish(value: string): Promise<void> {
    const body = { metadata: { annotations: { 'sim/metric-queue': value } } };
    await simulation.client.patch(namespace, { name: 'default' }, { type: 'merge', body });
  }

  it('take a workload to nothing and back', async () => {
    simulation = await simulate(1, { features: { HPAScaleToZero: true } });
    await createWeb(2, {});
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    await autoscale({ ...queue, behavior });
    await publish('0');
    await simulation.run(40);
    expect(sizes().map(([, size]) => size)).toEqual([2, 0]);
    await publish('10500m');
    await simulation.run(60);
    expect(sizes().at(-1)![1]).toBe(6);
    expect((await status()).currentMetrics).toEqual([
      {
        type: 'External',
        external: { metric: { name: 'queue' }, current: { value: '0', averageValue: '1750m' } },
      },
    ]);
  });

  it('without a publisher are reported as on a cluster without their API', async () => {
    simulation = await simulate(1, { features: { HPAScaleToZero: true } });
    await createWeb(1, {});
    await autoscale(queue);
    await simulation.run(16);
    const why =
      'unable to get external metric default/queue/nil: unable to fetch metrics from external metrics API: the server could not find the requested resource (get queue.external.metrics.k8s.io)';
    expect(events()).toEqual([
      `FailedGetExternalMetric: ${why}`,
      `FailedComputeMetricsReplicas: invalid metrics (1 invalid out of 1), first error is: failed to get queue external metric: ${why}`,
    ]);
  });

  it('of pods and objects', async () => {
    simulation = await simulate(1);
    await createWeb(2, { 'sim/metric-requests': '30' });
    const averageValue = { type: 'AverageValue', averageValue: '10' };
    const value = { type: 'Value', value: '8' };
    const described = { apiVersion: 'v1', kind: 'Namespace', name: 'default' };
    await publish('16');
    await autoscale({
      metrics: [
        { type: 'Pods', pods: { metric: { name: 'requests' }, target: averageValue } },
        {
          type: 'Object',
          object: { metric: { name: 'queue' }, describedObject: described, target: value },
        },
      ],
    });
    await simulation.run(16);
    expect(sizes().at(-1)![1]).toBe(4);
    expect((await status()).currentMetrics).toEqual([
      { type: 'Pods', pods: { metric: { name: 'requests' }, current: { averageValue: '30' } } },
      {
        type: 'Object',
        object: { metric: { name: 'queue' }, describedObject: described, current: { value: '16' } },
      },
    ]);
    expect(events()[0]).toContain('reason: pods metric requests above target');
  });
});

describe('load on a workload', () => {
  const load = async (text: string): Promise<void> => {
    const body = { metadata: { annotations: { 'sim/load': text } } };
    await simulation.client.patch(replicaSet, web, { type: 'merge', body });
  };

  it('is shared, so that scaling out relieves the pods', async () => {
    simulation = await simulate(1);
    await createWeb(2, {});
    await load('480m');
    await simulation.run(20);
    await autoscale({ ...cpuTarget(50), behavior: {} });
    await simulation.run(80);
    expect(sizes().map(([, size]) => size)).toEqual([2, 6, 10]);
    expect((await status()).currentMetrics![0]!.resource!.current).toEqual({
      averageUtilization: 48,
      averageValue: '48m',
    });
    await load('100m');
    await simulation.run(330);
    expect(sizes().at(-1)![1]).toBe(2);
  });

  it('of a Deployment reaches the pods of its ReplicaSets once', async () => {
    simulation = await simulate(1);
    const containers = [{ name: 'main', image: 'app:1', resources: { requests: { cpu: '100m' } } }];
    const labels = { app: 'web' };
    await simulation.client.create(deployment, {
      metadata: { ...web, annotations: { 'sim/load': '480m' } },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    } as NewObject<Deployment>);
    await simulation.run(20);
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
    await autoscale({ ...cpuTarget(50), scaleTargetRef });
    await simulation.run(80);
    expect((await simulation.get(deployment, 'web')).status.readyReplicas).toBe(10);
    expect((await status()).currentMetrics![0]!.resource!.current.averageValue).toBe('48m');
  });
});
