/** Requests for other API servers: what they are sent, and what clients get of their answers. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallRemote, RemoteCall, RemoteReply } from '#api';
import type { apiregistrationV1 } from '#types';
import type { Exchange } from '../../../src/server/exchange/exchange.ts';
import { passOn } from '../../../src/server/remote/pass-on.ts';
import { handled, type Asked, type Handled } from '../../support/ask.ts';

const service = {
  spec: {
    ...{ service: { namespace: 'a', name: 'far', port: 8443 }, caBundle: 'eA==' },
    insecureSkipTLSVerify: true,
  },
} as apiregistrationV1.APIService;

async function* textOf(...texts: readonly (string | Error)[]): AsyncGenerator<Buffer> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield Buffer.from(text);
  }
}

let calls: (RemoteCall & { readonly sent?: string | undefined })[];
/** Undefined: no address stands for the Service. */
let reply: (() => Promise<RemoteReply>) | undefined;
let exchange: Partial<Exchange> & { readonly originalUrl?: string };
let server: Handled;

beforeEach(async () => {
  calls = [];
  exchange = {};
  reply = () => Promise.resolve({ status: 200, headers: {}, body: textOf('fine') });
  const callRemote: CallRemote = (call) => {
    const sent = async (): Promise<RemoteReply> => {
      let text: string | undefined;
      for await (const part of call.body ?? []) text = (text ?? '') + String(part);
      calls.push({ ...call, sent: text });
      return reply!();
    };
    return reply && sent();
  };
  server = await handled((req, res) => {
    const { originalUrl, ...more } = exchange;
    void passOn(
      {
        server: { api: { callRemote } },
        req: Object.assign(req, originalUrl !== undefined && { originalUrl }),
        res,
        user: { name: 'jane', groups: ['dev', 'ops'] },
        ...more,
      } as unknown as Exchange,
      service,
    );
  });
});
afterEach(() => server.close());

describe('a request for another server', () => {
  it('goes to the Service as it came, with its user in headers', async () => {
    const headers = {
      ...{ authorization: 'Bearer x', connection: 'close', te: 'trailers', 'keep-alive': '1' },
      ...{ 'impersonate-user': 'bob', 'x-remote-user': 'mallory', 'x-remote-extra-a': 'b' },
      ...{ accept: 'text/plain', 'x-impersonate-x': 'kept', 'x-forwarded-for': '192.0.2.1' },
      ...{ upgrade: 'h2c', 'proxy-connection': 'x', 'proxy-authorization': 'x', trailer: 'x' },
      ...{ 'proxy-authenticate': 'x', 'user-agent': 'test' },
    };
    const user = { name: 'jane', groups: ['dev', 'ops'], extra: { 'Example.com/A b': ['1', '2'] } };
    exchange = { user };
    await server.ask({ method: 'PUT', path: '/apis/far/v1?a=b', headers, body: 'body' });
    const [{ headers: sent, signal, ...call }] = calls as [(typeof calls)[number]];
    expect(call).toEqual({
      body: expect.anything() as unknown,
      ...{ service: { namespace: 'a', name: 'far', port: 8443 }, authority: 'x', isInsecure: true },
      ...{ method: 'PUT', path: '/apis/far/v1?a=b', sent: 'body' },
    });
    expect(sent).toEqual({
      ...{ accept: 'text/plain', 'x-impersonate-x': 'kept', 'user-agent': 'test' },
      host: `127.0.0.1:${server.port}`,
      'x-forwarded-for': '192.0.2.1, 127.0.0.1',
      'x-remote-user': 'jane',
      'x-remote-group': ['dev', 'ops'],
      'x-remote-extra-example.com%2Fa%20b': ['1', '2'],
    });
    expect(signal!.aborted).toBe(true);
  });

  it('has the path that the client asked for', async () => {
    exchange = { originalUrl: '/all/of/it' };
    await server.ask({ path: '/it' });
    expect(calls[0]!.path).toBe('/all/of/it');
  });

  it.each<[string, Omit<Asked, 'path'>, Buffer | undefined, string | undefined]>([
    ['none', {}, undefined, undefined],
    ['none, where one was read', {}, Buffer.from('read'), undefined],
    ['one of a known length', { method: 'POST', body: 'x' }, undefined, 'x'],
    [
      'one in chunks',
      { method: 'POST', headers: { 'transfer-encoding': 'chunked' }, body: 'y' },
      ...[undefined, 'y'],
    ],
    ['one that was read', { method: 'POST', body: 'z' }, Buffer.from('read'), 'read'],
  ] as never)('has its body: %s', async (_, asked, body, sent) => {
    exchange = { body };
    await server.ask({ path: '/', ...asked });
    expect(calls[0]!.sent).toBe(sent);
    expect(calls[0]!.headers).not.toHaveProperty('transfer-encoding');
    expect(calls[0]!.headers['x-forwarded-for']).toBe('127.0.0.1');
  });
});

describe('the answer of another server', () => {
  it('is passed back, but for what is of one connection', async () => {
    const headers = {
      ...{ 'content-type': 'text/x', 'x-a': ['1', '2'], 'keep-alive': '7', upgrade: 'x' },
      trailer: undefined,
    };
    reply = () => Promise.resolve({ status: 418, headers, body: textOf('te', 'a') });
    const { status, text, headers: answered } = await server.ask({ path: '/' });
    expect([status, text]).toEqual([418, 'tea']);
    expect(answered).toMatchObject({ 'content-type': 'text/x', 'x-a': '1, 2' });
    expect(answered['keep-alive']).not.toBe('7');
    expect(answered).not.toHaveProperty('upgrade');
  });

  it.each<[string, typeof reply, string]>([
    ['there is no address', undefined, 'service unavailable\n'],
    [
      'it cannot be reached',
      () => Promise.reject(new Error('dial tcp: refused')),
      'error trying to reach service: dial tcp: refused\n',
    ],
  ])('is 503 where %s', async (_, fails, text) => {
    reply = fails;
    const answer = await server.ask({ path: '/' });
    expect([answer.status, answer.text]).toEqual([503, text]);
  });

  it('breaks off where the other one does', async () => {
    const body = textOf('half', new Error('reset'));
    reply = () => Promise.resolve({ status: 200, headers: { 'content-length': '8' }, body });
    await expect(server.ask({ path: '/' })).rejects.toThrow(/aborted|hang up/);
  });
});
