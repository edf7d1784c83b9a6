import { badRequest, type authenticationV1 } from '#kinds';
import type { Authenticator } from './access.ts';

type TokenReview = authenticationV1.TokenReview;
type TokenReviewStatus = authenticationV1.TokenReviewStatus;

/** Whom the API's own tokens are for. */
export const apiAudience = 'https://kubernetes.default.svc.cluster.local';

const unknown: TokenReviewStatus = { error: 'invalid bearer token', user: {} };

/** Whose token is it? @throws {ApiError} 400 without a token */
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
  if (audiences.length > 0 && !audiences.includes(apiAudience)) return unknown;
  const found = authenticator.find(token);
  if (found === undefined) return unknown;
  const { name: username, uid, groups, extra } = found;
  const user = { username, ...(uid && { uid }), groups, ...(extra && { extra }) };
  return { authenticated: true, user, audiences: [apiAudience] };
}
