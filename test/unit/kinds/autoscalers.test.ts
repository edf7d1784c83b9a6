import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deepEqual,
  featureGates,
  horizontalPodAutoscaler,
  horizontalPodAutoscalerV1,
  KindRegistry,
  type autoscalingV2,
  type HorizontalPodAutoscaler as Version1,
  type StrategyContext,
} from '#kinds';
import { context, created, errorsOf, texts, updated } from './samples.ts';
import { partOf } from '../../support/part.ts';

type Version2 = autoscalingV2.HorizontalPodAutoscaler;
type Metric = autoscalingV2.MetricSpec;

const metadata = { name: 'h', namespace: 'default' };
const scaleTargetRef = { kind: 'Deployment', name: 'web' };
const prefix = 'autoscaling.alpha.kubernetes.io/';

const v2Of = (spec: object = {}, rest: object = {}): Version2 =>
  ({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata,
    spec: { maxReplicas: 5, scaleTargetRef, ...spec },
    ...rest,
  }) as unknown as Version2;

const v1Of = (
  spec: object = {},
  annotations: Record<string, string> = {},
  status?: object,
): Version1 =>
  ({
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: {
      ...metadata,
      ...(Object.keys(annotations).length > 0 && {
        annotations: Object.fromEntries(
          Object.entries(annotations).map(([key, text]) => [prefix + key, text]),
        ),
      }),
    },
    spec: { maxReplicas: 5, scaleTargetRef, ...spec },
    ...(status && { status }),
  }) as unknown as Version1;

const { toStorage, fromStorage } = horizontalPodAutoscalerV1.storage!;
const stored = (object: Version1): Version2 =>
  toStorage(horizontalPodAutoscalerV1.defaults!(object)) as Version2;
const annotationOf = (object: Version1, key: string): string | undefined =>
  object.metadata.annotations?.[prefix + key];

const cpu = (averageUtilization: number): Metric => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});
const external = (target: object): Metric =>
  ({ type: 'External', external: { metric: { name: 'q' }, target } }) as unknown as Metric;

