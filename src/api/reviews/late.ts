/** What answers reviews, loaded before the first. */
import { late } from '#kinds';

export const answers = late(() => import('./answers.ts'));
