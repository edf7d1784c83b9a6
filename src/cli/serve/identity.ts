import { machineTime, makeSecret } from '#clock';
import { makeAuthority, type Certificate } from '#server';
import type { ServeOptions } from './options.ts';

/** By what clients recognize the server. */
export interface Identity {
  /** The administrator's. */
  readonly token: string;
  /** The authority that clients trust; absent for plain HTTP. */
  readonly authority?: Certificate;
  /** Signs tokens of service accounts; absent: a key is created when first needed. */
  readonly tokenKey?: string;
}

/** @throws {SettingsError} */
export async function identityOf({ http, tlsDir, token }: ServeOptions): Promise<Identity> {
  if (tlsDir === undefined) {
    const authority = http ? undefined : makeAuthority(machineTime());
    return { token: token ?? makeSecret(), authority };
  }
  const { keepIn } = await import('./tls-dir.ts');
  const kept = keepIn(tlsDir, token);
  return { ...kept, authority: http ? undefined : kept.authority };
}
