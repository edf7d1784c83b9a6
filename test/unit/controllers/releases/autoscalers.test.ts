/** What releases tell apart about autoscalers. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { parseLabelSelector } from '#values';
import type { autoscalingV2, Pod } from '#types';
import { evaluate } from '../../../../controllers/horizontalpodautoscaler/evaluate.ts';
import { limitByBehavior } from '../../../../controllers/horizontalpodautoscaler/behavior.ts';
import { emptyMemory } from '../../../../controllers/horizontalpodautoscaler/memory.ts';
import { resourceText } from '../../../../controllers/horizontalpodautoscaler/metric-text.ts';
import {
  proposeReplicas,
  type MetricScene,
} from '../../../../controllers/horizontalpodautoscaler/metric.ts';
import type { Reading } from '../../../../controllers/horizontalpodautoscaler/readings.ts';
import { requestsOf } from '../../../../controllers/horizontalpodautoscaler/requests.ts';
import { ambiguous, rivalsOf } from '../../../../controllers/horizontalpodautoscaler/rivals.ts';
import { settingsOf } from '../../../../controllers/horizontalpodautoscaler/settings.ts';

type HorizontalPodAutoscaler = autoscalingV2.HorizontalPodAutoscaler;
type MetricSpec = autoscalingV2.MetricSpec;

const NOW = 1_800_000_000_000;

const podOf = (name: string, spec: object = {}): Pod =>
  ({
    metadata: { name, namespace: 'ns', labels: { app: 'web' } },
    spec: { containers: [{ name: 'main', resources: { requests: { cpu: '100m' } } }], ...spec },
    status: {
      phase: 'Running',
      startTime: '2026-01-01T00:00:00Z',
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
    },
  }) as unknown as Pod;

const hpaOf = (spec: object = {}): HorizontalPodAutoscaler =>
  ({
    metadata: { name: 'web', namespace: 'ns' },
    spec: { maxReplicas: 10, ...spec },
    status: {},
  }) as unknown as HorizontalPodAutoscaler;

function sceneIn(minor: number, pods = [podOf('a'), podOf('b')], spec = {}): MetricScene {
  const settings = settingsOf(hpaOf(spec), profileOf(minor));
  const size = pods.length;
  return { namespace: 'ns', currentReplicas: size, statusReplicas: size, pods, now: NOW, settings };
}

const uses = (use: Readonly<Record<string, number>>): Reading => ({
  samples: new Map(
    Object.entries(use).map(([pod, value]) => [pod, { value, timestamp: NOW, windowMs: 15_000 }]),
  ),
});

const cpu = (target: object): MetricSpec =>
  ({ type: 'Resource', resource: { name: 'cpu', target } }) as MetricSpec;
const mainCpu = (target: object): MetricSpec =>
  ({
    type: 'ContainerResource',
    containerResource: { name: 'cpu', container: 'main', target },
  }) as MetricSpec;
const queue = (target: object): MetricSpec =>
  ({ type: 'External', external: { metric: { name: 'queue' }, target } }) as MetricSpec;
const hits = (target: object): MetricSpec =>
  ({
    type: 'Object',
    object: {
      describedObject: { kind: 'Ingress', name: 'main' },
      metric: { name: 'hits' },
      target,
    },
  }) as MetricSpec;

/** Replicas, or the error of the whole pass. */
function result(metric: MetricSpec, reading: Reading, scene: MetricScene): number | string {
  const proposal = proposeReplicas(metric, reading, scene);
  return 'error' in proposal ? proposal.error : proposal.replicas;
}

