/** The numbers of objects over time, as charts draw them. */
import { describe, expect, it } from 'vitest';
import { bucketOf, defaultProfile } from '#kinds';
import { kindsOf, KindRegistry } from '#catalog';
import type { KubeObject } from '#values';
import { CPU_LOAD } from '#pool';
import type { FieldChange, RecordChange } from '#record';
import type { Change } from '#store';
import { autoscalingNumbers, Loads } from '../../../src/view/autoscaling.ts';
import { Charts, withMore } from '../../../src/view/series.ts';

const kinds = kindsOf(defaultProfile);

/** Where the objects of a kind are stored. */
const buckets = new Map(kinds.map((kind) => [kind.kind, bucketOf(kind)]));
const startMs = 1000;
const then = '1970-01-01T00:00:01Z';

type Made = Partial<Omit<Change, 'value'>> & { readonly value: object };
const change = ({ value, ...more }: Made): Change => ({
  ...{ revision: 1, time: startMs, type: 'updated', key: 'default/a' },
  bucket: buckets.get((value as KubeObject).kind)!,
  ...{ origin: { actor: 'user' }, value: value as KubeObject, ...more },
});
const deployment = (more: object): object => ({
  ...{ apiVersion: 'apps/v1', kind: 'Deployment' },
  ...{ metadata: { name: 'a', namespace: 'default', creationTimestamp: then }, ...more },
});
const kindOf = (kind: string, apiVersion: string, more: object): object => ({
  ...{ apiVersion, kind, metadata: { name: 'a', namespace: 'default' }, ...more },
});

describe('the numbers of an object', () => {
  const drawn = (value: object): unknown => {
    const charts = new Charts(startMs, new KindRegistry(defaultProfile));
    charts.add([change({ value })]);
    const [found] = charts.more(startMs);
    return (
      found && Object.fromEntries(found.series.map(({ path, points }) => [path, points[0]!.value]))
    );
  };

  it.each<[string, object, unknown]>([
    [
      'targets and counts',
      deployment({ spec: { replicas: 3, revisionHistoryLimit: 2 }, status: { readyReplicas: 1 } }),
      { 'spec.replicas': 3, 'status.readyReplicas': 1 },
    ],
    [
      'no generation',
      deployment({ spec: {}, status: { observedGeneration: 2, replicas: 1 } }),
      { 'status.replicas': 1 },
    ],
    ['none that are always 0', deployment({ spec: { replicas: 0 }, status: {} }), undefined],
    ['none of texts', deployment({ spec: { replicas: '3' }, status: { phase: 'x' } }), undefined],
    ['none of what is not drawn', kindOf('Pod', 'v1', { spec: { replicas: 1 } }), undefined],
    [
      'a Job',
      kindOf('Job', 'batch/v1', {
        spec: { completions: 5, parallelism: 2 },
        status: { active: 2 },
      }),
      { 'spec.completions': 5, 'spec.parallelism': 2, 'status.active': 2 },
    ],
    [
      'the length of a list of the active',
      kindOf('CronJob', 'batch/v1', { spec: {}, status: { active: [{}, {}], other: [1] } }),
      { 'status.active': 2 },
    ],
    [
      'the amounts of a quota',
      kindOf('ResourceQuota', 'v1', {
        ...{ spec: {} },
        status: { used: { cpu: '500m', 'requests.cpu': '1' }, hard: { cpu: 2, pods: '1k' } },
      }),
      {
        ...{ 'status.used.cpu': 0.5, "status.used['requests.cpu']": 1 },
        ...{ 'status.hard.cpu': 2, 'status.hard.pods': 1000 },
      },
    ],
  ])('are %s', (_, value, expected) => {
    expect(drawn(value)).toEqual(expected);
  });
});

const said = (field: string, from: number | undefined, to: number | undefined): FieldChange => ({
  ...{ path: ['status', field], from, to },
});

