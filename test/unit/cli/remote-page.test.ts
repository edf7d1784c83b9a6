/** The page of a server elsewhere: what it reads of the record as that grows, and what it passes on. */
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { WallTimers } from '#clock';
import { askServer } from '../../../src/cli/ask-server.ts';
import { remotePage, type Ask } from '../../../src/cli/open/remote-page.ts';
import { Pauses } from '../../../src/cli/pauses.ts';
import { handled } from '../../support/ask.ts';

const head = { scenario: 's', seed: 1, start: '2026-01-01T00:00:00Z' };

/** A server whose record the test changes; what it was asked for. */
function fakeServer() {
  const has = {
    revision: 2,
    record: {
      ...{ ...head, seconds: 5, entries: [{ revision: 1 }, { revision: 2 }] as object[] },
      ...{
        steps: [{ step: 1 }] as object[],
        checks: [] as object[],
        faults: [] as object[] | undefined,
      },
    },
    requests: [] as object[],
    clock: { mode: 'paced', speed: 60 },
  };
  const asked: string[] = [];
  const ask: Ask = ({ method, path }) => {
    asked.push(`${method} ${path}`);
    if (path.endsWith('/revision'))
      return Promise.resolve(JSON.stringify({ revision: has.revision }));
    if (path.endsWith('/record')) return Promise.resolve(JSON.stringify(has.record));
    if (path.endsWith('/clock')) return Promise.resolve(JSON.stringify(has.clock));
    const from = Number(path.split('=')[1]);
    const requests = has.requests.slice(from);
    return Promise.resolve(JSON.stringify({ requests, missed: 0, next: has.requests.length }));
  };
  return { has, asked, ask };
}

/** Pauses that are over at once. */
const delays: number[] = [];
const timers = {
  after: (ms: number, run: () => void) => {
    delays.push(ms);
    queueMicrotask(run);
    return () => undefined;
  },
} as unknown as WallTimers;

describe('the record of a server elsewhere', () => {
  it('is read as it grows, each part once', async () => {
    const { has, ask } = fakeServer();
    const reader = remotePage(ask, '/tmp/kubeconfig', timers).readRecord();
    const next = async () => JSON.parse((await reader.next())!) as Record<string, object>;
    expect(await next()).toEqual({ kubeconfig: '/tmp/kubeconfig', beginning: head });
    has.requests.push({ number: 1 });
    expect(await next()).toEqual({
      growth: { ...has.record, ...{ scenario: undefined, seed: undefined, start: undefined } },
      requests: { requests: [{ number: 1 }], missed: 0 },
    });
    has.requests.push({ number: 2 });
    expect(await next()).toEqual({
      requests: { requests: [{ number: 2 }], missed: 0 },
      pace: 60,
    });
    has.clock = { mode: 'manual', speed: 0 };
    expect(await next()).toEqual({ pace: 'manual' });
    has.revision = 3;
    has.record = {
      ...{ ...head, seconds: 9, entries: [...has.record.entries, { revision: 3 }] },
      ...{ steps: [...has.record.steps, { step: 2 }], checks: [{ check: 1 }], faults: undefined },
    };
    expect(await next()).toEqual({
      growth: {
        ...{ seconds: 9, entries: [{ revision: 3 }], steps: [{ step: 2 }] },
        ...{ checks: [{ check: 1 }], faults: [] },
      },
    });
    reader.stop();
    expect(await reader.next()).toBeUndefined();
    expect(new Set(delays)).toEqual(new Set([1000]));
  });

  it.each<[what: string, change: (has: ReturnType<typeof fakeServer>['has']) => void]>([
    [
      'another cluster',
      (has) => Object.assign(has, { revision: 9, record: { ...has.record, seed: 2 } }),
    ],
    ['a cluster that has begun again', (has) => Object.assign(has, { revision: 1 })],
  ])('ends with %s', async (_, change) => {
    const { has, ask } = fakeServer();
    const reader = remotePage(ask, '/tmp/kubeconfig', timers).readRecord();
    await reader.next();
    await reader.next();
    change(has);
    expect(await reader.next()).toBeUndefined();
  });
});

