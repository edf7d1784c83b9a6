/** Reviews, which are answered at once: access reviews, token reviews and token requests. */
export type * from './access.ts';
export { answers, isReview } from './is-review.ts';
export { accountUser } from './account-user.ts';
export { apiAudience } from './token-review.ts';