describe('a number over time', () => {
  const ready = (count: number | undefined, revision: number, type: Change['type'] = 'updated') =>
    change({
      ...{ revision, time: startMs + revision * 10, type },
      value: deployment({ spec: {}, status: count === undefined ? {} : { readyReplicas: count } }),
    });
  const pointsOf = (...changes: readonly Change[]) => {
    const charts = new Charts(startMs, new KindRegistry(defaultProfile));
    charts.add(changes);
    return charts
      .more(startMs)[0]
      ?.series[0]?.points.map(({ atMs, revision, value }) => [...[atMs, revision, value]]);
  };

  it('has a point where it changes, and a gap while the object is gone', () => {
    expect(
      pointsOf(ready(1, 1), ready(1, 2), ready(2, 3), ready(2, 4, 'deleted'), ready(2, 5)),
    ).toEqual([
      [10, 1, 1],
      [30, 3, 2],
      [40, 4, undefined],
      [50, 5, 2],
    ]);
  });

  it('is 0 where it is left out', () => {
    expect(pointsOf(ready(1, 1), ready(undefined, 2))).toEqual([
      [10, 1, 1],
      [20, 2, 0],
    ]);
  });

  it('is shown from its 0 on once it is another', () => {
    expect(pointsOf(ready(0, 1), ready(3, 2))).toEqual([
      [10, 1, 0],
      [20, 2, 3],
    ]);
  });

  it.each<[string, FieldChange[], object]>([
    ['set', [said('readyReplicas', 1, 3)], { readyReplicas: 3, replicas: 2 }],
    [
      'new',
      [said('updatedReplicas', undefined, 3)],
      { readyReplicas: 1, replicas: 2, updatedReplicas: 3 },
    ],
    ['left out', [said('readyReplicas', 1, undefined)], { replicas: 2 }],
    [
      'of a generation',
      [said('observedGeneration', 1, 2)],
      { readyReplicas: 1, replicas: 2, observedGeneration: 2 },
    ],
  ])('is %s as its update says, without the object', (_, changes, status) => {
    const before = change({
      value: deployment({ spec: {}, status: { readyReplicas: 1, replicas: 2 } }),
    });
    const after = { ...before, revision: 2, time: startMs + 10, changes };
    const value = deployment({ spec: {}, status }) as KubeObject;
    const drawn = (...changesOf: RecordChange[]) => {
      const charts = new Charts(startMs, new KindRegistry(defaultProfile));
      charts.add(changesOf);
      return charts.more(startMs);
    };
    const unread = { ...after, value: undefined } as unknown as RecordChange;
    expect(drawn(before, unread)).toEqual(drawn(before, { ...after, changes: undefined, value }));
  });

  it('is that of the object where an update says more', () => {
    const more = [said('readyReplicas', 1, 2), { path: ['spec', 'replicas'], from: 1, to: 4 }];
    const value = deployment({ spec: { replicas: 4 }, status: { readyReplicas: 2 } });
    const charts = new Charts(startMs, new KindRegistry(defaultProfile));
    charts.add([{ ...change({ value }), changes: more }]);
    expect(charts.more(startMs)[0]!.paths).toEqual(['spec.replicas', 'status.readyReplicas']);
  });

  it('is answered once, and joined to what was answered before', () => {
    const charts = new Charts(startMs, new KindRegistry(defaultProfile));
    charts.add([ready(1, 1)]);
    const first = charts.more(startMs);
    expect(charts.more(startMs)).toEqual([]);
    charts.add([ready(1, 2)]);
    expect(charts.more(startMs)).toEqual([]);
    charts.add([ready(2, 3)]);
    const second = charts.more(startMs);
    expect(second).toEqual([
      {
        ...{ kind: 'Deployment', key: 'default/a', paths: ['status.readyReplicas'] },
        series: [
          {
            ...{ path: 'status.readyReplicas', after: 1 },
            points: [{ atMs: 30, revision: 3, value: 2 }],
          },
        ],
      },
    ]);
    const before = withMore([], first);
    expect(withMore(before, [])).toBe(before);
    const other = { kind: 'Job', key: 'default/a', series: [] };
    const [kept, joined] = withMore([other, ...before], second);
    expect(kept).toBe(other);
    expect(joined!.series[0]!.points.map(({ value }) => value)).toEqual([1, 2]);
  });
});