describe('autoscaling/v2', () => {
  it('targets 80 % of the CPU by default', () => {
    const whole = created(horizontalPodAutoscaler, v2Of());
    expect(whole.spec).toEqual({
      maxReplicas: 5,
      scaleTargetRef,
      minReplicas: 1,
      metrics: [cpu(80)],
    });
    expect(whole.status).toEqual({ desiredReplicas: 0, currentMetrics: null });
    expect(horizontalPodAutoscaler.defaults!(whole)).toBe(whole);
  });

  const pods = { type: 'Pods', value: 4, periodSeconds: 15 };
  const percent = { type: 'Percent', value: 100, periodSeconds: 15 };
  const up = { stabilizationWindowSeconds: 0, selectPolicy: 'Max', policies: [pods, percent] };
  const down = { selectPolicy: 'Max', policies: [percent] };
  it.each([
    [undefined, undefined],
    [{}, { scaleUp: up, scaleDown: down }],
    [
      { scaleUp: { selectPolicy: 'Min' } },
      { scaleUp: { ...up, selectPolicy: 'Min' }, scaleDown: down },
    ],
    [
      { scaleDown: { stabilizationWindowSeconds: 60, policies: [pods] } },
      { scaleUp: up, scaleDown: { ...down, stabilizationWindowSeconds: 60, policies: [pods] } },
    ],
  ])('completes behavior %j', (behavior, expected) => {
    const whole = created(horizontalPodAutoscaler, v2Of({ behavior }));
    expect(whole.spec.behavior).toEqual(expected);
    expect(horizontalPodAutoscaler.defaults!(whole)).toBe(whole);
  });

  it('drops what only v1 says in annotations', () => {
    const annotations = { [`${prefix}metrics`]: '[]', [`${prefix}behavior`]: '{}', a: 'b' };
    const given = v2Of({}, { metadata: { ...metadata, annotations } });
    expect(created(horizontalPodAutoscaler, given).metadata.annotations).toEqual({ a: 'b' });
  });

  it('prints a status as v1.24 does', () => {
    const old = created(horizontalPodAutoscaler, v2Of());
    const status = { currentReplicas: 0, conditions: [{ type: 'A', status: 'True' }] };
    const next = { ...old, status } as unknown as Version2;
    expect(partOf(horizontalPodAutoscaler, 'status').prepare!(next, old, context).status).toEqual({
      desiredReplicas: 0,
      currentMetrics: null,
      conditions: [{ type: 'A', status: 'True', lastTransitionTime: null }],
    });
    const bad = { ...old, status: { currentReplicas: -1, desiredReplicas: -2 } };
    expect(
      texts((errors) =>
        partOf(horizontalPodAutoscaler, 'status').validate!(errors, bad, old, context),
      ),
    ).toEqual([
      'status.currentReplicas: Invalid value: -1: must be greater than or equal to 0',
      'status.desiredReplicas: Invalid value: -2: must be greater than or equal to 0',
    ]);
  });

  const at = 'spec.metrics[0]';
  const anyMetric = (parts: object): object => ({ metrics: [parts] });
  it.each<[object, readonly string[]]>([
    [
      { minReplicas: 0 },
      [
        'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
        'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
      ],
    ],
    [
      { minReplicas: 6 },
      ['spec.maxReplicas: Invalid value: 5: must be greater than or equal to `minReplicas`'],
    ],
    [
      { maxReplicas: 0 },
      [
        'spec.maxReplicas: Invalid value: 0: must be greater than 0',
        'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
      ],
    ],
    [
      { scaleTargetRef: { kind: 'a/b', name: '..' } },
      [
        'spec.scaleTargetRef.kind: Invalid value: "a/b": may not contain \'/\'',
        'spec.scaleTargetRef.name: Invalid value: "..": may not be \'..\'',
      ],
    ],
    [
      anyMetric({ type: 'Nonsense' }),
      Array(2).fill(
        `${at}.type: Unsupported value: "Nonsense": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"`,
      ) as string[],
    ],
    [
      anyMetric({ type: 'Pods' }),
      [`${at}.pods: Required value: must populate information for the given metric source`],
    ],
    [
      anyMetric({ type: 'Resource', resource: { name: '', target: { type: 'X' } }, pods: null }),
      [
        `${at}.resource.name: Required value: must specify a resource name`,
        `${at}.resource.target.type: Invalid value: "X": must be either Utilization, Value, or AverageValue`,
        `${at}.resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization`,
      ],
    ],
    [
      anyMetric({ ...cpu(0), external: {} }),
      [
        `${at}.external.metric.name: Required value: must specify a metric name`,
        `${at}.external.target.type: Required value: must specify a metric target type`,
        `${at}.external.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue`,
        `${at}.external.target.averageValue: Required value: must set either a target value for metric or a per-pod target`,
        `${at}.external: Forbidden: must populate the given metric source only`,
      ],
    ],
    [
      anyMetric(external({ type: 'Value', value: '0', averageValue: '1' })),
      [
        expect.stringMatching(/target\.value: Invalid value: .*: must be positive$/) as string,
        `${at}.external.target.value: Forbidden: may not set both a target value for metric and a per-pod target`,
      ],
    ],
    [
      anyMetric({ type: 'Object', object: { target: { type: 'Value' } } }),
      [
        `${at}.object.describedObject.kind: Required value`,
        `${at}.object.describedObject.name: Required value`,
        `${at}.object.metric.name: Required value: must specify a metric name`,
        `${at}.object.target.averageValue: Required value: must set either a target value or averageValue`,
      ],
    ],
    [
      anyMetric({
        type: 'Pods',
        pods: { metric: { name: 'a%' }, target: { type: 'Value', value: '1' } },
      }),
      [
        `${at}.pods.metric.name: Invalid value: "a%": may not contain '%'`,
        `${at}.pods.target.averageValue: Required value: must specify a positive target averageValue`,
      ],
    ],
    [
      {
        behavior: {
          scaleUp: { stabilizationWindowSeconds: 3601, selectPolicy: 'Avg', policies: [{}] },
          scaleDown: {
            stabilizationWindowSeconds: -1,
            policies: [{ ...percent, periodSeconds: 1801 }],
          },
        },
      },
      [
        'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600',
        'spec.behavior.scaleUp.selectPolicy: Unsupported value: "Avg": supported values: "Disabled", "Max", "Min"',
        'spec.behavior.scaleUp.policies[0].type: Unsupported value: "": supported values: "Percent", "Pods"',
        'spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero',
        'spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 0: must be greater than zero',
        'spec.behavior.scaleDown.stabilizationWindowSeconds: Invalid value: -1: must be greater than or equal to zero',
        'spec.behavior.scaleDown.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
      ],
    ],
  ])('%j', (spec, expected) => {
    expect(errorsOf(horizontalPodAutoscaler, v2Of(spec))).toEqual(expected);
  });

  const gates = (overrides: Record<string, boolean>): StrategyContext => ({
    now: 0,
    features: featureGates(overrides),
  });
  const errors = (spec: object, by: StrategyContext): readonly string[] =>
    texts((errors) =>
      horizontalPodAutoscaler.validate!(
        errors,
        created(horizontalPodAutoscaler, v2Of(spec), by),
        by,
      ),
    );

  it('scales to zero by the gate, or when it did before', () => {
    const metrics = [external({ type: 'Value', value: '1' })];
    expect(errors({ minReplicas: 0, metrics }, gates({ HPAScaleToZero: true }))).toEqual([]);
    expect(errors({ minReplicas: 0, metrics }, gates({}))).toHaveLength(1);
    const old = horizontalPodAutoscaler.defaults!(v2Of({ minReplicas: 0, metrics }));
    expect(
      texts((errors) => horizontalPodAutoscaler.validateUpdate!(errors, old, old, context)),
    ).toEqual([]);
  });

  it('looks at single containers by the gate', () => {
    const target = { type: 'Utilization', averageUtilization: 5 };
    const metric = {
      type: 'ContainerResource',
      containerResource: { name: 'cpu', container: 'c', target },
    };
    const on = gates({ HPAContainerMetrics: true });
    expect(errors(anyMetric(metric), on)).toEqual([]);
    expect(errors(anyMetric(metric), gates({}))).toEqual([
      `${at}.containerResource: Required value: must populate information for the given metric source (only allowed when HPAContainerMetrics feature is enabled)`,
    ]);
    const given = v2Of(anyMetric(metric));
    const old = created(horizontalPodAutoscaler, given, on);
    expect(updated(horizontalPodAutoscaler, given, old).spec).toEqual(old.spec);
    const bad = { ...metric.containerResource, name: 'pods', container: 'A' };
    expect(errors(anyMetric({ ...metric, containerResource: bad }), on)).toHaveLength(2);
  });
});

