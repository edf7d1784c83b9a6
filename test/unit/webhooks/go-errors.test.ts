/** Failures of connections, in the words of Go. */
import type { PeerCertificate } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { checkNames, goText } from '../../../src/webhooks/node/go-errors.ts';

const failed = (message: string, more: object = {}): Error =>
  Object.assign(new Error(message), more);
const connecting = { syscall: 'connect', address: '10.0.0.1', port: 443 };

describe('a failure', () => {
  it.each<[error: Error, text: string]>([
    [
      failed('x', { ...connecting, code: 'ECONNREFUSED' }),
      'dial tcp 10.0.0.1:443: connect: connection refused',
    ],
    [
      failed('x', { ...connecting, code: 'ETIMEDOUT' }),
      'dial tcp 10.0.0.1:443: connect: connection timed out',
    ],
    [
      failed('x', { ...connecting, code: 'EHOSTUNREACH' }),
      'dial tcp 10.0.0.1:443: connect: no route to host',
    ],
    [
      failed('x', { ...connecting, code: 'ENETUNREACH' }),
      'dial tcp 10.0.0.1:443: connect: network is unreachable',
    ],
    [
      failed('x', { ...connecting, code: 'ECONNREFUSED', address: '::1' }),
      'dial tcp [::1]:443: connect: connection refused',
    ],
    [
      failed('all', {
        errors: [failed('x', { ...connecting, code: 'ECONNREFUSED' }), failed('y')],
      }),
      'dial tcp 10.0.0.1:443: connect: connection refused',
    ],
    [failed('x', { code: 'ENOTFOUND', hostname: 'h' }), 'dial tcp: lookup h: no such host'],
    [failed('x', { code: 'EAI_AGAIN', hostname: 'h' }), 'dial tcp: lookup h: no such host'],
    [failed('socket hang up', { code: 'ECONNRESET' }), 'EOF'],
    [failed('x', { code: 'ECONNRESET', syscall: 'read' }), 'read: connection reset by peer'],
    [
      failed('x', { code: 'CERT_HAS_EXPIRED' }),
      'x509: certificate has expired or is not yet valid',
    ],
    [
      failed('x', { code: 'CERT_NOT_YET_VALID' }),
      'x509: certificate has expired or is not yet valid',
    ],
    [failed('SSL: wrong version number:'), 'http: server gave HTTP response to HTTPS client'],
    [failed('SSL: packet length too long'), 'http: server gave HTTP response to HTTPS client'],
    [failed('x', { code: 'ETIMEDOUT', syscall: 'read' }), 'x'],
    [failed('anything else'), 'anything else'],
  ])('%o', (error, text) => {
    expect(goText(error)).toBe(text);
  });

  it.each([
    ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT'],
    ...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ])('%s is about the authority', (code) => {
    expect(goText(failed('x', { code }))).toBe('x509: certificate signed by unknown authority');
  });
});

describe('a certificate', () => {
  const none = 'x509: certificate is not valid for any names, but wanted to match h.example';
  it.each<[host: string, names: string | undefined, message: string | undefined]>([
    ['h.example', 'DNS:h.example', undefined],
    ['h.a.example', 'DNS:a, DNS:*.a.example', undefined],
    ['10.0.0.1', 'IP Address:10.0.0.1', undefined],
    [
      'h.example',
      'DNS:a, IP Address:10.0.0.1, DNS:b',
      'x509: certificate is valid for a, b, not h.example',
    ],
    [
      '10.0.0.1',
      'DNS:a, IP Address:10.0.0.2',
      'x509: certificate is valid for 10.0.0.2, not 10.0.0.1',
    ],
    ['h.example', 'IP Address:10.0.0.2', none],
    [
      '10.0.0.1',
      'DNS:a',
      `x509: cannot validate certificate for 10.0.0.1 because it doesn't contain any IP SANs`,
    ],
    [
      'h.example',
      undefined,
      'x509: certificate relies on legacy Common Name field, use SANs instead',
    ],
    ['other', undefined, 'x509: certificate is not valid for any names, but wanted to match other'],
  ])('for %s of %s: %s', (host, subjectaltname, message) => {
    const certificate = {
      subject: { CN: 'h.example' },
      subjectaltname,
    } as unknown as PeerCertificate;
    expect(checkNames(host, certificate)?.message).toBe(message);
  });
});
