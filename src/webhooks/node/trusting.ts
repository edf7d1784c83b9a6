import type { SecureContextOptions } from 'node:tls';

/**
 * Trusts these certificates as Go does: each by itself, whether it is an authority's, one that another authority has
 * signed, or the server's own, which test environments of operators register.
 * @param authority PEM
 */
export function trusting(authority: string): SecureContextOptions {
  return { ca: authority, allowPartialTrustChain: true };
}