describe('errors of metrics', () => {
  const failed: Reading = { failure: 'no API' };

  it.each<[minor: number, metric: MetricSpec, error: string]>([
    [
      24,
      cpu({ averageUtilization: 50 }),
      'failed to get cpu utilization: unable to get metrics for resource cpu: no API',
    ],
    [
      25,
      cpu({ averageUtilization: 50 }),
      'failed to get cpu resource metric value: failed to get cpu utilization: unable to get metrics for resource cpu: no API',
    ],
    [
      25,
      cpu({ averageValue: '50m' }),
      'failed to get cpu resource metric value: failed to get cpu utilization: unable to get metrics for resource cpu: no API',
    ],
    [
      26,
      cpu({ averageValue: '50m' }),
      'failed to get cpu resource metric value: failed to get cpu usage: unable to get metrics for resource cpu: no API',
    ],
    [
      27,
      mainCpu({ averageUtilization: 50 }),
      'failed to get main container metric value: failed to get cpu utilization: unable to get metrics for resource cpu: no API',
    ],
    [
      24,
      queue({ averageValue: '1' }),
      'failed to get queue external metric: unable to get external metric ns/queue/nil: no API',
    ],
    [
      25,
      queue({ value: '1' }),
      'failed to get queue external metric value: failed to get external metric queue: unable to get external metric ns/queue/nil: no API',
    ],
    [
      36,
      hits({ type: 'AverageValue', averageValue: '1' }),
      'failed to get object metric value: failed to get hits object metric: unable to get metric hits: Ingress on ns main/no API',
    ],
    [
      37,
      hits({ type: 'Value', value: '1' }),
      'failed to get object metric value: unable to get metric hits on Ingress ns/main: no API',
    ],
  ])('of 1.%i are in its words', (minor, metric, error) => {
    expect(result(metric, failed, sceneIn(minor))).toBe(error);
  });

  it.each([
    [26, 'did not receive metrics for any ready pods'],
    [27, 'did not receive metrics for targeted pods (pods might be unready)'],
  ])('of 1.%i say when no pod has metrics', (minor, text) => {
    expect(result(cpu({ averageUtilization: 50 }), uses({}), sceneIn(minor))).toContain(text);
  });

  it.each([
    [28, []],
    [29, [{ type: '' }]],
  ])('of 1.%i leave %j of the metrics', (minor, statuses) => {
    const metrics = [cpu({ averageUtilization: 50 })];
    const evaluation = evaluate(metrics, [failed], sceneIn(minor));
    expect('error' in evaluation && evaluation.statuses).toEqual([{ type: '' }]);
    expect(profileOf(minor).enabled('MetricsDespiteErrors') ? evaluation.statuses : []).toEqual(
      statuses,
    );
  });
});

describe('sizes', () => {
  it.each([
    [32, 3],
    [33, 2],
  ])('in 1.%i are %i at the very tolerance', (minor, replicas) => {
    const reading = uses({ a: 55, b: 55 });
    expect(result(cpu({ averageUtilization: 50 }), reading, sceneIn(minor))).toBe(replicas);
  });

  it.each([
    [34, 3],
    [35, 2],
  ])('in 1.%i are %i where the autoscaler tolerates more', (minor, replicas) => {
    const behavior = { scaleUp: { tolerance: '0.6' } };
    const scene = sceneIn(minor, undefined, { behavior });
    expect(result(cpu({ averageUtilization: 50 }), uses({ a: 75, b: 75 }), scene)).toBe(replicas);
  });

  it.each([
    [25, 2],
    [26, 3],
  ])(
    'in 1.%i are %i with a pod that is not measured, for a target above the request',
    (minor, replicas) => {
      const scene = sceneIn(minor, [podOf('a'), podOf('b'), podOf('c')]);
      expect(result(cpu({ averageUtilization: 200 }), uses({ a: 150, b: 150 }), scene)).toBe(
        replicas,
      );
    },
  );

  it.each([
    [27, 2],
    [28, 3],
  ])(
    'in 1.%i are %i with a pod that is not measured while the others meet the target',
    (minor, replicas) => {
      const scene = sceneIn(minor, [podOf('a'), podOf('b'), podOf('c')]);
      expect(result(cpu({ averageValue: '100m' }), uses({ a: 100, b: 100 }), scene)).toBe(replicas);
    },
  );

  it.each([
    [25, 4],
    [26, 6],
  ])('in 1.%i may rise to %i after a fall in the period of the policy', (minor, replicas) => {
    const rules = { selectPolicy: 'Max', stabilizationWindowSeconds: 0 };
    const policies = [{ type: 'Pods', value: 2, periodSeconds: 60 }];
    const memory = { ...emptyMemory, scaleDowns: [{ change: 2, at: NOW - 30_000 }] };
    const proposal = {
      ...{ current: 2, proposed: 9, min: 1, max: 10, now: NOW },
      settings: settingsOf(hpaOf(), profileOf(minor)),
    };
    const behavior = { scaleUp: { ...rules, policies }, scaleDown: { ...rules, policies } };
    expect(limitByBehavior(proposal, behavior as never, memory).replicas).toBe(replicas);
  });
});

