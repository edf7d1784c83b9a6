/** Protects a server on the user's own machine from web pages of other origins. */
import { isIP } from 'node:net';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ApiError } from '#values';

/** The names by which clients inside a cluster, and people, reach an API server. */
const usualNames: readonly string[] = [
  'localhost',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
  'host.docker.internal',
];

/**
 * Rejects requests to a host name that is not ours (a page can point its own name here), and
 * requests from a page of another origin.
 * @throws {ApiError} 403
 */
export function checkOrigin(headers: IncomingHttpHeaders, names: readonly string[]): void {
  const { host, origin } = headers;
  if (host !== undefined && !isOwnHost(host, names)) throw refused(`host ${JSON.stringify(host)}`);
  if (origin !== undefined && !isSame(origin, host)) {
    throw refused(`origin ${JSON.stringify(origin)}`);
  }
}

/** Headers that show that a proxy forwards another client's request. */
const forwarded: readonly string[] = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];
/** Values by which a browser says that the user, or a page of ours, sends the request. */
const ownSites: readonly string[] = ['none', 'same-origin'];

/**
 * Returns whether a program on this machine sends the request itself: not a proxy for other clients,
 * and not a browser for a page of another origin. Call {@link checkOrigin} first.
 */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false;
  if (forwarded.some((name) => headers[name] !== undefined)) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || ownSites.includes(String(site));
}

/** IPv4 addresses look different on a socket for both families: `::ffff:127.0.0.1`. */
function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

function isOwnHost(host: string, names: readonly string[]): boolean {
  const name = withoutPort(host);
  return (
    usualNames.includes(name) ||
    isIP(name) !== 0 ||
    name.endsWith('.localhost') ||
    names.includes(name)
  );
}

function isSame(origin: string, host: string | undefined): boolean {
  return host !== undefined && origin.replace(/^https?:\/\//, '') === host;
}

function withoutPort(host: string): string {
  if (host.startsWith('[')) return host.slice(1, host.indexOf(']'));
  const colon = host.indexOf(':');
  return (colon < 0 ? host : host.slice(0, colon)).toLowerCase();
}

function refused(what: string): Error {
  return new ApiError(403, 'Forbidden', `forbidden: requests of ${what} are not answered`, {});
}
