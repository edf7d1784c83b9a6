/**
 * Bearer tokens among the protocols of a WebSocket, as v1.24 takes them: browsers can set no other header of such a
 * request.
 */
import type { IncomingMessage } from 'node:http';

/** What stands before the token, in base64url without padding. */
const prefix = 'base64url.bearer.authorization.k8s.io.';

export interface ProtocolToken {
  readonly token: string;
  /** The protocols beside it, as they are offered. */
  readonly others: readonly string[];
}

/**
 * Returns the token that a request for a WebSocket carries; undefined: none. `invalid`: two tokens,
 * one that is not text in base64url, or one without a protocol beside it, of which the answer could
 * name one.
 */
export function protocolToken(req: IncomingMessage): ProtocolToken | 'invalid' | undefined {
  if (!asksForWebSocket(req)) return undefined;
  const offered = (req.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((each) => each.trim());
  const encoded = offered.filter((each) => each.startsWith(prefix));
  if (encoded.length === 0) return undefined;
  const token = encoded.length > 1 ? undefined : decoded(encoded[0]!.slice(prefix.length));
  if (token === undefined) return 'invalid';
  if (token === '') return undefined;
  const others = offered.filter((each) => !each.startsWith(prefix));
  return others.length === 0 ? 'invalid' : { token, others };
}

/**
 * Makes a request whose token is right into one that sends it as others do: neither the handshake nor anybody behind
 * it sees the token as a protocol.
 */
export function takeOut({ headers }: IncomingMessage, { token, others }: ProtocolToken): void {
  headers.authorization = `Bearer ${token}`;
  const left = others.join(',');
  if (left === '') delete headers['sec-websocket-protocol'];
  else headers['sec-websocket-protocol'] = left;
}

function asksForWebSocket({ headers: { upgrade, connection } }: IncomingMessage): boolean {
  if (upgrade?.toLowerCase() !== 'websocket') return false;
  return /(^|,\s*)upgrade($|\s*,)/i.test(connection ?? '');
}

/** Returns undefined for what is not base64url, or not text. */
function decoded(text: string): string | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  try {
    const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return utf8.decode(Buffer.from(text, 'base64url'));
  } catch {
    return undefined;
  }
}
