/** Reviews, which are answered at once: access reviews, token reviews and token requests. */
export type * from './access.ts';
export { apiAudience } from './api-audience.ts';
export { answers, isReview } from './is-review.ts';
export { accountUser } from './account-user.ts';
