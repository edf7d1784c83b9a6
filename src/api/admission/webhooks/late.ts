/** What calls webhooks, loaded before the first request that one is asked about. */
import { late } from '#kinds';

export const calls = late(() => import('./calls.ts'));
