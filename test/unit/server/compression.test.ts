/** Long answers are compressed for the clients that take them so; all say how they may be kept. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from '../../../src/server/answer/respond.ts';

/** Longer bodies are compressed. */
const limit = 131_072;

const server = createServer((req, res) => {
  send(req, res, 200, 'a/b', Buffer.alloc(Number(req.url!.slice(1)), 'x'));
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

it.each<[string | undefined, number, boolean]>([
  [undefined, limit + 1, false],
  ['gzip', limit, false],
  ['gzip', limit + 1, true],
  ['br, gzip', limit + 1, true],
  ['deflate,gzip , br', limit + 1, true],
  ['br', limit + 1, false],
  ['x-gzip', limit + 1, false],
  // v1.24 takes no weights: neither this one, which refuses it, nor others.
  ['gzip;q=0', limit + 1, false],
  ['gzip;q=1.0', limit + 1, false],
])('Accept-Encoding %s, %d bytes: %s', async (encoding, length, isCompressed) => {
  const { port } = server.address() as AddressInfo;
  const headers = encoding === undefined ? {} : { 'accept-encoding': encoding };
  const request = get({ host: '127.0.0.1', port, path: `/${length}`, headers, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  expect(answer.headers).toMatchObject({
    'content-type': 'a/b',
    'content-length': String(body.length),
    'cache-control': 'no-cache, private',
  });
  expect(answer.headers['content-encoding']).toBe(isCompressed ? 'gzip' : undefined);
  expect(answer.headers.vary).toBe(isCompressed ? 'Accept-Encoding' : undefined);
  const whole = isCompressed ? gunzipSync(body) : body;
  expect(whole.equals(Buffer.alloc(length, 'x'))).toBe(true);
});
