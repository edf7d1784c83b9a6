import { machineTime, makeSecret } from '#clock';
import { makeAuthority, type Certificate } from '#server';
import { proxyAuthorityName } from './front-proxy.ts';
import type { ServeOptions } from './options.ts';

/** By what clients recognize the server. */
export interface Identity {
  /** The administrator's. */
  readonly token: string;
  /** The authority that clients trust; absent for plain HTTP. */
  readonly authority?: Certificate;
  /** Signs the certificate with which requests are passed on to other API servers; absent for plain HTTP. */
  readonly proxyAuthority?: Certificate;
  /** Signs tokens of service accounts; absent: a key is created when first needed. */
  readonly tokenKey?: string;
}

/** @throws {SettingsError} */
export async function identityOf({ http, tlsDir, token }: ServeOptions): Promise<Identity> {
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
  const { token: kept, tokenKey, ...authorities } = keepIn(tlsDir, token);
  return { token: kept, tokenKey, ...(!http && authorities) };
}
