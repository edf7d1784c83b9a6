/** A webhook server of its own for a test: HTTPS on a free port, with answers by path. */
import { createServer, type Server } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { machineTime } from '#clock';
import { makeAuthority, makeServing } from '#server';

/** A review as the webhook got it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly review: Review;
}

export interface Review {
  readonly kind: string;
  readonly apiVersion: string;
  readonly request: Readonly<Record<string, unknown>> & {
    readonly uid: string;
    readonly object: Readonly<Record<string, unknown>> | null;
    readonly oldObject: Readonly<Record<string, unknown>> | null;
  };
}

/** What comes back: a status and a body, or nothing at all. */
export type Reply =
  | {
      readonly status?: number;
      readonly contentType?: string;
      readonly location?: string;
      readonly body?: unknown;
    }
  | 'hang'
  | 'close';

export type Behaviour = (asked: Asked) => Reply;

export class WebhookServer {
  /** In the order of arrival. */
  readonly asked: Asked[] = [];
  /** By path; others are allowed. */
  readonly behaviours = new Map<string, Behaviour>();
  /** The authority, for `caBundle`. */
  readonly caBundle: string;
  /** Its own certificate, in the form of a `caBundle`. */
  readonly ownBundle: string;
  readonly #server: Server;

  constructor(server: Server, authority: string, own: string) {
    this.#server = server;
    this.caBundle = Buffer.from(authority).toString('base64');
    this.ownBundle = Buffer.from(own).toString('base64');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://localhost:${this.port}`;
  }

  /** The paths that were asked, in order. */
  get paths(): readonly string[] {
    return this.asked.map(({ path }) => path);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const [path = '', query = ''] = (req.url ?? '').split('?');
    const text = Buffer.concat(chunks).toString();
    const review = (text === '' ? {} : JSON.parse(text)) as Review;
    const asked = { method: req.method ?? '', path, query, headers: req.headers, review };
    this.asked.push(asked);
    const reply = (this.behaviours.get(path) ?? allow)(asked);
    if (reply === 'hang') return;
    if (reply === 'close') {
      res.destroy();
      return;
    }
    const { status = 200, contentType = 'application/json', location, body = '' } = reply;
    res.writeHead(status, {
      'content-type': contentType,
      ...(location !== undefined && { location }),
    });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
}

/**
 * @param names for the certificate
 * @param end when the certificate ends, ms since 1970
 */
export async function webhookServer(
  names: readonly string[] = ['localhost', '127.0.0.1'],
  end?: number,
): Promise<WebhookServer> {
  const authority = makeAuthority(machineTime());
  const tls = makeServing(authority, names, machineTime(), end);
  const server = createServer({ key: tls.key, cert: tls.cert });
  const webhooks = new WebhookServer(server, authority.cert, tls.cert);
  server.on('request', (req, res) => void webhooks.handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return webhooks;
}

/** The answer to a review with these fields. */
export function answer(response: object): Behaviour {
  return ({ review: { apiVersion, kind, request } }) => ({
    body: { apiVersion, kind, response: { uid: request.uid, ...response } },
  });
}

export const allow: Behaviour = answer({ allowed: true });

/** Allows, with a JSON patch. */
export function patching(...operations: readonly object[]): Behaviour {
  const patch = Buffer.from(JSON.stringify(operations)).toString('base64');
  return answer({ allowed: true, patchType: 'JSONPatch', patch });
}
