/**
 * What checks objects: a cluster that starts needs none of it, and one with few kinds less than half. It is loaded before the first
 * object is checked, in parts: kinds that most clusters have together share one.
 */
import { late } from './object/late.ts';

export const usualChecks = late(() => import('./usual-checks.ts'));
export const accessChecks = late(() => import('./access-checks.ts'));
export const batchChecks = late(() => import('./batch-checks.ts'));
export const volumeChecks = late(() => import('./volume-checks.ts'));
export const rareChecks = late(() => import('./rare-checks.ts'));
export const warningTexts = late(() => import('./warnings.ts'));
