/** The headers that every answer has, sent as they are. */
import {
  ServerResponse,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from 'node:http';

/**
 * An answer of this server. After `setHeader` Node checks and copies every header of an answer one by
 * one, which costs a tenth of all that a GET does; what is named here is sent beside those of
 * `writeHead`.
 */
export class Answer<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  readonly #named: OutgoingHttpHeader[] = [];

  /** A header that the answer has, whatever it says. The name is not checked. */
  name(header: string, value: string): void {
    this.#named.push(header, value);
  }

  /** What is named is a header like any other from now on: Express has answers of a class of its own. */
  setNamed(): void {
    const named = this.#named.splice(0);
    for (let n = 0; n < named.length; n += 2) this.setHeader(named[n] as string, named[n + 1]!);
  }

  override writeHead(status: number, ...more: readonly unknown[]): this {
    const [headers] = more;
    if (!isPlain(headers) || this.getHeaderNames().length > 0) {
      this.setNamed();
      return super.writeHead(status, ...(more as []));
    }
    // A flat list is sent without a copy of it.
    const all = this.#named;
    for (const header in headers) all.push(header, headers[header]!);
    return super.writeHead(status, all);
  }
}

/** Headers by name: neither a message nor a list. */
function isPlain(headers: unknown): headers is OutgoingHttpHeaders {
  return typeof headers === 'object' && headers !== null && !Array.isArray(headers);
}

/** A header of every answer. */
export function nameHeader(res: ServerResponse, header: string, value: string): void {
  if (res instanceof Answer) res.name(header, value);
  else res.setHeader(header, value);
}
