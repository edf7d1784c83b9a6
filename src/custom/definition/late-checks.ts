/** Checks of definitions, which are loaded before the first is checked. */
import { late } from '#kinds';

export const checks = late(() => import('./validation/definition.ts'));
