/** The groups that the API server itself puts users into. */
import type { User } from './access.ts';

/** All authenticated users. */
export const authenticated = 'system:authenticated';
export const unauthenticated = 'system:unauthenticated';
/** All service accounts. */
export const accounts = 'system:serviceaccounts';
/** May do everything. */
export const masters = 'system:masters';

export function isAdministrator(user: User): boolean {
  return user.groups.includes(masters);
}

const accountPrefix = 'system:serviceaccount:';

/** A service account by its namespace and name. */
export interface AccountName {
  readonly namespace: string;
  readonly name: string;
}

/** The user that a service account is: `system:serviceaccount:NAMESPACE:NAME`. */
export function accountUserName({ namespace, name }: AccountName): string {
  return `${accountPrefix}${namespace}:${name}`;
}

/** The service account that a user is; undefined for other users. */
export function accountOf(user: string): AccountName | undefined {
  if (!user.startsWith(accountPrefix)) return undefined;
  const [namespace = '', name = '', ...rest] = user.slice(accountPrefix.length).split(':');
  return namespace === '' || name === '' || rest.length > 0 ? undefined : { namespace, name };
}

/** The groups of the service accounts of a namespace. */
export function accountGroups(namespace: string): readonly string[] {
  return [accounts, `${accounts}:${namespace}`];
}
