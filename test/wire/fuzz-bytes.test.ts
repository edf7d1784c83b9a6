/** Bytes that are hardly HTTP: broken heads, requests cut in half, upgrades to anything. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { junkText } from '../support/fuzz/junk.ts';
import { bytesOf, escapeQuery } from '../support/fuzz/request.ts';
import { anyRequest } from '../support/fuzz/requests.ts';
import { FuzzRig } from '../support/fuzz/rig.ts';

const share = Number(process.env['FUZZ_RUNS'] ?? 5000) / 5000;
const seed = Number(process.env['FUZZ_SEED'] ?? 20261120);
const timeout = 60_000 * Math.max(1, share);
const numRuns = (some: number): number => Math.ceil(some * share);

let rig: FuzzRig;
const faults: unknown[] = [];
const onFault = (fault: unknown): void => void faults.push(fault);

beforeAll(async () => {
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
  rig = await FuzzRig.start();
});

beforeEach(async () => {
  expect(await isWell()).toBe(true);
});

afterAll(async () => {
  expect(await isWell()).toBe(true);
  expect(await rig.watchers()).toBe(0);
  await rig.close();
  expect(faults).toEqual([]);
  process.off('uncaughtException', onFault);
  process.off('unhandledRejection', onFault);
});

async function isWell(): Promise<boolean> {
  const health = bytesOf({ method: 'GET', target: '/readyz', headers: [], body: Buffer.alloc(0) });
  return (await rig.exchange(health)).status === 200;
}

/** Sends bytes and the end of what is sent; reads all that comes back. */
async function tell(bytes: Buffer): Promise<void> {
  const connection = rig.connect();
  connection.send(bytes);
  connection.finish();
  // Streams continue until the client is gone.
  // The answer to HEAD says how long its body would be, and has none.
  const isHead = bytes.subarray(0, 5).toString() === 'HEAD ';
  const answer = await connection.receive(isHead).finally(() => connection.destroy());
  if (answer?.status === 500) expect(answer.body.toString()).not.toContain('InternalError');
}

test('requests with bytes changed anywhere', { timeout }, async () => {
  const change = fc.tuple(
    fc.nat({ max: 400 }),
    fc.nat({ max: 3 }),
    fc.uint8Array({ maxLength: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(
      anyRequest,
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async (request, changes) => {
        let bytes = bytesOf(request);
        for (const [place, gone, put] of changes) {
          const at = place % bytes.length;
          bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + gone)]);
        }
        await tell(bytes);
      },
    ),
    { numRuns: numRuns(400), seed },
  );
});

test('requests cut off, whichever way the client goes', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, fc.nat(), fc.boolean(), async (request, place, isRude) => {
      const bytes = bytesOf(request);
      const before = rig.server.store.revision();
      const half = bytes.subarray(0, 1 + (place % (bytes.length - 1)));
      if (isRude) {
        const connection = rig.connect();
        connection.send(half);
        connection.destroy();
      } else {
        await tell(half);
      }
      // A body that has not come whole is none.
      if (request.body.length > 0) expect(rig.server.store.revision()).toBe(before);
    }),
    { numRuns: numRuns(300), seed },
  );
});

const head = 'Host: localhost\r\nAuthorization: Bearer admintoken\r\n';

