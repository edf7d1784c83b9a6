/** The engine of policies, which is loaded before the first check or request that needs it. */
import type { DeviceSelectorCompiler } from '#cel';
import { hasEnabled, type Profile } from '#kinds';
import type * as Engine from './engine/index.ts';

let loaded: typeof Engine | undefined;

/** The engine, once it is loaded. */
export function engine(): typeof Engine {
  if (loaded !== undefined) return loaded;
  throw new Error('policies have not been loaded; expected loadEngine to be called before');
}

/** Loads the engine. */
export async function loadEngine(): Promise<typeof Engine> {
  return (loaded ??= await import('./engine/index.ts'));
}

/** Loads the engine where it is not there yet; undefined when there is nothing to load. */
export function ensureEngine(): Promise<void> | undefined {
  return loaded === undefined ? loadEngine().then(() => undefined) : undefined;
}

const compilers = new WeakMap<Profile, Engine.PolicyCompiler>();

/** What compiles the expressions of a release. */
export function compilerOf(profile: Profile): Engine.PolicyCompiler {
  let compiler = compilers.get(profile);
  if (compiler === undefined) {
    compilers.set(profile, (compiler = new (engine().PolicyCompiler)(profile)));
  }
  return compiler;
}

const selectors = new WeakMap<Profile, DeviceSelectorCompiler>();

/** Returns what compiles the selectors of devices of a release. */
export function selectorsOf(profile: Profile): DeviceSelectorCompiler {
  let compiler = selectors.get(profile);
  if (compiler === undefined) {
    const has = (name: string): boolean => hasEnabled(profile, name);
    selectors.set(profile, (compiler = new (engine().DeviceSelectorCompiler)(has)));
  }
  return compiler;
}