describe('autoscaling/v1', () => {
  it('is found beside v2, which comes first', () => {
    const registry = new KindRegistry();
    const plural = 'horizontalpodautoscalers';
    expect(registry.byResource('autoscaling', 'v1', plural)).toBe(horizontalPodAutoscalerV1);
    expect(registry.byResource('autoscaling', 'v2', plural)).toBe(horizontalPodAutoscaler);
    expect(registry.byName('hpa')).toBe(horizontalPodAutoscaler);
    expect(registry.stored).not.toContain(horizontalPodAutoscalerV1);
    expect(horizontalPodAutoscalerV1.schema.fields.get('spec')).not.toBe(
      horizontalPodAutoscaler.schema.fields.get('spec'),
    );
  });

  it.each<[object, Record<string, string>, readonly Metric[]]>([
    [{}, {}, [cpu(80)]],
    [{ targetCPUUtilizationPercentage: 70 }, {}, [cpu(70)]],
    [{}, { metrics: 'no JSON' }, [cpu(80)]],
    [{}, { metrics: '[{"type":5}]' }, [cpu(80)]],
    [
      { targetCPUUtilizationPercentage: 70 },
      {
        metrics: '[{"type":"External","external":{"metricName":"q","targetAverageValue":"2500m"}}]',
      },
      [external({ type: 'AverageValue', averageValue: '2500m' }), cpu(70)],
    ],
    [
      {},
      { metrics: '[{"Type":"External","EXTERNAL":{"metricname":"q","targetValue":"1000m"}}]' },
      [external({ type: 'Value', value: '1' })],
    ],
  ])('reads %j with %j', (spec, annotations, expected) => {
    const read = stored(v1Of(spec, annotations));
    expect(read.spec.metrics).toEqual(expected);
    expect(read.spec.minReplicas).toBe(1);
    expect(read.metadata).toEqual(metadata);
    expect(read.apiVersion).toBe('autoscaling/v2');
  });

  it('cannot leave out the value beside an average of an object', () => {
    const metric =
      '[{"type":"Object","object":{"target":{"kind":"S","name":"s"},"metricName":"m","targetValue":"0","averageValue":"3"}}]';
    const read = stored(v1Of({}, { metrics: metric }));
    expect(read.spec.metrics![0]!.object!.target).toEqual({
      type: 'AverageValue',
      value: '0',
      averageValue: '3',
    });
    expect(annotationOf(fromStorage(read) as Version1, 'metrics')).toBe(metric);
  });

  it('reads and writes behavior with capital letters', () => {
    const behavior =
      '{"ScaleUp":{"StabilizationWindowSeconds":5,"SelectPolicy":"Max","Policies":[{"Type":"Pods","Value":4,"PeriodSeconds":15}]},' +
      '"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":null,"Policies":null}}';
    const read = stored(v1Of({}, { behavior }));
    expect(read.spec.behavior).toEqual({
      scaleUp: {
        stabilizationWindowSeconds: 5,
        selectPolicy: 'Max',
        policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }],
      },
      scaleDown: {},
    });
    expect(annotationOf(fromStorage(read) as Version1, 'behavior')).toBe(behavior);
    const small = stored(v1Of({}, { behavior: '{"scaleUp":{"selectPolicy":"Min"}}' }));
    expect(small.spec.behavior).toEqual({ scaleUp: { selectPolicy: 'Min' } });
    expect(stored(v1Of({}, { behavior: '{}' })).spec).not.toHaveProperty('behavior');
  });

  it('keeps the status that it has no fields for', () => {
    const conditions =
      '[{"type":"AbleToScale","status":"True","lastTransitionTime":null,"message":"\\u003cnone\\u003e \\u0026 all"}]';
    const current =
      '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":80,"currentAverageValue":"400m"}}]';
    const status = { currentReplicas: 2, desiredReplicas: 3, currentCPUUtilizationPercentage: 7 };
    const read = stored(v1Of({}, { conditions, 'current-metrics': current }, status));
    expect(read.status).toEqual({
      currentReplicas: 2,
      desiredReplicas: 3,
      currentMetrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', current: { averageUtilization: 80, averageValue: '400m' } },
        },
      ],
      conditions: [
        { type: 'AbleToScale', status: 'True', lastTransitionTime: null, message: '<none> & all' },
      ],
    });
    const written = fromStorage(read) as Version1;
    expect(written.status).toEqual({ ...status, currentCPUUtilizationPercentage: 80 });
    expect(annotationOf(written, 'conditions')).toBe(conditions);
    expect(annotationOf(written, 'current-metrics')).toBe(current);
    const { partialMetadata } = horizontalPodAutoscalerV1;
    expect(partialMetadata!(written.metadata)).toEqual(metadata);
  });

  it('writes what v1.24 writes of a utilization alone', () => {
    const read = stored(v1Of({}, {}, { currentCPUUtilizationPercentage: 91 }));
    expect(annotationOf(fromStorage(read) as Version1, 'current-metrics')).toBe(
      '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":91,"currentAverageValue":"0"}}]',
    );
  });

  it('writes labels in order', () => {
    const selector = { matchLabels: { b: '1', a: '2' } };
    const metric = { ...external({ type: 'Value', value: '1' }) };
    const metrics = [
      { ...metric, external: { ...metric.external!, metric: { name: 'q', selector } } },
    ];
    const written = fromStorage(created(horizontalPodAutoscaler, v2Of({ metrics }))) as Version1;
    expect(annotationOf(written, 'metrics')).toBe(
      '[{"type":"External","external":{"metricName":"q","metricSelector":{"matchLabels":{"a":"2","b":"1"}},"targetValue":"1"}}]',
    );
    expect(written.spec).not.toHaveProperty('targetCPUUtilizationPercentage');
  });

  const count = fc.integer({ min: 1, max: 100 });
  const amount = fc.constantFrom('1', '250m', '3Gi');
  const identifier = fc.record(
    { name: fc.constantFrom('a', 'b'), selector: fc.constant({ matchLabels: { x: 'y' } }) },
    { requiredKeys: ['name'] },
  );
  const reference = fc.record(
    { kind: fc.constant('Service'), name: fc.constant('s'), apiVersion: fc.constant('v1') },
    { requiredKeys: ['kind', 'name'] },
  );
  const average = amount.map((averageValue) => ({ type: 'AverageValue', averageValue }));
  const total = amount.map((value) => ({ type: 'Value', value }));
  const use = count.map((averageUtilization) => ({ type: 'Utilization', averageUtilization }));
  /** All that v1 can carry. */
  const otherMetric = fc.oneof(
    fc.record({
      type: fc.constant('Resource'),
      resource: fc.record({ name: fc.constant('memory'), target: fc.oneof(use, average) }),
    }),
    fc.record({
      type: fc.constant('Resource'),
      resource: fc.record({ name: fc.constant('cpu'), target: average }),
    }),
    fc.record({
      type: fc.constant('ContainerResource'),
      containerResource: fc.record({
        name: fc.constant('cpu'),
        container: fc.constant('c'),
        target: fc.oneof(use, average),
      }),
    }),
    fc.record({
      type: fc.constant('Pods'),
      pods: fc.record({ metric: identifier, target: average }),
    }),
    fc.record({
      type: fc.constant('Object'),
      object: fc.record({ describedObject: reference, metric: identifier, target: total }),
    }),
    fc.record({
      type: fc.constant('External'),
      external: fc.record({ metric: identifier, target: fc.oneof(total, average) }),
    }),
  );
  const rules = fc.record(
    {
      stabilizationWindowSeconds: count,
      selectPolicy: fc.constantFrom('Max', 'Min', 'Disabled'),
      policies: fc.array(
        fc.record({ type: fc.constantFrom('Pods', 'Percent'), value: count, periodSeconds: count }),
        { minLength: 1, maxLength: 2 },
      ),
    },
    { requiredKeys: [] },
  );
  const anyV2 = fc
    .record(
      {
        minReplicas: count,
        maxReplicas: count,
        scaleTargetRef: reference,
        metrics: fc
          .tuple(fc.array(otherMetric, { maxLength: 3 }), fc.option(count))
          .map(([others, target]) => (target === null ? others : [...others, cpu(target)])),
        behavior: fc.record({ scaleUp: rules, scaleDown: rules }, { requiredKeys: [] }),
      },
      { requiredKeys: ['maxReplicas', 'scaleTargetRef'] },
    )
    // An average of the CPU hides a target behind it: v1 has one field, for the first metric.
    .filter(({ metrics = [] }) => {
      const firstCpu = metrics.find((metric) => (metric as Metric).resource?.name === 'cpu');
      return firstCpu === undefined || firstCpu === metrics.at(-1);
    })
    .map((spec) => horizontalPodAutoscaler.defaults!(v2Of(spec)));

  it('carries all of v2 there and back', () => {
    fc.assert(
      fc.property(anyV2, (object) => {
        const there = fromStorage(object);
        expect(toStorage(there)).toEqual(object);
        expect(fromStorage(toStorage(there))).toEqual(there);
        expect(deepEqual(horizontalPodAutoscalerV1.defaults!(there as Version1), there)).toBe(true);
      }),
    );
  });
});
