/** Whether a certificate and key that were kept or supplied can sign server certificates. */
// eslint-disable-next-line no-restricted-imports -- reads keys; makes none
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Millis } from '#clock';
import { formatTime, readIssuer, signingKeys } from '#values';
import type { Certificate } from './certificate.ts';

/**
 * @param now the machine's time, ms since 1970
 * @throws {Error} that says what is wrong with it
 */
export function checkAuthority({ cert, key }: Certificate, now: Millis): void {
  const certificate = parsed('the certificate', () => new X509Certificate(cert));
  const privateKey = parsed('the key', () => createPrivateKey(key));
  if (!certificate.ca) throw new Error('the certificate is not that of an authority (CA:TRUE)');
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new Error('the key is not that of the certificate');
  }
  const type = privateKey.asymmetricKeyType ?? 'unknown';
  if (!signingKeys.includes(type)) {
    throw new Error(`the key is of type ${type}; expected ${signingKeys.join(' or ')}`);
  }
  const { from, to } = readIssuer(certificate.raw).validity;
  if (now >= to) throw new Error(`the certificate expired at ${formatTime(to)}`);
  if (now < from) throw new Error(`the certificate holds from ${formatTime(from)} on only`);
}

function parsed<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    // The library's message names neither file, and may quote the private key.
    throw new Error(`${what} is not in PEM, or has a passphrase`);
  }
}
