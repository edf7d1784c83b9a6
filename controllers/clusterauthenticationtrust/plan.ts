/** What the ConfigMap says by which other API servers know whom to trust. */
import type { ConfigMap } from '#types';

/** Whom other API servers trust. */
export interface Trust {
  /** The authority of users' certificates, PEM. */
  readonly clientAuthority: string;
  /** The authority of the certificate with which requests are passed on, PEM, and the name in it. */
  readonly proxyAuthority: string;
  readonly proxyName: string;
}

export type TrustData = NonNullable<ConfigMap['data']>;

/**
 * The data with what is in it already, as of another server with another authority: v1.24 adds and removes nothing.
 * What cannot be read is replaced.
 */
export function dataWith(present: TrustData, trust: Trust): TrustData {
  const list = (key: string, ...desired: readonly string[]): TrustData => ({
    [key]: JSON.stringify(each([...listIn(present[key]), ...desired])),
  });
  const bundle = (key: string, desired: string): TrustData => ({
    [key]: each([...certificatesIn(present[key] ?? ''), ...certificatesIn(desired)]).join(''),
  });
  return {
    ...bundle('client-ca-file', trust.clientAuthority),
    ...list('requestheader-allowed-names', trust.proxyName),
    ...bundle('requestheader-client-ca-file', trust.proxyAuthority),
    ...list('requestheader-extra-headers-prefix', 'X-Remote-Extra-'),
    ...list('requestheader-group-headers', 'X-Remote-Group'),
    ...list('requestheader-username-headers', 'X-Remote-User'),
  };
}

function each(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

function listIn(text: string | undefined): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Each in PEM, with a line break at its end. */
function certificatesIn(text: string): readonly string[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return found.map((one) => `${one}\n`);
}
