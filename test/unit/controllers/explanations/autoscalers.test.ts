/** What is said about autoscalers: every kind of metric, and every limit of the size. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replicaSet } from '#kinds';
import type { KubeObject } from '#values';
import type { Pod } from '#types';
import { horizontalPodAutoscaler } from '../../../../controllers/horizontalpodautoscaler/index.ts';
import { makeContainer, makePod } from '../objects.ts';
import { explainedAll, labels, now, type Scene } from './explained.ts';

const golden = (name: string): string => join(import.meta.dirname, `${name}.txt`);

/** `r` ready, `n` new and not ready, `p` pending, `f` failed, `g` going. */
function podsOf(signs: string): readonly Pod[] {
  return [...signs].map((sign, i) => {
    const pod = makePod(
      'abcdefgh'[i]!,
      { containers: [makeContainer({ cpu: '100m' })] },
      {
        labels,
        ...(sign === 'g' && { deletionTimestamp: '2026-11-20T20:59:00Z' }),
      },
    );
    const phase = sign === 'p' ? 'Pending' : sign === 'f' ? 'Failed' : 'Running';
    const status = sign === 'n' || sign === 'p' ? 'False' : 'True';
    const at = sign === 'n' ? '2026-11-20T20:59:50Z' : '2026-11-20T20:00:20Z';
    const startTime = sign === 'n' ? '2026-11-20T20:59:45Z' : '2026-11-20T20:00:00Z';
    const conditions = [{ type: 'Ready', status, lastTransitionTime: at }];
    return { ...pod, status: { phase, startTime, conditions } } as unknown as Pod;
  });
}

interface Parts {
  readonly spec?: object;
  readonly status?: object;
  /** Of the target. */
  readonly size?: number;
  readonly pods?: string;
  readonly target?: boolean;
  readonly evidence?: object;
}

function scene({ spec, status, size = 4, pods = 'rrrr', target = true, evidence }: Parts): Scene {
  const object = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web', namespace: 'default', uid: 'h' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' },
      maxReplicas: 10,
      ...spec,
    },
    status: { desiredReplicas: 4, currentMetrics: null, ...status },
  } as unknown as KubeObject;
  const set = {
    apiVersion: 'apps/v1',
    kind: replicaSet.kind,
    metadata: {
      name: 'web',
      namespace: 'default',
      uid: 's',
      resourceVersion: '1',
      creationTimestamp: '',
    },
    spec: { replicas: size, selector: { matchLabels: labels } },
    status: { replicas: size },
  } as unknown as KubeObject;
  const parts = { 'status.conditions': ['AbleToScale', 'ScalingActive', 'ScalingLimited'] };
  return {
    object,
    objects: [object, ...(target ? [set] : []), ...podsOf(pods)],
    now,
    evidence,
    parts,
  };
}

const cpu = (target: object, type = 'Resource', more: object = {}) => {
  const source = { name: 'cpu', target, ...more };
  return type === 'Resource' ? { type, resource: source } : { type, containerResource: source };
};
const half = cpu({ type: 'Utilization', averageUtilization: 50 });
/** What pods use, in thousandths, in the order of their names. */
const samples = (...values: readonly (number | undefined)[]) => ({
  samples: values.flatMap((value, i) =>
    value === undefined ? [] : [['abcdefgh'[i], value, now - 1000, 30_000]],
  ),
});
const metric = { name: 'messages', selector: { matchLabels: { queue: 'in' } } };
const byCpu = (reading: object, more: Parts = {}): Scene =>
  scene({
    ...more,
    spec: { metrics: [half], ...more.spec },
    evidence: { readings: [reading], ...more.evidence },
  });
const one = (spec: object, reading: object, more: Parts = {}): Scene =>
  scene({ ...more, spec: { metrics: [spec] }, evidence: { readings: [reading] } });

