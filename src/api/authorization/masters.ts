/**
 * Without roles: administrators may do everything; other users have what v1.24's default roles
 * grant to all, which is discovery.
 */
import type { Profile } from '#kinds';
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

/** What a group of users may do that is about reviews of themselves, by API group. */
type OwnReviews = Readonly<Record<string, readonly string[]>>;

/** @param profile the release, which has its reviews */
export function mastersAuthorizer(profile: Profile): Authorizer {
  const reviews: OwnReviews = {
    'authorization.k8s.io': ownReviews,
    ...(profile.enabled('APISelfSubjectReview') && {
      'authentication.k8s.io': ['selfsubjectreviews'],
    }),
  };
  const grants = grantsWith(reviews);
  return {
    decide: (user, access) => decide(user, access, reviews),
    rulesFor: (user) => rulesFor(user, grants),
  };
}

const denied: Decision = { allowed: false, reason: '' };
const allowedToAdministrators: Decision = { allowed: true, reason: '' };

/** The reason is that of the RBAC authorizer; administrators get none. */
function decide(user: User, access: Access, reviews: OwnReviews): Decision {
  if (isAdministrator(user)) return allowedToAdministrators;
  const isKnown = user.groups.includes(authenticated);
  if (access.isResource) {
    const isOwn = access.verb === 'create' && reviews[access.group]?.includes(access.resource);
    return isKnown && isOwn === true ? allowedBy('system:basic-user', authenticated) : denied;
  }
  if (access.verb !== 'get' && access.verb !== 'head') return denied;
  if (isKnown && isDiscovery(access.path)) return allowedBy('system:discovery', authenticated);
  if (user.groups.includes(accounts) && issuerPaths.includes(access.path)) {
    return allowedBy('system:service-account-issuer-discovery', accounts);
  }
  const isOfAll = isKnown || user.groups.includes(unauthenticated);
  if (isOfAll && publicPaths.includes(access.path)) {
    return allowedBy('system:public-info-viewer', isKnown ? authenticated : unauthenticated);
  }
  return denied;
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

const grantsWith = (reviews: OwnReviews): readonly Grant[] => [
  {
    groups: [masters],
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  },
  {
    groups: [authenticated],
    resourceRules: Object.entries(reviews).map(([group, resources]) => {
      return { verbs: ['create'], apiGroups: [group], resources };
    }),
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
function rulesFor({ groups }: User, grants: readonly Grant[]): AccessRules {
  const own = grants.filter((grant) => grant.groups.some((group) => groups.includes(group)));
  return {
    resourceRules: own.flatMap(({ resourceRules }) => resourceRules),
    nonResourceRules: own.flatMap(({ nonResourceRules }) => nonResourceRules),
    incomplete: false,
  };
}
