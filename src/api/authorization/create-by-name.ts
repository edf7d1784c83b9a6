/** A PUT or an apply that creates an object needs the right to create it too. */
import { forbiddenObject, type Release } from '#values';
import type { Kind } from '#kinds';
import type { RequestContext } from '../context.ts';
import { type Authorizer, resourceAccess } from './access.ts';
import { refusalText } from './refusal.ts';

/**
 * Only for requests whose URL names the object; others were authorized as what they are.
 * @throws {ApiError} 403
 */
export function authorizeCreation(
  authorizer: Authorizer,
  rules: Release,
  { user, urlName: name }: RequestContext,
  kind: Kind,
  namespace: string | undefined,
  subresource: string | undefined,
): void {
  if (user === undefined || !name) return;
  const { group, plural: resource } = kind;
  const about = {
    group,
    resource,
    subresource: subresource ?? '',
    namespace: namespace ?? '',
    name,
  };
  const access = resourceAccess({ verb: 'create', ...about });
  const { allowed, reason } = authorizer.decide(user, access);
  if (allowed) return;
  if (!rules.enabled('RefusedCreationsNamed')) throw forbiddenObject(kind, name, reason);
  const why = reason === '' ? '' : `: ${reason}`;
  throw forbiddenObject(kind, name, refusalText(user.name, access) + why);
}
