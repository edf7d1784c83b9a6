// eslint-disable-next-line no-restricted-imports -- keys to sign with, which decide nothing
import { generateKeyPairSync, sign, type KeyPairKeyObjectResult } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { certificateSigningRequest as kind, columnsOf } from '#kinds';
import { checkSignature, parseCertificateRequest, pemBlocks } from '#values';
import type { CertificateSigningRequest } from '#types';
import * as der from '../../../../src/values/x509/der.ts';
import {
  base64,
  nodeRequest,
  robotRequest,
  servingRequest,
} from '../../../support/certificate-requests.ts';
import { partOf } from '../../../support/part.ts';
import { context, created, errorsOf, texts, updated } from '../samples.ts';

const request = base64(robotRequest);

function requestOf(spec: object = {}, status: object = {}): CertificateSigningRequest {
  const asked = { request, signerName: 'a.b/c', usages: ['client auth'], ...spec };
  return {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'r' },
    spec: asked,
    status,
  } as unknown as CertificateSigningRequest;
}

const approved = { type: 'Approved', status: 'True' };
const denied = { type: 'Denied', status: 'True' };

/** What a write through an endpoint makes, and what is wrong with it. */
function write(endpoint: 'approval' | 'status', status: object, old: object = {}) {
  const part = partOf(kind, endpoint);
  const before = requestOf({}, old);
  const next = part.prepare!({ ...before, status } as CertificateSigningRequest, before, context);
  const errors = texts((found) => part.validate!(found, next, before, context));
  return { status: next.status, errors };
}