describe('an order of the page', () => {
  async function passedOn(body: string, ask: Ask) {
    let done: (answer: object) => void = () => undefined;
    const answer = new Promise<object>((resolve) => (done = resolve));
    const res = {
      writeHead: (status: number, headers: object) => ({
        end: (text: string) => done({ status, headers, text }),
      }),
    };
    const req = Readable.from([Buffer.from(body.slice(0, 3)), Buffer.from(body.slice(3))]);
    remotePage(ask).order('/orrery/v1/step', req as never, res as never);
    return answer;
  }
  const headers = { 'content-type': 'application/json' };

  it('is passed on with its body', async () => {
    const asked: unknown[] = [];
    const ask: Ask = (question) => {
      asked.push(question);
      return Promise.resolve('{"done":true}');
    };
    expect(await passedOn('{"wait":"1s"}', ask)).toEqual({
      status: 200,
      headers,
      text: '{"done":true}',
    });
    expect(asked).toEqual([{ method: 'POST', path: '/orrery/v1/step', body: { wait: '1s' } }]);
  });

  it.each<[what: string, body: string, message: string]>([
    ['the server refuses', '{}', 'no such step'],
    ['is longer than a mebibyte', ' '.repeat(1_048_577), 'expected at most 1048576 bytes'],
  ])('answers why when %s', async (_, body, message) => {
    const ask: Ask = () => Promise.reject(new Error('no such step'));
    const text = JSON.stringify({ message });
    expect(await passedOn(body, ask)).toEqual({ status: 502, headers, text });
  });

  it('may be a mebibyte long', async () => {
    const body = `{}${' '.repeat(1_048_574)}`;
    expect(await passedOn(body, () => Promise.resolve('ok'))).toMatchObject({ status: 200 });
  });
});

describe('a server', () => {
  it.each<[status: number, text: string, message: string | undefined]>([
    [200, '{"a":1}', undefined],
    [404, '{"message":"not here"}', 'not here'],
    [500, '{"code":1}', '{"code":1}'],
    [201, '{"made":1}', undefined],
    [302, ' odd \n', 'odd'],
  ])('that answers %i with %j', async (status, text, message) => {
    const seen: unknown[] = [];
    const server = await handled((req, res) => {
      let body = '';
      req.on('data', (chunk: Buffer) => (body += chunk.toString()));
      req.on('end', () => {
        seen.push([
          req.method,
          req.url,
          body,
          req.headers.authorization,
          req.headers['content-type'],
        ]);
        res.writeHead(status).end(text);
      });
    });
    const connection = { url: `http://127.0.0.1:${server.port}`, token: 't' } as never;
    const asked = askServer(connection, { method: 'POST', path: '/x?a=1', body: { b: 2 } });
    if (message === undefined) expect(await asked).toBe(text);
    else await expect(asked).rejects.toThrow(new Error(message));
    expect(seen).toEqual([['POST', '/x?a=1', '{"b":2}', 'Bearer t', 'application/json']]);
    await server.close();
  });

  it('that is not there cannot be reached', async () => {
    const server = await handled(() => undefined);
    await server.close();
    const url = `http://127.0.0.1:${server.port}`;
    const asked = askServer({ url } as never, { method: 'GET', path: '/x' });
    await expect(asked).rejects.toThrow(`cannot reach ${url}: `);
  });
});

describe('pauses', () => {
  function paused() {
    const waiting = new Map<() => void, number>();
    const timers = {
      after: (ms: number, run: () => void) => {
        waiting.set(run, ms);
        return () => void waiting.delete(run);
      },
    } as unknown as WallTimers;
    return { pauses: new Pauses(timers), waiting };
  }

  it('last as long as they should', async () => {
    const { pauses, waiting } = paused();
    const pause = pauses.pause(70);
    const [[run, ms]] = [...waiting] as [[() => void, number]];
    expect(ms).toBe(70);
    run();
    await pause;
    expect([waiting.size, pauses.isOver]).toEqual([0, false]);
  });

  it('end together, and leave no timer', async () => {
    const { pauses, waiting } = paused();
    const two = [pauses.pause(1), pauses.pause(2)];
    pauses.end();
    await Promise.all(two);
    await pauses.pause(3);
    expect([waiting.size, pauses.isOver]).toEqual([0, true]);
  });
});
