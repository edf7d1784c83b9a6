/** The page of a running server: who may have it, and the record that it follows. */
import { defaultProfile } from '#kinds';
import http from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { machineTimers } from '#clock';
import { KindRegistry } from '#catalog';
import { GrowingLog, recordText, type RecordBeginning } from '#record';
import { listenPage, type LivePage, type PageListening } from '#server';
import { livePage } from '../../src/cli/serve/page.ts';
import { controlRig, controlToken, type ControlRig } from '../support/control.ts';
import { request } from './client.ts';

let rig: ControlRig;
let live: LivePage;
let listening: PageListening;
let url: string;

beforeEach(async () => {
  rig = await controlRig();
  live = livePage(rig.host, rig.tokens, '/tmp/kubeconfig');
  const document = () => ({ html: '<p>the page</p>', policy: "default-src 'none'" });
  listening = await listenPage({ document, live }, 0, machineTimers());
  url = listening.address.replace(/\/#.*/, '');
});
afterEach(async () => {
  await listening.close();
  await rig.close();
  expect(rig.failures).toEqual([]);
});

const json = 'application/json';

/** The status; fetch would not name another host. */
function order(name: string, headers: Readonly<Record<string, string>>, body: object) {
  return new Promise<number>((resolve, reject) => {
    const sent = http.request(`${url}/live/${name}`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

describe('over HTTP', () => {
  it('has its key behind the #, and a policy', async () => {
    expect(listening.address).toBe(`${url}/#key=${live.key}`);
    const { status, headers, text } = await request({ url }, 'GET', '/');
    expect([status, text]).toEqual([200, '<p>the page</p>']);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
  });

  it.each([
    ['another name', { host: 'evil.example' }, 421],
    ['the page of another origin', { origin: 'http://evil.example' }, 403],
    ['no key', {}, 401],
    ['another key', { authorization: 'Bearer guess' }, 401],
    ['the form of another page', { authorization: 'KEY', 'content-type': 'text/plain' }, 415],
    ['its own', { authorization: 'KEY~page' }, 200],
  ] as const)('%s: orders are answered by %j', async (_, headers, status) => {
    const all = Object.entries({ 'content-type': json, ...headers });
    const sent = all.map(([name, value]) => [name, value.replace('KEY', `Bearer ${live.key}`)]);
    const own = Object.fromEntries(sent) as Record<string, string>;
    expect(await order('advance', own, { by: '1s' })).toBe(status);
  });

  it('does nothing but what pages order', async () => {
    const headers = { 'content-type': json, authorization: `Bearer ${live.key}` };
    expect(await order('reset', headers, {})).toBe(404);
    expect((await request({ url }, 'GET', '/api/v1/pods', { headers })).status).toBe(404);
  });
});

describe('the record over a WebSocket', () => {
  it.each([
    ['without a key', undefined, { origin: true }, undefined],
    ['with another key', 'guess', { origin: true }, 4401],
    ['for the page of another origin', 'KEY', { origin: 'http://evil.example' }, undefined],
    ['for no page at all', 'KEY', {}, undefined],
  ] as const)('is not read %s', async (_, key, { origin }: { origin?: string | true }, code) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, {
      ...(origin !== undefined && { origin: origin === true ? url : origin }),
    });
    const seen: string[] = [];
    socket.on('message', (data) => seen.push(String(data)));
    const end = new Promise<number | string>((resolve) => {
      socket.on('close', resolve);
      socket.on('error', (error) => resolve(error.message));
    });
    socket.on('open', () => {
      if (key === undefined) socket.terminate();
      else socket.send(key === 'KEY' ? live.key : key);
    });
    const found = await end;
    expect(seen).toEqual([]);
    if (code !== undefined) expect(found).toBe(code);
    else if (key === 'KEY') expect(found).toContain('403');
  });

  it('grows to what the control API answers', async () => {
    const page = await Follower.open(url, live.key);
    await control('/steps', { apply: configMap('a') });
    await control('/clock/advance', { by: '90s' });
    await control('/faults', { fault: { error: 'ServiceUnavailable' }, name: 'down' }).catch(
      () => undefined,
    );
    await page.until(() => page.log.head.endMs - page.log.head.startMs >= 90_000);
    const { text } = await request(rig, 'GET', '/orrery/v1/record', { token: controlToken });
    const record = JSON.parse(text) as Record<string, unknown>;
    await page.until(() => page.log.past.revision === lastRevision(record));
    const own = JSON.parse([...recordText(page.log)].join('')) as Record<string, unknown>;
    for (const part of ['entries', 'steps', 'checks', 'scenario', 'seed', 'start'] as const) {
      expect(own[part], part).toEqual(record[part]);
    }
    page.close();
  });

  it('grows while time passes by itself', async () => {
    await control('/steps', { apply: configMap('a') });
    const { status } = await request(rig, 'PUT', '/orrery/v1/clock', {
      token: controlToken,
      body: { mode: 'paced', speed: 600 },
    });
    expect(status).toBe(200);
    const page = await Follower.open(url, live.key);
    await page.until(() => page.log.head.endMs - page.log.head.startMs >= 60_000);
    expect(page.log.past.list('configmaps', page.log.past.revision)).toHaveLength(5);
    page.close();
  });

  it('is sent a piece at a time, and again to a page that was too slow', async () => {
    const page = await Follower.open(url, live.key, { reads: false });
    await page.until(() => page.pieces.length === 1);
    await control('/clock/advance', { by: '1h' });
    // The first piece has not been read.
    expect(page.pieces.map((piece) => Object.keys(piece))).toEqual([['kubeconfig', 'beginning']]);
    const { store } = rig.host.simulator;
    await store.compact(store.revision());
    page.read();
    await page.until(() => page.beginnings.length === 2 && page.log.past.revision > 0);
    expect(page.beginnings[1]!.keptFromMs).toBeGreaterThan(0);
    expect(page.log.past.list('nodes', page.log.past.revision)).toHaveLength(2);
    page.close();
  });

  it('begins again with the cluster that takes the place of another', async () => {
    const page = await Follower.open(url, live.key);
    await page.until(() => page.log.past.revision > 0);
    await control('/reset', { seed: 7 });
    await page.until(() => page.beginnings.at(-1)!.seed === 7 && page.log.past.revision > 0);
    page.close();
  });
});

function control(path: string, body: object) {
  return request(rig, 'POST', `/orrery/v1${path}`, { token: controlToken, body });
}

function configMap(name: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: 'b' } };
}

function lastRevision(record: Record<string, unknown>): number {
  return (record['entries'] as { revision: number }[]).at(-1)!.revision;
}

/** What a page does with the socket. */
class Follower {
  readonly pieces: object[] = [];
  readonly beginnings: RecordBeginning[] = [];
  log!: GrowingLog;
  readonly #socket: WebSocket;
  #reads: boolean;
  #wake: () => void = () => undefined;

  static async open(at: string, key: string, { reads = true } = {}): Promise<Follower> {
    const socket = new WebSocket(`${at.replace('http', 'ws')}/live`, { origin: at });
    const follower = new Follower(socket, reads);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(key);
    await follower.until(() => follower.beginnings.length > 0);
    return follower;
  }

  constructor(socket: WebSocket, reads: boolean) {
    this.#socket = socket;
    this.#reads = reads;
    socket.on('message', (data) => this.#take(JSON.parse(String(data)) as object));
  }

  #take(piece: { beginning?: RecordBeginning; growth?: object }): void {
    this.pieces.push(piece);
    if (piece.beginning !== undefined) {
      this.beginnings.push(piece.beginning);
      this.log = new GrowingLog(piece.beginning, new KindRegistry(defaultProfile));
    } else this.log.add(piece.growth);
    if (this.#reads) this.#socket.send('read');
    this.#wake();
  }

  /** Reads what it has, and all that follows. */
  read(): void {
    this.#reads = true;
    this.#socket.send('read');
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  close(): void {
    this.#socket.terminate();
  }
}
