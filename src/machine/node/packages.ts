/** Packages that are loaded on first use: they are slow to load, and most starts need none. */
import { createRequire } from 'node:module';
import type * as CronParser from 'cron-parser';
import type * as Luxon from 'luxon';
import type * as Re2js from 're2js';

const require = createRequire(import.meta.url);

export function cronParser(): typeof CronParser {
  return require('cron-parser') as typeof CronParser;
}

export function luxon(): typeof Luxon {
  return require('luxon') as typeof Luxon;
}

export function re2js(): typeof Re2js {
  return require('re2js') as typeof Re2js;
}

/** Loads what runs of these texts may need, where a package cannot be had at once: not here. */
export function loadPackages(text: string): Promise<void> {
  void text;
  return Promise.resolve();
}
