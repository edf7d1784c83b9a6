/** From a request whose maker is known to what handles it. */
import { ApiError, methodNotSupported } from '#kinds';
import { checkShape } from './answer.ts';
import type { Exchange, Negotiated } from './exchange.ts';
import type { AcceptReader } from './media/accept.ts';
import { patchTypeOf } from './media/content-type.ts';
import { route, type Route } from './route.ts';
import { sendText } from './respond.ts';
import { routeVirtual } from './virtual/index.ts';
import { asksForPublished } from './published/paths.ts';
import { get, list } from './verbs/read.ts';
import { getScale, patchScale, updateScale } from './verbs/scale.ts';
import { create, createSubresource, patch, update } from './verbs/write.ts';
import { remove, removeCollection } from './verbs/delete.ts';
import { createToken } from './verbs/token.ts';
import { isConnection, refuseConnection } from './verbs/connect.ts';
import { isProxy, refuseProxy } from './verbs/proxy.ts';
import { log } from './verbs/log.ts';
import { watch } from './watch/http.ts';

/** Subresources that have no columns. */
const untabled: readonly string[] = [
  'binding',
  'ephemeralcontainers',
  'eviction',
  'finalize',
  'token',
];

export const notFoundText = '404 page not found\n';

/** @throws {ApiError} */
export async function dispatchResource(exchange: Exchange): Promise<void> {
  const { req, res, path, server } = exchange;
  const method = req.method!;
  if (asksForPublished(path, server.served)) {
    const { answerPublished } = await import('./published/answer.ts');
    return answerPublished(exchange);
  }
  const virtual = routeVirtual(method, path);
  if (virtual !== undefined) {
    const ready = negotiated(exchange, server.acceptUntabled);
    await server.arrive?.();
    return virtual.create(ready);
  }
  if (isConnection(path)) return refuseConnection(exchange);
  if (isProxy(path)) return refuseProxy(exchange);
  const found = route(method, path, server.served);
  if (found === undefined) {
    sendText(req, res, 404, notFoundText);
    return;
  }
  const { deprecation } = found.served.kind;
  if (deprecation !== undefined) {
    checkMediaTypes(exchange);
    exchange.warnings.add(deprecation);
  }
  await handle(exchange, found);
}

/** What a path does not take at all is refused without a word about its version. @throws {ApiError} */
function checkMediaTypes(exchange: Exchange): void {
  const { headers } = exchange.req;
  if (exchange.path.verb === 'patch') patchTypeOf(headers['content-type']);
  acceptReader(exchange).checkTypes(headers.accept);
}

function acceptReader({ server, path }: Exchange): AcceptReader {
  if (path.verb === 'watch') return server.acceptStream;
  return untabled.includes(path.subresource) ? server.acceptUntabled : server.accept;
}

/** Settles the form of the answer. @throws {ApiError} 406 */
export function negotiated(exchange: Exchange, reader = acceptReader(exchange)): Negotiated {
  const { server, req, res, path, query, user, warnings } = exchange;
  const output = reader.read(req.headers.accept);
  return { server, req, res, path, query, user, warnings, output };
}

function handle(exchange: Exchange, found: Route): Promise<void> {
  const { path, server } = exchange;
  if (found.subresource === 'log') return log(exchange);
  const ready = negotiated(exchange);
  const isScale = found.subresource === 'scale';
  switch (path.verb) {
    case 'get':
      return isScale ? getScale(ready, found) : get(ready, checkReadable(found));
    case 'list':
      return list(ready, found);
    case 'watch':
      return watch(ready, found);
  }
  return server.arrive === undefined
    ? write(ready, found)
    : server.arrive().then(() => write(ready, found));
}

async function write(ready: Negotiated, found: Route): Promise<void> {
  checkShape(ready, found.served);
  const isScale = found.subresource === 'scale';
  switch (ready.path.verb) {
    case 'create':
      return createWhat(found.subresource)(ready, found);
    case 'update':
      return isScale ? updateScale(ready, found) : update(ready, found);
    case 'patch':
      return isScale ? patchScale(ready, found) : patch(ready, found);
    case 'delete':
      return remove(ready, found);
    case 'deletecollection':
      return removeCollection(ready, found);
    default:
      throw methodNotSupported();
  }
}

function createWhat(subresource: string): (exchange: Negotiated, found: Route) => Promise<void> {
  if (subresource === '') return create;
  return subresource === 'token' ? createToken : createSubresource;
}

/** Subresources that show the object itself. */
function checkReadable(found: Route): Route {
  const { subresource } = found;
  if (subresource === '' || subresource === 'status' || subresource === 'ephemeralcontainers') {
    return found;
  }
  throw new ApiError(500, undefined, 'not readable');
}
