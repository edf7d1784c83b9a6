/** Requests in the name of another user: the `Impersonate-` headers. */
import type { IncomingMessage } from 'node:http';
import {
  resourceAccess,
  accountGroups,
  accountOf,
  authenticated,
  unauthenticated,
  type Access,
  type Authorizer,
} from '#api';
import type { Profile } from '#kinds';
import { badRequest } from '#values';
import { authorize } from './authorize.ts';
import { anonymous, type User } from './user.ts';

const prefix = 'impersonate-';
const extraPrefix = 'impersonate-extra-';
/** The group and version of what has no kind of its own: uids, and additional data of users. */
const authentication = { group: 'authentication.k8s.io', version: 'v1' } as const;

export function isImpersonating({ headers }: IncomingMessage): boolean {
  for (const name in headers) if (name.startsWith(prefix)) return true;
  return false;
}

/** The values of the headers. */
interface ImpersonatedUser {
  readonly name: string;
  readonly groups: readonly string[];
  /** By key; each has one value or more. */
  readonly extra: readonly (readonly [key: string, values: readonly string[]])[];
  readonly uid: string;
}

/**
 * Returns the user that the headers name. Each of their values needs the right to impersonate it.
 * @throws {ApiError} 400, 403 @throws {ImpersonatedUserMissingError}
 */
export function impersonate(
  user: User,
  req: IncomingMessage,
  authorizer: Authorizer,
  profile: Profile,
): User {
  const desired = read(req);
  const { name, groups, extra, uid } = desired;
  if (name === '') {
    if (groups.length > 0 || extra.length > 0 || uid !== '') {
      if (profile.enabled('ConstrainedImpersonation')) throw badRequest(missingUser(desired));
      const error = new ImpersonatedUserMissingError(desired);
      throw profile.enabled('MissingUsersAreRequests') ? badRequest(error.message) : error;
    }
    return user;
  }
  for (const access of accessesTo(desired)) authorize(authorizer, user, access);
  return {
    name,
    ...(uid !== '' && { uid }),
    groups: groupsOf(name, groups),
    ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
  };
}

/** Something to impersonate, without a user. Answered in plain text. */
export class ImpersonatedUserMissingError extends Error {
  override readonly name = 'ImpersonatedUserMissingError';

  constructor({ groups, extra, uid }: ImpersonatedUser) {
    const { group, version } = authentication;
    const shown = [
      ...groups.map((name) => `{Group  ${name}    }`),
      ...extra.flatMap(([key, values]) =>
        values.map((value) => `{UserExtra  ${value}  ${group}/${version}  ${key}}`),
      ),
      ...(uid === '' ? [] : [`{UID  ${uid}  ${group}/${version}  }`]),
    ];
    super(`requested [${shown.join(' ')}] without impersonating a user`);
  }
}

/** Returns the same as a bad request: with the user as Go prints it. */
function missingUser({ groups, extra, uid }: ImpersonatedUser): string {
  const listed = (texts: readonly string[]): string =>
    texts.length === 0
      ? '[]string(nil)'
      : `[]string{${texts.map((text) => JSON.stringify(text)).join(', ')}}`;
  const entries = extra
    .map(([key, values]) => `${JSON.stringify(key)}:${listed(values)}`)
    .sort()
    .join(', ');
  const all = entries === '' ? 'map[string][]string(nil)' : `map[string][]string{${entries}}`;
  const user = `Name:"", UID:${JSON.stringify(uid)}, Groups:${listed(groups)}, Extra:${all}`;
  return `requested &user.DefaultInfo{${user}} without impersonating a user name`;
}

function read({ headersDistinct: headers }: IncomingMessage): ImpersonatedUser {
  const extra: [string, readonly string[]][] = [];
  for (const [header, values = []] of Object.entries(headers)) {
    if (header.startsWith(extraPrefix)) extra.push([keyOf(header), values]);
  }
  return {
    name: headers['impersonate-user']?.[0] ?? '',
    groups: headers['impersonate-group'] ?? [],
    extra,
    uid: headers['impersonate-uid']?.[0] ?? '',
  };
}

/** Keys are escaped as in URLs, where headers cannot have their characters. */
function keyOf(header: string): string {
  const key = header.slice(extraPrefix.length);
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

function* accessesTo({ name, groups, extra, uid }: ImpersonatedUser): Iterable<Access> {
  const verb = 'impersonate';
  const account = accountOf(name);
  yield account === undefined
    ? resourceAccess({ verb, resource: 'users', name })
    : resourceAccess({ verb, resource: 'serviceaccounts', ...account });
  for (const group of groups) yield resourceAccess({ verb, resource: 'groups', name: group });
  const { group } = authentication;
  for (const [subresource, values] of extra) {
    for (const value of values) {
      yield resourceAccess({ verb, group, resource: 'userextras', subresource, name: value });
    }
  }
  if (uid !== '') yield resourceAccess({ verb, group, resource: 'uids', name: uid });
}

/** Service accounts are in their groups, unless the request names others. */
function groupsOf(name: string, named: readonly string[]): readonly string[] {
  const account = accountOf(name);
  const own = named.length === 0 && account ? accountGroups(account.namespace) : named;
  if (own.includes(unauthenticated)) return own;
  if (name === anonymous.name) return [...own, unauthenticated];
  return own.includes(authenticated) ? own : [...own, authenticated];
}
