/** Upgrade requests: which are handled as such, when, and how the others are answered. */
import { defaultProfile } from '#kinds';
import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough, type Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { machineTimers } from '#clock';
import { KindRegistry } from '#catalog';
import { ServedKinds } from '../../../src/server/exchange/served-kinds.ts';
import { readAgain } from '../../../src/server/upgrade/read-again.ts';
import { detachedResponse } from '../../../src/server/upgrade/refusal.ts';
import { turnOf } from '../../../src/server/upgrade/turn.ts';
import { takesUpgrade } from '../../../src/server/upgrade/wanted.ts';

const served = new ServedKinds(new KindRegistry(defaultProfile));
const pod = '/api/v1/namespaces/a/pods/b';

describe('an upgrade', () => {
  it.each([
    ['GET', '/api/v1/pods?watch=1', 'websocket', true],
    ['GET', '/api/v1/pods?watch=1', 'WebSocket', true],
    ['GET', '/api/v1/pods?watch=1', 'h2c', false],
    ['GET', '/api/v1/pods?watch=1', undefined, false],
    ['GET', '/api/v1/pods', 'websocket', false],
    ['GET', '/apis/none.example/v1/things?watch=1', 'websocket', true],
    ['GET', '/version', 'websocket', false],
    ['GET', `${pod}/exec`, 'spdy/3.1', true],
    ['POST', `${pod}/attach`, 'spdy/3.1', true],
    ['POST', `${pod}/portforward`, undefined, true],
    ['GET', `${pod}/log`, 'spdy/3.1', false],
    ['GET', `${pod}/status`, 'spdy/3.1', false],
    ['GET', pod, 'spdy/3.1', false],
  ])('of %s %s to %s: %s', (method, url, upgrade, expected) => {
    const req = { method, url, headers: { upgrade } } as IncomingMessage;
    expect(takesUpgrade(req, served)).toBe(expected);
  });
});

describe('the turn of an upgrade', () => {
  const head = Buffer.from('head');
  const answerOf = (writableFinished: boolean) =>
    Object.assign(new EventEmitter(), { writableFinished }) as unknown as ServerResponse;

  it.each([
    ['no answer is before it', undefined],
    ['the answer before it is written', answerOf(true)],
  ])('has come where %s', async (_, before) => {
    expect(await turnOf(new PassThrough(), before, head)).toBe(head);
  });

  it('comes with the end of the answer before it', async () => {
    const [socket, before] = [new PassThrough(), answerOf(false)];
    const turn = turnOf(socket, before, head);
    let came: Buffer | undefined;
    void turn.then((bytes) => (came = bytes));
    socket.write('x');
    socket.write('yz');
    await machineTimers().turn();
    expect(came).toBeUndefined();
    before.emit('close');
    expect(String(await turn)).toBe('headxyz');
    expect(socket.isPaused()).toBe(true);
    const listening = ['data', 'end'].map((event) => socket.listenerCount(event));
    expect([...listening, before.listenerCount('close')]).toEqual([0, 0, 0]);
  });

  it.each<[string, (socket: Duplex) => void, boolean]>([
    ['closes its side', (socket) => socket.end(), false],
    ['disconnects', (socket) => socket.destroy(), false],
    ['sends 64 KiB', (socket) => socket.write(Buffer.alloc(65_536 - head.length)), true],
    ['sends more than 64 KiB', (socket) => socket.write(Buffer.alloc(65_537 - head.length)), false],
  ])('of a client that %s meanwhile comes: %s', async (_, act, comes) => {
    const [socket, before] = [new PassThrough(), answerOf(false)];
    const turn = turnOf(socket, before, head);
    act(socket);
    const timers = machineTimers();
    for (let each = 0; each < 10; each++) await timers.turn();
    before.emit('close');
    expect((await turn)?.length).toBe(comes ? 65_536 : undefined);
  });
});

describe('a connection that is given back to HTTP', () => {
  it.each([
    ['Upgrade', ''],
    ['upgrade, CLOSE', 'close'],
  ])('is read again, with what came after it: %s', async (connection, kept) => {
    const seen: string[] = [];
    const server = createServer((req, res) => {
      seen.push(`${req.method} ${req.url} ${req.httpVersion} ${req.rawHeaders.join(' ')}`);
      res.end('ok');
    });
    server.on('upgrade', (req, socket, head) =>
      readAgain(server, 'connection', { req, socket, head }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket.on('data', (data: Buffer) => (text += String(data)));
    socket.write(
      `GET /a?b HTTP/1.1\r\nHost: h\r\nConnection: ${connection}\r\nUpgrade: h2c\r\n` +
        'HTTP2-Settings: x\r\nX-A: b\r\n\r\n' +
        'GET /c HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
    );
    await ended;
    await new Promise((resolve) => server.close(resolve));
    const first = `GET /a?b 1.1 Host h X-A b${kept === '' ? '' : ' Connection close'}`;
    expect(seen).toEqual(kept === '' ? [first, 'GET /c 1.1 Host h Connection close'] : [first]);
    expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(seen.length);
  });
});

describe('an answer beside HTTP', () => {
  const req = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage;

  function rig() {
    const due: [number, () => void][] = [];
    const timers = {
      after(ms: number, run: () => void) {
        due.push([ms, run]);
        return () => void due.pop();
      },
    };
    const [bytes, socket] = [[] as Buffer[], new PassThrough()];
    socket.on('data', (chunk: Buffer) => bytes.push(chunk));
    return { res: detachedResponse(req, socket, timers), socket, bytes, due };
  }

  it('is sent in one piece, and is the last of its connection', async () => {
    const { res, socket, bytes, due } = rig();
    res.writeHead(403, { 'Content-Type': 'text/plain' });
    res.write('no');
    res.end('!');
    const ended = new Promise((resolve) => socket.on('end', resolve));
    await ended;
    expect(bytes).toHaveLength(1);
    expect(String(bytes[0])).toMatch(/^HTTP\/1.1 403 Forbidden\r\n/);
    expect(String(bytes[0])).toMatch(/Connection: close\r\n/);
    expect(String(bytes[0])).toContain('no');
    await new Promise((resolve) => (socket.destroyed ? resolve(0) : socket.on('close', resolve)));
    expect(due).toEqual([]);
  });

  it('waits 2 s for a client to close', async () => {
    const { res, socket, due } = rig();
    socket.removeAllListeners('end');
    Object.assign(socket, { _final: () => undefined });
    res.end();
    const timers = machineTimers();
    for (let turn = 0; turn < 100 && due.length === 0; turn++) await timers.turn();
    const [[ms, run]] = due as [[number, () => void]];
    expect(ms).toBe(2000);
    run();
    expect(socket.destroyed).toBe(true);
  });

  it('ends with its connection, and its connection with it', async () => {
    const first = rig();
    first.res.destroy();
    await new Promise((resolve) => first.socket.on('close', resolve));
    const second = rig();
    const closed = new Promise((resolve) => second.res.on('close', resolve));
    second.socket.destroy();
    await closed;
    expect(second.res.destroyed).toBe(true);
  });

  it('is not sent where the connection has ended', async () => {
    const { res, socket, due } = rig();
    socket.end();
    const finished = new Promise((resolve) => res.on('finish', resolve));
    res.end('x');
    await finished;
    expect(due).toEqual([]);
  });
});
