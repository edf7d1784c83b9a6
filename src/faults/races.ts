/** Races of a real control plane, on request: a plan of faults, each by its name. */
import { durationText, type Millis } from '#clock';
import { fields, optionals, problemText, readForm, type Form } from '#forms';
import type { Fault } from './fault.ts';
import { span } from './forms.ts';
import { readFault } from './read.ts';

/**
 * `definitions`: definitions have no conditions for a moment; `kinds`: the first lists of a new kind fail; `discovery`: it
 * shows what was served earlier; `servers`: several API servers answer from caches; `informers`: those of the controller
 * manager lag.
 */
export const raceNames = ['definitions', 'kinds', 'discovery', 'servers', 'informers'] as const;

export type RaceName = (typeof raceNames)[number];

/** How far they lag at most, virtual ms; those that are absent do not take place. */
export type Races = Readonly<Partial<Record<RaceName, Millis>>>;

/** As far as they are seen to lag in clusters that are not overloaded. */
const usual: Required<Races> = {
  definitions: 2000,
  kinds: 2000,
  discovery: 2000,
  servers: 1000,
  informers: 500,
};

const allRaces: Races = usual;

const serverCount = 3;
const definitions = 'customresourcedefinitions.apiextensions.k8s.io';

/** What stands for each: faults as people write them. */
const written: Readonly<Record<RaceName, (lag: string) => readonly object[]>> = {
  definitions: (lag) => [
    {
      ...{ name: 'race-definitions', match: { client: 'kube-apiserver', resource: definitions } },
      watch: { delay: { uniform: [0, lag] } },
    },
  ],
  kinds: (lag) => [
    {
      ...{ name: 'race-kinds', match: { verb: ['list', 'watch'], new: lag } },
      ...{ error: 'NotServed', chance: 0.5 },
    },
    {
      ...{ name: 'race-storage', match: { verb: ['list', 'watch'], new: lag } },
      ...{ error: 'StorageInitializing', chance: 0.5 },
    },
  ],
  discovery: (lag) => [{ name: 'race-discovery', discovery: { lag: { uniform: [0, lag] } } }],
  servers: (lag) => [{ name: 'race-servers', stale: { behind: lag, servers: serverCount } }],
  informers: (lag) => [
    {
      ...{ name: 'race-informers', match: { client: 'kube-controller-manager' } },
      watch: { delay: { uniform: [0, lag] } },
    },
  ],
};

/** Returns the faults of a plan. */
export function faultsOfRaces(races: Races): readonly Fault[] {
  return raceNames.flatMap((name) => {
    const lag = races[name];
    if (lag === undefined) return [];
    return written[name](durationText(lag)).map((each) => readFault(each).fault!);
  });
}

const lags = fields(
  optionals({
    definitions: span('How long definitions have no conditions.'),
    kinds: span('How long the first lists and watches of a new kind fail.'),
    discovery: span('How much older than what is served discovery is.'),
    servers: span('How far behind the cache of an API server is.'),
    informers: span('How far behind the informers of the controller manager are.'),
  }),
  { schema: { minProperties: 1 } },
);

/** `all`, names, or names with how far they lag at most: `{ discovery: 5s }`. */
export const racesForm: Form<Races> = {
  schema: {
    description:
      'Races of a real control plane, as faults: all, a list of some, or a map of these with how far they lag at most.',
    anyOf: [
      { enum: ['all', ...raceNames] },
      { type: 'array', items: { enum: raceNames }, minItems: 1 },
      lags.schema,
    ],
  },
  check(at, reader) {
    if (reader.entries(at) !== undefined) return lags.check(at, reader);
    if (reader.plain(at) === 'all') return allRaces;
    const names = (reader.items(at) ?? [at]).map((item) => {
      const name = reader.plain(item);
      const known = raceNames.find((each) => each === name);
      const near = { word: String(name), known: raceNames };
      return known ?? reader.expected(item, `all, or some of ${raceNames.join(', ')}`, near);
    });
    if (names.includes(undefined)) return undefined;
    return Object.fromEntries(names.map((name) => [name, usual[name!]]));
  },
};

/** Reads what the command line has: `all`, or `definitions,discovery=5s`. @throws {RangeError} */
export function readRaces(text: string): Races {
  const parts = text.split(',').map((part) => part.trim().split('=', 2));
  const isPlain = parts.every(({ length }) => length === 1);
  const names = parts.map(([name]) => name);
  const lagOf = ([name = '', lag]: readonly string[]): string | number =>
    lag ?? (usual[name as RaceName] ?? 0) / 1000;
  const value = isPlain ? names : Object.fromEntries(parts.map((part) => [part[0], lagOf(part)]));
  const { value: races, problems } = readForm(racesForm, text === 'all' ? text : value);
  if (races === undefined) throw new RangeError(problems.map(problemText).join('; '));
  return races;
}
