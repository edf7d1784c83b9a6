/** Tokens of service accounts over the wire: what they say, whom they make known, and until when. */
// eslint-disable-next-line no-restricted-imports -- checks signatures, and makes no keys
import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTokenKey, TokenSigner } from '#server';
import { serverRig, userToken, type ServerRig } from '../support/server.ts';
import { request, type Answer, type Sent } from './client.ts';

const issuer = 'https://kubernetes.default.svc.cluster.local';
const accounts = '/api/v1/namespaces/default/serviceaccounts';
const pods = '/api/v1/namespaces/default/pods';
const secrets = '/api/v1/namespaces/default/secrets';
const reviews = '/apis/authentication.k8s.io/v1/tokenreviews';
const start = 1_795_204_800;

let rig: ServerRig;
beforeEach(async () => {
  rig = await serverRig();
  await ask('POST', accounts, { body: { metadata: { name: 'bot' } } });
});
afterEach(() => rig.close());

const ask = (method: string, path: string, sent?: Sent): Promise<Answer> =>
  request(rig, method, path, sent);

async function tokenOf(spec: object = {}): Promise<string> {
  const { status, body } = await ask('POST', `${accounts}/bot/token`, { body: { spec } });
  expect(status).toBe(201);
  return body.status.token as string;
}

async function uidOf(path: string): Promise<string> {
  return (await ask('GET', path)).body.metadata.uid as string;
}

/** 403 for who is known and may not; 401 for who is not known. */
async function isKnown(token: string): Promise<boolean> {
  const { status } = await ask('GET', pods, { token });
  expect([401, 403]).toContain(status);
  return status === 403;
}

function part(token: string, at: number): Record<string, unknown> {
  const text = Buffer.from(token.split('.')[at]!, 'base64url').toString();
  return JSON.parse(text) as Record<string, unknown>;
}

const review = async (spec: object): Promise<Record<string, unknown>> =>
  (await ask('POST', reviews, { body: { spec } })).body.status as Record<string, unknown>;

async function addPod(name: string): Promise<string> {
  const spec = { serviceAccountName: 'bot', containers: [{ name: 'a', image: 'b' }] };
  const { body } = await ask('POST', pods, { body: { metadata: { name }, spec } });
  return body.metadata.uid as string;
}

