/** Where assets are kept whose folder is not named, and which of their releases are meant. */
import { join } from 'node:path';
import { minorOf, releases } from '#kinds';
import { cachesFolder } from '../caches.ts';
import { UsageError } from '../usage-error.ts';

/** Returns `linux/amd64`, as Go writes it. */
export function platform(): string {
  const { arch } = process;
  return `${process.platform}/${arch === 'x64' ? 'amd64' : arch}`;
}

/** Returns the folder of all folders: below the user's caches. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  return join(cachesFolder(env), 'assets');
}

/**
 * Returns the name of a folder: `1.34.4-linux-amd64`, and after it what the cluster is made of.
 * @param version `v1.34.4`
 */
export function folderName(version: string, fixed: readonly string[]): string {
  const result = fixed
    .join('-')
    .replace(/[^\w.]+/g, '-')
    .replace(/^-/, '');
  const name = `${version.slice(1)}-${platform().replace('/', '-')}`;
  return result === '' ? name : `${name}-${result}`;
}

/**
 * Returns the minor of a version as setup-envtest takes it: `1.34`, `1.34.x`, `1.34.1`, `~1.34.0`, `1.34.*`, `1.x`,
 * `latest`, each with a `!` or not. A minor has one patch here, the last.
 * @throws {UsageError}
 */
export function minorWanted(text: string): number {
  const plain = text.replace(/[!]$/, '').replace(/^~?v?/, '');
  if (/^(?:1\.[x*](?:\.[x*])?|[x*]|latest)$/.test(plain)) return Math.max(...releases.keys());
  try {
    return minorOf(plain.replace(/^(1\.\d+)\.(?:\d+|[x*])$/, '$1'));
  } catch (error) {
    throw new UsageError((error as RangeError).message);
  }
}