it('about each kind of metric', async () => {
  const described = { apiVersion: 'v1', kind: 'Service', name: 'door' };
  const object = (target: object) => ({
    type: 'Object',
    object: { describedObject: described, metric, target },
  });
  const external = (target: object) => ({ type: 'External', external: { metric, target } });
  const queue = (target: object) => ({ type: 'Pods', pods: { metric: { name: 'queue' }, target } });
  const average = { type: 'AverageValue', averageValue: '100m' };
  const text = explainedAll(horizontalPodAutoscaler, {
    'far above': byCpu(samples(90, 90, 90, 90)),
    near: byCpu(samples(55, 50, 50, 50)),
    'far below': byCpu(samples(10, 10, 10, 10)),
    'pods without measurements, above': byCpu(samples(200, 200, undefined, undefined)),
    'pods without measurements, below': byCpu(samples(20, 20, undefined, undefined)),
    'pods that just started': byCpu(samples(200, 200, 10, undefined), { pods: 'rrnp' }),
    'pods that do not count': byCpu(samples(90, 90, 90, 90, 90), { pods: 'rrrfg' }),
    doubtful: byCpu(samples(70, undefined, undefined, undefined)),
    'no measurements': byCpu({ failure: 'no metrics returned from resource metrics API' }),
    'a value': one(cpu(average), samples(150, 150, 150, 150)),
    'a container': one(
      cpu({ type: 'Utilization', averageUtilization: 50 }, 'ContainerResource', {
        container: 'main',
      }),
      samples(90, 90, 90, 90),
    ),
    'no target': one(cpu({}), samples(90)),
    'of pods': one(queue(average), samples(150, 50, 150, 150)),
    'of pods, unknown': one(queue(average), { failure: 'gone' }),
    'of an object': one(object({ type: 'Value', value: '2' }), { total: 3000 }),
    'of an object, shared': one(object(average), { total: 800 }),
    'of an object, neither': one(object({}), { total: 800 }),
    'of an object, unknown': one(object({ type: 'Value', value: '2' }), { failure: 'gone' }),
    external: one(external({ type: 'Value', value: '2' }), { total: 1000 }),
    'external, shared': one(external(average), { total: 400 }),
    'external, neither': one(external({}), { total: 400 }),
    'external, unknown': one(external(average), { failure: 'gone' }),
    'external, unknown total': one(external({ type: 'Value', value: '2' }), { failure: 'gone' }),
    'an unknown kind': one({ type: 'Other' }, { total: 1 }),
    several: scene({
      spec: { metrics: [half, external(average), queue(average)] },
      evidence: { readings: [samples(60, 60, 60, 60), { total: 900 }, { failure: 'gone' }] },
    }),
    'several, of which the others want less': scene({
      spec: { metrics: [half, external(average)] },
      evidence: { readings: [samples(10, 10, 10, 10), { failure: 'gone' }] },
    }),
  });
  await expect(text).toMatchFileSnapshot(golden('metrics'));
});

