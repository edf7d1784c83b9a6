/** Requests to switch to a protocol that is not served are answered as if they did not ask for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineTime, machineTimers } from '#clock';
import { makeAuthority, makeServing } from '#server';
import { RawConnection } from '../support/fuzz/raw-http.ts';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';

let plain: ServerRig;
let secure: ServerRig;
const defects: unknown[] = [];
beforeAll(async () => {
  const onDefect = (defect: unknown): void => void defects.push(defect);
  plain = await serverRig({ onDefect });
  const now = machineTime();
  secure = await serverRig({ onDefect, tls: makeServing(makeAuthority(now), ['localhost'], now) });
});
afterAll(async () => {
  await plain.close();
  await secure.close();
  expect(defects).toEqual([]);
});

const maps = '/api/v1/namespaces/default/configmaps';
const h2c = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
const webSocket =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

function ask(method: string, target: string, headers: string, body = ''): Buffer {
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const json = body === '' ? '' : 'Content-Type: application/json\r\n';
  const head = `Host: localhost\r\nAuthorization: Bearer ${adminToken}\r\n${headers}${length}${json}`;
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n${body}`);
}

describe.each(['plain', 'secure'])('over %s connections', (which) => {
  const isSecure = which === 'secure';
  const connect = (): RawConnection =>
    new RawConnection((isSecure ? secure : plain).listening.port, { isSecure });

  it.each([
    ['h2c', 'GET', '/version', h2c, 200],
    ['h2c', 'GET', maps, h2c, 200],
    ['h2c', 'GET', `${maps}/nope`, h2c, 404],
    ['h2c', 'GET', `${maps}?watch=1&resourceVersion=x`, h2c, 500],
    ['WebSocket', 'GET', maps, webSocket, 200],
    ['WebSocket', 'GET', '/nope', webSocket, 404],
    ['nonsense', 'DELETE', `${maps}/nope`, 'Connection: Upgrade\r\nUpgrade: x/7\r\n', 404],
  ])('%s: %s %s', async (_, method, target, headers, status) => {
    const connection = connect();
    for (let time = 0; time < 12; time++) {
      connection.send(ask(method, target, headers));
      expect((await connection.receive())?.status).toBe(status);
    }
    connection.destroy();
  });

  it.each([
    ['nonsense', 'nonsense\r\n\r\n', '400 Bad Request'],
    ['no method', ' / HTTP/1.1\r\nHost: localhost\r\n\r\n', '400 Bad Request'],
    [
      'a huge header',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
  ])(
    'answers %s like Go: a status as text, and the end of the connection',
    async (_, bytes, text) => {
      const connection = connect();
      connection.send(Buffer.from(bytes));
      const answer = await connection.receive();
      expect(answer?.status).toBe(Number(text.slice(0, 3)));
      expect(answer?.headers.get('content-type')).toEqual(['text/plain; charset=utf-8']);
      expect(answer?.body.toString()).toBe(text);
      expect(connection.isOver).toBe(true);
      connection.destroy();
    },
  );

  it('refuses an unknown expectation like Go: no body, and the end of the connection', async () => {
    const connection = connect();
    const refused = ask('POST', maps, 'Expect: 100-kontinue\r\n', '{}');
    connection.send(Buffer.concat([refused, Buffer.from('nonsense\r\n\r\n')]));
    const answer = await connection.receive();
    expect(answer?.status).toBe(417);
    expect(answer?.headers.get('connection')).toEqual(['close']);
    expect(answer?.headers.get('content-length')).toEqual(['0']);
    expect((await connection.drain()).toString()).toBe('');
    connection.destroy();
  });

  it('writes nothing into a watch that malformed bytes follow', async () => {
    const connection = connect();
    connection.send(ask('GET', `${maps}?watch=1`, ''));
    expect((await connection.receive())?.isStream).toBe(true);
    connection.send(Buffer.concat([ask('GET', maps, ''), Buffer.from('nonsense\r\n\r\n')]));
    expect((await connection.drain()).toString()).not.toContain('400 Bad');
    connection.destroy();
  });

  it('reads bodies, in one piece and in several', async () => {
    const connection = connect();
    const text = 'x'.repeat(200_000);
    for (const [index, cut] of [0, 100, 100_000].entries()) {
      const metadata = { name: `${which}-${index}` };
      const sent = ask('POST', maps, h2c, JSON.stringify({ metadata, data: { text } }));
      if (cut > 0) {
        connection.send(sent.subarray(0, -cut));
        await machineTimers().turn();
      }
      connection.send(sent.subarray(-cut));
      expect((await connection.receive())?.status).toBe(201);
    }
    connection.destroy();
  });

  it('answers in order among other requests', async () => {
    const connection = connect();
    const asked = [
      ask('GET', maps, ''),
      ask('GET', '/nope', h2c),
      ask('GET', '/version', ''),
      ask('GET', `${maps}/nope`, webSocket),
      ask('GET', '/version', `${h2c}Connection: close\r\n`),
    ];
    connection.send(Buffer.concat(asked));
    const statuses: (number | undefined)[] = [];
    for (let count = 0; count <= asked.length; count++) {
      statuses.push((await connection.receive())?.status);
    }
    expect(statuses).toEqual([200, 404, 200, 404, 200, undefined]);
  });
});
