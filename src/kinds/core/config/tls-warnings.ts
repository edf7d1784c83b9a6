/** Warnings about secrets for TLS whose certificate and key no server can use. */
import { fromBase64, latin1Text, pemBlocks } from '#values';
import type { Secret } from '#types';

const certificate = 'CERTIFICATE';
const key = 'PRIVATE KEY';

/** Returns what a server would say when it loads the certificate and its key: the first fault. */
export function tlsWarnings({ type, data = {} }: Secret): readonly string[] {
  if (type !== 'kubernetes.io/tls') return [];
  const fault = certificateFault(typesIn(data['tls.crt'])) ?? keyFault(typesIn(data['tls.key']));
  return fault === undefined ? [] : [`tls: ${fault}`];
}

function typesIn(base64 = ''): readonly string[] {
  return pemBlocks(latin1Text(fromBase64(base64))).map(({ type }) => type);
}

function certificateFault(types: readonly string[]): string | undefined {
  if (types.includes(certificate)) return undefined;
  if (types.length === 0) return 'failed to find any PEM data in certificate input';
  if (types.length === 1 && types[0]!.endsWith(key)) {
    const found = 'failed to find certificate PEM data in certificate input';
    return `${found}, but did find a private key; PEM inputs may have been switched`;
  }
  return `failed to find "${certificate}" PEM block in certificate input ${skipped(types)}`;
}

function keyFault(types: readonly string[]): string | undefined {
  if (types.some((type) => type === key || type.endsWith(` ${key}`))) return undefined;
  if (types.length === 0) return 'failed to find any PEM data in key input';
  if (types.length === 1 && types[0] === certificate) {
    return 'found a certificate rather than a key in the PEM for the private key';
  }
  return `failed to find PEM block with type ending in "${key}" in key input ${skipped(types)}`;
}

function skipped(types: readonly string[]): string {
  return `after skipping PEM blocks of the following types: [${types.join(' ')}]`;
}
