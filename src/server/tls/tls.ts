import type { CertificateFate } from '#faults';

/** What a server needs for TLS, all in PEM. */
export interface Tls {
  readonly key: string;
  readonly cert: string;
  /** Clients may show certificates that this authority has signed. Default: they are not asked. */
  readonly clientAuthority?: string;
  /** What is shown while faults strike certificates. Default: they strike none. */
  readonly instead?: (fate: CertificateFate) => { readonly key: string; readonly cert: string };
}

export const minVersion = 'TLSv1.2';
