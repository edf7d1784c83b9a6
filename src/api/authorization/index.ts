/** Who may do what. The mode is chosen here, and only here. */
import type { AuthorizationMode, Profile } from '#kinds';
import type { Store } from '#store';
import type { Authorizer } from './access.ts';
import { mastersAuthorizer } from './masters.ts';
import { openAuthorizer } from './open.ts';
import { RbacAuthorizer } from './rbac/rbac.ts';

export {
  resourceAccess,
  type Access,
  type AccessRules,
  type Authorizer,
  type Decision,
  type User,
} from './access.ts';
export {
  accountGroups,
  accountOf,
  accountUserName,
  authenticated,
  isAdministrator,
  masters,
  unauthenticated,
} from './groups.ts';

export { refusalText } from './refusal.ts';

/** A new mode is a file, a line here, and its name beside the others. */
const makers: Readonly<Record<AuthorizationMode, (store: Store, profile: Profile) => Authorizer>> =
  {
    masters: (_store, profile) => mastersAuthorizer(profile),
    rbac: (store) => new RbacAuthorizer(store),
    none: () => openAuthorizer,
  };

/** @param profile the release, which says what all users may do */
export function authorizerFor(mode: AuthorizationMode, store: Store, profile: Profile): Authorizer {
  return makers[mode](store, profile);
}
