/** Who makes a request, by what it shows and by what the server allows. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { machineWall } from '#clock';
import { Tokens } from '../../../../src/server/auth/tokens.ts';
import type { Exchange, Server } from '../../../../src/server/exchange/exchange.ts';
import { ExchangeOpener } from '../../../../src/server/exchange/open-exchange.ts';

type Options = ConstructorParameters<typeof ExchangeOpener>[1];

const tokens = new Tokens();
tokens.add('known', { name: 'jane', groups: [] });
const server = {
  ...{ tokens, wall: machineWall },
  accountTokens: { find: () => undefined },
  api: { flowOf: () => undefined, authorizer: { decide: () => ({ allowed: true, reason: '' }) } },
} as unknown as Server;

interface Sent {
  readonly token?: string;
  readonly path?: string;
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function open(
  options: Options,
  { token, path = '/api/v1/pods', from = '192.0.2.1', headers = {} }: Sent,
): { readonly exchange: Exchange; readonly sent: ReadonlyMap<string, string> } {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const socket = { remoteAddress: from };
  const req = { method: 'GET', url: path, headers: { ...authorization, ...headers }, socket };
  const sent = new Map<string, string>();
  const res = { setHeader: (name: string, value: string) => sent.set(name, value) };
  const exchange = new ExchangeOpener(server, options).open(
    req as unknown as IncomingMessage,
    res as unknown as ServerResponse,
  );
  return { exchange, sent };
}

describe('a request', () => {
  const anonymous = 'system:anonymous';
  const admin = 'admin';
  const here = '127.0.0.1';
  const trusting: Options = { localAdmin: true };

  it.each<[string, Options, Sent, string | undefined]>([
    ['with a token', {}, { token: 'known' }, 'jane'],
    ['with a token, where none is needed', { anonymous: true }, { token: 'known' }, 'jane'],
    ['with a token of another', { anonymous: true }, { token: 'unknown' }, undefined],
    ['without', {}, {}, undefined],
    ['without, where none is needed', { anonymous: true }, {}, anonymous],
    ['without, where it must have one', { anonymous: false }, {}, undefined],
    ['about health, without', {}, { path: '/readyz' }, anonymous],
    ['about health, with a token', {}, { path: '/readyz', token: 'known' }, 'jane'],
    ['about health, with a token of another', {}, { path: '/readyz', token: 'unknown' }, undefined],
    ['from this machine', trusting, { from: here }, admin],
    ['from this machine, with a token', trusting, { from: here, token: 'known' }, 'jane'],
    ['from this machine, which is not trusted', {}, { from: here }, undefined],
    ['from another machine', trusting, {}, undefined],
    ['from another machine, where none is needed', { ...trusting, anonymous: true }, {}, anonymous],
  ])('%s', (_, options, sent, user) => {
    if (user === undefined) expect(() => open(options, sent)).toThrow('Unauthorized');
    else expect(open(options, sent).exchange.user.name).toBe(user);
  });

  it('can be found by its audit id, which may be its own', () => {
    const options: Options = { anonymous: true };
    expect(open(options, { headers: { 'audit-id': 'mine' } }).sent.get('Audit-Id')).toBe('mine');
    expect(open(options, {}).sent.get('Audit-Id')).toMatch(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    );
  });

  it('may name the server in its target', () => {
    const named = {
      path: 'http://127.0.0.1:1/api/v1/nodes?limit=1',
      headers: { host: 'localhost' },
    };
    const { path, query } = open({ anonymous: true }, named).exchange;
    expect([path.resource, query.get('limit')]).toEqual(['nodes', '1']);
    const elsewhere = { ...named, path: 'http://evil.example/api/v1/nodes' };
    expect(() => open({ anonymous: true }, elsewhere)).toThrow('are not answered');
  });
});
