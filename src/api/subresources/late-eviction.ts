/** What evicts pods, loaded before the first eviction. */
import { late } from '#kinds';

export const evictions = late(() => import('./eviction.ts'));
