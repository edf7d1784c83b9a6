/** URLs as Go's `net/url` reads them: it accepts and rejects other texts than `URL` does. */
import { quote } from './quote.ts';

/** The parts of a URL, unescaped where Go unescapes them. */
export interface GoUrl {
  /** In lower case; empty without one. */
  readonly scheme: string;
  /** `user:password`; undefined when there is no `@`. */
  readonly user?: string;
  /** With its port. */
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** @throws {Error} with Go's message for a text that is not a URL */
export function parseGoUrl(text: string): GoUrl {
  const [whole, fragment] = cut(text, '#');
  try {
    return { ...readUrl(whole), fragment: unescape(fragment) };
  } catch (error) {
    throw new Error(`parse ${quote(whole)}: ${(error as Error).message}`, { cause: error });
  }
}

function readUrl(text: string): Omit<GoUrl, 'fragment'> {
  if (/[\x00-\x1f\x7f]/.test(text)) throw new Error('net/url: invalid control character in URL');
  if (text.startsWith(':')) throw new Error('missing protocol scheme');
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(text)?.[1] ?? '';
  const [rest, query] = cut(scheme === '' ? text : text.slice(scheme.length + 1), '?');
  const base = { scheme: scheme.toLowerCase(), host: '', query };
  if (rest.startsWith('//') && (scheme !== '' || !rest.startsWith('///'))) {
    const slash = rest.indexOf('/', 2);
    const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
    const path = slash < 0 ? '' : unescape(rest.slice(slash));
    return { ...base, ...readAuthority(authority), path };
  }
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...base, path: '' };
    if (cut(rest, '/')[0].includes(':')) {
      throw new Error('first path segment in URL cannot contain colon');
    }
  }
  return { ...base, path: unescape(rest) };
}

function readAuthority(authority: string): Pick<GoUrl, 'host' | 'user'> {
  const at = authority.lastIndexOf('@');
  const host = readHost(authority.slice(at + 1));
  if (at < 0) return { host };
  const user = authority.slice(0, at);
  if (!/^[a-zA-Z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) {
    throw new Error('net/url: invalid userinfo');
  }
  return { host, user };
}

function readHost(host: string): string {
  const bracket = host.startsWith('[') ? host.lastIndexOf(']') : undefined;
  if (bracket === -1) throw new Error("missing ']' in host");
  const colon = bracket === undefined ? host.lastIndexOf(':') : bracket + 1;
  const port = colon < 0 ? '' : host.slice(colon);
  if (!/^(?::[0-9]*)?$/.test(port)) throw new Error(`invalid port ${quote(port)} after host`);
  const bad = /[\x00-\x20#/?@\\^`{|}]/.exec(host)?.[0];
  if (bad !== undefined) throw new Error(`invalid character ${quote(bad)} in host name`);
  return unescape(host);
}

function unescape(text: string): string {
  const bad = /%(?![0-9a-fA-F]{2}).{0,2}/s.exec(text)?.[0];
  if (bad !== undefined) throw new Error(`invalid URL escape ${quote(bad)}`);
  return text.includes('%') ? decoded(text) : text;
}

/** What is not UTF-8 stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function cut(text: string, at: string): readonly [string, string] {
  const place = text.indexOf(at);
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + 1)];
}
