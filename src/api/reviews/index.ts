/** Reviews, which are answered at once: access reviews, token reviews and token requests. */
export type * from './access.ts';
export { apiAudience } from './api-audience.ts';
export { answers } from './late.ts';
export { isReview } from './review-kinds.ts';
export { accountUser } from './account-user.ts';
