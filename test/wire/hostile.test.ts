/** Hostile requests, and those that meet a defect: each gets its answer, and the server keeps running. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { machineTimers, VirtualClock } from '#clock';
import { DefectLog } from '../../src/cli/serve/defects.ts';
import { untilSignal } from '../../src/cli/signals.ts';
import { RawConnection } from '../support/fuzz/raw-http.ts';
import { servedClock } from '../support/control.ts';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';
import { request } from './client.ts';

const clockPath = '/orrery/v1/clock';
let rig: ServerRig;
let clock: VirtualClock;
let stopping: AbortController;
let defects: unknown[];

beforeAll(async () => {
  clock = new VirtualClock({ start: 1_795_204_800_000 });
  stopping = new AbortController();
  const routes = [
    ...servedClock(clock, stopping.signal),
    {
      method: 'GET' as const,
      path: '/orrery/v1/defect',
      handle: () => {
        throw new TypeError('a slip');
      },
    },
  ];
  rig = await serverRig({
    routes: async () => routes,
    onDefect: (error) => void defects.push(error),
  });
});
beforeEach(() => void (defects = []));
afterAll(() => rig.close());

/** Sends what no client's library would. */
async function raw(head: string, body = '') {
  const connection = new RawConnection(rig.listening.port);
  const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`;
  connection.send(Buffer.from(`${head}\r\nHost: localhost\r\n${length}\r\n${body}`));
  const answer = await connection.receive();
  connection.destroy();
  return { status: answer!.status, text: answer!.body.toString() };
}

describe('targets that name a server', () => {
  const authorized = ` HTTP/1.1\r\nAuthorization: Bearer ${adminToken}`;

  it.each([
    ['http://localhost/version', 200],
    ['http://127.0.0.1:6443/api/v1/namespaces/default/pods?limit=1', 200],
    ['HTTPS://[::1]:1/api/v1/pods', 200],
    ['http://localhost/', 200],
    ['http://localhost', 404],
    ['http://localhost?x', 404],
    ['http://elsewhere.example/version', 403],
    ['http://a:999999/api/v1/pods', 400],
    ['http://a:999999/orrery/v1/clock', 400],
    ['http://[/orrery/v1/clock', 400],
    ['http://[x]/version', 400],
    ['http:///version', 400],
    ['http://user@localhost/version', 400],
    ['ftp://localhost/version', 400],
    ['//[/version', 404],
    ['/orrery/v1/why?[http://[', 404],
  ])('%s: %i', async (target, status) => {
    const answer = await raw(`GET ${target}${authorized}`);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('<html');
    if (status === 400)
      expect(JSON.parse(answer.text)).toMatchObject({ kind: 'Status', code: 400 });
    expect(defects).toEqual([]);
  });
});

describe('bodies of orders', () => {
  const json = { 'content-type': 'application/json' };

  it.each<[string, string, Record<string, string>, number]>([
    ['brackets without end', '['.repeat(60_000), json, 400],
    ['too much', '['.repeat(1_000_000), json, 413],
    ['three megabytes', ' '.repeat(3_000_000), json, 413],
    ['no JSON', '{', json, 400],
    ['an unknown charset', '{}', { 'content-type': 'application/json; charset=utf-99' }, 415],
    ['an encoding', '{}', { ...json, 'content-encoding': 'br' }, 415],
    ['parts of milliseconds', '{"seconds":0.0001}', json, 200],
    ['a field that is not there', '{"seconds":1,"secnds":1}', json, 400],
    ['more time than there is', '{"seconds":9e9}', json, 200],
    ['and again', '{"seconds":9.9e9}', json, 200],
  ])('%s', async (_, body, headers, status) => {
    const answer = await request(rig, 'POST', `${clockPath}/advance`, { body, headers });
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body).toMatchObject({ kind: 'Status', code: status });
    expect(defects).toEqual([]);
  });

  it('say it in UTF-8', async () => {
    const headers = { 'content-type': 'application/json; charset="UTF-8"' };
    const sent = { headers, body: '{"seconds":0}' };
    expect((await request(rig, 'POST', `${clockPath}/advance`, sent)).status).toBe(200);
  });

  it.each([
    ['PUT', clockPath, { speed: 1e300 }],
    ['PUT', clockPath, { speed: '9'.repeat(400) }],
  ])('%s %s %j is refused', async (method, path, body) => {
    expect((await request(rig, method, path, { body })).status).toBe(400);
  });
});

describe('a form that the answer to a write cannot have', () => {
  const classes = '/apis/node.k8s.io/v1/runtimeclasses';
  const form = (as: string) => ({ accept: `application/json;as=${as};g=meta.k8s.io;v=v1` });
  const put = { metadata: { name: 'a' }, handler: 'x' };
  const label = '{"metadata":{"labels":{"a":"b"}}}';
  const merge = { 'content-type': 'application/merge-patch+json' };

  it.each<[string, string, unknown, Record<string, string>, number]>([
    ['PUT', `${classes}/a`, put, form('PartialObjectMetadataList'), 406],
    ['POST', classes, put, form('PartialObjectMetadataList'), 406],
    ['POST', `${classes}?includeObject=x`, put, form('Table'), 400],
    ['PATCH', `${classes}/b`, label, { ...merge, ...form('PartialObjectMetadataList') }, 406],
    ['PATCH', `${classes}/b?includeObject=x`, label, { ...merge, ...form('Table') }, 400],
    ['DELETE', `${classes}/b`, undefined, form('PartialObjectMetadataList'), 406],
    ['DELETE', classes, undefined, form('PartialObjectMetadata'), 406],
    ['DELETE', `${classes}?includeObject=x`, undefined, form('Table'), 400],
  ])('%s %s: nothing is written', async (method, path, body, headers, status) => {
    await request(rig, 'PUT', `${classes}/b`, {
      body: { metadata: { name: 'b' }, handler: 'x' },
    });
    const before = rig.store.revision();
    expect((await request(rig, method, path, { body, headers })).status).toBe(status);
    expect(rig.store.revision()).toBe(before);
  });
});

describe('an advance that takes too long', () => {
  const advance = { body: { seconds: 1e9 } };
  const timers = machineTimers();

  beforeEach(() => {
    const tick = (): void => void clock.after(1000, tick, { name: 'tick' });
    tick();
  });

  /** Resolves once the clock has begun to move. */
  async function moving(): Promise<void> {
    const began = clock.now();
    while (clock.now() < began + 10_000) await timers.turn();
  }

  it('ends when its client goes', async () => {
    const client = new AbortController();
    const asked = fetch(`${rig.url}${clockPath}/advance`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}` },
      body: JSON.stringify(advance.body),
      signal: client.signal,
    });
    await moving();
    client.abort();
    await expect(asked).rejects.toThrow();
    // Another advance has its turn only when this one has ended.
    await clock.advanceBy(0);
    expect(defects).toEqual([]);
  });

  it('ends when the clock is set to manual', async () => {
    const asked = request(rig, 'POST', `${clockPath}/advance`, advance);
    await moving();
    expect((await request(rig, 'PUT', clockPath, { body: { mode: 'manual' } })).status).toBe(200);
    expect(await asked).toMatchObject({ status: 409, body: { reason: 'Conflict' } });
    expect(
      (await request(rig, 'POST', `${clockPath}/advance`, { body: { seconds: 1 } })).status,
    ).toBe(200);
  });

  it('ends when the server is to stop', async () => {
    const asked = request(rig, 'POST', `${clockPath}/advance`, advance);
    await moving();
    stopping.abort(new Error('stop'));
    await asked;
    await clock.advanceBy(0);
  });
});

