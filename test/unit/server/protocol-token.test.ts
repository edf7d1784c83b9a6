/** Tokens among the protocols of a WebSocket, as v1.24's ProtocolAuthenticator reads them. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { protocolToken, takeOut } from '../../../src/server/auth/protocol-token.ts';

const named = (token: string | Buffer) =>
  `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString('base64url')}`;
const websocket = { connection: 'Upgrade', upgrade: 'websocket' };
const asked = (protocols: string | undefined, headers: object = websocket) =>
  ({ headers: { ...headers, 'sec-websocket-protocol': protocols } }) as unknown as IncomingMessage;

describe('a token among protocols', () => {
  const other = 'base64.binary.k8s.io';
  const prefix = named('');

  it.each<[string, string | undefined, ReturnType<typeof protocolToken>]>([
    ['first', `${named('abc')}, ${other}`, { token: 'abc', others: [other] }],
    ['last', `${other},${named('abc')}`, { token: 'abc', others: [other] }],
    ['between two', `a,${named('é~x')},b`, { token: 'é~x', others: ['a', 'b'] }],
    ['with an empty one', `${named('abc')},`, { token: 'abc', others: [''] }],
    ['alone', named('abc'), 'invalid'],
    ['twice', `${named('abc')},${named('abc')},${other}`, 'invalid'],
    ['with padding', `${prefix}YQ==,${other}`, 'invalid'],
    ['in the other base64', `${prefix}a+/b,${other}`, 'invalid'],
    ['of an impossible length', `${prefix}YWJjZ,${other}`, 'invalid'],
    ['that is not UTF-8', `${named(Buffer.from([0xff, 0xfe]))},${other}`, 'invalid'],
    ['that is empty', `${prefix},${other}`, undefined],
    ['that is empty, alone', prefix, undefined],
    ['none', other, undefined],
    ['no protocol', undefined, undefined],
  ])('%s', (_, protocols, expected) => {
    expect(protocolToken(asked(protocols))).toEqual(expected);
  });

  it.each([
    ['no upgrade', {}],
    ['another upgrade', { ...websocket, upgrade: 'spdy/3.1' }],
    ['a connection that does not say so', { ...websocket, connection: 'keep-alive, upgrades' }],
  ])('is not one with %s', (_, headers) => {
    expect(protocolToken(asked(`${named('abc')},${other}`, headers))).toBeUndefined();
  });

  it('is one where the upgrade is one of several words, in any case', () => {
    const headers = { upgrade: 'WebSocket', connection: 'keep-alive, UPGRADE' };
    expect(protocolToken(asked(`${named('abc')},${other}`, headers))).toMatchObject({
      token: 'abc',
    });
  });

  it.each([
    [[other, 'x'], `${other},x`],
    [[''], undefined],
  ])('taken out leaves %j', (others, left) => {
    const req = asked('');
    takeOut(req, { token: 'abc', others });
    expect(req.headers['sec-websocket-protocol']).toBe(left);
    expect(req.headers.authorization).toBe('Bearer abc');
  });
});
