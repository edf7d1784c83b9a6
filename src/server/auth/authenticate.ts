/** From a request's headers to its user. */
import type { IncomingHttpHeaders } from 'node:http';
import { forbiddenObject, unauthorized } from '#kinds';
import { apiAudience } from '#api';
import type { AccountTokens } from './account-tokens.ts';
import { isAdministrator } from './authorize.ts';
import type { Tokens } from './tokens.ts';
import { anonymous, authenticated, unauthenticated, type User } from './user.ts';

export interface AuthenticationOptions {
  readonly tokens: Tokens;
  readonly accountTokens: AccountTokens;
  /** The user of requests without credentials; undefined: they are rejected. */
  readonly anonymous: User | undefined;
}

/** @throws {ApiError} 401 for unknown credentials; 403 for impersonation without the right to it */
export function authenticate(headers: IncomingHttpHeaders, options: AuthenticationOptions): User {
  const token = bearerToken(headers.authorization);
  let user: User;
  if (token === undefined) {
    if (options.anonymous === undefined) throw unauthorized();
    user = options.anonymous;
  } else {
    const known = userOf(token, options);
    if (known === undefined) throw unauthorized();
    user = known;
  }
  return isImpersonating(headers) ? impersonate(user, headers) : user;
}

const ownAudiences: readonly string[] = [apiAudience];

function userOf(token: string, options: AuthenticationOptions): User | undefined {
  const { tokens, accountTokens } = options;
  return tokens.find(token) ?? accountTokens.find(token, ownAudiences)?.user;
}

/** Undefined for other schemes: no authenticator reads those credentials. */
function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const space = authorization.indexOf(' ');
  if (space < 0 || authorization.slice(0, space).toLowerCase() !== 'bearer') return undefined;
  const token = authorization.slice(space + 1).trim();
  return token === '' ? undefined : token;
}

const extraPrefix = 'impersonate-extra-';

function isImpersonating(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) if (name.startsWith('impersonate-')) return true;
  return false;
}

/** The account of a pod: its namespace and name. */
const serviceAccountName = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** Impersonates another user; only administrators may. */
function impersonate(user: User, headers: IncomingHttpHeaders): User {
  const name = first(headers['impersonate-user']);
  const groups = all(headers['impersonate-group']);
  if (name === '') throw new ImpersonatedUserMissingError(groups);
  if (!isAdministrator(user)) throw mayNotImpersonate(user, name);
  return {
    name,
    uid: first(headers['impersonate-uid']) || undefined,
    groups: [
      ...impliedGroups(name, groups),
      name === anonymous.name ? unauthenticated : authenticated,
    ],
    extra: extraOf(headers),
  };
}

/** Groups to impersonate, without a user. Answered in plain text. */
export class ImpersonatedUserMissingError extends Error {
  override readonly name = 'NobodyImpersonatedError';

  constructor(groups: readonly string[]) {
    const shown = groups.map((group) => `{Group  ${group}    }`).join(' ');
    super(`requested [${shown}] without impersonating a user`);
  }
}

function mayNotImpersonate(user: User, name: string): Error {
  const [, namespace, account] = serviceAccountName.exec(name) ?? [];
  const plural = account === undefined ? 'users' : 'serviceaccounts';
  const where =
    namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const who = `User ${JSON.stringify(user.name)} cannot impersonate resource "${plural}"`;
  const resource = { group: '', plural };
  return forbiddenObject(resource, account ?? name, `${who} in API group "" ${where}`);
}

/** Service accounts are in their groups, unless the request names others. */
function impliedGroups(name: string, groups: readonly string[]): readonly string[] {
  const [, namespace] = serviceAccountName.exec(name) ?? [];
  if (namespace === undefined || groups.length > 0) return groups;
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

function extraOf(headers: IncomingHttpHeaders): User['extra'] {
  const extra: [string, readonly string[]][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(extraPrefix)) extra.push([unescape(name), all(value)]);
  }
  return extra.length > 0 ? Object.fromEntries(extra) : undefined;
}

function unescape(header: string): string {
  const name = header.slice(extraPrefix.length);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function first(value: string | string[] | undefined): string {
  return all(value)[0] ?? '';
}

/** Node joins repeated headers with commas. */
function all(value: string | string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : value.split(',')).map((part) => part.trim());
}
