/**
 * Without roles: administrators may do everything; other users have what v1.24's default roles
 * grant to all, which is discovery.
 */
import type { Access, AccessRules, Authorizer, Decision, User } from './access.ts';
import { accounts, authenticated, isAdministrator, masters, unauthenticated } from './groups.ts';

/** Paths that all users may read (role system:public-info-viewer). */
const publicPaths: readonly string[] = ['/healthz', '/livez', '/readyz', '/version', '/version/'];
/** Paths that all authenticated users may read (role system:discovery). */
const discoveryPaths: readonly string[] = ['/api', '/apis', '/openapi', ...publicPaths];
const discoveryPrefixes: readonly string[] = ['/api/', '/apis/', '/openapi/'];

/** Paths that service accounts may read (role system:service-account-issuer-discovery). */
const issuerPaths: readonly string[] = ['/.well-known/openid-configuration', '/openid/v1/jwks'];

/** Reviews that all authenticated users may create (role system:basic-user). */
const ownReviews: readonly string[] = ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'];

export const mastersAuthorizer: Authorizer = { decide, rulesFor };

const denied: Decision = { allowed: false, reason: '' };
const allowedToAdministrators: Decision = { allowed: true, reason: '' };

/** The reason is that of the RBAC authorizer; administrators get none. */
function decide(user: User, access: Access): Decision {
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

/** A role and its subjects. */
interface Grant extends Pick<AccessRules, 'resourceRules' | 'nonResourceRules'> {
  readonly groups: readonly string[];
}

const grants: readonly Grant[] = [
  {
    groups: [masters],
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  },
  {
    groups: [authenticated],
    resourceRules: [
      { verbs: ['create'], apiGroups: ['authorization.k8s.io'], resources: ownReviews },
    ],
    nonResourceRules: [
      {
        verbs: ['get'],
        nonResourceURLs: [
          ...discoveryPaths,
          ...discoveryPrefixes.map((prefix) => `${prefix}*`),
        ].sort(),
      },
    ],
  },
  {
    groups: [accounts],
    resourceRules: [],
    nonResourceRules: [{ verbs: ['get'], nonResourceURLs: issuerPaths }],
  },
  {
    groups: [authenticated, unauthenticated],
    resourceRules: [],
    nonResourceRules: [{ verbs: ['get'], nonResourceURLs: publicPaths }],
  },
];

/** The same in all namespaces: there are no namespaced roles. */
function rulesFor({ groups }: User): AccessRules {
  const own = grants.filter((grant) => grant.groups.some((group) => groups.includes(group)));
  return {
    resourceRules: own.flatMap(({ resourceRules }) => resourceRules),
    nonResourceRules: own.flatMap(({ nonResourceRules }) => nonResourceRules),
    incomplete: false,
  };
}
