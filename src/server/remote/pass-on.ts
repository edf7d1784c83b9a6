/** Requests for versions that other API servers answer, as APIServices say. */
import { pipeline } from 'node:stream/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { remoteTarget, type RemoteCall, type RemoteReply } from '#api';
import type { apiregistrationV1 } from '#types';
import type { User } from '../auth/user.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { sendText } from '../answer/respond.ts';

/** What a request answers while the other server cannot be reached. */
const unavailableText = 'service unavailable\n';

/** Passes a request on, and its answer back; 503 when no address stands for the Service. */
export async function passOn(
  exchange: Exchange,
  service: apiregistrationV1.APIService,
): Promise<void> {
  const { req, res, user } = exchange;
  const reply = forwarded(exchange, {
    ...remoteTarget(service),
    path: urlOf(req),
    headers: { ...passedHeaders(req), ...namesOf(user) },
  });
  if (reply === undefined) return sendText(req, res, 503, unavailableText);
  try {
    await answer(exchange, await reply);
  } catch (error) {
    if (res.headersSent) res.destroy();
    else sendText(req, res, 503, `error trying to reach service: ${(error as Error).message}\n`);
  }
}

/** Sends a request elsewhere, until its client is gone; undefined when no address stands for the Service. */
export function forwarded(
  { req, res, body, server }: Exchange,
  call: Omit<RemoteCall, 'method' | 'body' | 'signal'>,
): Promise<RemoteReply> | undefined {
  const gone = new AbortController();
  res.on('close', () => gone.abort());
  const hasBody = 'content-length' in req.headers || 'transfer-encoding' in req.headers;
  return server.api.callRemote({
    ...call,
    method: req.method!,
    ...(hasBody && { body: body === undefined ? req : wholeBody(body) }),
    signal: gone.signal,
  });
}

async function* wholeBody(body: Buffer): AsyncGenerator<Buffer> {
  yield body;
}

/** Returns the URL as the client sent it: Express takes the part off that a handler is for. */
export function urlOf(req: IncomingMessage & { readonly originalUrl?: string }): string {
  return req.originalUrl ?? req.url!;
}

/** Of one connection only, and what this server has used up. */
const dropped: ReadonlySet<string> = new Set([
  ...['authorization', 'connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'proxy-connection'],
]);

/** Returns the headers of a request that are for who answers it. */
export function passedHeaders(req: IncomingMessage): Record<string, string | string[]> {
  const entries = Object.entries(req.headers).filter(
    ([name]) => !dropped.has(name) && !/^(?:impersonate|x-remote)-/.test(name),
  );
  const { 'x-forwarded-for': before } = req.headers;
  const from = [before, req.socket.remoteAddress].flat().filter((each) => each !== undefined);
  return {
    ...(Object.fromEntries(entries) as Record<string, string | string[]>),
    'x-forwarded-for': from.join(', '),
  };
}

/** The other server learns from headers who asks. */
function namesOf(user: User): Record<string, string | string[]> {
  return {
    'x-remote-user': user.name,
    'x-remote-group': [...user.groups],
    ...Object.fromEntries(
      Object.entries(user.extra ?? {}).map(([key, values]) => [
        `x-remote-extra-${encodeURIComponent(key.toLowerCase())}`,
        [...values],
      ]),
    ),
  };
}

/** What clients get in place of a redirect, which would lead them elsewhere (CVE-2022-3172). */
const noRedirects = 'the backend attempted to redirect this request, which is not permitted';

async function answer({ req, res }: Exchange, reply: RemoteReply): Promise<void> {
  const { status, headers } = reply;
  if (status >= 300 && status <= 399 && headers['location']) {
    return sendText(req, res, 502, noRedirects);
  }
  return sendBack(res, reply);
}

/** Answers what another server has answered. */
export async function sendBack(
  res: ServerResponse,
  { status, headers, body }: RemoteReply,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !dropped.has(name)) res.setHeader(name, value as string | string[]);
  }
  res.writeHead(status);
  await pipeline(body, res);
}
