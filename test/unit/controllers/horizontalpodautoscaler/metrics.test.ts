import { describe, expect, it } from 'vitest';
import { defaultProfile, profileOf } from '#kinds';
import type { autoscalingV2, Pod, PodMetrics } from '#types';
import { evaluate, podSelector } from '../../../../controllers/horizontalpodautoscaler/evaluate.ts';
import {
  proposeReplicas,
  type MetricScene,
} from '../../../../controllers/horizontalpodautoscaler/metric.ts';
import { selectorText } from '../../../../controllers/horizontalpodautoscaler/metric-text.ts';
import type { Reading } from '../../../../controllers/horizontalpodautoscaler/readings.ts';
import { proposeByShare } from '../../../../controllers/horizontalpodautoscaler/replica-calculator.ts';
import {
  containerSamples,
  podSamples,
} from '../../../../controllers/horizontalpodautoscaler/samples.ts';
import { defaultFlags } from '../../../../controllers/horizontalpodautoscaler/settings.ts';

type MetricSpec = autoscalingV2.MetricSpec;

const settings = { ...defaultFlags, profile: defaultProfile };

const NOW = 1_760_000_000_000;

function ready(name: string, request?: string): Pod {
  const since = '2025-10-09T07:00:00Z';
  const resources = request === undefined ? {} : { requests: { cpu: request } };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'd', uid: name, resourceVersion: '1', creationTimestamp: since },
    spec: { containers: [{ name: 'main', resources }] },
    status: {
      phase: 'Running',
      startTime: since,
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: since }],
    },
  };
}

const scene: MetricScene = {
  namespace: 'd',
  currentReplicas: 3,
  statusReplicas: 3,
  pods: [ready('a', '100m'), ready('b', '100m'), ready('c', '100m')],
  now: NOW,
  settings,
};

const measured = (value: number): Reading => ({
  samples: new Map(
    ['a', 'b', 'c'].map((pod) => [pod, { value, timestamp: NOW, windowMs: 15_000 }]),
  ),
});

function resource(target: Partial<autoscalingV2.MetricTarget>, name = 'cpu'): MetricSpec {
  return { type: 'Resource', resource: { name, target: { type: 'Utilization', ...target } } };
}

function external(target: Partial<autoscalingV2.MetricTarget>): MetricSpec {
  const metric = { name: 'q' };
  return { type: 'External', external: { metric, target: { type: 'Value', ...target } } };
}

function object(target: autoscalingV2.MetricTarget): MetricSpec {
  const describedObject = { apiVersion: 'v1', kind: 'Service', name: 's' };
  return { type: 'Object', object: { describedObject, metric: { name: 'hits' }, target } };
}

describe('one metric', () => {
  it.each<[string, MetricSpec, Reading, number, object]>([
    [
      'cpu resource',
      resource({ type: 'AverageValue', averageValue: '50m' }),
      measured(100),
      6,
      { type: 'Resource', resource: { name: 'cpu', current: { averageValue: '100m' } } },
    ],
    [
      'Service metric hits',
      object({ type: 'Value', value: '10' }),
      { total: 25_000 },
      8,
      {
        type: 'Object',
        object: {
          metric: { name: 'hits' },
          describedObject: { apiVersion: 'v1', kind: 'Service', name: 's' },
          current: { value: '25' },
        },
      },
    ],
    [
      'external metric hits(nil)',
      object({ type: 'AverageValue', averageValue: '2' }),
      { total: 10_500 },
      6,
      {
        type: 'Object',
        object: {
          metric: { name: 'hits' },
          describedObject: { kind: '', name: '' },
          current: { averageValue: '3500m' },
        },
      },
    ],
    [
      'external metric q(nil)',
      external({ value: '5' }),
      { total: 10_000 },
      6,
      { type: 'External', external: { metric: { name: 'q' }, current: { value: '10' } } },
    ],
  ])('%s', (description, metric, reading, replicas, status) => {
    const proposal = proposeReplicas(metric, reading, scene);
    const working = expect.anything() as unknown;
    expect(proposal).toEqual({ description, replicas, status, working });
  });

  it.each<[MetricSpec, string, string, string]>([
    [
      resource({ averageUtilization: 50 }),
      'FailedGetResourceMetric',
      'failed to get cpu utilization: unable to get metrics for resource cpu: why',
      '',
    ],
    [
      resource({}),
      'FailedGetResourceMetric',
      'invalid resource metric source: neither a utilization target nor a value target was set',
      '',
    ],
    [
      {
        type: 'Pods',
        pods: { metric: { name: 'p' }, target: { type: 'AverageValue', averageValue: '1' } },
      },
      'FailedGetPodsMetric',
      'unable to get metric p: why',
      'failed to get pods metric value: ',
    ],
    [
      object({ type: 'Value', value: '1' }),
      'FailedGetObjectMetric',
      'unable to get metric hits: Service on d s/why',
      'failed to get object metric value: ',
    ],
    [
      external({ value: '1' }),
      'FailedGetExternalMetric',
      'unable to get external metric d/q/nil: why',
      'failed to get external metric q: ',
    ],
    [
      external({ averageValue: '1' }),
      'FailedGetExternalMetric',
      'unable to get external metric d/q/nil: why',
      'failed to get q external metric: ',
    ],
    [{ type: 'Odd' }, 'InvalidMetricSourceType', 'unknown metric source type "Odd"', ''],
  ])('that fails: %j', (metric, reason, message, prefix) => {
    const failure = proposeReplicas(metric, { failure: 'why' }, scene);
    expect(failure).toEqual({ reason, message, error: prefix + message });
  });

  it('of no pods at all asks for as many as the total needs', () => {
    expect(proposeByShare(0, 10_500, 2000, settings).replicas).toBe(6);
    expect(proposeByShare(0, 0, 2000, settings)).toEqual({
      replicas: 0,
      usage: 0,
      working: { ratio: NaN, decision: 'near' },
    });
  });
});

