/** Rules in CEL. A cluster that may have some loads them when it starts: checks cannot wait for them. */
import type * as Rules from '#cel';

let loaded: typeof Rules | undefined;

export function cel(): typeof Rules {
  if (loaded !== undefined) return loaded;
  throw new Error('rules in CEL have not been loaded; expected loadCel to be called before');
}

export async function loadCel(): Promise<void> {
  loaded ??= await import('#cel');
}
