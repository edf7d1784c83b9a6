/** HorizontalPodAutoscalers of autoscaling/v2. */
import { describe, expect, it } from 'vitest';
import { horizontalPodAutoscaler, type StrategyContext, defaultProfile, withGates } from '#kinds';
import { context, created, decoded, errorsOf, texts, updated } from '../samples.ts';
import { partOf } from '../../../support/part.ts';
import { metadata, scaleTargetRef, prefix, v2Of, cpu, external } from './autoscaler-samples.ts';

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
    expect(horizontalPodAutoscaler.rules.defaults!(whole, defaultProfile)).toBe(whole);
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
    expect(horizontalPodAutoscaler.rules.defaults!(whole, defaultProfile)).toBe(whole);
  });

  it('drops what only v1 says in annotations', () => {
    const annotations = { [`${prefix}metrics`]: '[]', [`${prefix}behavior`]: '{}', a: 'b' };
    const given = v2Of({}, { metadata: { ...metadata, annotations } });
    expect(created(horizontalPodAutoscaler, given).metadata.annotations).toEqual({ a: 'b' });
  });

  it('prints a status as v1.24 does', () => {
    const old = created(horizontalPodAutoscaler, v2Of());
    const status = { currentReplicas: 0, conditions: [{ type: 'A', status: 'True' }] };
    const next = decoded(horizontalPodAutoscaler, { ...old, status });
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
    profile: withGates(defaultProfile, overrides),
  });
  const errors = (spec: object, by: StrategyContext): readonly string[] =>
    texts((errors) =>
      horizontalPodAutoscaler.rules.validate!(
        errors,
        created(horizontalPodAutoscaler, v2Of(spec), by),
        by,
      ),
    );

  it('scales to zero by the gate, or when it did before', () => {
    const metrics = [external({ type: 'Value', value: '1' })];
    expect(errors({ minReplicas: 0, metrics }, gates({ HPAScaleToZero: true }))).toEqual([]);
    expect(errors({ minReplicas: 0, metrics }, gates({}))).toHaveLength(1);
    const old = horizontalPodAutoscaler.rules.defaults!(
      v2Of({ minReplicas: 0, metrics }),
      defaultProfile,
    );
    expect(
      texts((errors) => horizontalPodAutoscaler.rules.validateUpdate!(errors, old, old, context)),
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
