/** The page for the browsers of this machine: who may have it, and what it follows. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { machineTimers, type WallTimers } from '#clock';
import { pageApp } from '../../../src/server/page/app.ts';
import { refusalOf } from '../../../src/server/page/guard.ts';
import { listenPage, type PageListening } from '../../../src/server/page/listen-page.ts';
import type { LivePage, RecordReader } from '../../../src/server/page/page.ts';
import { ask, handled, type Handled } from '../../support/ask.ts';

const key = 'secret';
const document = { html: '<p>ü</p>', policy: "default-src 'none'" };

describe('a request for the page', () => {
  it.each([
    ['127.0.0.1', undefined, undefined],
    ['127.0.0.1:80', undefined, undefined],
    ['localhost:80', undefined, undefined],
    ['[::1]:80', undefined, undefined],
    ['localhost:80', 'http://localhost:80', undefined],
    ['localhost:80', 'https://localhost:80', 403],
    ['localhost:80', 'http://localhost:81', 403],
    ['localhost:80', 'null', 403],
    ['localhost:80', '', 403],
    ['localhost:x', undefined, 421],
    ['xlocalhost', undefined, 421],
    ['localhost.example', undefined, 421],
    ['127.0.0.2', undefined, 421],
    ['127x0.0.1', undefined, 421],
    ['evil.example', 'http://evil.example', 421],
    [undefined, undefined, 421],
  ])('to %s from %s is refused by %s', (host, origin, status) => {
    expect(refusalOf({ host, origin })?.status).toBe(status);
  });
});

describe('the app of a page', () => {
  let made = 0;
  const orders: string[] = [];
  const order = (path: string, _: IncomingMessage, res: ServerResponse): void => {
    orders.push(path);
    res.end('done');
  };
  const live = {
    key,
    orders: { advance: '/orrery/v1/clock/advance' },
    order,
  } as unknown as LivePage;
  let server: Handled;
  beforeEach(async () => {
    made = 0;
    orders.length = 0;
    server = await handled(pageApp({ document: () => (made++, document), live }));
  });
  afterEach(() => server.close());

  it('gives a document that no other page may show or keep', async () => {
    for (let time = 0; time < 2; time++) {
      const { status, text, headers } = await server.ask({ path: '/' });
      expect([status, text]).toEqual([200, document.html]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      });
      expect(Object.keys(headers)).not.toContain('etag');
      expect(Object.keys(headers)).not.toContain('x-powered-by');
    }
    expect(made).toBe(1);
  });

  const json = { 'content-type': 'application/json' };
  const own = { ...json, authorization: `Bearer ${key}` };
  const path = '/live/advance';
  it.each<[string, Parameters<Handled['ask']>[0], number, string]>([
    ['an order', { path, method: 'POST', headers: own }, 200, 'done'],
    [
      'an order of a program with a name',
      { path, method: 'POST', headers: { ...own, authorization: `Bearer ${key}~page` } },
      ...[200, 'done'],
    ],
    [
      'another key',
      { path, method: 'POST', headers: { ...own, authorization: 'Bearer x~secret' } },
      ...[401, 'expected the key of the page\n'],
    ],
    ['no key', { path, method: 'POST', headers: json }, 401, 'expected the key of the page\n'],
    [
      'the form of another page',
      { path, method: 'POST', headers: { ...own, 'content-type': 'text/plain' } },
      ...[415, 'expected application/json\n'],
    ],
    ['an order by GET', { path, headers: own }, 404, 'not found\n'],
    ['another order', { path: '/live/x', method: 'POST', headers: own }, 404, 'not found\n'],
    ['another path', { path: '/x' }, 404, 'not found\n'],
    [
      'another name of the machine',
      { path: '/', headers: { host: 'evil.example' } },
      ...[421, 'expected a name of this machine\n'],
    ],
    [
      'the page of another origin',
      { path, method: 'POST', headers: { ...own, origin: 'http://evil.example' } },
      ...[403, 'this page is not asked by other pages\n'],
    ],
  ] as never)('%s', async (_, asked, status, text) => {
    const answer = await server.ask(asked);
    expect([answer.status, answer.text]).toEqual([status, text]);
    if (status !== 200) expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(orders).toEqual(status === 200 ? ['/orrery/v1/clock/advance'] : []);
  });

  it('says why it has no document, and has it once it can be made', async () => {
    const results = [
      () => Promise.reject(new Error('not built')),
      () => {
        throw new Error('not yet');
      },
      () => document,
    ];
    const page = await handled(pageApp({ document: () => results.shift()!() }));
    const answers = [];
    for (let time = 0; time < 4; time++) answers.push(await page.ask({ path: '/' }));
    await page.close();
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [500, 'not built\n'],
      [500, 'not yet\n'],
      [200, document.html],
      [200, document.html],
    ]);
  });

  it('takes no orders for a saved run', async () => {
    const saved = await handled(pageApp({ document: () => document }));
    expect((await saved.ask({ path, method: 'POST', headers: own })).status).toBe(404);
    await saved.close();
  });
});

/** Gives the other side of a connection turns to notice what has happened. */
async function settled(holds: () => boolean): Promise<void> {
  const timers = machineTimers();
  for (let turn = 0; turn < 1000 && !holds(); turn++) await timers.turn();
  expect(holds()).toBe(true);
}

