/** Resources that can only be created: they are answered immediately, and nothing is stored. */
import { answeredKinds } from '#catalog';
import { binding, type Kind, type Profile } from '#kinds';
import { methodNotSupported, unknownPath } from '#values';
import type { Negotiated } from '../exchange/exchange.ts';
import type { RequestPath } from '../request/path.ts';
import { createBinding } from './bindings.ts';
import { createReview } from './reviews.ts';

/**
 * Returns the kind of such a resource that a path leads to, if any.
 * @throws {ApiError} 404 for paths below it, 405 for any verb but create
 */
export function routeVirtual(
  method: string,
  path: RequestPath,
  profile: Profile,
): Kind | undefined {
  const found = answeredKinds(profile).find(
    ({ group, version, plural }) =>
      group === path.group && version === path.version && plural === path.resource,
  );
  if (found === undefined) return undefined;
  const isPlace = found.namespaced === (path.namespace !== '') && path.name === '';
  if (!isPlace || path.isOverlong) throw unknownPath();
  if (method !== 'POST') throw methodNotSupported();
  return found;
}

/** Tells whether a group has such resources. */
export function hasVirtual(group: string, profile: Profile): boolean {
  return answeredKinds(profile).some((kind) => kind.group === group);
}

/** Answers a POST for an object of a kind that {@link routeVirtual} has found. */
export function createVirtual(exchange: Negotiated, kind: Kind): Promise<void> {
  return kind.kind === binding.kind ? createBinding(exchange, kind) : createReview(exchange, kind);
}
