/** What policies decide, loaded before the first request that one is bound to. */
import { late } from '#kinds';

export const decisions = late(() => import('./decisions.ts'));
