/** Upgrades behind other requests on one connection: the server must live, and answer in order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { machineTime } from '#clock';
import { makeAuthority, makeServing } from '#server';
import { RawConnection, type RawAnswer } from '../support/fuzz/raw-http.ts';
import { bytesOf } from '../support/fuzz/request.ts';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';
import { request } from './client.ts';

const share = Number(process.env['FUZZ_RUNS'] ?? 5000) / 5000;
const seed = Number(process.env['FUZZ_SEED'] ?? 20261120);
const timeout = 60_000 * Math.max(1, share);
const numRuns = (some: number): number => Math.ceil(some * share);

let plain: ServerRig;
let secure: ServerRig;
const faults: unknown[] = [];
const onFault = (fault: unknown): void => void faults.push(fault);

beforeAll(async () => {
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
  plain = await serverRig({ onDefect: onFault });
  const now = machineTime();
  const tls = makeServing(makeAuthority(now), ['localhost'], now);
  secure = await serverRig({ onDefect: onFault, tls });
  const data = { text: 'x'.repeat(100_000) };
  for (const name of ['a', 'b', 'c'])
    await request(plain, 'POST', '/api/v1/namespaces/default/configmaps', {
      body: { metadata: { name }, data },
    });
});

afterAll(async () => {
  const { text } = await request(plain, 'GET', '/metrics');
  expect(text).toMatch(/^apiserver_registered_watchers 0$/m);
  await plain.close();
  await secure.close();
  process.off('uncaughtException', onFault);
  process.off('unhandledRejection', onFault);
  expect(faults).toEqual([]);
});

const authorization = `Authorization: Bearer ${adminToken}\r\n`;
const socketHeaders =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const exec = '/api/v1/namespaces/default/pods/nope/exec?command=ls';

function upgradeOf(target: string, headers = authorization + socketHeaders, body = ''): string {
  const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`;
  return `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}${length}\r\n${body}`;
}

function get(target: string, headers = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${authorization}${headers}\r\n`;
}

async function answersOf(connection: RawConnection, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await connection.receive())?.status ?? 0);
  return statuses;
}

test.each([['plain'], ['secure']])('kept alive, %s', async (which) => {
  const rig = which === 'plain' ? plain : secure;
  for (let i = 0; i < 30; i++) {
    const connection = new RawConnection(rig.listening.port, { isSecure: which === 'secure' });
    connection.send(Buffer.from(get('/api/v1/nodes')));
    const first = await connection.receive();
    connection.send(Buffer.from(upgradeOf(exec)));
    const second = await connection.receive();
    expect([first?.status, second?.status]).toEqual([200, 404]);
    expect(await connection.receive()).toBeUndefined();
  }
});

test.each([['plain'], ['secure']])('in one packet, %s', async (which) => {
  const rig = which === 'plain' ? plain : secure;
  const connection = new RawConnection(rig.listening.port, { isSecure: which === 'secure' });
  connection.send(Buffer.from(get('/version') + get('/api/v1/nodes') + upgradeOf(exec)));
  expect(await answersOf(connection, 3)).toEqual([200, 200, 404]);
});

test('a watch opens behind other answers, and loses nothing that came with it', async () => {
  const connection = new RawConnection(plain.listening.port);
  const watch = upgradeOf('/api/v1/namespaces/default/configmaps?watch=1');
  // A ping, masked with zeros, of one byte.
  const ping = Buffer.from([0x89, 0x81, 0, 0, 0, 0, 0x2a]);
  connection.send(
    Buffer.concat([Buffer.from(get('/api/v1/namespaces/default/configmaps') + watch), ping]),
  );
  const list = await connection.receive();
  expect(list?.status).toBe(200);
  expect((await connection.receive())?.status).toBe(101);
  const pong = Buffer.from([0x8a, 0x01, 0x2a]);
  const came = await connection.readUntil(pong);
  expect(came.subarray(-pong.length)).toEqual(pong);
  connection.reset();
});

test('behind a stream that does not end, until the client goes', async () => {
  for (const leave of ['reset', 'finish'] as const) {
    const connection = new RawConnection(plain.listening.port);
    connection.send(Buffer.from(get('/api/v1/configmaps?watch=1') + upgradeOf(exec)));
    expect((await connection.receive())?.isStream).toBe(true);
    connection[leave]();
  }
});

test('behind an answer that HTTP gives by itself', async () => {
  const connection = new RawConnection(plain.listening.port);
  const expecting = get('/api/v1/configmaps') + get('/version', 'Expect: nonsense\r\n');
  connection.send(Buffer.from(expecting + upgradeOf(exec)));
  // The answer to an unknown Expect is the connection's last: the upgrade behind it gets none.
  const all = (await connection.drain()).toString();
  expect(all.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 417']);
});

test('only to WebSocket; others get what they ask for in HTTP', async () => {
  const connection = new RawConnection(plain.listening.port);
  const other = socketHeaders.replace('Upgrade: websocket', 'Upgrade: h2c');
  const target = '/api/v1/namespaces/default/configmaps?watch=1';
  connection.send(Buffer.from(upgradeOf(target, authorization + other)));
  expect(await connection.receive()).toMatchObject({ status: 200, isStream: true });
  connection.destroy();
});

test('one message of a client that watches is bounded', async () => {
  const connection = new RawConnection(plain.listening.port);
  connection.send(Buffer.from(upgradeOf('/api/v1/namespaces/default/secrets?watch=1')));
  expect((await connection.receive())?.status).toBe(101);
  // The header of a text frame of 10 MB: its body need not come.
  connection.send(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x98, 0x96, 0x80, 0, 0, 0, 0]));
  // A close frame with the code 1009: too big.
  const tooBig = Buffer.from([0x88, 0x02, 0x03, 0xf1]);
  expect(await connection.readUntil(tooBig)).toEqual(tooBig);
});

const before = fc.constantFrom(
  get('/version'),
  get('/api/v1/configmaps'),
  get('/api/v1/configmaps', 'Accept-Encoding: gzip\r\n'),
  get('/metrics'),
  get('/nope'),
  get('/openapi/v3'),
  bytesOf({
    method: 'POST',
    target: '/api/v1/namespaces/default/configmaps',
    headers: [['Authorization', `Bearer ${adminToken}`]],
    body: Buffer.from('{"metadata":{"name":"a"}}'),
  }).toString(),
);
const upgrade = fc
  .tuple(
    fc.constantFrom(exec, '/api/v1/configmaps?watch=1&timeoutSeconds=1', '/version', '/nope', '*'),
    fc.constantFrom('', authorization, 'Authorization: Bearer wrong\r\n'),
    fc.constantFrom(
      socketHeaders,
      'Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\n',
      'Connection: Upgrade\r\nUpgrade: websocket\r\n',
    ),
    fc.constantFrom('', 'x', '{"a":1}'.repeat(100)),
  )
  .map(([target, who, how, body]) => upgradeOf(target, who + how, body));
const rest = fc.oneof(
  fc.constant(Buffer.alloc(0)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.alloc(100_000, 'x')),
);

test('whatever came before, and however the client goes', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(before, fc.boolean()), { maxLength: 3 }),
      upgrade,
      rest,
      fc.constantFrom('wait', 'finish', 'reset', 'destroy'),
      async (earlier, asked, more, end) => {
        const connection = new RawConnection(plain.listening.port);
        const answers: (RawAnswer | undefined)[] = [];
        let unread = 0;
        for (const [bytes, isRead] of earlier) {
          connection.send(Buffer.from(bytes));
          unread++;
          for (; isRead && unread > 0; unread--) answers.push(await connection.receive());
        }
        connection.send(Buffer.concat([Buffer.from(asked), more]));
        if (end === 'wait' && more.length < 1000) {
          for (; unread >= 0; unread--) answers.push(await connection.receive());
          expect(answers.map((answer) => answer?.status)).not.toContain(undefined);
          const last = answers.at(-1)!.status;
          expect([101, 200, 400, 401, 403, 404]).toContain(last);
        }
        if (end === 'finish') connection.finish();
        else if (end === 'reset') connection.reset();
        else connection.destroy();
      },
    ),
    { numRuns: numRuns(300), seed },
  );
  expect((await request(plain, 'GET', '/readyz')).status).toBe(200);
});
