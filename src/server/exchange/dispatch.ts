/** From an authenticated request to its handler. */
import { badRequest, methodNotSupported, unknownPath } from '#values';
import type { apiregistrationV1 } from '#types';
import type { Subresource } from '#kinds';
import { remoteOf } from '../remote/discovery.ts';
import { negotiated, type Exchange, type Negotiated } from './exchange.ts';
import type { AcceptReader } from '../media/accept.ts';
import { patchTypeOf } from '../media/content-type.ts';
import { route, type Route } from '../request/route.ts';
import { sendText } from '../answer/respond.ts';
import type { Served } from './served-kinds.ts';
import { createVirtual, hasVirtual, routeVirtual } from '../virtual/index.ts';
import { asksForPublished } from '../published/paths.ts';
import { get, list } from '../verbs/read.ts';
import { create, patch, post, update } from '../verbs/write.ts';
import { remove, removeCollection } from '../verbs/delete.ts';
import { answerStream } from '../verbs/streams.ts';
import { watch } from '../watch/http.ts';

export const notFoundText = '404 page not found\n';

/** @throws {ApiError} */
export async function dispatchResource(exchange: Exchange): Promise<void> {
  const { path, server } = exchange;
  const method = exchange.req.method!;
  const taken = server.api.takenOver(path.group);
  if (taken.length > 0) {
    return passOnTo(
      exchange,
      taken.find(({ spec }) => spec.version === path.version),
    );
  }
  if (asksForPublished(path, server.served)) {
    const { answerPublished } = await import('../published/answer.ts');
    return answerPublished(exchange);
  }
  const virtual = routeVirtual(method, path, server.profile);
  if (virtual !== undefined) {
    const ready = negotiated(exchange, server.acceptWithoutTable);
    await server.arrive?.();
    return createVirtual(ready, virtual);
  }
  const found = route(method, path, server.served);
  if (found === undefined) {
    if (hasVirtual(path.group, server.profile)) throw unknownPath();
    return passOnTo(exchange, await remoteOf(server.api, path));
  }
  const { served, subresource } = found;
  if (subresource?.stream !== undefined) return answerStream(exchange, found);
  const { deprecation, custom } = served.kind;
  if (deprecation !== undefined) {
    if (custom === undefined) checkMediaTypes(exchange, found);
    exchange.warnings.add(deprecation);
  }
  const own = server.api.own.before(served.kind, method === 'GET');
  if (own !== undefined) await own;
  await handle(exchange, found);
}

/** @param remote undefined: no server answers for the version */
async function passOnTo(
  exchange: Exchange,
  remote: apiregistrationV1.APIService | undefined,
): Promise<void> {
  if (remote === undefined) return sendText(exchange.req, exchange.res, 404, notFoundText);
  const { passOn } = await import('../remote/pass-on.ts');
  return passOn(exchange, remote);
}

/** Rejects an unsupported media type before any warning about the version. @throws {ApiError} */
function checkMediaTypes(exchange: Exchange, { served, subresource }: Route): void {
  const { headers } = exchange.req;
  if (exchange.path.verb === 'patch') patchTypeOf(headers['content-type'], served.kind);
  acceptReader(exchange, served, subresource).checkTypes(headers.accept);
}

function acceptReader(
  { server, path }: Exchange,
  { kind }: Served,
  subresource: Subresource | undefined,
): AcceptReader {
  const isCustom = kind.custom !== undefined;
  if (path.verb === 'watch') return isCustom ? server.acceptCustomStream : server.acceptStream;
  if (isCustom) return server.acceptCustom;
  if (path.verb === 'list') return server.acceptList;
  return subresource?.hasNoTable === true ? server.acceptWithoutTable : server.accept;
}

function handle(exchange: Exchange, found: Route): Promise<void> {
  const { path, server, req } = exchange;
  if (path.verb === 'patch') patchTypeOf(req.headers['content-type'], found.served.kind);
  if (path.name === '' && (path.verb === 'patch' || path.verb === 'update')) {
    throw badRequest('name must be provided');
  }
  const ready = negotiated(exchange, acceptReader(exchange, found.served, found.subresource));
  switch (path.verb) {
    case 'get':
      return get(ready, found);
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
  switch (ready.path.verb) {
    case 'create':
      return (found.subresource === undefined ? create : post)(ready, found);
    case 'update':
      return update(ready, found);
    case 'patch':
      return patch(ready, found);
    case 'delete':
      return remove(ready, found);
    case 'deletecollection':
      return removeCollection(ready, found);
    default:
      throw methodNotSupported();
  }
}