/** Records, piece by piece, each of which waits for the next call of `give`. */
class Records {
  readonly #pieces: (string | undefined | Error)[] = [];
  #wake: () => void = () => undefined;
  begun = 0;
  stopped = 0;

  give(...pieces: readonly (string | undefined | Error)[]): void {
    this.#pieces.push(...pieces);
    this.#wake();
  }

  readonly read = (): RecordReader => {
    this.begun++;
    let isStopped = false;
    return {
      next: async () => {
        while (this.#pieces.length === 0 && !isStopped) {
          await new Promise<void>((resolve) => (this.#wake = resolve));
        }
        const piece = isStopped ? undefined : this.#pieces.shift();
        if (piece instanceof Error) throw piece;
        return piece;
      },
      stop: () => {
        if (!isStopped) this.stopped++;
        isStopped = true;
        this.#wake();
      },
    };
  };
}

describe('the record over a WebSocket', () => {
  let records: Records;
  let listening: PageListening;
  let at: URL;
  /** What is due, by its delay. */
  let due: Map<() => void, number>;
  const sockets: WebSocket[] = [];

  beforeEach(async () => {
    records = new Records();
    due = new Map();
    const timers = {
      after: (ms: number, run: () => void) => {
        due.set(run, ms);
        return () => void due.delete(run);
      },
    } as WallTimers;
    const live: LivePage = {
      ...{ key, orders: {} },
      readRecord: records.read,
      order: () => undefined,
    };
    listening = await listenPage({ document: () => document, live }, 0, timers);
    at = new URL(listening.address);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.terminate();
    await listening.close();
  });

  async function open(): Promise<WebSocket> {
    const socket = new WebSocket(`ws://${at.host}/live`, { origin: at.origin });
    sockets.push(socket);
    await once(socket, 'open');
    return socket;
  }

  const nextOf = async (socket: WebSocket): Promise<string> =>
    String(((await once(socket, 'message')) as [Buffer])[0]);
  const endOf = async (socket: WebSocket): Promise<[number, string]> => {
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
    return [code, String(reason)];
  };

  it('is found by the key in the address, which the document is served at', async () => {
    expect(at.hash).toBe(`#key=${key}`);
    expect((await ask(Number(at.port), { path: '/' })).text).toBe(document.html);
  });

  it('is sent a piece at a time, and followed by the next record', async () => {
    const socket = await open();
    records.give('a', 'b', undefined, 'c');
    socket.send(key);
    const seen: string[] = [];
    socket.on('message', (data: Buffer) => seen.push(String(data)));
    for (const expected of ['a', 'b', 'c']) {
      if (seen.length === 0) await once(socket, 'message');
      expect(seen.splice(0)).toEqual([expected]);
      expect([records.begun, records.stopped]).toEqual(expected === 'c' ? [2, 1] : [1, 0]);
      socket.send('read');
    }
    expect(due.size).toBe(0);
    socket.close();
    await once(socket, 'close');
    await settled(() => records.stopped === 2);
    expect([records.begun, records.stopped]).toEqual([2, 2]);
  });

  it.each([
    ['guess', [4401, 'wrong key']],
    [`${key}~page`, [4401, 'wrong key']],
  ])('is not for a page that says %s', async (said, end) => {
    const socket = await open();
    socket.send(said);
    expect(await endOf(socket)).toEqual(end);
    expect(records.begun).toBe(0);
  });

  it('is not for a page that says nothing for 10 s', async () => {
    const socket = await open();
    expect([...due.values()]).toEqual([10_000]);
    for (const run of due.keys()) run();
    expect(await endOf(socket)).toEqual([4401, 'no key']);
    await settled(() => due.size === 0);
  });

  it('is not for a page that says more than 4 KiB', async () => {
    const said = await open();
    said.send('x'.repeat(4096));
    expect(await endOf(said)).toEqual([4401, 'wrong key']);
    const socket = await open();
    socket.send('x'.repeat(4097));
    expect((await endOf(socket))[0]).toBe(1009);
  });

  it('ends with the server', async () => {
    const [first, second] = [await open(), await open()];
    records.give('a');
    first.send(key);
    await nextOf(first);
    const ends = [first, second].map((socket) => once(socket, 'close'));
    await listening.close();
    expect((await Promise.all(ends)).map(([code]) => code as number)).toEqual([1006, 1006]);
  });

  it('says why it ends', async () => {
    const socket = await open();
    records.give(new Error('y'.repeat(101)));
    socket.send(key);
    expect(await endOf(socket)).toEqual([1011, 'y'.repeat(100)]);
  });

  it('is followed by 32 pages at a time', async () => {
    const follow = async (): Promise<WebSocket> => {
      const socket = await open();
      socket.send(key);
      return socket;
    };
    const pages = [];
    for (let page = 0; page < 32; page++) pages.push(await follow());
    await settled(() => records.begun === 32);
    expect(await endOf(await follow())).toEqual([4429, 'too many pages']);
    const guess = await open();
    guess.send('x');
    expect(await endOf(guess)).toEqual([4401, 'wrong key']);
    pages[1]!.terminate();
    await settled(() => records.stopped === 1);
    await follow();
    await settled(() => records.begun === 33);
  });

  it('is there for a page, however many say nothing', async () => {
    const ends = [];
    for (let each = 0; each < 40; each++) ends.push(endOf(await open()));
    const oldest = await Promise.all(ends.slice(0, 8));
    expect(new Set(oldest.map(String))).toEqual(new Set(['4429,too many pages']));
    const page = await open();
    records.give('a');
    page.send(key);
    expect(await nextOf(page)).toBe('a');
  });

  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['another path', '/other', { origin: 'ORIGIN' }],
    ['no page', '/live', {}],
    ['the page of another origin', '/live', { origin: 'http://evil.example' }],
  ])('is refused for %s', async (_, path, { origin }) => {
    const socket = new WebSocket(`ws://${at.host}${path}`, {
      ...(origin !== undefined && { origin: origin === 'ORIGIN' ? at.origin : origin }),
    });
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('403');
  });

  it('is not of a saved run', async () => {
    const timers = { after: () => () => undefined } as unknown as WallTimers;
    const saved = await listenPage({ document: () => document }, 0, timers);
    const { origin, host, hash } = new URL(saved.address);
    expect(hash).toBe('');
    const socket = new WebSocket(`ws://${host}/live`, { origin });
    expect(((await once(socket, 'error')) as [Error])[0].message).toContain('403');
    const port = Number(new URL(saved.address).port);
    await expect(listenPage({ document: () => document }, port, timers)).rejects.toThrow(
      'EADDRINUSE',
    );
    await saved.close();
  });
});
