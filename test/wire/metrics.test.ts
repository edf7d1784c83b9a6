/** `/metrics`: what Prometheus reads of the server. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverRig, type ServerRig } from '../support/server.ts';
import { configMap, configMaps, Lines, request } from './client.ts';

const waits = { bounds: [1, 10], buckets: [2, 0], count: 3, seconds: 30.5 };
const works = { bounds: [1], buckets: [0], count: 0, seconds: 0 };
const queue = { name: 'daemonset', depth: 1, adds: 4, retries: 2, waits, works };

let rig: ServerRig;
beforeAll(async () => {
  rig = await serverRig({ queues: () => [queue] });
  await request(rig, 'POST', configMaps, { body: configMap('a') });
  await request(rig, 'POST', configMaps, { body: configMap('a') });
  await request(rig, 'POST', `${configMaps}?dryRun=All`, { body: configMap('b') });
  await request(rig, 'GET', configMaps);
  await request(rig, 'GET', '/api/v1/configmaps');
  for (const made of ['up', 'too']) await request(rig, 'GET', `/api/v1/${made}`);
});
afterAll(() => rig.close());

/** The value of the sample whose labels are these and maybe others. */
async function sample(
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  const { text } = await request(rig, 'GET', '/metrics');
  const line = text
    .split('\n')
    .find(
      (one) =>
        (one.startsWith(`${name}{`) || one.startsWith(`${name} `)) &&
        Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)),
    );
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}

it('counts nothing that anybody can make up, with a token or without', async () => {
  const madeUp = `${configMaps}/a/made-up`;
  await request(rig, 'GET', madeUp);
  await request(rig, 'DELETE', madeUp);
  await request(rig, 'GET', madeUp, { headers: { Authorization: 'Bearer made-up' } });
  const { text } = await request(rig, 'GET', '/metrics');
  expect(text).not.toContain('made-up');
});

it('counts requests by what they are about and what came of them', async () => {
  const created = { verb: 'POST', resource: 'configmaps', version: 'v1', scope: 'resource' };
  const count = (labels: object) => sample('apiserver_request_total', { ...created, ...labels });
  expect(await count({ code: '201', dry_run: '' })).toBe(1);
  expect(await count({ code: '201', dry_run: 'All' })).toBe(1);
  expect(await count({ code: '409' })).toBe(1);
  expect(await count({ verb: 'LIST', scope: 'namespace', code: '200' })).toBe(1);
  expect(await count({ verb: 'LIST', scope: 'cluster', code: '200' })).toBe(1);
  expect((await request(rig, 'GET', '/metrics')).text).not.toContain('resource="too"');
});

it('says how long they took', async () => {
  const name = 'apiserver_request_duration_seconds';
  const lists = { verb: 'LIST', resource: 'configmaps', scope: 'cluster' };
  expect(await sample(`${name}_count`, lists)).toBe(1);
  expect(await sample(`${name}_bucket`, { ...lists, le: '+Inf' })).toBe(1);
  expect(await sample(`${name}_bucket`, { ...lists, le: '60' })).toBe(1);
  expect(await sample(`${name}_sum`, lists)).toBeGreaterThan(0);
});

it('counts objects and open watches', async () => {
  expect(await sample('apiserver_storage_objects', { resource: 'configmaps' })).toBe(1);
  expect(await sample('apiserver_storage_objects', { resource: 'namespaces' })).toBe(4);
  const lines = await Lines.open(rig, `${configMaps}?watch=1`);
  const watches = { verb: 'WATCH', resource: 'configmaps' };
  expect(await sample('apiserver_longrunning_requests', watches)).toBe(1);
  expect(await sample('apiserver_registered_watchers')).toBe(1);
  lines.close();
});

it('says what the work queues of controllers have had to do', async () => {
  const name = { name: 'daemonset' };
  expect(await sample('workqueue_depth', name)).toBe(1);
  expect(await sample('workqueue_adds_total', name)).toBe(4);
  expect(await sample('workqueue_retries_total', name)).toBe(2);
  const duration = 'workqueue_queue_duration_seconds';
  expect(await sample(`${duration}_bucket`, { ...name, le: '10' })).toBe(2);
  expect(await sample(`${duration}_count`, name)).toBe(3);
  expect(await sample(`${duration}_sum`, name)).toBe(30.5);
  expect(await sample('workqueue_work_duration_seconds_count', name)).toBeUndefined();
});

it('has the share of each priority level, as v1.24 computes it', async () => {
  const limits = async (): Promise<Record<string, number>> => {
    const { text } = await request(rig, 'GET', '/metrics');
    const found = text.matchAll(
      /^apiserver_flowcontrol_request_concurrency_limit\{priority_level="(.*)"\} (\d+)$/gm,
    );
    return Object.fromEntries([...found].map(([, name, value]) => [name!, Number(value)]));
  };
  // As a v1.24.17 API server shows them.
  expect(await limits()).toEqual({
    ...{ 'catch-all': 13, 'global-default': 49, 'leader-election': 25, 'node-high': 98 },
    ...{ system: 74, 'workload-high': 98, 'workload-low': 245 },
  });
  const level = (name: string, spec: object) => ({ body: { metadata: { name }, spec } });
  const levels = '/apis/flowcontrol.apiserver.k8s.io/v1beta2/prioritylevelconfigurations';
  const limited = { assuredConcurrencyShares: 55, limitResponse: { type: 'Reject' } };
  await request(rig, 'POST', levels, level('batch', { type: 'Limited', limited }));
  expect(await limits()).toEqual({
    ...{ 'catch-all': 10, 'global-default': 40, 'leader-election': 20, 'node-high': 80 },
    ...{ system: 60, 'workload-high': 80, 'workload-low': 200, batch: 110 },
  });
});

it('names its version', async () => {
  expect(await sample('kubernetes_build_info', { major: '1', minor: '24' })).toBe(1);
});