test.each([
  [
    'two lengths',
    `POST /api/v1/pods HTTP/1.1\r\n${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  ],
  [
    'length and chunks',
    `POST /api/v1/pods HTTP/1.1\r\n${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'bad chunks',
    `POST /api/v1/pods HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  ],
  ['negative length', `POST /api/v1/pods HTTP/1.1\r\n${head}Content-Length: -1\r\n\r\n`],
  ['no version', `GET /api/v1/pods\r\n\r\n`],
  ['HTTP/2 prior knowledge', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
  ['a TLS hello', `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`],
  ['a tunnel', `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n`],
  ['no host', `GET /api/v1/pods HTTP/1.1\r\n\r\n`],
  ['headers above 64 KiB', `GET /version HTTP/1.1\r\n${head}X-Big: ${'x'.repeat(70_000)}\r\n\r\n`],
])('%s', async (_, text) => {
  const connection = rig.connect();
  connection.send(Buffer.from(text, 'latin1'));
  const answer = await connection.receive();
  if (answer !== undefined) expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer?.status).not.toBe(500);
  connection.destroy();
});

test('several requests in one packet are answered in order', async () => {
  const request = (path: string): string => `GET ${path} HTTP/1.1\r\n${head}\r\n`;
  const connection = rig.connect();
  connection.send(Buffer.from(request('/version') + request('/nope') + request('/readyz')));
  const statuses = [
    (await connection.receive())?.status,
    (await connection.receive())?.status,
    (await connection.receive())?.status,
  ];
  expect(statuses).toEqual([200, 404, 200]);
  connection.destroy();
});

test('a request that waits for its turn is not asked to continue inside of its answer', async () => {
  const first = `GET /api/v1/configmaps HTTP/1.1\r\n${head}\r\n`;
  const second = `GET /version HTTP/1.1\r\n${head}Expect: 100-continue\r\n\r\n`;
  const connection = rig.connect();
  connection.send(Buffer.from(first + second));
  expect((await connection.receive())?.status).toBe(200);
  const { status, body } = (await connection.receive())!;
  expect([status, JSON.parse(body.toString())]).toMatchObject([200, { minor: '24' }]);
  connection.destroy();
});

test('clients that are gone before they are answered', async () => {
  const targets = ['/version', '/api/v1/configmaps', '/api/v1/configmaps?watch=1', '/metrics'];
  for (const accept of ['application/json', 'application/vnd.kubernetes.protobuf']) {
    for (const target of targets) {
      for (const upgrade of ['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n']) {
        const connection = rig.connect();
        const request = `GET ${target} HTTP/1.1\r\n${head}Accept: ${accept}\r\n${upgrade}\r\n`;
        connection.send(Buffer.from(request));
        await connection.connected();
        connection.reset();
      }
    }
  }
});

const upgradeTo = fc.constantFrom('websocket', 'h2c', 'SPDY/3.1', 'x');
const upgradeHeader = fc.oneof(
  fc.tuple(fc.constant('Sec-WebSocket-Key'), fc.constantFrom('dGhlIHNhbXBsZSBub25jZQ==', 'x', '')),
  fc.tuple(fc.constant('Sec-WebSocket-Version'), fc.constantFrom('13', '8', 'x')),
  fc.tuple(
    fc.constant('Sec-WebSocket-Protocol'),
    fc.constantFrom('base64.binary.k8s.io', 'v4.channel.k8s.io', ',,', 'a b'),
  ),
  fc.tuple(
    fc.constant('Sec-WebSocket-Extensions'),
    fc.constantFrom('permessage-deflate; x=', ';;'),
  ),
);
const upgradeTarget = fc.oneof(
  { weight: 3, arbitrary: fc.constant('/api/v1/namespaces/default/configmaps?watch=1') },
  fc.constantFrom(
    '/api/v1/configmaps?watch=1&resourceVersion=x',
    '/api/v1/namespaces/default/pods/a/exec',
    '/version',
    '/api/v1/nope?watch=1',
    '/metrics',
  ),
  junkText.map((text) => `/${escapeQuery(text)}`),
);

test('upgrades of all sorts', { timeout }, async () => {
  const frames = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(upgradeTo, upgradeTarget, fc.array(upgradeHeader, { maxLength: 4 }), frames),
      async ([to, target, given, sent]) => {
        const headers = [
          ['Authorization', 'Bearer admintoken'],
          ['Connection', 'Upgrade'],
          ['Upgrade', to],
          ...given,
        ] as const;
        const connection = rig.connect();
        connection.send(
          bytesOf({ method: 'GET', target, headers: headers as never, body: Buffer.alloc(0) }),
        );
        const answer = await connection.receive();
        if (answer !== undefined) {
          expect([101, 200, 400, 403, 404, 405, 406, 426, 500, 501]).toContain(answer.status);
          if (answer.status >= 500) expect(answer.body.toString()).toMatch(/simulated|ParseUint/);
        }
        for (const frame of sent) connection.send(Buffer.from(frame));
        connection.reset();
      },
    ),
    { numRuns: numRuns(300), seed },
  );
});
