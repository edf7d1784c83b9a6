/** Sockets that faults strike, packets that come too early, and requests that are malformed. */
import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough, type Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineTimers } from '#clock';
import type { Line, LineState } from '#faults';
import { StruckLine } from '../../../src/server/faults/struck-line.ts';
import { answerMalformed, refuseExpectation } from '../../../src/server/request/malformed.ts';
import { PausedPackets } from '../../../src/server/connection/paused-packets.ts';
import { ask } from '../../support/ask.ts';

async function settled(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000 && !holds(); turn++) await machineTimers().turn();
  expect(holds()).toBe(true);
}

describe('a line that faults strike', () => {
  let server: Server;
  let port: number;
  let state: LineState;
  let strikes: boolean;
  let change: () => void;
  let isForgotten: boolean;
  const due: (readonly [number, () => void])[] = [];
  let line: StruckLine;

  beforeEach(async () => {
    server = createServer((req, res) => {
      line.note(req.socket, req.url === '/drive');
      res.end('ok');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
    [state, strikes, isForgotten] = [{}, false, false];
    due.length = 0;
    const faults: Line = {
      get line() {
        return state;
      },
      onChange(listener) {
        change = listener;
        return () => (isForgotten = true);
      },
      strikeConnection: () => strikes,
    };
    const timers = {
      ...machineTimers(),
      after: (ms: number, run: () => void) => (due.push([ms, run]), () => undefined),
    };
    const at = { host: '127.0.0.1', port };
    line = new StruckLine({ line: faults, server, at, tls: undefined, timers });
  });
  afterEach(async () => {
    line.stop();
    expect(isForgotten).toBe(true);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const become = (next: LineState): void => {
    state = next;
    change();
  };
  const refused = { refused: {} } as unknown as LineState;

  /** An open connection, by which this has been asked. */
  async function opened(path: string) {
    const socket = connect(port, '127.0.0.1');
    const seen = { socket, isClosed: false };
    socket.on('error', () => undefined).on('close', () => (seen.isClosed = true));
    const answered = new Promise((resolve) => socket.once('data', resolve));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`);
    await answered;
    return seen;
  }

  it('breaks connections as they come', async () => {
    expect((await ask(port, { path: '/' })).text).toBe('ok');
    strikes = true;
    await expect(ask(port, { path: '/' })).rejects.toThrow('ECONNRESET');
    strikes = false;
    expect((await ask(port, { path: '/' })).text).toBe('ok');
  });

  it('is closed while it is refused, but for those that drive the server', async () => {
    const [other, driving] = [await opened('/'), await opened('/drive')];
    become(refused);
    await settled(() => other.isClosed);
    expect([driving.isClosed, server.listening]).toEqual([false, false]);
    await expect(ask(port, { path: '/' })).rejects.toThrow('ECONNREFUSED');
    become(refused);
    become({});
    await settled(() => server.listening);
    expect((await ask(port, { path: '/' })).text).toBe('ok');
    expect([driving.isClosed, due]).toEqual([false, []]);
    driving.socket.destroy();
  });

  it('knows by the last request which connections drive the server', async () => {
    const connection = await opened('/drive');
    const answered = new Promise((resolve) => connection.socket.once('data', resolve));
    connection.socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    await answered;
    become(refused);
    await settled(() => connection.isClosed);
    become({});
    await settled(() => server.listening);
  });

  it('tries again to have its port until it is free', async () => {
    become(refused);
    await settled(() => !server.listening);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    become({});
    await settled(() => due.length === 1);
    expect(due[0]![0]).toBe(50);
    await new Promise((resolve) => other.close(resolve));
    due.shift()![1]();
    await settled(() => server.listening);
    expect(due).toEqual([]);
  });

  it('does not come back once it is stopped', async () => {
    become(refused);
    await settled(() => !server.listening);
    line.stop();
    become({});
    for (let turn = 0; turn < 20; turn++) await machineTimers().turn();
    expect(server.listening).toBe(false);
    server.listen(port, '127.0.0.1');
    await settled(() => server.listening);
  });

  it('has a certificate only where it has TLS', () => {
    expect(() => become({ certificate: 'expired' })).not.toThrow();
  });
});

describe('packets that come while the parser is paused', () => {
  const paused = { code: 'HPE_PAUSED' };
  const packet = (text: string) => ({ rawPacket: Buffer.from(text) });
  const asError = (parts: object) => parts as NodeJS.ErrnoException;

  it('are kept, and read in order when the connection continues', () => {
    const packets = new PausedPackets();
    const socket = new EventEmitter();
    const seen: string[] = [];
    socket.on('data', (data: Buffer) => seen.push(String(data)));
    for (const text of ['a', 'b', 'c']) {
      const keeps = packets.keeps(asError({ ...paused, ...packet(text) }), socket as Duplex);
      expect(keeps).toBe(true);
    }
    socket.emit('resume');
    expect(seen.splice(0)).toEqual(['a', 'b', 'c']);
    socket.emit('resume');
    expect(seen).toEqual([]);
  });

  it('are kept again when the parser is paused once more', () => {
    const packets = new PausedPackets();
    const socket = new EventEmitter();
    const seen: string[] = [];
    let isPaused = true;
    socket.on('data', (data: Buffer) => {
      seen.push(String(data));
      if (!isPaused || String(data) !== 'b') return;
      packets.keeps(asError({ ...paused, ...packet('b') }), socket as Duplex);
    });
    for (const text of ['a', 'b', 'c', 'd']) {
      packets.keeps(asError({ ...paused, ...packet(text) }), socket as Duplex);
    }
    socket.emit('resume');
    expect(seen.splice(0)).toEqual(['a', 'b']);
    isPaused = false;
    socket.emit('resume');
    expect(seen).toEqual(['b', 'c', 'd']);
  });

  it.each([[{ code: 'HPE_INVALID', ...packet('a') }], [{ code: 'HPE_PAUSED' }]])(
    'differ from other errors: %j',
    (error) => {
      expect(new PausedPackets().keeps(asError(error), new EventEmitter() as Duplex)).toBe(false);
    },
  );
});

describe('a request that is malformed', () => {
  const answer = (more: object) =>
    ({ writableEnded: false, headersSent: false, writableFinished: false, ...more }) as never;
  const last = { writableEnded: true, getHeader: () => 'close' };

  it.each<[string, string, readonly ServerResponse[], string | undefined]>([
    ['in any way', 'HPE_INVALID_METHOD', [], '400 Bad Request'],
    ['by large headers', 'HPE_HEADER_OVERFLOW', [], '431 Request Header Fields Too Large'],
    ['by large chunks', 'HPE_CHUNK_EXTENSIONS_OVERFLOW', [], '413 Payload Too Large'],
    ['by its slowness', 'ERR_HTTP_REQUEST_TIMEOUT', [], '408 Request Timeout'],
    ['before an answer', 'x', [answer({})], '400 Bad Request'],
    [
      'after an answer',
      'x',
      [answer({ headersSent: true, writableFinished: true })],
      '400 Bad Request',
    ],
    ['within an answer', 'x', [answer({ headersSent: true })], 'destroyed'],
    ['after the last answer', 'x', [answer(last)], undefined],
    [
      'after an answer that is not the last',
      'x',
      [answer({ ...last, getHeader: () => 'keep-alive' })],
      '400 Bad Request',
    ],
  ])('%s', (_, code, answers, text) => {
    const socket = new PassThrough();
    let sent = '';
    Object.assign(socket, { end: (bytes: string) => (sent += bytes) });
    answerMalformed({ code } as NodeJS.ErrnoException, socket, answers);
    expect(socket.destroyed).toBe(text === 'destroyed');
    const isAnswered = text !== undefined && text !== 'destroyed';
    const head = 'Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n';
    expect(sent).toBe(isAnswered ? `HTTP/1.1 ${text}\r\n${head}${text}` : '');
  });

  it('is not answered where nothing can be written', () => {
    const socket = new PassThrough();
    socket.end();
    answerMalformed({ code: 'x' } as NodeJS.ErrnoException, socket, []);
    expect(socket.destroyed).toBe(true);
  });

  it('by what it expects is answered, and ends the connection', () => {
    const log: unknown[] = [];
    refuseExpectation(
      {} as IncomingMessage,
      {
        setHeader: (...args: unknown[]) => log.push(args),
        writeHead: (...args: unknown[]) => log.push(args),
        end: () => log.push('end'),
      } as unknown as ServerResponse,
    );
    expect(log).toEqual([['Connection', 'close'], [417, { 'Content-Length': 0 }], 'end']);
  });
});
