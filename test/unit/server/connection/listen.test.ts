/** Sockets: what stays behind when they are closed, and what comes while they are paused. */
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:tls';
import { expect, it } from 'vitest';
import { machineTime, machineTimers, type WallTimers } from '#clock';
import type { ServerApp } from '../../../../src/server/app.ts';
import { listen } from '../../../../src/server/connection/listen.ts';
import { makeAuthority, makeServing } from '../../../../src/server/tls/certificate.ts';

/** Those of the machine, counted. */
function countedTimers(): { readonly timers: WallTimers; readonly pending: () => number } {
  const machine = machineTimers();
  let pending = 0;
  const timers: WallTimers = {
    ...machine,
    after(ms, run) {
      pending++;
      const cancel = machine.after(ms, run);
      return () => {
        pending--;
        cancel();
      };
    },
  };
  return { timers, pending: () => pending };
}

it('leaves no timer behind when it is closed', async () => {
  const { timers, pending } = countedTimers();
  const app = {
    handle: (_: unknown, res: { end: (text: string) => void }) => res.end('ok'),
    upgrade: () => undefined,
    endWatches: () => Promise.resolve(),
  } as unknown as ServerApp;
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0, timers });
  const answer = await new Promise<number | undefined>((resolve, reject) => {
    get({ port, host: '127.0.0.1' }, (res) => {
      res.resume().on('end', () => resolve(res.statusCode));
    }).on('error', reject);
  });
  expect(answer).toBe(200);
  await close();
  expect(pending()).toBe(0);
});

/** Answers a GET with more than the system takes at once, and a POST with the length of its body. */
function answer(req: IncomingMessage, res: ServerResponse): void {
  if (req.method === 'GET') {
    res.end(Buffer.alloc(16 * 1024 * 1024, '.'));
    return;
  }
  let length = 0;
  req.on('data', (chunk: Buffer) => (length += chunk.length));
  req.on('end', () => res.end(`length ${length}`));
}

it('reads a request that comes in pieces before the last answer has left', async () => {
  let answers = 0;
  let tell: () => void;
  const answering = new Promise<void>((resolve) => (tell = resolve));
  const app = {
    handle(req: IncomingMessage, res: ServerResponse) {
      answer(req, res);
      if (answers++ === 0) tell();
    },
    upgrade: () => undefined,
    endWatches: () => Promise.resolve(),
  } as unknown as ServerApp;
  const authority = makeAuthority(machineTime());
  const tls = makeServing(authority, ['localhost'], machineTime());
  const timers = machineTimers();
  const listening = await listen(app, { host: '127.0.0.1', port: 0, timers, tls });
  const socket = connect({ port: listening.port, host: 'localhost', ca: authority.cert });
  const request = (method: string, length: number) =>
    `${method} / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`;
  let text = '';
  const done = new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', () => reject(new Error('it was closed')));
    socket.on('data', (chunk: Buffer) => {
      text = `${text.slice(-200)}${chunk.toString('latin1')}`;
      if (text.includes('length ')) resolve();
    });
  });
  socket.pause();
  socket.write(request('GET', 0));
  await answering;
  // The first piece has the parser paused, the others are read together with it.
  socket.write(`${request('POST', 9000)}${'a'.repeat(3000)}`);
  for (const letter of ['b', 'c']) socket.write(letter.repeat(3000));
  for (let turn = 0; turn < 20; turn++) await timers.turn();
  socket.resume();
  await done;
  expect(text).toMatch(/\r\n\r\nlength 9000$/);
  socket.removeAllListeners('close').destroy();
  await listening.close();
});
