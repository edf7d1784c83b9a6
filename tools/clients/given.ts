/** Programs that are in no registry which this tool asks: whoever has them puts them into the cache. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Unavailable } from './suite.ts';

/**
 * Finds a folder of the cache.
 *
 * @param name with the version of what is in it: `kube-state-metrics-v2.20.0`
 * @param holds what has to be there: programs, and folders of manifests
 * @throws {Unavailable} with what is missing
 */
export function givenFolder(cache: string, name: string, holds: readonly string[]): string {
  const folder = join(cache, name);
  const missing = holds.find((each) => !existsSync(join(folder, each)));
  if (missing === undefined) return folder;
  throw new Unavailable(`it is taken from the cache, where ${join(folder, missing)} is missing`);
}
