/** Clients that do not read, do not finish, or send too much: what they may cost. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configMap } from '#kinds';
import type { ConfigMap } from '#types';
import { judge } from '../support/fuzz/judge.ts';
import { RawConnection, type RawAnswer } from '../support/fuzz/raw-http.ts';
import { serverRig, type ServerRig } from '../support/server.ts';

const head = 'Host: localhost\r\nAuthorization: Bearer admintoken\r\n';
const context = { origin: { actor: 'test' } };
const maps = '/api/v1/namespaces/default/configmaps';

let rig: ServerRig;
let connections: RawConnection[];

beforeEach(async () => {
  rig = await serverRig({ freeze: false });
  connections = [];
});

afterEach(async () => {
  for (const connection of connections) connection.destroy();
  await rig.close();
});

function connect(text: string): RawConnection {
  const connection = new RawConnection(rig.listening.port);
  connections.push(connection);
  connection.send(Buffer.from(text, 'latin1'));
  return connection;
}

async function ask(text: string): Promise<RawAnswer | undefined> {
  return connect(text).receive();
}

const watch = (query = ''): string => `GET ${maps}?watch=1${query} HTTP/1.1\r\n${head}\r\n`;

/** Writes an object over and over; between two writes the event loop goes round. */
async function write(count: number, bytes: number): Promise<void> {
  let object = await rig.api.create(context, configMap, named('watched', 'x'.repeat(bytes)));
  for (let n = 1; n < count; n++) {
    const data = { text: `${n} `.padEnd(bytes, 'x') };
    const { object: next } = await rig.api.update(context, configMap, object.metadata, {
      ...object,
      data,
    });
    object = next;
    if (n % 20 === 0) await ask(`GET /readyz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
  }
}

function named(name: string, text: string): ConfigMap {
  const metadata = { name, namespace: 'default' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text } } as unknown as ConfigMap;
}

/** Bytes that are held outside of the garbage collected heap: buffers, above all. */
function heldBytes(): number {
  const { external, arrayBuffers } = process.memoryUsage();
  return Math.max(external, arrayBuffers);
}

test(
  '100 watchers that do not read hold no more than what is under way',
  { timeout: 60_000 },
  async () => {
    const events = 2000;
    const bytes = 3000;
    const slow = Array.from({ length: 100 }, () => connect(watch()));
    for (const connection of slow) expect((await connection.receive())?.status).toBe(200);
    for (const connection of slow) connection.pause();
    const before = heldBytes();
    await write(events, bytes);
    const grown = heldBytes() - before;
    // The history itself is 6 MB, in strings; its bytes for the wire, made once, as much again.
    // A queue for each watcher would be 600.
    expect(grown).toBeLessThan(60e6);
    // And one that does read gets all of it, meanwhile.
    const reader = connect(watch('&resourceVersion=1'));
    const all = (await reader.readUntil(`"text":"${events - 1} `)).toString();
    expect(all.match(/"type":"(ADDED|MODIFIED)"/g)).toHaveLength(events);
  },
);

test('a watcher that reads on after a pause misses nothing', async () => {
  const events = 300;
  const connection = connect(watch());
  await connection.receive();
  connection.pause();
  await write(events, 30_000);
  connection.resume();
  const text = (await connection.readUntil(`"text":"${events - 1} `)).toString();
  const numbers = [...text.matchAll(/"text":"(\d+) /g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: events - 1 }, (_, n) => n + 1));
});

test('a client that falls behind what is kept gets an error, and the stream ends', async () => {
  const connection = connect(watch());
  await connection.receive();
  connection.pause();
  await write(2000, 30_000);
  await rig.store.compact(rig.store.revision());
  connection.resume();
  const text = (await connection.readUntil('\r\n0\r\n\r\n')).toString();
  expect(text).toContain('"reason":"Expired"');
});

test('a client of WebSocket that does not read holds little as well', async () => {
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  const slow = Array.from({ length: 20 }, () =>
    connect(`GET ${maps}?watch=1 HTTP/1.1\r\n${head}${upgrade}\r\n`),
  );
  for (const connection of slow) expect((await connection.receive())?.status).toBe(101);
  for (const connection of slow) connection.pause();
  const before = heldBytes();
  await write(1000, 10_000);
  expect(heldBytes() - before).toBeLessThan(60e6);
});

const limit = 3 * 1024 * 1024;

test.each([
  ['that say so', `Content-Length: ${limit + 1}\r\n\r\n`, ''],
  [
    'that come in chunks',
    'Transfer-Encoding: chunked\r\n\r\n',
    `${(limit + 10).toString(16)}\r\n${'x'.repeat(limit + 10)}\r\n0\r\n\r\n`,
  ],
])('bodies above 3 MiB are refused: %s', async (_, framing, body) => {
  const answer = await ask(`POST ${maps} HTTP/1.1\r\n${head}${framing}${body}`);
  expect(answer?.status).toBe(413);
  judge({ method: 'POST', target: maps, headers: [], body: Buffer.alloc(0) }, answer!);
  expect(JSON.parse(answer!.body.toString())).toMatchObject({
    reason: 'RequestEntityTooLarge',
    message: 'Request entity too large: limit is 3145728',
  });
});

test('headers above 64 KiB are refused', async () => {
  const answer = await ask(`GET /version HTTP/1.1\r\n${head}X-Big: ${'x'.repeat(70_000)}\r\n\r\n`);
  expect(answer?.status).toBe(431);
});

test('below that they are not', async () => {
  const answer = await ask(`GET /version HTTP/1.1\r\n${head}X-Big: ${'x'.repeat(50_000)}\r\n\r\n`);
  expect(answer?.status).toBe(200);
});
