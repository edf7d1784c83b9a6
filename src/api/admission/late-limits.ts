/** What limit ranges do, loaded before the first request where there is one. */
import { late } from '#kinds';

export const limits = late(() => import('./limits.ts'));
