/** Requests to other API servers that do not answer to the end. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { objectOf } from '#api';
import { callAddress } from '../../src/webhooks/node/remote-call.ts';

let server: Server;
beforeEach(async () => {
  server = createServer((req, res) => {
    if (req.url === '/never') return;
    res.writeHead(200).write('{"a":1');
    if (req.url === '/whole') res.end('}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function call(path: string): ReturnType<typeof callAddress> {
  const { port } = server.address() as AddressInfo;
  return callAddress(
    {
      service: { namespace: 'default', name: 'far', port: 80 },
      ...{ isInsecure: true, isPlain: true, method: 'GET', path, headers: {}, timeoutMs: 100 },
    },
    { host: '127.0.0.1', hostPort: port },
  );
}

it('reads an answer that ends in time', async () => {
  expect(await objectOf(await call('/whole'))).toEqual({ a: 1 });
});

it('gives up an answer that does not begin', async () => {
  await expect(call('/never')).rejects.toThrow('context deadline exceeded');
});

it('gives up an answer that begins and does not end', async () => {
  const reply = await call('/begun');
  expect(reply.status).toBe(200);
  expect(await objectOf(reply)).toBeUndefined();
});
