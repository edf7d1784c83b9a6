/** From a request's headers to its user. */
import type { IncomingMessage } from 'node:http';
import { unauthorized } from '#kinds';
import { apiAudience, type Authorizer } from '#api';
import type { AccountTokens } from './account-tokens.ts';
import type { CertificateUsers } from './certificate-users.ts';
import { impersonate, isImpersonating } from './impersonate.ts';
import type { Tokens } from './tokens.ts';
import type { User } from './user.ts';

export interface AuthenticationOptions {
  readonly certificates: CertificateUsers;
  readonly tokens: Tokens;
  readonly accountTokens: AccountTokens;
  /** The user of requests without credentials; undefined: they are rejected. */
  readonly anonymous: User | undefined;
  /** Decides who may impersonate whom. */
  readonly authorizer: Authorizer;
}

/** @throws {ApiError} 401 for unknown credentials; 403 for impersonation without the right to it */
export function authenticate(req: IncomingMessage, options: AuthenticationOptions): User {
  const user = userOf(req, options);
  if (user === undefined) throw unauthorized();
  return isImpersonating(req) ? impersonate(user, req, options.authorizer) : user;
}

const ownAudiences: readonly string[] = [apiAudience];

/** As in v1.24 a certificate comes first, and one that is not ours is not anonymous. */
function userOf(req: IncomingMessage, options: AuthenticationOptions): User | undefined {
  const certified = options.certificates.find(req.socket);
  if (typeof certified === 'object') return certified;
  const token = bearerToken(req.headers.authorization);
  if (token !== undefined) return userOfToken(token, options);
  return certified === undefined ? options.anonymous : undefined;
}

function userOfToken(token: string, options: AuthenticationOptions): User | undefined {
  const { tokens, accountTokens } = options;
  return tokens.find(token) ?? accountTokens.find(token, ownAudiences)?.user;
}

/** Undefined for other schemes: no authenticator reads those credentials. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const space = authorization.indexOf(' ');
  if (space < 0 || authorization.slice(0, space).toLowerCase() !== 'bearer') return undefined;
  const token = authorization.slice(space + 1).trim();
  return token === '' ? undefined : token;
}
