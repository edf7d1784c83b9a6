/** A request as a value, and its bytes. */

export interface FuzzRequest {
  readonly method: string;
  /** Path and query, as they go over the wire. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Halves of surrogate pairs have no escaped form. */
export function escapeQuery(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** The bytes of a request. */
export function bytesOf({ method, target, headers, body }: FuzzRequest): Buffer {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [`${method} ${target} HTTP/1.1`];
  if (!given.has('host')) lines.push('Host: 127.0.0.1');
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  if (body.length > 0 || method === 'POST') lines.push(`Content-Length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}
