import { apiVersionOf, methodNotSupported, schemas, unknownPath } from '#kinds';
import { answerValue } from '../answer.ts';
import { readBody } from '../body.ts';
import { decodeObject } from '../decode/object.ts';
import type { Negotiated } from '../exchange.ts';
import { serializerOf } from '../media/content-type.ts';
import type { RequestPath } from '../path.ts';
import { findVirtual, type VirtualResource } from './index.ts';

/**
 * The virtual resource that a path leads to, if any.
 * @throws {ApiError} 404 for paths below it, 405 for anything but creating
 */
export function routeVirtual(method: string, path: RequestPath): VirtualResource | undefined {
  const found = findVirtual(path);
  if (found === undefined) return undefined;
  const isPlace = found.namespaced === (path.namespace !== '') && path.name === '';
  if (!isPlace || path.isOverlong) throw unknownPath();
  if (method !== 'POST') throw methodNotSupported();
  return found;
}

/** POST: the answer is the question with a status. */
export async function createVirtual(
  exchange: Negotiated,
  resource: VirtualResource,
): Promise<void> {
  const { req, server } = exchange;
  const serializer = serializerOf(req.headers['content-type'], server.serializers);
  const bytes = await readBody(req);
  const apiVersion = apiVersionOf(resource);
  const schema = schemas.ofKind(apiVersion, resource.kind);
  if (schema === undefined) throw unknownPath();
  const expected = { kind: { ...resource, schema }, apiVersion };
  const { object } = await decodeObject(bytes, await serializer, expected, server.served, 'Ignore');
  const answer = await resource.answer(exchange, { ...object, apiVersion, kind: resource.kind });
  await answerValue(exchange, 201, { metadata: { creationTimestamp: null }, ...answer });
}
