/** Who a client is by its certificate or an account's token, and how it is refused. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Access, AccountToken } from '#api';
import { AccountTokens } from '../../../src/server/auth/account-tokens.ts';
import { bearerToken, ShownTokens } from '../../../src/server/auth/shown-tokens.ts';
import { authorize } from '../../../src/server/auth/authorize.ts';
import { CertificateUsers } from '../../../src/server/auth/certificate-users.ts';
import { digestOf } from '../../../src/server/auth/secret.ts';
import type { Claims, TokenSigner } from '../../../src/server/auth/token-signer.ts';
import { parsePath } from '../../../src/server/request/path.ts';

describe('the user of a certificate', () => {
  const find = (subject: object | undefined, authorized = true) => {
    let asked = 0;
    const getPeerCertificate = () => (asked++, subject === undefined ? {} : { subject });
    const socket = { getPeerCertificate, authorized } as unknown as Socket;
    const users = new CertificateUsers();
    const found = users.find(socket);
    expect(users.find(socket)).toBe(found);
    expect(asked).toBe(1);
    return found;
  };

  it.each([
    [
      { CN: 'jane', O: 'dev' },
      { name: 'jane', groups: ['dev', 'system:authenticated'] },
    ],
    [{ CN: 'jane' }, { name: 'jane', groups: ['system:authenticated'] }],
    [
      { CN: ['joe', 'jane'], O: ['dev', 'ops'] },
      { name: 'jane', groups: ['dev', 'ops', 'system:authenticated'] },
    ],
    [{ O: 'dev' }, 'unknown'],
    [{ CN: '' }, 'unknown'],
    [undefined, undefined],
  ])('%j', (subject, user) => {
    expect(find(subject)).toEqual(user);
  });

  it('is unknown when another authority has signed it', () => {
    expect(find({ CN: 'jane' }, false)).toBe('unknown');
  });

  it('is unknown on a plain connection', () => {
    expect(new CertificateUsers().find({} as Socket)).toBeUndefined();
  });
});

describe('a bearer token', () => {
  it.each([
    [undefined, undefined],
    ['Bearer abc', 'abc'],
    ['bearer  abc ', 'abc'],
    ['Bearer a b', 'a b'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Basic abc', undefined],
    [' Bearer abc', undefined],
  ])('in %j is %s', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  it('is that of each request, whatever its connection showed before', () => {
    const shown = new ShownTokens();
    const [one, other] = [{} as Socket, {} as Socket];
    const tokenOf = (socket: Socket, authorization?: string) =>
      shown.of({ socket, headers: { authorization } } as IncomingMessage);
    const first = tokenOf(one, 'Bearer a');
    expect(first).toEqual({ token: 'a', digest: digestOf('a') });
    expect(tokenOf(one, 'Bearer a')).toBe(first);
    expect(tokenOf(one, 'Bearer b')?.token).toBe('b');
    expect(tokenOf(one, 'Basic a')).toBeUndefined();
    expect(tokenOf(one)).toBeUndefined();
    expect(tokenOf(other)).toBeUndefined();
  });
});

describe('a token of an account', () => {
  const issuer = 'https://kubernetes.default.svc.cluster.local';
  const token: AccountToken = {
    ...{ namespace: 'a', account: { name: 'sa', uid: 'u' }, audiences: ['x', issuer] },
    ...{ issued: 1_000_999, expires: 2_000_999 },
  };

  function rig(
    change: (claims: Claims) => Claims = (claims) => claims,
    issuers?: readonly string[],
  ) {
    const signed: Claims[] = [];
    const asked: AccountToken[] = [];
    const at = { now: 1_500_000, isThere: true, reads: 0 };
    const signer = {
      sign: (claims: Claims) => String(signed.push(claims) - 1),
      read(text: string) {
        at.reads++;
        const claims = signed[Number(text)];
        return claims && change(claims);
      },
    } as unknown as TokenSigner;
    const tokens = new AccountTokens({
      signer,
      issuers,
      now: () => at.now,
      userOf(found) {
        asked.push(found);
        return at.isThere ? { name: 'system:serviceaccount:a:sa', groups: ['g'] } : undefined;
      },
    });
    return { tokens, signed, asked, at };
  }

  it.each<[string, Partial<AccountToken>, object]>([
    ['by itself', {}, {}],
    ['bound to a pod', { pod: { name: 'p', uid: 'v' } }, { pod: { name: 'p', uid: 'v' } }],
    ['bound to a secret', { secret: { name: 's', uid: 'w' } }, { secret: { name: 's', uid: 'w' } }],
    ['that warns', { warnAfter: 1_999 }, { warnafter: 1 }],
  ])('%s says what it is for', (_, more, claims) => {
    const { tokens, signed } = rig();
    tokens.issue({ ...token, ...more });
    expect(signed).toEqual([
      {
        ...{ aud: ['x', issuer], exp: 2000, iat: 1000, nbf: 1000, iss: issuer },
        sub: 'system:serviceaccount:a:sa',
        'kubernetes.io': { namespace: 'a', serviceaccount: token.account, ...claims },
      },
    ]);
  });

  it('names the first of several issuers, and is accepted of each', () => {
    const issuers = ['https://one', 'https://two'];
    for (const [named, isAccepted] of [
      ['https://one', true],
      ['https://two', true],
      [issuer, false],
    ] as const) {
      const { tokens, signed } = rig((claims) => ({ ...claims, iss: named }), issuers);
      const text = tokens.issue({ ...token, audiences: ['https://two'] });
      expect(signed[0]!.iss).toBe('https://one');
      expect(tokens.find(text, tokens.ownAudiences) !== undefined).toBe(isAccepted);
    }
  });

  it('is of its account, for the audiences that it shares', () => {
    const { tokens, asked } = rig();
    const text = tokens.issue(token);
    expect(tokens.find(text, [issuer, 'y'])).toEqual({
      user: { name: 'system:serviceaccount:a:sa', groups: ['g', 'system:authenticated'] },
      audiences: [issuer],
    });
    expect(asked).toEqual([
      { ...token, issued: 1_000_000, expires: 2_000_000, pod: undefined, secret: undefined },
    ]);
    expect(tokens.find(text, ['y'])).toBeUndefined();
    expect(tokens.find('none', [issuer])).toBeUndefined();
  });

  it.each([
    [939, false],
    [940, true],
    [2060, true],
    [2061, false],
  ])('holds at %s s, with a minute on both sides: %s', (now, holds) => {
    const { tokens, at } = rig();
    const text = tokens.issue(token);
    at.now = now * 1000;
    expect(tokens.find(text, ['x']) !== undefined).toBe(holds);
  });

  it('holds while what it is bound to is there', () => {
    const { tokens, at } = rig();
    const text = tokens.issue(token);
    expect(tokens.find(text, ['x'])).toBeDefined();
    at.isThere = false;
    expect(tokens.find(text, ['x'])).toBeUndefined();
  });

  it('of another issuer is unknown', () => {
    const { tokens } = rig((claims) => ({ ...claims, iss: 'other' }));
    expect(tokens.find(tokens.issue(token), ['x'])).toBeUndefined();
  });

  it('is verified once, as long as a thousand others are not used meanwhile', () => {
    const { tokens, at } = rig();
    const texts = Array.from({ length: 1001 }, () => tokens.issue(token));
    for (const text of texts.slice(0, 1000)) tokens.find(text, ['x']);
    tokens.find(texts[0]!, ['x']);
    expect(at.reads).toBe(1000);
    tokens.find(texts[1000]!, ['x']);
    tokens.find(texts[1]!, ['x']);
    expect(at.reads).toBe(1001);
    tokens.find(texts[0]!, ['x']);
    expect(at.reads).toBe(1002);
  });
});

describe('a refusal', () => {
  const inA = '/api/v1/namespaces/a';
  it.each<[method: string, path: string, reason: string, message: string]>([
    ['GET', '/metrics', '', 'forbidden: User "jane" cannot get path "/metrics"'],
    ['POST', '/a<b>&c', 'why', 'forbidden: User "jane" cannot post path "/a&lt;b&gt;&amp;c": why'],
    [
      'GET',
      `${inA}/pods/b`,
      '',
      'pods "b" is forbidden: User "jane" cannot get resource "pods" in API group "" in the namespace "a"',
    ],
    [
      'PUT',
      `${inA}/pods/b/status`,
      'RBAC: <x>',
      'pods "b" is forbidden: User "jane" cannot update resource "pods/status" in API group "" in the namespace "a": RBAC: <x>',
    ],
    [
      'GET',
      '/apis/apps/v1/deployments',
      '',
      'deployments.apps is forbidden: User "jane" cannot list resource "deployments" in API group "apps" at the cluster scope',
    ],
  ])('of %s %s', (method, path, reason, message) => {
    const asked: Access[] = [];
    const decide = (isAllowed: boolean) => ({
      decide: (_: unknown, access: Access) => (asked.push(access), { allowed: isAllowed, reason }),
    });
    const user = { name: 'jane', groups: [] };
    const access = parsePath(method, path, false);
    expect(() => authorize(decide(false) as never, user, access)).toThrow(
      expect.objectContaining({ code: 403, message }),
    );
    authorize(decide(true) as never, user, access);
    expect(asked).toEqual([access, access]);
  });
});
