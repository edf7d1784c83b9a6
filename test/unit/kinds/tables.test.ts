import { describe, expect, test } from 'vitest';
import { columnsOf, defaultProfile } from '#kinds';
import { KindRegistry } from '#catalog';
import { parseTime, type KubeObject } from '#values';

const registry = new KindRegistry(defaultProfile);
const now = parseTime('2022-01-01T01:00:00Z');

/** What the columns of these names show of an object. */
function cells(apiVersion: string, kind: string, fields: object, ...names: string[]): unknown[] {
  const object = { apiVersion, kind, metadata: { name: 'x' }, ...fields } as KubeObject;
  const columns = columnsOf(registry.byKind(apiVersion, kind)!);
  return names.map((name) => columns.find((column) => column.name === name)!.cell(object, now));
}

describe('the table of pods', () => {
  const restarted = (restartCount: number, minute: number, state: object) => ({
    restartCount,
    state,
    lastState: { terminated: { finishedAt: `2022-01-01T00:0${minute}:00Z` } },
  });
  const done = { terminated: { exitCode: 0 } };
  const pod = (initContainerStatuses: object[]) => ({
    spec: { containers: [{}], initContainers: [{}, {}, {}] },
    status: {
      phase: 'Pending',
      initContainerStatuses,
      containerStatuses: [restarted(100, 9, {})],
    },
  });

  test('counts restarts up to the init container that is at work', () => {
    const statuses = [restarted(1, 2, done), restarted(10, 1, {}), restarted(1000, 5, {})];
    expect(cells('v1', 'Pod', pod(statuses), 'Status', 'Restarts')).toEqual([
      'Init:1/3',
      '11 (58m ago)',
    ]);
  });

  test('counts restarts of containers once the init containers are done', () => {
    const statuses = [restarted(1, 2, done)];
    expect(cells('v1', 'Pod', pod(statuses), 'Restarts')).toEqual(['100 (51m ago)']);
  });

  test.each([
    [{ podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.2' }] }, '10.0.0.1'],
    [{ podIPs: [{ ip: '10.0.0.2' }] }, '10.0.0.2'],
    [{ podIP: '10.0.0.1' }, '10.0.0.1'],
    [{}, '<none>'],
  ])('shows of the addresses %j %s', (status, shown) => {
    expect(cells('v1', 'Pod', { spec: {}, status }, 'IP')).toEqual([shown]);
  });
});

test('a node with a condition Ready of no status is not ready', () => {
  const fields = { spec: {}, status: { conditions: [{ type: 'Ready' }] } };
  expect(cells('v1', 'Node', fields, 'Status')).toEqual(['NotReady']);
});

test('limits of a quota are what begins with `limits.`', () => {
  const hard = { 'limits.cpu': '1', limitsize: '2', limits: '3' };
  expect(cells('v1', 'ResourceQuota', { status: { hard } }, 'Request', 'Limit')).toEqual([
    'limits: 0/3, limitsize: 0/2',
    'limits.cpu: 0/1',
  ]);
});

test.each([
  ['Deployment', ''],
  ['ReplicaSet', '<none>'],
  ['DaemonSet', '<none>'],
])('an empty selector of a %s is shown as "%s"', (kind, shown) => {
  const spec = { selector: {}, template: { spec: { containers: [] } } };
  expect(cells('apps/v1', kind, { spec }, 'Selector')).toEqual([shown]);
});

test('a revision without a number has number 0', () => {
  expect(cells('apps/v1', 'ControllerRevision', {}, 'Revision')).toEqual([0]);
});

test('amounts of autoscalers are canonical', () => {
  const value = { type: 'Value', value: '0.5' };
  const average = { type: 'AverageValue', averageValue: '2000m' };
  const targets = (metric: object, status: object): unknown =>
    cells(
      'autoscaling/v2',
      'HorizontalPodAutoscaler',
      { spec: { metrics: [metric] }, status: { currentMetrics: [status] } },
      'Targets',
    )[0];
  const current = { value: '1500m', averageValue: '1000k' };
  expect([
    targets({ type: 'Pods', pods: { target: average } }, { pods: { current } }),
    targets({ type: 'Object', object: { target: value } }, { object: { current } }),
    targets({ type: 'External', external: { target: average } }, { external: { current } }),
    targets({ type: 'Resource', resource: { target: average } }, { resource: { current } }),
  ]).toEqual(['1M/2', '1500m/500m', '1M/2 (avg)', '1M/2']);
});