describe('the numbers of an autoscaler', () => {
  const target = (averageUtilization: number, name = 'cpu') => ({
    resource: { name, target: { averageUtilization } },
  });
  const used = (averageUtilization: number, averageValue?: string) => ({
    resource: { current: { averageUtilization, ...(averageValue && { averageValue }) } },
  });
  const numbers = (spec: object, status: object = {}) =>
    Object.fromEntries(autoscalingNumbers({ spec, status } as unknown as KubeObject));
  const window = 'spec.behavior.scaleDown.stabilizationWindowSeconds';
  const aim = 'spec.metrics[0].resource.target.averageUtilization';
  const measured = 'status.currentMetrics[0].resource.current.averageUtilization';

  it.each<[string, object, object, object]>([
    ['none', {}, {}, {}],
    ['none of other metrics', { metrics: [{}] }, {}, {}],
    ['none of an amount', { metrics: [{ resource: { target: {} } }] }, {}, {}],
    ['its target', { metrics: [target(50)] }, {}, { [aim]: 50, [window]: 300 }],
    [
      'its own window',
      { metrics: [target(50)], behavior: { scaleDown: { stabilizationWindowSeconds: 0 } } },
      {},
      { [aim]: 50, [window]: 0 },
    ],
    [
      'what is missing so far',
      { metrics: [target(50)] },
      { currentReplicas: 2, currentMetrics: [null] },
      { [aim]: 50, [window]: 300 },
    ],
    [
      'what it has measured',
      { metrics: [target(50)] },
      { currentReplicas: 2, currentMetrics: [used(100, '500m')] },
      { [aim]: 50, [window]: 300, [measured]: 100, 'usage.cpu': 1, recommended: 4 },
    ],
  ])('are %s', (_, spec, status, expected) => {
    expect(numbers(spec, status)).toEqual(expected);
  });

  it.each<[percent: number, pods: number, recommended: number]>([
    [100, 4, 4],
    [109, 4, 4],
    // 1.1 - 1 is a little more than 0.1 here, as in v1.24.
    [110, 4, 5],
    [90, 4, 4],
    [89, 4, 4],
    [74, 4, 3],
    [10, 4, 1],
    [200, 0, 0],
  ])(
    'recommend at %i percent of the target, of %i pods, %i',
    (percent, currentReplicas, expected) => {
      const status = { currentReplicas, currentMetrics: [used(percent)] };
      expect(numbers({ metrics: [target(100)] }, status)['recommended']).toBe(expected);
    },
  );

  it('recommend the highest of several', () => {
    const status = { currentReplicas: 1, currentMetrics: [used(300), used(200, '1Gi')] };
    expect(numbers({ metrics: [target(100), target(100, 'memory')] }, status)).toMatchObject({
      ...{ recommended: 3, 'usage.memory': 2 ** 30 },
      'status.currentMetrics[1].resource.current.averageUtilization': 200,
    });
  });
});

describe('the load of a target', () => {
  const loaded = (text: string | undefined, time: number, more: Partial<Change> = {}): Change =>
    change({
      ...{ time: startMs + time, bucket: 'deployments.apps', ...more },
      value: deployment({
        metadata: {
          ...{ name: 'a', namespace: 'default', creationTimestamp: then },
          ...(text !== undefined && { annotations: { [CPU_LOAD]: text } }),
        },
      }),
    });
  const scaler = (name: string): KubeObject =>
    ({
      metadata: { name: 'h', namespace: 'default' },
      spec: { scaleTargetRef: { kind: 'Deployment', name } },
    }) as unknown as KubeObject;
  const pointsOf = (changes: readonly Change[], name = 'a') => {
    const loads = new Loads();
    for (const each of changes) loads.see(each);
    const points = loads.pointsFor(scaler(name), startMs, startMs + 4000);
    return points.map(({ atMs, value }) => [atMs, value]);
  };

  it.each<[string, readonly Change[], readonly unknown[]]>([
    ['none', [loaded(undefined, 0)], []],
    ['steady', [loaded('2', 0), loaded('2', 1000)], [[0, 2]]],
    [
      'another',
      [loaded('2', 0), loaded('3', 1000)],
      [
        [0, 2],
        [1000, 3],
      ],
    ],
    [
      'gone with its annotation',
      [loaded('2', 0), loaded(undefined, 1000)],
      [
        [0, 2],
        [1000, undefined],
      ],
    ],
    [
      'gone with the object',
      [loaded('2', 0), loaded('2', 1000, { type: 'deleted' })],
      [
        [0, 2],
        [1000, undefined],
      ],
    ],
    ['not readable', [loaded('plenty', 500)], [[500, undefined]]],
    ['of another bucket', [loaded('2', 0, { bucket: 'pods' })], []],
    ['of another object', [loaded('2', 0, { key: 'default/b' })], []],
  ])('is %s', (_, changes, points) => {
    expect(pointsOf(changes)).toEqual(points);
  });

  it('is none without a target', () => {
    const loads = new Loads();
    loads.see(loaded('2', 0));
    const value = { metadata: { name: 'h', namespace: 'default' } } as KubeObject;
    expect(loads.pointsFor(value, startMs, startMs + 1)).toEqual([]);
  });
});
