/** What a server shows its clients, and what it shows instead while faults strike certificates. */
import type { Millis } from '#clock';
import type { CertificateFate } from '#faults';
import { makeAuthority, makeServing, type Certificate } from './certificate.ts';
import type { Tls } from './tls.ts';

const hour = 3_600_000;

/**
 * Certificates for these names, signed by an authority that clients trust; clients may show their
 * own, signed by the same.
 * @param now the machine's time, ms since 1970
 */
export function servingTls(
  authority: Certificate,
  names: readonly string[],
  now: () => Millis,
): Tls {
  return {
    ...makeServing(authority, names, now()),
    clientAuthority: authority.cert,
    instead(fate: CertificateFate): Certificate {
      switch (fate) {
        case 'renewed':
          return makeServing(authority, names, now());
        case 'untrusted':
          return makeServing(makeAuthority(now()), names, now());
        case 'expired':
          return makeServing(authority, names, now(), now() - hour);
      }
    },
  };
}