describe('several metrics', () => {
  const cpu = resource({ averageUtilization: 50 });
  const memory = resource({ averageValue: '100m' }, 'memory');

  it('the one that asks for the most decides', () => {
    const evaluation = evaluate([cpu, memory], [measured(60), measured(300)], scene);
    expect(evaluation).toMatchObject({ replicas: 9, description: 'memory resource', events: [] });
  });

  it('one that fails does no harm while the others want as many as there are', () => {
    const evaluation = evaluate([cpu, memory], [{ failure: 'why' }, measured(300)], scene);
    expect(evaluation).toMatchObject({
      replicas: 9,
      statuses: [{ type: '' }, { type: 'Resource' }],
      findings: [{ reason: 'ValidMetricFound' }],
      events: [{ reason: 'FailedGetResourceMetric' }],
    });
  });

  it('one that fails keeps the others from scaling down', () => {
    const evaluation = evaluate([memory, cpu], [measured(20), { failure: 'why' }], scene);
    expect(evaluation).toMatchObject({
      error:
        'invalid metrics (1 invalid out of 2), first error is: failed to get cpu utilization: unable to get metrics for resource cpu: why',
      findings: [{ type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric' }],
    });
  });
});

describe('the selector of a scale', () => {
  it('matches pods', () => {
    expect(podSelector('app=web')).toHaveProperty('matches');
  });

  it('that cannot be read is reported by event and condition', () => {
    const failure = podSelector('a in b');
    const error = expect.stringMatching(/^couldn't convert selector into a corresponding internal/);
    expect(failure).toEqual({
      error,
      findings: [
        { type: 'ScalingActive', status: 'False', reason: 'InvalidSelector', message: error },
      ],
      events: [{ type: 'Warning', reason: 'InvalidSelector', message: error }],
      opinions: [],
    });
  });
});

describe('samples', () => {
  const metrics = (name: string, ...usages: Record<string, string>[]): PodMetrics => ({
    apiVersion: 'metrics.k8s.io/v1beta1',
    kind: 'PodMetrics',
    metadata: { name, namespace: 'd', uid: '', resourceVersion: '', creationTimestamp: '' },
    timestamp: '2025-10-09T08:53:20Z',
    window: '15s',
    containers: usages.map((usage, index) => ({ name: `c${index}`, usage })),
  });

  it('of pods are sums, where every container has the resource', () => {
    const all = [
      metrics('a', { cpu: '100m' }, { cpu: '0.2' }),
      metrics('b', { cpu: '1' }, { memory: '1' }),
      metrics('c'),
    ];
    expect(podSamples(all, 'cpu')).toEqual(
      new Map([['a', { value: 300, timestamp: NOW, windowMs: 15_000 }]]),
    );
  });

  it('of containers need the container until 1.32', () => {
    const a = metrics('a', { cpu: '100m' }, { memory: '1' });
    const samples = (container: string, minor = 32) =>
      containerSamples([a], 'cpu', container, profileOf(minor));
    expect([...samples('c0')].map(([, { value }]) => value)).toEqual([100]);
    expect(samples('c1').size).toBe(0);
    expect(() => samples('side')).toThrow('container side not present in metrics for pod d/a');
    expect(samples('side', 33).size).toBe(0);
  });
});

describe('selectors in messages', () => {
  it.each([
    [undefined, 'nil'],
    [
      { matchLabels: { b: '2', a: '1' } },
      '&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{},}',
    ],
    [
      { matchExpressions: [{ key: 'k', operator: 'In', values: ['x', 'y'] }] },
      '&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:k,Operator:In,Values:[x y],},},}',
    ],
  ])('%j', (selector, text) => {
    expect(selectorText(selector)).toBe(text);
  });
});
