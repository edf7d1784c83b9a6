/** The bearer tokens that requests show. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { digestOf } from './secret.ts';

/** A token of a header. */
export interface ShownToken {
  readonly token: string;
  readonly digest: string;
}

/**
 * Reads the header of each connection once, as long as it stays the same. What a connection showed before is compared
 * with what the same client shows, so the time of it tells nothing about the secrets of others.
 */
export class ShownTokens {
  readonly #last = new WeakMap<Socket, { readonly header: string; readonly shown: ShownToken }>();

  /** Undefined for a request that shows none. */
  of({ socket, headers: { authorization: header } }: IncomingMessage): ShownToken | undefined {
    if (header === undefined) return undefined;
    const last = this.#last.get(socket);
    if (last?.header === header) return last.shown;
    const token = bearerToken(header);
    if (token === undefined) return undefined;
    const shown = { token, digest: digestOf(token) };
    this.#last.set(socket, { header, shown });
    return shown;
  }
}

/** Returns undefined for other schemes: no authenticator reads those credentials. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const space = authorization.indexOf(' ');
  if (space < 0 || authorization.slice(0, space).toLowerCase() !== 'bearer') return undefined;
  const token = authorization.slice(space + 1).trim();
  return token === '' ? undefined : token;
}
