/** Who may do what. The mode is chosen here, and only here. */
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

/** An authorizer of each mode. A new mode is a file and a line. */
const makers = {
  /** Administrators may do everything, others read discovery. */
  masters: () => mastersAuthorizer,
  /** By roles and bindings. */
  rbac: (store: Store) => new RbacAuthorizer(store),
  /** Everyone may do everything. */
  none: () => openAuthorizer,
} satisfies Record<string, (store: Store) => Authorizer>;

export type AuthorizationMode = keyof typeof makers;

/** In the order in which messages list them. */
export const authorizationModes = Object.keys(makers) as readonly AuthorizationMode[];

export function authorizerFor(mode: AuthorizationMode, store: Store): Authorizer {
  return makers[mode](store);
}
