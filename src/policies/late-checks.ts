/** What checks policies, which is loaded before the first check. */
import { late, together } from '#kinds';
import { ensureEngine } from './late.ts';

export const checks = late(() => import('./checks.ts'));

/** Loads them, and the engine that compiles their expressions; undefined when there is nothing to load. */
export function loadForChecks(): Promise<void> | undefined {
  return together(ensureEngine, checks.load);
}
