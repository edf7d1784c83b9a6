/** HorizontalPodAutoscalers of autoscaling/v1, and what they keep of v2 in annotations. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepEqual } from '#values';
import { horizontalPodAutoscaler, horizontalPodAutoscalerV1, defaultProfile } from '#kinds';
import { KindRegistry } from '#catalog';
import type { HorizontalPodAutoscaler as Version1 } from '#types';
import { fromV1, throughV1, toV1 } from '../../../../src/kinds/autoscaling/v1.ts';
import { created } from '../samples.ts';
import {
  type Version2,
  type Metric,
  metadata,
  scaleTargetRef,
  prefix,
  v2Of,
  cpu,
  external,
} from './autoscaler-samples.ts';

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
  toStorage(horizontalPodAutoscalerV1.rules.defaults!(object, defaultProfile)) as Version2;
const annotationOf = (object: Version1, key: string): string | undefined =>
  object.metadata.annotations?.[prefix + key];

describe('autoscaling/v1', () => {
  it('is found beside v2, which comes first', () => {
    const registry = new KindRegistry(defaultProfile);
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
    const { partialMetadata } = horizontalPodAutoscalerV1.wire;
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
    .map((spec) => horizontalPodAutoscaler.rules.defaults!(v2Of(spec), defaultProfile));

  it('makes the same of v2 with and without the texts of its annotations', () => {
    const status = fc.record(
      {
        desiredReplicas: count,
        currentReplicas: count,
        currentMetrics: fc.array(
          fc.record({
            type: fc.constant('Resource'),
            resource: fc.record({
              name: fc.constantFrom('cpu', 'memory'),
              current: fc.record(
                { averageUtilization: count, averageValue: amount },
                { requiredKeys: ['averageValue'] },
              ),
            }),
          }),
          { maxLength: 2 },
        ),
        conditions: fc.array(
          fc.record(
            {
              type: fc.constantFrom('AbleToScale', 'ScalingActive'),
              status: fc.constantFrom('True', 'False'),
              lastTransitionTime: fc.constantFrom(null, '2026-01-01T00:00:00Z'),
              reason: fc.constantFrom('', 'ReadyForNewScale'),
              message: fc.constantFrom('a < b & "c"', ''),
            },
            { requiredKeys: ['type', 'status'] },
          ),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: ['desiredReplicas'] },
    );
    fc.assert(
      fc.property(anyV2, status, ({ metadata, spec }, given) => {
        const object = { ...v2Of(spec), metadata, status: given } as Version2;
        const { spec: asRead, status: statusAsRead } = fromV1(toV1(object));
        expect(throughV1(object)).toStrictEqual({ spec: asRead, status: statusAsRead });
      }),
    );
  });

  it('carries all of v2 there and back', () => {
    fc.assert(
      fc.property(anyV2, (object) => {
        const there = fromStorage(object);
        expect(toStorage(there)).toEqual(object);
        expect(fromStorage(toStorage(there))).toEqual(there);
        expect(
          deepEqual(
            horizontalPodAutoscalerV1.rules.defaults!(there as Version1, defaultProfile),
            there,
          ),
        ).toBe(true);
      }),
    );
  });
});
