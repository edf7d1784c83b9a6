/** What pods are checked for, loaded before the first request that a standard is asked for in. */
import { late } from '#kinds';

export const standards = late(() => import('./standards.ts'));
