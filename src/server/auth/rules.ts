/** All that a user may do, by the default roles that v1.24 grants to groups. */
import type { AccessRules, User } from '#api';
import {
  discoveryPaths,
  discoveryPrefixes,
  issuerPaths,
  ownReviews,
  publicPaths,
} from './authorize.ts';
import { accounts, authenticated, masters, unauthenticated } from './user.ts';

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
export function rulesFor({ groups }: User): AccessRules {
  const own = grants.filter((grant) => grant.groups.some((group) => groups.includes(group)));
  return {
    resourceRules: own.flatMap(({ resourceRules }) => resourceRules),
    nonResourceRules: own.flatMap(({ nonResourceRules }) => nonResourceRules),
    incomplete: false,
  };
}
