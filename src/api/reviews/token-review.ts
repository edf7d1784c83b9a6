import { badRequest } from '#values';
import type { authenticationV1 } from '#types';
import type { Authenticator } from './access.ts';

type TokenReview = authenticationV1.TokenReview;
type TokenReviewStatus = authenticationV1.TokenReviewStatus;

const unknown: TokenReviewStatus = { error: 'invalid bearer token', user: {} };

/** Finds the user of a token. @throws {ApiError} 400 without a token */
export function reviewToken(review: TokenReview, authenticator: Authenticator): TokenReview {
  const { token = '', audiences = [] } = review.spec ?? {};
  if (token === '') throw badRequest('token is required for TokenReview in authentication');
  return { ...review, status: statusOf(token, audiences, authenticator) };
}

function statusOf(
  token: string,
  audiences: readonly string[],
  authenticator: Authenticator,
): TokenReviewStatus {
  const desired = audiences.length > 0 ? audiences : authenticator.ownAudiences;
  const found = authenticator.find(token, desired);
  if (found === undefined) return unknown;
  const { name: username, uid, groups, extra } = found.user;
  const user = { username, ...(uid && { uid }), groups, ...(extra && { extra }) };
  return { authenticated: true, user, audiences: found.audiences };
}
