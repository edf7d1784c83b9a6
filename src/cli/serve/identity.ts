import { machineTime, makeSecret } from '#clock';
import { makeAuthority, type Certificate, type Shown } from '#server';
import { proxyAuthorityName } from './front-proxy.ts';
import type { GivenIdentity } from './given-identity.ts';
import type { ServeOptions } from './options.ts';

/** By what clients recognize the server. */
export interface Identity extends GivenIdentity {
  /** The administrator's. */
  readonly token: string;
  /** The authority that clients trust; absent for plain HTTP. */
  readonly authority?: Certificate;
  /** Signs the certificate with which requests are passed on to other API servers; absent for plain HTTP. */
  readonly proxyAuthority?: Certificate;
}

/** Returns PEM of what clients trust the server by; undefined for plain HTTP. */
export function trustedOf({ serving, authority }: Identity): string | undefined {
  return serving?.cert ?? authority?.cert;
}

/** Returns what clients are shown; the authority is that of the identity. */
export function shownBy(identity: Identity, authority: Certificate): Shown {
  return { authority, serving: identity.serving, clientAuthority: clientAuthoritiesOf(identity) };
}

/** Returns PEM of all authorities whose certificates log clients in; undefined for plain HTTP. */
export function clientAuthoritiesOf({ authority, clientAuthority }: Identity): string | undefined {
  if (authority === undefined || clientAuthority === undefined) return authority?.cert;
  return `${clientAuthority.trimEnd()}\n${authority.cert}`;
}

/** @throws {SettingsError} */
export async function identityOf(options: ServeOptions): Promise<Identity> {
  const own = await ownIdentity(options);
  if (!isGiven(options)) return own;
  const { givenIdentity } = await import('./given-identity.ts');
  return { ...own, ...givenIdentity(options) };
}

function isGiven(options: ServeOptions): boolean {
  const { tlsCertFile, certDir, clientCaFile, serviceAccountSigningKeyFile } = options;
  const { serviceAccountKeyFile: keys = [], serviceAccountIssuer: issuers = [] } = options;
  const single = [tlsCertFile, certDir, clientCaFile, serviceAccountSigningKeyFile];
  return single.some((each) => each !== undefined) || keys.length > 0 || issuers.length > 0;
}

async function ownIdentity({ http, tlsDir, token }: ServeOptions): Promise<Identity> {
  if (tlsDir === undefined) {
    const ours = { token: token ?? makeSecret() };
    if (http) return ours;
    const now = machineTime();
    return {
      ...ours,
      authority: makeAuthority(now),
      proxyAuthority: makeAuthority(now, proxyAuthorityName),
    };
  }
  const { keepIn } = await import('./tls-dir.ts');
  const { token: storedToken, tokenKey, ...authorities } = keepIn(tlsDir, token);
  return { token: storedToken, tokenKey, ...(!http && authorities) };
}
