/** Questions that are answered at once: who may do what, whose token is it, a token for whom. */
export type * from './access.ts';
export { review, reviewKinds, type Asker } from './review.ts';
export { accountUser } from './account-user.ts';
export { apiAudience } from './token-review.ts';
export { requestToken } from './token-request.ts';
