/** Errors of connections in the words of Go, whose users know them. */
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';

interface SystemError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  /** Of the attempts with each address of a host. */
  readonly errors?: readonly SystemError[];
}

const texts: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ETIMEDOUT', 'connection timed out'],
  ['EHOSTUNREACH', 'no route to host'],
  ['ENETUNREACH', 'network is unreachable'],
  ['ECONNRESET', 'connection reset by peer'],
]);

const unknownAuthority: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Returns what Go says about the failure of a connection. */
export function goText(error: unknown): string {
  const first = (error as SystemError).errors?.[0] ?? (error as SystemError);
  const { code = '', syscall, address = '', port = 0, hostname = '', message } = first;
  const text = texts.get(code);
  if (text !== undefined && syscall === 'connect') {
    const host = isIP(address) === 6 ? `[${address}]` : address;
    return `dial tcp ${host}:${port}: connect: ${text}`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `dial tcp: lookup ${hostname}: no such host`;
  }
  // Node's "socket hang up": the connection ended before an answer came.
  if (code === 'ECONNRESET') return syscall === undefined ? 'EOF' : `${syscall}: ${text!}`;
  if (unknownAuthority.has(code)) return 'x509: certificate signed by unknown authority';
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return 'x509: certificate has expired or is not yet valid';
  }
  if (message.includes('wrong version number') || message.includes('packet length too long')) {
    return 'http: server gave HTTP response to HTTPS client';
  }
  return message;
}

/** As Node checks the names of a certificate, but without its common name, and with Go's messages. */
export function checkNames(host: string, certificate: PeerCertificate): Error | undefined {
  const { subjectaltname: input = '' } = certificate;
  // Node takes the common name where no other name is a host's.
  const nameless = { ...certificate, subject: {} } as PeerCertificate;
  if (checkServerIdentity(host, nameless) === undefined) return undefined;
  if (input === '' && checkServerIdentity(host, certificate) === undefined) {
    return new Error('x509: certificate relies on legacy Common Name field, use SANs instead');
  }
  const isAddress = isIP(host) !== 0;
  const names = namesIn(input, isAddress ? 'IP Address:' : 'DNS:');
  if (names.length > 0) {
    return new Error(`x509: certificate is valid for ${names.join(', ')}, not ${host}`);
  }
  return new Error(
    isAddress
      ? `x509: cannot validate certificate for ${host} because it doesn't contain any IP SANs`
      : `x509: certificate is not valid for any names, but wanted to match ${host}`,
  );
}

function namesIn(text: string, prefix: string): readonly string[] {
  return text
    .split(', ')
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
}
