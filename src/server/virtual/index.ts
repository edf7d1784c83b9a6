/** Resources that can only be created: they are answered immediately, and nothing is stored. */
import { reviewKinds } from '#api';
import { binding, type Kind } from '#kinds';
import { methodNotSupported, unknownPath } from '#values';
import type { Negotiated } from '../exchange/exchange.ts';
import type { RequestPath } from '../request/path.ts';
import { createBinding } from './bindings.ts';
import { createReview } from './reviews.ts';

export interface VirtualResource {
  readonly kind: Kind;
  /** Handles a POST. */
  create(exchange: Negotiated): Promise<void>;
}

export const virtualResources: readonly VirtualResource[] = [
  { kind: binding, create: createBinding },
  ...reviewKinds.map((kind) => ({
    kind,
    create: (exchange: Negotiated) => createReview(exchange, kind),
  })),
];

/**
 * The virtual resource that a path leads to, if any.
 * @throws {ApiError} 404 for paths below it, 405 for any verb but create
 */
export function routeVirtual(method: string, path: RequestPath): VirtualResource | undefined {
  const found = virtualResources.find(
    ({ kind: { group, version, plural } }) =>
      group === path.group && version === path.version && plural === path.resource,
  );
  if (found === undefined) return undefined;
  const isPlace = found.kind.namespaced === (path.namespace !== '') && path.name === '';
  if (!isPlace || path.isOverlong) throw unknownPath();
  if (method !== 'POST') throw methodNotSupported();
  return found;
}
