/** Tokens of service accounts: signed, and recognized by their signature. */
// eslint-disable-next-line no-restricted-imports -- keys to sign with, which decide nothing
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  checkTokenKey,
  makeTokenKey,
  TokenSigner,
  type Claims,
} from '../../../src/server/auth/token-signer.ts';

const claims = { iss: 'https://x', sub: 'system:serviceaccount:a:b', exp: 7 } as unknown as Claims;
const pem = { type: 'pkcs8', format: 'pem' } as const;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem).toString();
const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

describe.each([
  ['EC', makeTokenKey(), 'ES256', { kty: 'EC', crv: 'P-256' }],
  ['RSA', rsa, 'RS256', { kty: 'RSA', e: 'AQAB' }],
])('a key of %s', (_, key, algorithm, parameters) => {
  const signer = new TokenSigner(key);
  const token = signer.sign(claims);
  const [header, body, signature] = token.split('.') as [string, string, string];

  it('signs tokens that say by which key', () => {
    expect(decoded(header)).toEqual({ alg: algorithm, kid: signer.publicKeys[0]!.kid });
    expect(decoded(body)).toEqual(claims);
    expect(signer.algorithm).toBe(algorithm);
    expect(signer.publicKeys[0]).toMatchObject({ use: 'sig', alg: algorithm, ...parameters });
    expect(signer.publicKeys[0]).not.toHaveProperty('d');
  });

  it('reads its own, also with another signer of the same key', () => {
    expect(signer.read(token)).toEqual(claims);
    expect(new TokenSigner(key).read(token)).toEqual(claims);
    expect(new TokenSigner().read(token)).toBeUndefined();
  });

  const other = Buffer.from(JSON.stringify({ ...claims, sub: 'system:admin' })).toString(
    'base64url',
  );
  it.each([
    ['', ''],
    ['two parts', `${header}.${body}`],
    ['four parts', `${token}.x`],
    ['another body', `${header}.${other}.${signature}`],
    ['no signature', `${header}.${body}.`],
    ['a header without JSON', `x.${body}.${signature}`],
    ['another algorithm', `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`],
    ['a header of null', `${Buffer.from('null').toString('base64url')}.${body}.${signature}`],
  ])('reads none with %s', (_, text) => {
    expect(signer.read(text)).toBeUndefined();
  });
});

it('reads tokens of further keys, private or public, and shows each key once', () => {
  const [own, other] = [makeTokenKey(), makeTokenKey()];
  const shown = createPublicKey(rsa).export({ type: 'spki', format: 'pem' }).toString();
  const signer = new TokenSigner(own, [other, shown, own]);
  for (const key of [own, other, rsa]) {
    expect(signer.read(new TokenSigner(key).sign(claims))).toEqual(claims);
  }
  expect(signer.read(new TokenSigner().sign(claims))).toBeUndefined();
  const [first, ...rest] = signer.publicKeys;
  expect(first).toEqual(new TokenSigner(own).publicKeys[0]);
  expect(rest.map(({ alg }) => alg)).toEqual(['ES256', 'RS256']);
  expect(signer.algorithm).toBe('ES256');
});

describe('a key in PEM', () => {
  const ec = (namedCurve: string): string =>
    generateKeyPairSync('ec', { namedCurve }).privateKey.export(pem).toString();

  it('can be made and is checked', () => {
    expect(() => checkTokenKey(makeTokenKey())).not.toThrow();
    expect(() => checkTokenKey(rsa)).not.toThrow();
  });

  it.each([
    ['text', 'the key is not in PEM, or has a passphrase'],
    [ec('P-384'), 'the key is of type ec; expected EC P-256 or RSA'],
    [
      generateKeyPairSync('ed25519').privateKey.export(pem).toString(),
      'the key is of type ed25519; expected EC P-256 or RSA',
    ],
  ])('is refused', (key, message) => {
    expect(() => checkTokenKey(key)).toThrow(message);
  });
});