describe('requests', () => {
  const requests = (minor: number, spec: object, container?: string): number | string => {
    try {
      const source = { resource: 'cpu', container };
      return requestsOf([podOf('a', spec)], source, profileOf(minor)).get('a')!;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const resources = { requests: { cpu: '50m' } };
  const sidecar = { initContainers: [{ name: 'log', restartPolicy: 'Always', resources }] };
  const without = { containers: [{ name: 'main' }] };

  it.each<[minor: number, spec: object, container: string | undefined, expected: number | string]>([
    [28, sidecar, undefined, 100],
    [29, sidecar, undefined, 150],
    [33, { resources: { requests: { cpu: '400m' } } }, undefined, 100],
    [34, { resources: { requests: { cpu: '400m' } } }, undefined, 400],
    [34, { resources: { requests: { cpu: '400m' } } }, 'main', 100],
    [
      34,
      { ...without, resources: { requests: { memory: '1Mi' } } },
      undefined,
      'missing pod-level request for cpu in Pod a',
    ],
    [25, without, undefined, 'missing request for cpu'],
    [26, without, undefined, 'missing request for cpu in container main of Pod a'],
    [34, {}, 'side', 0],
    [35, {}, 'side', 'container side not found in Pod a'],
  ])('in 1.%i of %j, container %s: %s', (minor, spec, container, expected) => {
    expect(requests(minor, spec, container)).toBe(expected);
  });
});

it.each([
  [33, '134217728'],
  [34, '128Mi'],
])('memory is written in 1.%i as %s', (minor, text) => {
  expect(resourceText('memory', 134_217_728_000, profileOf(minor))).toBe(text);
});

it.each([
  [32, { kind: '', name: '' }],
  [33, { kind: 'Ingress', name: 'main' }],
])('the status of 1.%i has of a shared metric: %j', (minor, described) => {
  const metric = hits({ type: 'AverageValue', averageValue: '1' });
  const proposal = proposeReplicas(metric, { total: 2000 }, sceneIn(minor));
  expect('status' in proposal && proposal.status.object?.describedObject).toEqual(described);
});

describe('autoscalers of the same pods', () => {
  const selectors = new Map([
    ['ns/web', parseLabelSelector('app=web')],
    ['ns/other', parseLabelSelector('app in (web,db)')],
    ['ns/db', parseLabelSelector('app=db')],
    ['elsewhere/web', parseLabelSelector('app=web')],
  ]);

  it('are those of the namespace that select one of them', () => {
    expect(rivalsOf('ns', [podOf('a'), podOf('b')], selectors)).toEqual(['other', 'web']);
    expect(rivalsOf('ns', [], selectors)).toEqual([]);
  });

  it.each([
    [36, 'pods by selector app=web are controlled by multiple HPAs: [ns/a ns/b ns/c]'],
    [37, 'pods by selector app=web are controlled by more than one HPA (e.g. [ns/a ns/b])'],
  ])('are named by 1.%i', (minor, error) => {
    const failure = ambiguous(hpaOf(), 'app=web', ['a', 'b', 'c'], profileOf(minor));
    expect(failure.error).toBe(error);
    expect(failure.findings).toEqual([
      { type: 'ScalingActive', status: 'False', reason: 'AmbiguousSelector', message: error },
    ]);
  });
});
