/** Where the command keeps what it can make again. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the folder of Orrery among the user's caches: `$XDG_CACHE_HOME/orrery`, or where the system has them.
 * @throws {Error} for a user without a home
 */
export function cachesFolder(env: NodeJS.ProcessEnv): string {
  const usual = process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache'];
  return join(env['XDG_CACHE_HOME'] || join(homedir(), ...usual), 'orrery');
}
