/** What reconciles Jobs: loaded when there is one. */
export { sync } from './sync.ts';
export { removeFinalizer } from './track.ts';