describe('certificate signing requests', () => {
  it('name who made them, whatever they say themselves', () => {
    const given = requestOf({ username: 'x', uid: 'y', groups: ['z'], extra: { a: ['b'] } });
    expect(created(kind, given).spec).toEqual(requestOf().spec);
    const user = { name: 'jane', groups: ['dev'], extra: { k: ['v'] } };
    expect(kind.rules.prepareCreate!(given, context, user).spec).toEqual({
      ...requestOf().spec,
      username: 'jane',
      groups: ['dev'],
      extra: { k: ['v'] },
    });
  });

  it('keep their spec', () => {
    const old = requestOf();
    expect(updated(kind, requestOf({ usages: [] }), old).spec).toBe(old.spec);
  });

  const torn = base64(robotRequest.replace(/\n..../, '\nMIHx'));
  const forged = base64(robotRequest.replace(/(....)\n-----END/, 'AAAA\n-----END'));
  it.each<[string, object, RegExp]>([
    ['no request', { request: null }, /^spec.request: .*\[\]byte\(nil\): PEM block type must be/],
    ['other text', { request: base64('no') }, /\[\]byte{0x6e, 0x6f}: PEM block type must be CERT/],
    ['a torn request', { request: torn }, /asn1: /],
    ['a forged request', { request: forged }, /x509: ECDSA verification failure$/],
    ['no usages', { usages: [] }, /^spec.usages: Required value: usages must be provided$/],
    ['a usage', { usages: ['odd'] }, /^spec.usages\[0\]: Unsupported value: "odd": .*"any", "cert/],
    ['a usage twice', { usages: ['any', 'any'] }, /^spec.usages\[1\]: Duplicate value: "any"$/],
    ['no signer', { signerName: '' }, /signerName must be provided$/],
    ['a signer without a domain', { signerName: 'x' }, /of the form 'example.com\/signer-name'$/],
    ['a short domain', { signerName: 'x/y' }, /should be a domain with at least two segments/],
    ['a path', { signerName: 'a.b/C' }, /Invalid value: "C": validating label "C": a lowercase/],
    [
      'the legacy signer',
      { signerName: 'kubernetes.io/legacy-unknown' },
      /legacy signerName is not/,
    ],
    ['a short time', { expirationSeconds: 599 }, /less than 600 seconds \(10 minutes\)$/],
  ])('refuse %s', (_, spec, message) => {
    const errors = errorsOf(kind, requestOf(spec));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(message);
  });

  it('get the times of conditions, which stay with the status', () => {
    const lastTransitionTime = '2001-01-01T00:00:00Z';
    const old = { conditions: [{ ...approved, lastTransitionTime }] };
    const { status, errors } = write('approval', { conditions: [approved] }, old);
    expect(errors).toEqual([]);
    const lastUpdateTime = '1970-01-01T00:00:00Z';
    expect(status.conditions).toEqual([{ ...approved, lastTransitionTime, lastUpdateTime }]);
  });

  it.each<['approval' | 'status', object, object, readonly RegExp[]]>([
    ['approval', { conditions: [approved] }, {}, []],
    ['approval', { conditions: [approved, denied] }, {}, [/mutually exclusive$/]],
    ['approval', { conditions: [approved, approved] }, {}, [/Duplicate value: "Approved"$/]],
    [
      'approval',
      { conditions: [{ ...approved, status: 'False' }] },
      {},
      [/"False": supp.*"True"$/],
    ],
    ['approval', { conditions: [{ type: '', status: 'X' }] }, {}, [/type: Req/, /"False", "True"/]],
    ['approval', {}, { conditions: [approved] }, [/may not remove a condition of type "Approved"/]],
    ['status', { conditions: [denied] }, {}, [/updates may not add a condition of type "Denied"$/]],
    ['status', { conditions: [{ type: 'Failed', status: 'True' }] }, {}, []],
    ['status', { certificate: base64('x') }, {}, [/must contain at least one CERTIFICATE PEM/]],
    ['status', { certificate: request }, {}, [/blocks are allowed, found "CERTIFICATE REQUEST"$/]],
  ])('through /%s: %j after %j', (endpoint, status, old, wanted) => {
    const { errors } = write(endpoint, status, old);
    expect(errors).toHaveLength(wanted.length);
    for (const [index, message] of wanted.entries()) expect(errors[index]).toMatch(message);
  });

  it('keep an approval that is sent in another form, and the certificate from approvers', () => {
    const times = {
      lastUpdateTime: '2001-01-01T00:00:00Z',
      lastTransitionTime: '2001-01-01T00:00:00Z',
    };
    const old = { conditions: [{ ...approved, ...times, message: 'a' }], certificate: 'QQ==' };
    const sent = { conditions: [{ ...approved, message: 'b' }], certificate: 'Qg==' };
    expect(write('status', sent, old).status.conditions).toMatchObject([{ message: 'a' }]);
    expect(write('status', sent, old).errors).toEqual([
      'status.certificate: Forbidden: updates may not modify existing certificate content',
    ]);
    expect(write('approval', sent, old).status).toMatchObject({
      conditions: [{ message: 'b' }],
      certificate: 'QQ==',
    });
  });

  it.each<[object, string]>([
    [{}, 'Pending'],
    [{ conditions: [approved] }, 'Approved'],
    [{ conditions: [approved], certificate: 'x' }, 'Approved,Issued'],
    [{ conditions: [denied, { type: 'Failed' }] }, 'Denied,Failed'],
  ])('with %j are shown as %s', (status, shown) => {
    const object = requestOf({ expirationSeconds: 3600, username: 'jane' }, status);
    const cells = columnsOf(kind).map((column) => column.cell(object, 0));
    expect(cells.slice(2)).toEqual(['a.b/c', 'jane', '60m', shown]);
  });
});

test.each([
  [nodeRequest, { commonName: 'system:node:n1', organizations: ['system:nodes'], dnsNames: [] }],
  [servingRequest, { dnsNames: ['n1'], ipAddresses: 1, emailAddresses: [], uris: [] }],
])('requests say for whom they are', (text, said) => {
  const parsed = parseCertificateRequest(text);
  expect(parsed).toMatchObject(said);
  expect(() => checkSignature(parsed)).not.toThrow();
});

describe('a request that is made by hand', () => {
  const subject = (...names: readonly (readonly [string, string])[]): Uint8Array =>
    der.sequence(
      ...names.map(([type, text]) => der.set(der.sequence(der.oid(type), der.utf8(text)))),
    );
  const oneOf = (tag: number, text: string): Uint8Array => der.bytesOf(tag, Buffer.from(text));
  const names = [
    ...[oneOf(0x82, 'a.example'), oneOf(0x82, 'b.example'), oneOf(0x81, 'x@y.example')],
    ...[
      oneOf(0x86, 'spiffe://z'),
      oneOf(0x87, '\x01\x02\x03\x04'),
      oneOf(0x87, '\x05\x06\x07\x08'),
    ],
  ];
  const attribute = (id: string, ...extensions: readonly Uint8Array[]): Uint8Array =>
    der.sequence(der.oid(id), der.set(der.sequence(...extensions)));
  const requested = '1.2.840.113549.1.9.14';
  const usage = der.extension('2.5.29.15', Uint8Array.of(7));
  const alternative = der.extension('2.5.29.17', der.sequence(...names), true);

  function made(
    who: Uint8Array,
    attributes: readonly Uint8Array[],
    keys: KeyPairKeyObjectResult = generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    [id, hash]: readonly [string, string | undefined] = ['1.2.840.10045.4.3.2', 'sha256'],
  ): string {
    const key = keys.publicKey.export({ type: 'spki', format: 'der' });
    const version = der.integer(Uint8Array.of(0));
    const body = der.sequence(version, who, key, der.tagged(0, Buffer.concat(attributes)));
    const signature = der.bits(sign(hash, body, keys.privateKey));
    const whole = der.sequence(body, der.sequence(der.oid(id)), signature);
    return `-----BEGIN CERTIFICATE REQUEST-----\n${Buffer.from(whole).toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
  }

  const someone = subject(['2.5.4.10', 'one'], ['2.5.4.6', 'CH'], ['2.5.4.10', 'two']);

  it('says for whom it is, in all its names', () => {
    const other = attribute('1.2.840.113549.1.9.7', alternative);
    const parsed = parseCertificateRequest(
      made(someone, [other, attribute(requested, usage, alternative)]),
    );
    expect(parsed).toMatchObject({
      ...{ commonName: '', organizations: ['one', 'two'] },
      ...{ dnsNames: ['a.example', 'b.example'], emailAddresses: ['x@y.example'] },
      ...{ uris: ['spiffe://z'], ipAddresses: 2 },
    });
    expect(Buffer.from(parsed.subject)).toEqual(Buffer.from(someone));
    const sequence = Buffer.from(der.sequence(...names));
    expect(Buffer.from(parsed.alternativeNames!)).toEqual(sequence);
  });

  it('may ask for no other names', () => {
    for (const attributes of [[], [attribute(requested, usage)], [attribute('1.2.3', alternative)]])
      expect(parseCertificateRequest(made(someone, attributes))).toMatchObject({
        ...{ dnsNames: [], emailAddresses: [], uris: [], ipAddresses: 0 },
        alternativeNames: undefined,
      });
  });

  const rsa = () => generateKeyPairSync('rsa', { modulusLength: 1024 });
  const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  it.each<[string, string | undefined, () => KeyPairKeyObjectResult, string]>([
    ['1.2.840.113549.1.1.5', 'sha1', rsa, 'crypto/rsa: verification error'],
    ['1.2.840.113549.1.1.11', 'sha256', rsa, 'crypto/rsa: verification error'],
    ['1.2.840.113549.1.1.12', 'sha384', rsa, 'crypto/rsa: verification error'],
    ['1.2.840.113549.1.1.13', 'sha512', rsa, 'crypto/rsa: verification error'],
    ['1.2.840.10045.4.1', 'sha1', ec, 'x509: ECDSA verification failure'],
    ['1.2.840.10045.4.3.2', 'sha256', ec, 'x509: ECDSA verification failure'],
    ['1.2.840.10045.4.3.3', 'sha384', ec, 'x509: ECDSA verification failure'],
    ['1.2.840.10045.4.3.4', 'sha512', ec, 'x509: ECDSA verification failure'],
    [
      '1.3.101.112',
      undefined,
      () => generateKeyPairSync('ed25519'),
      'x509: Ed25519 verification failure',
    ],
  ])('is signed by algorithm %s (%s), or refused', (id, hash, keys, failure) => {
    const parsed = parseCertificateRequest(made(someone, [], keys(), [id, hash]));
    expect(parsed.algorithm).toBe(id);
    expect(() => checkSignature(parsed)).not.toThrow();
    const other = parseCertificateRequest(made(subject(), [], keys(), [id, hash]));
    expect(() => checkSignature({ ...parsed, signature: other.signature })).toThrow(failure);
  });

  it('with an algorithm that is not known cannot be checked', () => {
    const parsed = parseCertificateRequest(made(someone, [], ec(), ['1.2.3.4', 'sha256']));
    expect(() => checkSignature(parsed)).toThrow('algorithm unimplemented');
  });
});

test('no bytes make the reader of requests fail otherwise than with an error', () => {
  const [block] = pemBlocks(robotRequest);
  for (let at = 0; at < block!.bytes.length; at++) {
    for (const value of [0, 0x30, 0x7f, 0x80, 0x84, 0xff]) {
      const bytes = Buffer.from(block!.bytes);
      bytes[at] = value;
      const pem = `-----BEGIN ${block!.type}-----\n${bytes.toString('base64')}\n-----END ${block!.type}-----\n`;
      try {
        parseCertificateRequest(pem);
      } catch (error) {
        expect((error as Error).message).toMatch(/^asn1: /);
      }
    }
  }
});

test('blocks may have headers, and stand between other text', () => {
  const text =
    'a\n-----BEGIN X-----\nA: b\n\nQUJD\n-----END X-----\nc\n-----BEGIN Y-----\n!\n-----END Y-----';
  expect(pemBlocks(text)).toEqual([
    { type: 'X', hasHeaders: true, bytes: new Uint8Array([65, 66, 67]) },
  ]);
});