describe('defects', () => {
  it('are answered by 500 and reported, and the connection stays open', async () => {
    const answer = await request(rig, 'GET', '/orrery/v1/defect');
    expect(answer).toMatchObject({
      status: 500,
      body: { kind: 'Status', reason: 'InternalError' },
    });
    expect(defects).toEqual([new TypeError('a slip')]);
    expect((await request(rig, 'GET', '/readyz')).text).toBe('ok');
  });

  it('are reported with their stack once', () => {
    const written: string[] = [];
    const log = new DefectLog((text) => written.push(text));
    const error = new TypeError('a slip');
    log.report(error);
    log.report(error);
    log.report('not even an error');
    expect(written[0]).toMatch(/keeps running: TypeError: a slip\n\s+at .*hostile\.test/);
    expect(written[1]).toBe(
      'orrery serve: this is a defect; the server keeps running: TypeError: a slip\n',
    );
    expect(written[2]).toContain('not even an error\n');
  });

  it('that are not caught are reported too, while the server runs', () => {
    const written: string[] = [];
    const log = new DefectLog((text) => written.push(text));
    const unguard = log.guardProcess();
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      const last = process.listeners(event as 'uncaughtException').at(-1)!;
      last(new Error(event), event as 'uncaughtException');
    }
    unguard();
    expect(written.map((text) => /uncaughtException|unhandledRejection/.exec(text)?.[0])).toEqual([
      'uncaughtException',
      'unhandledRejection',
    ]);
    expect(process.listeners('uncaughtException')).not.toContain(log.report);
    expect(process.listeners('unhandledRejection')).not.toContain(log.report);
  });
});

it('a second signal is left to the system', async () => {
  const counts = (): readonly number[] =>
    ['SIGINT', 'SIGTERM'].map((signal) => process.listenerCount(signal));
  const before = counts();
  const stopped = untilSignal();
  expect(counts()).toEqual(before.map((count) => count + 1));
  process.emit('SIGTERM');
  await stopped;
  expect(counts()).toEqual(before);
});
