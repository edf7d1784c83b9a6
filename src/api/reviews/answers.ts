export { review } from './review.ts';
export { requestToken } from './token-request.ts';
