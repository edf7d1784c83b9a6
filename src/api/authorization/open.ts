import type { Authorizer } from './access.ts';

/** Everyone may do everything: v1.24's mode AlwaysAllow. */
export const openAuthorizer: Authorizer = {
  decide: () => ({ allowed: true, reason: '' }),
  rulesFor: () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
  }),
};
