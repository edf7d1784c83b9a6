/** Authorization of requests, with v1.24's refusals. */
import { refusalText, type Access, type Authorizer, type User } from '#api';
import { checkPathSegment, forbiddenObject, forbiddenPath, parseFieldSelector } from '#values';
import type { RequestPath } from '../request/path.ts';
import type { Query } from '../request/query.ts';

/**
 * The access that a request needs. A list or a watch of a single name, by a field selector, names
 * it.
 */
export function accessOf(path: RequestPath, query: Query): Access {
  if (path.name !== '' || !(path.verb === 'list' || path.verb === 'watch')) return path;
  const selector = query.get('fieldSelector');
  const name = selector === undefined ? undefined : nameIn(selector);
  return name === undefined ? path : { ...path, name };
}

/** An unreadable selector is reported where it is used. */
function nameIn(selector: string): string | undefined {
  try {
    const { terms } = parseFieldSelector(selector);
    const found = terms.find(
      ({ field, operator }) => field === 'metadata.name' && operator === '=',
    )?.value;
    return found !== undefined && checkPathSegment(found).length === 0 ? found : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {ApiError} 403 */
export function authorize(authorizer: Authorizer, user: User, access: Access): void {
  const { allowed, reason } = authorizer.decide(user, access);
  if (!allowed) throw refusal(user, access, reason);
}

function refusal(user: User, access: Access, reason: string): Error {
  const { group, resource, name } = access;
  const what = refusalText(user.name, access) + (reason === '' ? '' : `: ${reason}`);
  if (!access.isResource) return forbiddenPath(what);
  return forbiddenObject({ group, plural: resource }, name, what);
}
