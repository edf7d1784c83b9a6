/** Checks of custom objects, which are loaded with the first definition, or before the first object is checked. */
import { late } from '#kinds';
import { loadCel } from './late-cel.ts';

export const checksOfObjects = late(() => import('./checks/object.ts'));

/** Loads all that checks custom objects of any release. */
export async function loadChecksOfObjects(): Promise<void> {
  await loadCel();
  await checksOfObjects.load();
}
