/** The end: of watches, of requests under way, and of those that never come whole. */
import { expect, test } from 'vitest';
import { createServer } from 'node:net';
import { configMap } from '#kinds';
import { chunksOf } from '../support/fuzz/judge.ts';
import { RawConnection } from '../support/fuzz/raw-http.ts';
import { serverRig, type ServerRig } from '../support/server.ts';

const head = 'Host: localhost\r\nAuthorization: Bearer admintoken\r\n';
const maps = '/api/v1/namespaces/default/configmaps';

function connect(rig: ServerRig, text: string): RawConnection {
  const connection = new RawConnection(rig.listening.port);
  connection.send(Buffer.from(text));
  return connection;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  await new Promise((resolve) => server.close(resolve));
  return isListening;
}

test('watches end as at a time-out: with the last event told and the last chunk sent', async () => {
  const rig = await serverRig();
  const watchers = Array.from({ length: 20 }, () =>
    connect(rig, `GET ${maps}?watch=1 HTTP/1.1\r\n${head}\r\n`),
  );
  for (const watcher of watchers) expect((await watcher.receive())?.status).toBe(200);
  const metadata = { name: 'last', namespace: 'default' };
  await rig.api.create({ origin: { actor: 'test' } }, configMap, { metadata });
  const streams = watchers.map((watcher) => watcher.drain());
  // The event is on its way; an answer says that the event loop has been round.
  await connect(rig, `GET /readyz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`).receive();
  await rig.close();
  for (const stream of await Promise.all(streams)) {
    expect(stream.toString().endsWith('0\r\n\r\n')).toBe(true);
    const lines = chunksOf(stream).toString().trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(['ADDED']);
  }
  expect(await isFree(rig.listening.port)).toBe(true);
});

test('watches over WebSocket get a close frame', async () => {
  const rig = await serverRig();
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  const watcher = connect(rig, `GET ${maps}?watch=1 HTTP/1.1\r\n${head}${upgrade}\r\n`);
  expect((await watcher.receive())?.status).toBe(101);
  const stream = watcher.drain();
  await rig.close();
  // A close frame with code 1000. The client does not answer it; the server does not wait for long.
  expect((await stream).subarray(0, 4)).toEqual(Buffer.from([0x88, 2, 0x03, 0xe8]));
});

test('what never comes whole does not keep the server from stopping', async () => {
  const rig = await serverRig();
  const halves = [
    connect(rig, `GET /version HTTP/1.1\r\nHost:`),
    connect(rig, `POST ${maps} HTTP/1.1\r\n${head}Content-Length: 100\r\n\r\n{"metadata"`),
    connect(rig, ''),
  ];
  for (const half of halves) await half.connected();
  await rig.close();
  expect(await isFree(rig.listening.port)).toBe(true);
  for (const half of halves) half.destroy();
});

test('a request that is being answered gets its answer', async () => {
  const rig = await serverRig();
  const body = JSON.stringify({ metadata: { name: 'late' } });
  const request = `POST ${maps} HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n`;
  const client = connect(rig, request + body.slice(0, 5));
  await connect(rig, `GET /readyz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`).receive();
  const closed = rig.listening.close();
  client.send(Buffer.from(body.slice(5)));
  expect((await client.receive())?.status).toBe(201);
  await closed;
  client.destroy();
});

test('what does not come whole in time is given up', async () => {
  const timeouts = { headers: 100, request: 200, keepAlive: 300, check: 50 };
  const rig = await serverRig({ timeouts });
  const half = connect(rig, `GET /version HTTP/1.1\r\nHost:`);
  const bodiless = connect(rig, `POST ${maps} HTTP/1.1\r\n${head}Content-Length: 100\r\n\r\n{"a"`);
  const idle = connect(rig, `GET /readyz HTTP/1.1\r\n${head}\r\n`);
  expect((await half.receive())?.status).toBe(408);
  expect((await bodiless.receive())?.status).toBe(408);
  expect((await idle.receive())?.status).toBe(200);
  expect(await idle.receive()).toBeUndefined();
  await rig.close();
});
