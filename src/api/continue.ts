/** The token that continues a list: base64url of `{"v":"meta.k8s.io/v1","rv":416,"start":"a\u0000"}`. */
import { badRequest, fromBase64, toBase64Url, utf8Bytes, utf8Text, type Release } from '#values';

const tokenVersion = 'meta.k8s.io/v1';

export interface Continuation {
  /** The revision that the pages show; -1: the latest, whatever it is by then. */
  readonly revision: number;
  /** The key after which to continue, without the prefix of the list. */
  readonly after: string;
}

export function writeToken({ revision, after }: Continuation): string {
  const token = { v: tokenVersion, rv: revision, start: `${after}\0` };
  return toBase64Url(utf8Bytes(JSON.stringify(token)));
}

/** @throws {ApiError} 400 for an invalid token */
export function readToken(token: string, rules: Release): Continuation {
  const { v, rv, start } = parse(token);
  if (v !== tokenVersion) {
    const shown = rules.enabled('TokenVersionsPlain') ? String(v ?? '') : JSON.stringify(v ?? '');
    throw bad(`server does not recognize this encoded version ${shown}`);
  }
  if (typeof rv !== 'number' || rv === 0) {
    throw bad(`incorrect encoded start resourceVersion (version ${tokenVersion})`);
  }
  if (typeof start !== 'string' || start === '') {
    throw bad(`encoded start key empty (version ${tokenVersion})`);
  }
  return { revision: rv, after: start.endsWith('\0') ? start.slice(0, -1) : start };
}

function parse(token: string): { v?: unknown; rv?: unknown; start?: unknown } {
  const illegal = /[^A-Za-z0-9_-]/.exec(token);
  if (illegal !== null) throw bad(`illegal base64 data at input byte ${illegal.index}`);
  // A character alone holds less than a byte.
  if (token.length % 4 === 1) throw bad(`illegal base64 data at input byte ${token.length - 1}`);
  const text = utf8Text(fromBase64(token));
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // Reported below, with the message for most other invalid texts.
  }
  if (text === '') throw bad('unexpected end of JSON input');
  throw bad(`invalid character '${text[0]!}' looking for beginning of value`);
}

function bad(why: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
