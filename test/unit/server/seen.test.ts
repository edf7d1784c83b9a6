/** What is seen of requests by those who look on: judges, meters and the log of answers. */
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineTimers } from '#clock';
import { KindRegistry, kindsWithMetrics } from '#catalog';
import { pod, defaultProfile } from '#kinds';
import type { Answered } from '../../../src/server/app-options.ts';
import type { Exchange } from '../../../src/server/exchange/exchange.ts';
import { parseQuery } from '../../../src/server/request/query.ts';
import { durationBuckets, RequestMeter } from '../../../src/server/observers/request-meter.ts';
import { patience, checkTimeout } from '../../../src/server/request/request-timeout.ts';
import type { SeenRequest } from '../../../src/server/observers/seen-request.ts';
import { ServedKinds } from '../../../src/server/exchange/served-kinds.ts';
import { parsePath } from '../../../src/server/request/path.ts';
import { readTarget } from '../../../src/server/request/target.ts';
import { metricsPages } from '../../../src/server/observers/metrics.ts';
import { OpenWatches } from '../../../src/server/watch/open-watches.ts';
import { apiRig } from '../../support/api.ts';
import { ask, type Asked } from '../../support/ask.ts';
import { adminToken, serverRig, type ServerRig } from '../../support/server.ts';

const maps = '/api/v1/namespaces/default/configmaps';
const served = new ServedKinds(new KindRegistry(defaultProfile, kindsWithMetrics(defaultProfile)));

describe('a request that is watched', () => {
  let rig: ServerRig;
  const seen: SeenRequest[] = [];
  const answers: Answered[] = [];
  let ms = 0;
  beforeAll(async () => {
    const machine = machineTimers();
    const after = (ms: number, run: () => void) => machine.after(Math.min(ms, 5), run);
    rig = await serverRig({
      timers: { ...machine, after },
      onRequest: (request) => seen.push(request),
      app: { onAnswer: (answer) => answers.push(answer) },
      wall: { now: () => (ms += 10), sleep: () => Promise.resolve() },
    });
  });
  afterAll(() => rig.close());

  async function asked(request: Asked) {
    const headers = {
      authorization: `Bearer ${adminToken}`,
      'user-agent': 'tool/1',
      ...request.headers,
    };
    const { length } = answers;
    const answer = await ask(rig.listening.port, { ...request, headers }).catch(() => undefined);
    for (let turn = 0; turn < 1000 && answers.length === length; turn++) {
      await machineTimers().turn();
    }
    return { answer, request: seen.at(-1)!, logged: answers.at(-1)! };
  }

  const body = JSON.stringify({ metadata: { name: 'a' } });
  const json = { 'content-type': 'application/json' };
  it.each<[Asked, Partial<SeenRequest>]>([
    [
      { method: 'POST', path: `${maps}?fieldManager=me&dryRun=All`, headers: json, body },
      {
        ...{ method: 'POST', url: `${maps}?fieldManager=me&dryRun=All`, verb: 'create' },
        ...{ isResource: true, resource: 'configmaps', version: 'v1', subresource: '', name: '' },
        ...{ namespace: 'default', query: { fieldManager: 'me', dryRun: 'All' }, body },
        ...{
          userAgent: 'tool/1',
          contentType: 'application/json',
          code: 201,
          newest: 0,
          events: 0,
        },
      },
    ],
    [
      { path: '/apis/apps/v1/namespaces/a/deployments/b/scale' },
      {
        ...{ verb: 'get', resource: 'deployments.apps', version: 'v1', subresource: 'scale' },
        ...{ namespace: 'a', name: 'b', code: 404, contentType: '', body: '', query: {} },
      },
    ],
    [{ path: '/version' }, { isResource: false, verb: 'get', resource: '', code: 200 }],
    [{ path: maps, headers: { authorization: 'Bearer x' } }, { code: 401 }],
  ])('%j', async (request, expected) => {
    const { answer, request: found, logged } = await asked(request);
    expect({ ...found, code: found.code }).toMatchObject(expected);
    expect([found.endedBy, found.bytes]).toEqual(['server', answer!.bytes.length]);
    expect(found.endedMs! > found.beganMs).toBe(true);
    expect(found.beganAt).toBe(rig.clock.now());
    const { method = 'GET', path: url } = request;
    expect(logged).toMatchObject({ method, url, status: expected.code, userAgent: 'tool/1' });
    expect(logged.ms).toBeGreaterThan(0);
  });

  it('has the newest version of its answer', async () => {
    await asked({ method: 'POST', path: maps, headers: json, body });
    const { request } = await asked({ path: maps });
    expect(request.newest).toBe(rig.store.revision());
    const pretty = await asked({ path: `${maps}?pretty=1` });
    expect(pretty.request.newest).toBe(rig.store.revision());
  });

  it('counts the events of a watch, and says who ended it', async () => {
    const { request, answer } = await asked({ path: `${maps}?watch=1&timeoutSeconds=1` });
    expect(answer!.status).toBe(200);
    expect([request.events, request.endedBy]).toEqual([1, 'server']);
    const { request: list } = await asked({ path: maps });
    expect(list.events).toBe(0);
  });

  it('has a body of at most 256 KiB', async () => {
    const long = (length: number) => `{"data":{"a":"${'x'.repeat(length)}"}}`;
    const just = long(256 * 1024 - long(0).length);
    const path = `${maps}?dryRun=All`;
    const whole = await asked({ method: 'POST', path, headers: json, body: just });
    expect(whole.request.body).toHaveLength(256 * 1024);
    const more = await asked({ method: 'POST', path, headers: json, body: `${just} ` });
    expect(more.request.body.length).toBeLessThan(256 * 1024);
  });

  it('in protobuf is seen in JSON', async () => {
    const type = 'application/vnd.kubernetes.protobuf';
    const bytes = Buffer.from(
      '6b3873000a0f0a0276311209436f6e6669674d617012070a050a0361626300',
      'hex',
    );
    const { request } = await asked({
      ...{ method: 'POST', path: `${maps}?dryRun=All`, headers: { 'content-type': type } },
      body: bytes.subarray(0, -1),
    });
    for (let turn = 0; turn < 1000 && request.body === ''; turn++) {
      await machineTimers().turn();
    }
    expect(JSON.parse(request.body)).toEqual({
      ...{ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'abc' } },
    });
  });
});

