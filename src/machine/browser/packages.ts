/**
 * Packages that few runs need: a page loads them before a run that may need them, as whoever uses
 * them cannot wait.
 */
import type * as Re2js from './re2js.ts';

let loaded: typeof Re2js | undefined;

export function re2js(): typeof Re2js {
  if (loaded !== undefined) return loaded;
  throw new Error('re2js has not been loaded; expected loadPackages to be called before');
}

/** What texts such as a scenario or a record have to contain for it to be needed. */
const sign = /match|pattern|message|CustomResource/;

/** Loads what runs of these texts may need. */
export async function loadPackages(text: string): Promise<void> {
  if (loaded === undefined && sign.test(text)) loaded = await import('./re2js.ts');
}
