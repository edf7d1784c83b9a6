/** From a request's headers to its user. */
import type { IncomingMessage } from 'node:http';
import type { Profile } from '#kinds';
import { unauthorized } from '#values';
import type { Authorizer } from '#api';
import type { AccountTokens } from './account-tokens.ts';
import type { CertificateUsers } from './certificate-users.ts';
import { impersonate, isImpersonating } from './impersonate.ts';
import { protocolToken, takeOut, type ProtocolToken } from './protocol-token.ts';
import type { ShownTokens } from './shown-tokens.ts';
import type { Tokens } from './tokens.ts';
import type { User } from './user.ts';

export interface AuthenticationOptions {
  readonly certificates: CertificateUsers;
  readonly tokens: Tokens;
  readonly shown: ShownTokens;
  readonly accountTokens: AccountTokens;
  /** The user of requests without credentials; undefined: they are rejected. */
  readonly anonymous: User | undefined;
  /** Decides who may impersonate whom. */
  readonly authorizer: Authorizer;
  readonly profile: Profile;
}

/** @throws {ApiError} 401 for unknown credentials; 403 for impersonation without the right to it */
export function authenticate(req: IncomingMessage, options: AuthenticationOptions): User {
  const user = userOf(req, options);
  if (user === undefined) throw unauthorized();
  const { authorizer, profile } = options;
  return isImpersonating(req) ? impersonate(user, req, authorizer, profile) : user;
}

/**
 * As in v1.24 a certificate comes first, then a token in a header, then one among the protocols of a WebSocket; and
 * who shows what is not known is not anonymous.
 */
function userOf(req: IncomingMessage, options: AuthenticationOptions): User | undefined {
  const certified = options.certificates.find(req.socket);
  if (typeof certified === 'object') return certified;
  const shown = options.shown.of(req);
  const user = shown && userOfToken(shown.token, options, shown.digest);
  if (user !== undefined) return user;
  const offered = protocolToken(req);
  if (typeof offered === 'object') return userOfProtocol(req, offered, options);
  const showsNothing = certified === undefined && shown === undefined && offered === undefined;
  return showsNothing ? options.anonymous : undefined;
}

function userOfProtocol(
  req: IncomingMessage,
  offered: ProtocolToken,
  options: AuthenticationOptions,
): User | undefined {
  const user = userOfToken(offered.token, options);
  if (user !== undefined) takeOut(req, offered);
  return user;
}

function userOfToken(
  token: string,
  { tokens, accountTokens }: AuthenticationOptions,
  digest?: string,
): User | undefined {
  return tokens.find(token, digest) ?? accountTokens.find(token, accountTokens.ownAudiences)?.user;
}
