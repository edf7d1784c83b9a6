/** Who is on this machine, as far as a request shows. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { checkOrigin, isLocal } from '../../../../src/server/connection/guard.ts';

type Headers = IncomingMessage['headers'];

describe('a request is local', () => {
  it.each<[string, string, Headers, boolean]>([
    ['over IPv4', '127.0.0.1', {}, true],
    ['from another loopback address', '127.9.0.1', {}, true],
    ['over IPv6', '::1', {}, true],
    ['over IPv4 on a socket for both', '::ffff:127.0.0.1', {}, true],
    ['not from elsewhere', '192.0.2.1', {}, false],
    ['not from an address that only looks so', '::ffff:192.0.127.1', {}, false],
    ['not when the socket is gone', '', {}, false],
    ['not by way of a proxy', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }, false],
    ['not by way of another proxy', '127.0.0.1', { forwarded: 'for=192.0.2.1' }, false],
    ['not by way of a cache', '::1', { via: '1.1 cache' }, false],
    ['from the address bar of a browser', '::1', { 'sec-fetch-site': 'none' }, true],
    ['from a page of ours', '::1', { 'sec-fetch-site': 'same-origin' }, true],
    ['not from a page of others', '::1', { 'sec-fetch-site': 'cross-site' }, false],
    ['not from a page of another port', '::1', { 'sec-fetch-site': 'same-site' }, false],
  ])('%s', (_, remoteAddress, headers, expected) => {
    expect(isLocal({ socket: { remoteAddress }, headers } as IncomingMessage)).toBe(expected);
  });
});

describe('a request under the name', () => {
  it.each<[Headers, boolean]>([
    [{}, true],
    [{ host: '127.0.0.1:6443' }, true],
    [{ host: '[::1]:6443' }, true],
    [{ host: 'LocalHost:1' }, true],
    [{ host: 'a.localhost' }, true],
    [{ host: 'own.example:6443' }, true],
    [{ host: 'kubernetes' }, true],
    [{ host: 'kubernetes.default' }, true],
    [{ host: 'kubernetes.default.svc' }, true],
    [{ host: 'kubernetes.default.svc.cluster.local:443' }, true],
    [{ host: 'host.docker.internal' }, true],
    [{ host: '' }, false],
    [{ host: 'evil.example:6443' }, false],
    [{ host: '127.0.0.1.evil.example' }, false],
    [{ host: 'localhost:1', origin: 'http://localhost:1' }, true],
    [{ host: 'localhost:1', origin: 'http://localhost:2' }, false],
    [{ host: 'localhost:1', origin: 'null' }, false],
    [{ origin: 'http://localhost:1' }, false],
  ])('%j is answered: %s', (headers, expected) => {
    const check = (): void => checkOrigin(headers, ['own.example']);
    if (expected) expect(check).not.toThrow();
    else expect(check).toThrow('are not answered');
  });
});