describe('a token', () => {
  it('says what v1.24 says, signed by the key that is published', async () => {
    const token = await tokenOf({ expirationSeconds: 900 });
    expect(part(token, 1)).toEqual({
      aud: [issuer],
      exp: start + 900,
      iat: start,
      iss: issuer,
      'kubernetes.io': {
        namespace: 'default',
        serviceaccount: { name: 'bot', uid: await uidOf(`${accounts}/bot`) },
      },
      nbf: start,
      sub: 'system:serviceaccount:default:bot',
    });
    const { body, headers } = await ask('GET', '/openid/v1/jwks');
    const [key] = body.keys as (JsonWebKey & { readonly kid: string })[];
    expect(headers.get('content-type')).toBe('application/jwk-set+json');
    expect(key).toMatchObject({ use: 'sig', kty: 'EC', alg: 'ES256', crv: 'P-256' });
    expect(part(token, 0)).toEqual({ alg: 'ES256', kid: key!.kid });
    const [header, claims, signature] = token.split('.');
    const publicKey = createPublicKey({ key: key!, format: 'jwk' });
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header!}.${claims!}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature!, 'base64url'),
    );
    expect(isSigned).toBe(true);
  });

  it('makes its account known, to the server and to who asks it', async () => {
    const token = await tokenOf();
    const { body } = await ask('GET', pods, { token });
    expect(body.message).toContain('User "system:serviceaccount:default:bot" cannot list');
    expect(await review({ token })).toEqual({
      authenticated: true,
      audiences: [issuer],
      user: {
        username: 'system:serviceaccount:default:bot',
        uid: await uidOf(`${accounts}/bot`),
        groups: [
          'system:serviceaccounts',
          'system:serviceaccounts:default',
          'system:authenticated',
        ],
      },
    });
  });

  it('is for those alone whom it names', async () => {
    const token = await tokenOf({ audiences: ['vault', 'mail'] });
    expect(await isKnown(token)).toBe(false);
    expect(await review({ token })).toMatchObject({ error: 'invalid bearer token' });
    const seen = await review({ token, audiences: ['x', 'vault'] });
    expect(seen).toMatchObject({ authenticated: true, audiences: ['vault'] });
  });

  it('ends by virtual time, and a minute later', async () => {
    const token = await tokenOf({ expirationSeconds: 600 });
    await rig.clock.advanceBy(660_999);
    expect(await isKnown(token)).toBe(true);
    await rig.clock.advanceBy(1);
    expect(await isKnown(token)).toBe(false);
    expect(await review({ token })).toMatchObject({ error: 'invalid bearer token' });
  });

  it('ends with its account, also when there is another one of its name', async () => {
    const token = await tokenOf();
    expect(await isKnown(token)).toBe(true);
    await ask('DELETE', `${accounts}/bot`);
    expect(await isKnown(token)).toBe(false);
    await ask('POST', accounts, { body: { metadata: { name: 'bot' } } });
    expect(await isKnown(token)).toBe(false);
    expect(await isKnown(await tokenOf())).toBe(true);
  });

  it('of a pod says so, and ends with it', async () => {
    const uid = await addPod('p');
    const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'p' };
    const token = await tokenOf({ boundObjectRef });
    expect(part(token, 1)['kubernetes.io']).toMatchObject({ pod: { name: 'p', uid } });
    expect((await review({ token }))['user']).toMatchObject({
      extra: {
        'authentication.kubernetes.io/pod-name': ['p'],
        'authentication.kubernetes.io/pod-uid': [uid],
      },
    });
    await ask('DELETE', `${pods}/p?gracePeriodSeconds=0`);
    expect(await isKnown(token)).toBe(false);
  });

  it('of a pod ends a minute after its deletion was asked for, if that takes longer', async () => {
    await addPod('p');
    const token = await tokenOf({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p' } });
    const held = { metadata: { finalizers: ['example.com/hold'] } };
    const headers = { 'content-type': 'application/merge-patch+json' };
    await ask('PATCH', `${pods}/p`, { body: held, headers });
    await ask('DELETE', `${pods}/p?gracePeriodSeconds=0`);
    await rig.clock.advanceBy(60_000);
    expect(await isKnown(token)).toBe(true);
    await rig.clock.advanceBy(1_000);
    expect(await isKnown(token)).toBe(false);
  });

  it('of a secret ends with it', async () => {
    await ask('POST', secrets, { body: { metadata: { name: 's' } } });
    const token = await tokenOf({
      boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 's' },
    });
    expect(await isKnown(token)).toBe(true);
    await ask('DELETE', `${secrets}/s`);
    expect(await isKnown(token)).toBe(false);
  });

  it.each<[string, object, number, number | undefined]>([
    ['a mounted one', { expirationSeconds: 3607 }, 365 * 24 * 3600, start + 3607],
    ['of another length', { expirationSeconds: 3600 }, 3600, undefined],
    ['for others', { expirationSeconds: 3607, audiences: ['vault'] }, 3607, undefined],
  ])('of a pod lives on for a year when it looks like %s', async (_, spec, seconds, warnafter) => {
    await addPod('p');
    const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'p' };
    const claims = part(await tokenOf({ ...spec, boundObjectRef }), 1);
    expect(claims['exp']).toBe(start + seconds);
    expect((claims['kubernetes.io'] as { warnafter?: number }).warnafter).toBe(warnafter);
  });

  const encode = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each<[string, (token: string) => string]>([
    [
      'says more than was signed',
      (token) => {
        const [header, , signature] = token.split('.');
        return [header, encode({ ...part(token, 1), exp: 2 ** 40 }), signature].join('.');
      },
    ],
    ['has no signature', (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]!}.`],
    [
      'names another way to sign',
      (token) =>
        [encode({ ...part(token, 0), alg: 'HS256' }), ...token.split('.').slice(1)].join('.'),
    ],
    ['is signed by another key', (token) => new TokenSigner().sign(part(token, 1) as never)],
    ['is cut off', (token) => token.slice(0, -9)],
    ['has too many parts', (token) => `${token}.x`],
    [
      'has a header that is not an object',
      (token) => `bnVsbA.${token.split('.').slice(1).join('.')}`,
    ],
    ['is garbage', () => 'a.b.c'],
  ])('that %s identifies no user', async (_, forge) => {
    const token = await tokenOf();
    expect(await isKnown(forge(token))).toBe(false);
    expect(await isKnown(token)).toBe(true);
  });
});

describe('how tokens are checked', () => {
  const configuration = '/.well-known/openid-configuration';

  it('can be found out', async () => {
    const { body, headers } = await ask('GET', configuration);
    expect(body).toEqual({
      issuer,
      jwks_uri: 'http://127.0.0.1:6443/openid/v1/jwks',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    });
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
  });

  it('is for service accounts, and no one else', async () => {
    const token = await tokenOf();
    for (const path of [configuration, '/openid/v1/jwks']) {
      expect((await ask('GET', path, { token })).status).toBe(200);
      expect((await ask('GET', path, { token: userToken })).status).toBe(403);
      expect((await ask('GET', path, { token: '' })).status).toBe(403);
    }
    const rules = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
    const { body } = await ask('POST', rules, { token, body: { spec: { namespace: 'x' } } });
    expect(body.status.nonResourceRules).toContainEqual({
      verbs: ['get'],
      nonResourceURLs: [configuration, '/openid/v1/jwks'],
    });
  });
});

it('a key that is kept knows its tokens after a restart', () => {
  const [key, other] = [makeTokenKey(), makeTokenKey()];
  const token = new TokenSigner(key).sign({ iss: issuer } as never);
  expect(new TokenSigner(key).read(token)).toEqual({ iss: issuer });
  expect(new TokenSigner(other).read(token)).toBeUndefined();
  expect(new TokenSigner(key).publicKeys).toEqual(new TokenSigner(key).publicKeys);
});

it('tokens have an identifier and the node of their pod in releases that say so', async () => {
  const later = await serverRig({ minor: 30 });
  try {
    const send = (method: string, path: string, body: object) =>
      request(later, method, path, { body });
    await send('POST', accounts, { metadata: { name: 'bot' } });
    await send('POST', '/api/v1/nodes', { metadata: { name: 'n1' } });
    const spec = {
      ...{ serviceAccountName: 'bot', nodeName: 'n1' },
      containers: [{ name: 'c', image: 'i' }],
    };
    await send('POST', pods, { metadata: { name: 'p' }, spec });
    const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name: 'p' };
    const made = await send('POST', `${accounts}/bot/token`, { spec: { boundObjectRef } });
    const { token } = made.body.status;
    const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    const review = await send('POST', reviews, { spec: { token } });
    const extra = review.body.status.user.extra as Readonly<Record<string, unknown>>;
    expect(extra['authentication.kubernetes.io/credential-id']).toEqual([`JTI=${claims.jti}`]);
    expect(extra['authentication.kubernetes.io/node-name']).toEqual(['n1']);
    expect(claims['kubernetes.io'].node.name).toBe('n1');
  } finally {
    await later.close();
  }
});
