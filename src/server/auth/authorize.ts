/**
 * Authorization. There are no roles yet: administrators may do everything; other users have what
 * v1.24's default roles grant to all, which is discovery.
 */
import type { Access, Decision } from '#api';
import { forbiddenObject, forbiddenPath } from '#kinds';
import { accounts, authenticated, masters, type User } from './user.ts';

/** Paths that all users may read (role system:public-info-viewer). */
export const publicPaths: readonly string[] = [
  '/healthz',
  '/livez',
  '/readyz',
  '/version',
  '/version/',
];
/** Paths that all authenticated users may read (role system:discovery). */
export const discoveryPaths: readonly string[] = ['/api', '/apis', '/openapi', ...publicPaths];
export const discoveryPrefixes: readonly string[] = ['/api/', '/apis/', '/openapi/'];

/** Paths that service accounts may read (role system:service-account-issuer-discovery). */
export const issuerPaths: readonly string[] = [
  '/.well-known/openid-configuration',
  '/openid/v1/jwks',
];

/** Reviews that all authenticated users may create (role system:basic-user). */
export const ownReviews: readonly string[] = [
  'selfsubjectaccessreviews',
  'selfsubjectrulesreviews',
];

const denied: Decision = { allowed: false, reason: '' };
const allowedToAdministrators: Decision = { allowed: true, reason: '' };

export function isAdministrator(user: User): boolean {
  return user.groups.includes(masters);
}

/** The reason is that of the RBAC authorizer; administrators get none. */
export function decide(user: User, access: Access): Decision {
  if (isAdministrator(user)) return allowedToAdministrators;
  const isKnown = user.groups.includes(authenticated);
  if (access.isResource) {
    return isKnown && isOwnReview(access) ? allowedBy('system:basic-user', authenticated) : denied;
  }
  if (access.verb !== 'get' && access.verb !== 'head') return denied;
  if (isKnown && isDiscovery(access.path)) return allowedBy('system:discovery', authenticated);
  if (user.groups.includes(accounts) && issuerPaths.includes(access.path)) {
    return allowedBy('system:service-account-issuer-discovery', accounts);
  }
  if (publicPaths.includes(access.path)) {
    return allowedBy('system:public-info-viewer', user.groups.at(-1) ?? '');
  }
  return denied;
}

/** @throws {ApiError} 403 */
export function authorize(user: User, access: Access): void {
  if (!decide(user, access).allowed) throw refusal(user, access);
}

function refusal(user: User, access: Access): Error {
  const { verb, group, namespace, resource, subresource, name } = access;
  const who = `User ${JSON.stringify(user.name)} cannot ${verb}`;
  if (!access.isResource) return forbiddenPath(`${who} path ${JSON.stringify(access.path)}`);
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  const where =
    namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  const why = `${who} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}`;
  return forbiddenObject({ group, plural: resource }, name, why);
}

function isOwnReview({ verb, group, resource }: Access): boolean {
  return verb === 'create' && group === 'authorization.k8s.io' && ownReviews.includes(resource);
}

function isDiscovery(path: string): boolean {
  return (
    discoveryPaths.includes(path) || discoveryPrefixes.some((prefix) => path.startsWith(prefix))
  );
}

function allowedBy(role: string, group: string): Decision {
  const binding = `ClusterRoleBinding "${role}" of ClusterRole "${role}" to Group "${group}"`;
  return { allowed: true, reason: `RBAC: allowed by ${binding}` };
}
