/** The target of a request, which may include the server's name: `GET http://localhost/version`. */
import { isIPv6 } from 'node:net';
import { badRequest } from '#values';
import { parsePath, type RequestPath } from './path.ts';
import { noQuery, parseQuery, type Query } from './query.ts';

export interface AbsoluteTarget {
  /** Path and query. The path may be empty, and is then not `/`: v1.24 answers it with 404. */
  readonly url: string;
  /** The server's name, which overrides the Host header. */
  readonly host: string;
}

const absolute = /^https?:\/\/([^/?#]*)([/?][^#]*)?$/i;
const authority = /^(?:\[([^\]]*)\]|[^:[\]@\s]+)(?::(\d*))?$/;
const largestPort = 65_535;

/** Returns undefined for a plain path. @throws {ApiError} 400 for an invalid target */
export function readAbsolute(text: string): AbsoluteTarget | undefined {
  if (text.startsWith('/') || text === '*') return undefined;
  const [, host = '', rest = ''] = absolute.exec(text) ?? [];
  const [isHost, address, port = ''] = authority.exec(host) ?? [];
  const isGood =
    isHost !== undefined &&
    (address === undefined || isIPv6(address)) &&
    Number(port) <= largestPort;
  if (!isGood) {
    throw badRequest('the request target is malformed: expected a path, or http://host:port/path');
  }
  return { url: rest, host };
}

/** Returns the effective target of a request. @param url path and query */
export function readTarget(
  method: string,
  url: string,
): { readonly path: RequestPath; readonly query: Query } {
  const question = url.indexOf('?');
  const query = question < 0 ? noQuery : parseQuery(url.slice(question + 1));
  const path = unescapePath(question < 0 ? url : url.slice(0, question));
  return { path: parsePath(method, path, query.flag('watch')), query };
}

function unescapePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the part after the `?`. */
export function searchParamsOf(url: string): URLSearchParams {
  const question = url.indexOf('?');
  return new URLSearchParams(question < 0 ? '' : url.slice(question + 1));
}
