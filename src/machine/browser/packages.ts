/**
 * Packages that few runs need: a page loads them before a run that may need them, as whoever uses
 * them cannot wait.
 */
import type * as CronParser from 'cron-parser';
import type * as Luxon from 'luxon';
import type * as Re2js from 're2js';

interface Packages {
  readonly cronParser: typeof CronParser;
  readonly luxon: typeof Luxon;
  readonly re2js: typeof Re2js;
}

const loaded: { -readonly [name in keyof Packages]?: Packages[name] } = {};

export function cronParser(): typeof CronParser {
  return theLoaded('cronParser');
}

export function luxon(): typeof Luxon {
  return theLoaded('luxon');
}

export function re2js(): typeof Re2js {
  return theLoaded('re2js');
}

/** What texts such as a scenario or a record have to contain for a package to be needed. */
const signs = { schedules: /cron/i, patterns: /match|pattern|message|CustomResource/ };

/** Loads what runs of these texts may need. */
export async function loadPackages(text: string): Promise<void> {
  const needsSchedules = loaded.cronParser === undefined && signs.schedules.test(text);
  const needsPatterns = loaded.re2js === undefined && signs.patterns.test(text);
  await Promise.all([needsSchedules && loadSchedules(), needsPatterns && loadPatterns()]);
}

async function loadSchedules(): Promise<void> {
  [loaded.cronParser, loaded.luxon] = await Promise.all([import('cron-parser'), import('luxon')]);
}

async function loadPatterns(): Promise<void> {
  loaded.re2js = await import('re2js');
}

function theLoaded<N extends keyof Packages>(name: N): Packages[N] {
  const found = loaded[name];
  if (found !== undefined) return found;
  throw new Error(`${name} has not been loaded; expected loadPackages to be called before`);
}
