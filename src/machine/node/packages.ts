/** Packages that are loaded on first use: they are slow to load, and most starts need none. */
import { createRequire } from 'node:module';
import type { RE2JS, RE2JSException } from 're2js';

interface Re2js {
  readonly RE2JS: typeof RE2JS;
  readonly RE2JSException: typeof RE2JSException;
}

const require = createRequire(import.meta.url);

export function re2js(): Re2js {
  return require('re2js') as Re2js;
}

/** Loads what runs of these texts may need, where a package cannot be had at once: not here. */
export function loadPackages(text: string): Promise<void> {
  void text;
  return Promise.resolve();
}
