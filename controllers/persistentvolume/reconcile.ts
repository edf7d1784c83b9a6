/** What reconciles claims and volumes: loaded when there are some. */
export { syncClaim } from './sync-claim.ts';
export { syncVolume } from './sync-volume.ts';
