/** Rules in CEL, which a page loads before a run that defines kinds, as whoever uses them cannot wait. */
import type * as Rules from '../cel/index.ts';

let loaded: typeof Rules | undefined;

export function cel(): typeof Rules {
  if (loaded !== undefined) return loaded;
  throw new Error('rules in CEL have not been loaded; expected loadCel to be called before');
}

export async function loadCel(): Promise<void> {
  loaded ??= await import('../cel/index.ts');
}