it('about the limits of the size', async () => {
  const up = samples(200, 200, 200, 200);
  const down = samples(5, 5, 5, 5);
  const ago = (seconds: number, replicas: number) => ({ replicas, at: now - seconds * 1000 });
  const event = (seconds: number, change: number) => ({ change, at: now - seconds * 1000 });
  const memory = (
    recommendations: object[],
    scaleUps: object[] = [],
    scaleDowns: object[] = [],
  ) => ({
    memory: { recommendations, scaleUps, scaleDowns },
  });
  const rules = (scaleUp: object, scaleDown: object = {}) => ({
    metrics: [half],
    behavior: { scaleUp, scaleDown },
  });
  const pods = (value: number, periodSeconds = 60) => ({ type: 'Pods', value, periodSeconds });
  const percent = (value: number, periodSeconds = 60) => ({
    type: 'Percent',
    value,
    periodSeconds,
  });
  const text = explainedAll(horizontalPodAutoscaler, {
    'at once twice as many': byCpu(samples(400, 400, 400, 400), { spec: { maxReplicas: 100 } }),
    'the most': byCpu(up, { spec: { maxReplicas: 5 } }),
    'the least': byCpu(down, { spec: { minReplicas: 2 }, evidence: memory([ago(400, 4)]) }),
    'held by what was recommended': byCpu(down, {
      evidence: memory([ago(100, 3), ago(300, 4), ago(301, 9)]),
    }),
    'from one to four': byCpu(samples(400), { size: 1, pods: 'r' }),
    'too many': byCpu(up, { size: 11 }),
    'too few': byCpu(up, { spec: { minReplicas: 6 } }),
    'switched off': byCpu(up, { size: 0 }),
    'none, which is allowed': byCpu(up, { size: 0, spec: { minReplicas: 0 } }),
    refused: byCpu(up, { evidence: { refusal: 'no quota' } }),
    'scaled before': byCpu(samples(50, 50, 50, 50), {
      status: { lastScaleTime: '2026-11-20T20:00:00Z' },
    }),
    'no target': byCpu(up, { target: false }),
    'a kind without a size': scene({
      spec: {
        metrics: [half],
        scaleTargetRef: { apiVersion: 'v1', kind: 'ConfigMap', name: 'web' },
      },
    }),
    'a policy of pods': byCpu(up, { spec: rules({ policies: [pods(2)] }) }),
    'a policy of pods, part of it used': byCpu(up, {
      spec: rules({ policies: [pods(2)] }),
      evidence: memory([ago(10, 20)], [event(59, 1), event(60, 5)]),
    }),
    'the most of two policies': byCpu(up, { spec: rules({ policies: [pods(1), percent(50)] }) }),
    'the least of two policies': byCpu(up, {
      spec: rules({ selectPolicy: 'Min', policies: [pods(1), percent(50)] }),
    }),
    'up is disabled': byCpu(up, { spec: rules({ selectPolicy: 'Disabled', policies: [pods(1)] }) }),
    'up is held': byCpu(up, {
      spec: rules({ stabilizationWindowSeconds: 60, policies: [pods(9)] }),
      evidence: memory([ago(30, 5), ago(59, 6), ago(61, 4)]),
    }),
    'down by a share': byCpu(down, {
      spec: rules({}, { stabilizationWindowSeconds: 0, policies: [percent(25)] }),
      evidence: memory([ago(10, 4)]),
    }),
    'down, part of it used': byCpu(down, {
      spec: rules({}, { stabilizationWindowSeconds: 0, policies: [pods(2), pods(3, 600)] }),
      evidence: memory([ago(10, 4)], [], [event(30, 1), event(500, 1)]),
    }),
    'the least down': byCpu(down, {
      spec: rules(
        {},
        { stabilizationWindowSeconds: 0, selectPolicy: 'Min', policies: [pods(2), percent(25)] },
      ),
      evidence: memory([ago(10, 4)]),
    }),
    'down is disabled': byCpu(down, {
      spec: rules(
        {},
        { stabilizationWindowSeconds: 0, selectPolicy: 'Disabled', policies: [pods(2)] },
      ),
      evidence: memory([ago(10, 4)]),
    }),
    'down is held': byCpu(down, {
      spec: rules({}, { stabilizationWindowSeconds: 60, policies: [percent(100)] }),
      evidence: memory([ago(30, 2), ago(59, 3), ago(61, 4)]),
    }),
    'down to the least': byCpu(down, {
      spec: {
        ...rules({}, { stabilizationWindowSeconds: 0, policies: [percent(100)] }),
        minReplicas: 3,
      },
      evidence: memory([ago(10, 4)]),
    }),
    'up to the most': byCpu(up, {
      spec: { ...rules({ policies: [percent(900)] }), maxReplicas: 6 },
    }),
  });
  await expect(text).toMatchFileSnapshot(golden('limits'));
});
