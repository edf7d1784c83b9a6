/** What a server shows its clients, and what it shows instead while faults strike certificates. */
import type { Millis } from '#clock';
import type { CertificateFate } from '#faults';
import { makeAuthority, makeServing, type Certificate } from './certificate.ts';
import type { Tls } from './tls.ts';

const hour = 3_600_000;

/** By what a server is known. */
export interface Shown {
  readonly authority: Certificate;
  /** Default: a certificate that the authority signs. */
  readonly serving?: Certificate | undefined;
  /** PEM of the authorities whose certificates clients may show. Default: the same. */
  readonly clientAuthority?: string | undefined;
}

/**
 * Returns what a server shows for these names.
 * @param now the machine's time, ms since 1970
 */
export function servingTls(
  { authority, serving, clientAuthority = authority.cert }: Shown,
  names: readonly string[],
  now: () => Millis,
): Tls {
  return {
    ...(serving ?? makeServing(authority, names, now())),
    clientAuthority,
    instead(fate: CertificateFate): Certificate {
      switch (fate) {
        case 'renewed':
          return serving ?? makeServing(authority, names, now());
        case 'untrusted':
          return makeServing(makeAuthority(now()), names, now());
        case 'expired':
          return makeServing(authority, names, now(), now() - hour);
      }
    },
  };
}
