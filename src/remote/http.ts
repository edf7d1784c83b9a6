/** Plain HTTP for the remote client: one request, or one stream of lines. */
import { objectJson } from '#values';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';

export interface Connection {
  /** Without a slash at its end. */
  readonly url: string;
  /** Absent: no token is sent. */
  readonly token?: string | TokenSource;
  /** PEM of the certificate to trust. */
  readonly authority?: Buffer;
  /** Trust any certificate. */
  readonly insecure?: boolean;
  /** The name that the server's certificate has to have, where that is not its address. */
  readonly serverName?: string;
  /** PEM of the client's own certificate. */
  readonly client?: { readonly certificate: Buffer; readonly key: Buffer };
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * Called for each request; once more, with the token, when the server has refused it: the request
 * is repeated if that gives another one.
 */
export type TokenSource = (refused?: string) => string | Promise<string>;

/** Returns the headers that a connection adds to each request. */
export async function credentialsOf({
  token,
}: Connection): Promise<Readonly<Record<string, string>>> {
  return headersFor(typeof token === 'function' ? await token() : token);
}

function headersFor(token: string | undefined): Readonly<Record<string, string>> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** Returns the TLS options of a connection. */
export function tlsOf({ authority, insecure, serverName, client }: Connection): SecureOptions {
  return {
    // As Go does: a server's own certificate can stand for its authority.
    ...(authority && { ca: authority, allowPartialTrustChain: true }),
    ...(insecure === true && { rejectUnauthorized: false }),
    ...(serverName !== undefined && { servername: serverName }),
    ...(client && { cert: client.certificate, key: client.key }),
  };
}

type SecureOptions = Pick<
  RequestOptions,
  'ca' | 'allowPartialTrustChain' | 'rejectUnauthorized' | 'servername' | 'cert' | 'key'
>;

export interface Call {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
  /** Default: JSON. */
  readonly accept?: string;
  readonly userAgent: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The server is busy; retry after that time. */
  readonly retryAfterSeconds?: number;
}

/** After so long without a call a connection is closed, as by Go's clients. It ends no call. */
const idleMs = 90_000;

/** Keeps connections open between calls. */
export class Http {
  readonly #connection: Connection;
  readonly #agent: HttpAgent;
  readonly #open: typeof httpRequest;
  readonly #closed = new AbortController();

  constructor(connection: Connection) {
    this.#connection = connection;
    const secure = connection.url.startsWith('https:');
    const options = { keepAlive: true, timeout: idleMs };
    this.#agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
    this.#open = secure ? httpsRequest : httpRequest;
  }

  /** Resolves with the whole answer; rejects when there is none. */
  async call(call: Call): Promise<Answer> {
    const answer = await this.#send(call, undefined);
    const status = answer.statusCode ?? 0;
    const text = await textOf(answer);
    const seconds = Number(answer.headers['retry-after'] ?? NaN);
    const isBusy = (status === 429 || status >= 500) && Number.isInteger(seconds);
    return { status, text, ...(isBusy && { retryAfterSeconds: seconds }) };
  }

  /** Resolves with the answer as soon as it begins. */
  stream(call: Call, signal: AbortSignal): Promise<IncomingMessage> {
    return this.#send(call, signal);
  }

  /** Aborts when it is closed. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  close(): void {
    this.#closed.abort();
    this.#agent.destroy();
  }

  async #send(call: Call, signal: AbortSignal | undefined): Promise<IncomingMessage> {
    const { token } = this.#connection;
    if (typeof token !== 'function') return this.#sendWith(token, call, signal);
    const first = await token();
    const answer = await this.#sendWith(first, call, signal);
    if (answer.statusCode !== 401) return answer;
    const second = await token(first);
    if (second === first) return answer;
    answer.resume();
    return this.#sendWith(second, call, signal);
  }

  #sendWith(
    token: string | undefined,
    call: Call,
    signal: AbortSignal | undefined,
  ): Promise<IncomingMessage> {
    const { url } = this.#connection;
    const body = call.body === undefined ? undefined : Buffer.from(objectJson(call.body));
    const headers = {
      ...this.#connection.headers,
      ...headersFor(token),
      accept: call.accept ?? 'application/json',
      'user-agent': call.userAgent,
      // With an explicit length, so that a DELETE may have a body too.
      ...(body !== undefined && {
        'content-type': call.contentType ?? 'application/json',
        'content-length': body.length,
      }),
    };
    return new Promise((resolve, reject) => {
      const { method } = call;
      const options = { method, headers, agent: this.#agent, signal, ...tlsOf(this.#connection) };
      const sent = this.#open(`${url}${call.path}`, options, resolve);
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

export async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
