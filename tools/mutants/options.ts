import { parseArgs } from 'node:util';

export interface Options {
  /** Folders, files, or lines of files as `FILE:LINE`. */
  readonly targets: readonly string[];
  /** How many mutations of each target are tried. */
  readonly sample: number;
  readonly seed: number;
  readonly workers: number;
  /** How long the tests of one mutant may take, in seconds. */
  readonly budget: number;
  readonly threshold: number;
  /** Only the tests of the room itself count. */
  readonly own: boolean;
  /** Reports of earlier runs, as JSON: what survived there is tried again. */
  readonly again: readonly string[];
  /** Only tests whose paths begin so count; empty: as the rooms say. */
  readonly tests: readonly string[];
  /** Only finds the code that no test reaches. */
  readonly unreached: boolean;
  readonly json: boolean;
  readonly help: boolean;
}

const numbers = {
  sample: { about: 'how many mutants of each folder are tried', default: 20, least: 1 },
  seed: { about: 'which ones', default: 1, least: 0 },
  workers: { about: 'mutants tried at the same time', default: 1, least: 1 },
  budget: { about: 'seconds that the tests of a mutant may take', default: 10, least: 1 },
  threshold: { about: 'percent that must be killed, or the command fails', default: 0, least: 0 },
} as const;

type Name = keyof typeof numbers;
const names = Object.keys(numbers) as Name[];

/** @throws {Error} that says what is wrong with an argument */
export function optionsOf(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...(Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as Record<
        Name,
        { readonly type: 'string' }
      >),
      own: { type: 'boolean', default: false },
      again: { type: 'string', multiple: true, default: [] },
      tests: { type: 'string', multiple: true, default: [] },
      unreached: { type: 'boolean', default: false },
      output: { type: 'string', short: 'o' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { own, again, tests, unreached, output, help } = values;
  if (output !== undefined && output !== 'json') {
    throw new Error(`-o: expected json, not ${JSON.stringify(output)}`);
  }
  if (!help && positionals.length + again.length === 0)
    throw new Error('which folder? For example src/store');
  const read = Object.fromEntries(
    names.map((name) => [name, numberOf(name, values[name])]),
  ) as Record<Name, number>;
  const json = output === 'json';
  return { targets: positionals, ...read, own, again, tests, unreached, json, help };
}

function numberOf(name: Name, text: string | undefined): number {
  const { default: usual, least } = numbers[name];
  if (text === undefined) return usual;
  const number = Number(text);
  if (text.trim() !== '' && number >= least && Number.isSafeInteger(number)) return number;
  throw new Error(
    `--${name}: expected a whole number of ${least} or more, not ${JSON.stringify(text)}`,
  );
}

export function usage(): string {
  const options = names.map(
    (name) =>
      `  --${name} N`.padEnd(18) + `${numbers[name].about} (default: ${numbers[name].default})`,
  );
  return `usage: npm run mutants -- FOLDER... [OPTIONS]
       npm run mutants -- --again FILE [OPTIONS]

Changes the source in small ways, one at a time in a copy of the checkout, runs the tests that
reach the change, and prints which changes no test notices, and a score for each room.

A FOLDER is one of src or controllers, a file in it, or a line of a file (FILE:LINE).

Options:
${options.join('\n')}
  --own           only the room's own unit tests count (in test/unit/ROOM, or importing one of
                  its files by itself): quick, and stricter
  --again FILE    tries again what survived in a run whose -o json is in the file
  --tests PATH    only tests whose paths begin so count (may be repeated)
  --unreached     tries nothing: runs the tests of the rooms, and the wider ones without --own,
                  and prints every line that could be changed and that no test runs
  -o json         prints all that came of it as JSON; progress goes to stderr
  -h, --help      this text

Examples:
  npm run mutants -- src/store
  npm run mutants -- controllers src/kinds --sample 50 --seed 7 --threshold 90
  npm run mutants -- controllers/daemonset/eligibility.ts:42 --sample 1000
  npm run -s mutants -- src/clock -o json > clock.json
  npm run mutants -- --again clock.json
  npm run mutants -- src/clock --own --unreached

Exit status: 0 done, 1 the score is below the threshold, 2 wrong usage.
`;
}