describe('requests are measured', () => {
  function measure(...requests: readonly (readonly [string, string, number, number])[]) {
    let now = 0;
    const meter = new RequestMeter();
    for (const [method, url, code, ms] of requests) {
      const { path, query } = readTarget(method, url);
      const res = Object.assign(new EventEmitter(), { statusCode: code });
      meter.measure({
        ...{ server: { served, wall: { now: () => now } }, path, query },
        res: res as unknown as ServerResponse,
      } as unknown as Exchange);
      now += ms;
      res.emit('close');
    }
    return [...meter.series];
  }

  const pods = '/api/v1/namespaces/a/pods';
  it.each<[method: string, url: string, labels: string | undefined]>([
    ['GET', `${pods}/b`, 'GET  v1 pods  resource '],
    ['GET', pods, 'LIST  v1 pods  namespace '],
    ['GET', '/api/v1/pods', 'LIST  v1 pods  cluster '],
    ['GET', '/api/v1/pods?watch=1', 'WATCH  v1 pods  cluster '],
    ['POST', pods, 'POST  v1 pods  resource '],
    ['PUT', `${pods}/b/status?dryRun=All`, 'PUT  v1 pods status resource All'],
    ['PATCH', `${pods}/b?dryRun=x`, 'PATCH  v1 pods  resource '],
    ['DELETE', pods, 'DELETECOLLECTION  v1 pods  namespace '],
    ['GET', '/apis/apps/v1/deployments', 'LIST apps v1 deployments  cluster '],
    ['GET', `${pods}/b/none`, undefined],
    ['GET', `${pods}/b/exec`, undefined],
    ['GET', `${pods}/b/proxy`, undefined],
    ['GET', '/apis/none.example/v1/things', undefined],
  ])('%s %s', (method, url, labels) => {
    const series = measure([method, url, 200, 10]);
    const found = series.map(({ labels: each }) => {
      const { verb, group, version, resource, subresource, scope, dry_run, component } = each;
      expect(component).toBe('apiserver');
      return [verb, group, version, resource, subresource, scope, dry_run].join(' ');
    });
    expect(found).toEqual(labels === undefined ? [] : [labels]);
  });

  it('by code and time, once for each series', () => {
    const one = ['GET', `${pods}/b`] as const;
    const [series, other] = measure(
      ...([
        [...one, 200, 50],
        [...one, 200, 51],
        [...one, 404, 60_000],
        [...one, 200, 60_001],
        ['GET', '/api/v1/pods?watch=1', 200, 10_000],
      ] as const),
    );
    expect([...series!.codes]).toEqual([
      [200, 3],
      [404, 1],
    ]);
    expect([series!.count, series!.seconds]).toEqual([4, 120.102]);
    const expected = durationBuckets.map((bound) => Number([0.05, 0.1, 60].includes(bound)));
    expect(series!.buckets).toEqual(expected);
    expect([other!.count, [...other!.codes]]).toEqual([0, [[200, 1]]]);
  });
});

