/** What gives devices to claims, loaded as one. */
export { allocate } from './allocator.ts';
export { bindClaim } from './bind-claims.ts';
export { resultOf } from './result.ts';
export { DeviceSelectors } from './selectors.ts';
