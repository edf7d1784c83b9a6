/** The port of a server that is being loaded: who comes early waits, and is answered. */
import { createServer as createHttp, get, type Server } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { EarlyPort } from '../../../src/cli/serve/early-port.ts';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** Returns a port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

function textAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false }, (res) => {
      res.setEncoding('utf8').once('data', resolve);
    }).once('error', reject);
  });
}

async function answering(early: EarlyPort): Promise<Server> {
  const server = createHttp((_, res) => void res.end('ready'));
  servers.push(server);
  await early.giveTo(server);
  return server;
}

/** Returns once the port is open, and clients can wait there. */
async function opened(port: number): Promise<EarlyPort> {
  const early = new EarlyPort('127.0.0.1', port);
  await expect.poll(() => connected(port).then((socket) => void socket.destroy())).toBe(undefined);
  return early;
}

describe('a port that is opened early', () => {
  it('answers who came before the server, and who comes later', async () => {
    const port = await freePort();
    const early = await opened(port);
    const waiting = [textAt(port), textAt(port)];
    const server = await answering(early);
    expect(await Promise.all([...waiting, textAt(port)])).toEqual(['ready', 'ready', 'ready']);
    expect((server.address() as AddressInfo).port).toBe(port);
  });

  it('outlives a client that has left before the server came', async () => {
    const port = await freePort();
    const early = await opened(port);
    const socket = await connected(port);
    socket.resetAndDestroy();
    await new Promise((resolve) => socket.once('close', resolve));
    await answering(early);
    expect(await textAt(port)).toBe('ready');
  });

  it('tells the server when another program has the port', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const early = new EarlyPort('127.0.0.1', port);
    await expect(early.giveTo(createHttp())).rejects.toMatchObject({ code: 'EADDRINUSE' });
    early.close();
    await new Promise((resolve) => other.close(resolve));
  });

  it('ends who waits, and frees the port, when no server comes', async () => {
    const port = await freePort();
    const early = await opened(port);
    const socket = await connected(port);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    early.close();
    await ended;
    await answering(await opened(port));
  });

  it('stays with the server that has it', async () => {
    const port = await freePort();
    const early = await opened(port);
    await answering(early);
    early.close();
    expect(await textAt(port)).toBe('ready');
  });
});