describe('metrics', () => {
  it('show series, queues, watches and objects', async () => {
    const { api } = await apiRig();
    const watches = new OpenWatches();
    for (const kind of [pod, pod])
      watches.add({ kind: kind as never, end: () => Promise.resolve() });
    const labels = {
      ...{ verb: 'GET', dry_run: '', group: '', version: 'v1', resource: 'pods' },
      ...{ subresource: '', scope: 'resource', component: 'apiserver' },
    };
    const buckets = [1, 2, ...durationBuckets.slice(2).map(() => 0)];
    const codes = new Map([[200, 4]]);
    const spread = { bounds: [0.1, 1], buckets: [1, 1], count: 3, seconds: 5 };
    const none = { bounds: [1], buckets: [0], count: 0, seconds: 0 };
    const queue = { name: 'job', depth: 1, adds: 2, retries: 3, waits: spread, works: none };
    const series = [{ labels, codes, buckets, count: 4, seconds: 7.5 }] as never;
    const pages = metricsPages({ api, watches, requests: { series }, queues: () => [queue] }, () =>
      Promise.resolve(),
    );
    const { text } = await pages();
    const of =
      'verb="GET",dry_run="",group="",version="v1",resource="pods",subresource="",scope="resource",component="apiserver"';
    const duration = 'apiserver_request_duration_seconds';
    for (const line of [
      `apiserver_request_total{${of},code="200"} 4`,
      `${duration}_bucket{${of},le="0.05"} 1`,
      `${duration}_bucket{${of},le="0.1"} 3`,
      `${duration}_bucket{${of},le="60"} 3`,
      `${duration}_bucket{${of},le="+Inf"} 4`,
      `${duration}_sum{${of}} 7.5`,
      `${duration}_count{${of}} 4`,
      'apiserver_longrunning_requests{verb="WATCH",group="",version="v1",resource="pods",component="apiserver"} 2',
      'apiserver_storage_objects{resource="namespaces"} 1',
      'apiserver_storage_objects{resource="pods"} 0',
      'apiserver_registered_watchers 2',
      `orrery_store_revision ${api.revision()}`,
      'workqueue_depth{name="job"} 1',
      'workqueue_adds_total{name="job"} 2',
      'workqueue_retries_total{name="job"} 3',
      'workqueue_queue_duration_seconds_bucket{name="job",le="0.1"} 1',
      'workqueue_queue_duration_seconds_bucket{name="job",le="1"} 2',
      'workqueue_queue_duration_seconds_bucket{name="job",le="+Inf"} 3',
      'workqueue_queue_duration_seconds_sum{name="job"} 5',
      'workqueue_queue_duration_seconds_count{name="job"} 3',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).not.toContain('workqueue_work_duration_seconds_bucket');
    const number = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)![1]);
    const { rss, heapUsed } = process.memoryUsage();
    expect(number('process_resident_memory_bytes') / rss).toBeCloseTo(1, 0);
    expect(number('nodejs_heap_used_bytes') / heapUsed).toBeGreaterThan(0.3);
    const { user, system } = process.cpuUsage();
    expect(number('process_cpu_seconds_total') / ((user + system) / 1e6)).toBeCloseTo(1, 0);
  });
});

describe('the time that a client waits', () => {
  it.each([
    ['', 34_000],
    ['timeout=', 34_000],
    ['timeout=0s', 34_000],
    ['timeout=10s', 10_000],
    ['timeout=1m', 34_000],
    ['timeout=-5s', 34_000],
  ])('with %s is %s ms', (text, ms) => {
    let now = 5;
    const left = patience(parseQuery(text), { now: () => now });
    expect(left()).toBe(ms);
    now += 1000;
    expect(left()).toBe(ms - 1000);
  });

  it.each([
    ['/api/v1/pods', 'timeout=1s', true],
    ['/api/v1/pods', 'timeout=', true],
    ['/api/v1/pods', 'timeout=x', false],
    ['/version', 'timeout=x', false],
    ['/api/v1/pods', 'timeout=x&watch=1', true],
    ['/api/v1/namespaces/a/pods/b/log', 'timeout=x', true],
    ['/api/v1/namespaces/a/pods/b/exec', 'timeout=x', true],
    ['/api/v1/namespaces/a/pods/b/status', 'timeout=x', false],
  ])('at %s with %s is good: %s', (path, text, isGood) => {
    const query = parseQuery(text);
    const check = () => checkTimeout(parsePath('GET', path, query.flag('watch')), query);
    if (isGood) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        'invalid timeout specified in the request URL - time: invalid duration',
      );
  });
});
