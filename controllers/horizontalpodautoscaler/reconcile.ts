/** What a reconcile needs, loaded before the first one. */
export { Lookups } from './lookups.ts';
export { sync } from './sync.ts';
