/**
 * Stresses a server and reports the problems.
 *
 *     npm run torture -- [PART...] [OPTIONS]
 *
 * Exit status: 0 nothing went wrong, 1 something did, 2 wrong usage.
 */
import { parseArgs } from 'node:util';
import { damage } from './damage.ts';
import { fill } from './fill.ts';
import { fuzz } from './fuzz.ts';
import { etcdKills, kills } from './kills.ts';
import type { Part, TortureOptions } from './part.ts';
import { pace, patches, rewrites } from './soak.ts';
import { definitions, times } from './times.ts';
import { yaml } from './yaml.ts';

/** A new part is a file and a line. */
const parts: readonly Part[] = [
  times,
  definitions,
  yaml,
  fuzz,
  patches,
  rewrites,
  pace,
  kills,
  etcdKills,
  damage,
  fill,
];

const options = {
  requests: { about: 'fuzzed requests', default: 200_000, least: 1 },
  seed: { about: 'of the fuzzed requests', default: 1, least: 0 },
  only: { about: 'the number of the one fuzzed request to send', default: -1, least: 0 },
  connections: {
    about: 'clients that send fuzzed requests at the same time',
    default: 12,
    least: 1,
  },
  rounds: { about: 'how often each hostile request is sent', default: 5, least: 1 },
  patches: { about: 'patches of 1 MB', default: 5000, least: 1 },
  kills: { about: 'of servers that keep their data', default: 1000, least: 1 },
  apart: {
    about: 'of these servers, in a PID namespace of their own, with a rival',
    default: 20,
    least: 0,
  },
  damages: { about: 'folders of data that are damaged', default: 500, least: 1 },
  minutes: { about: 'of rewrites and pace, each', default: 10, least: 0.1 },
} as const;

type Name = keyof typeof options;
const names = Object.keys(options) as Name[];

// Whoever stops it finds no servers and no folders afterwards.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));
process.exitCode = await main();

async function main(): Promise<number> {
  const asked = read();
  if (typeof asked === 'string') {
    console.error(`torture: ${asked}\n\n${usage()}`);
    return 2;
  }
  let problems = 0;
  for (const part of asked.chosen) {
    const log = (line: string): void => console.log(`${part.name}: ${line}`);
    log(part.about);
    const found = await part.run(asked.options, log);
    for (const problem of found) log(`PROBLEM ${problem}`);
    log(found.length === 0 ? 'nothing went wrong' : `${found.length} problems`);
    problems += found.length;
  }
  return problems === 0 ? 0 : 1;
}

function usage(): string {
  const results = names.map((name) => {
    const { about, default: usual } = options[name];
    return `  --${name.padEnd(14)}${about}${usual < 0 ? '' : ` (${usual})`}`;
  });
  const chosen = parts.map(({ name, about }) => `  ${name.padEnd(16)}${about}`);
  return ['usage: npm run torture -- [PART...] [OPTIONS]', ...chosen, ...results].join('\n');
}

/** What is asked for, or what is wrong with it. */
function read(): { readonly chosen: readonly Part[]; readonly options: TortureOptions } | string {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    });
    const numbers = Object.fromEntries(
      names.map((name) => [name, numberOf(name, values[name] as string | undefined)]),
    ) as Record<Name, number>;
    const unknown = positionals.find((name) => parts.every((part) => part.name !== name));
    if (unknown !== undefined) return `there is no part ${unknown}`;
    const chosen = parts.filter(
      ({ name }) => positionals.length === 0 || positionals.includes(name),
    );
    const { requests, only, ...others } = numbers;
    const which = only < 0 ? { first: 0, count: requests } : { first: only, count: 1 };
    return { chosen, options: { ...others, ...which } };
  } catch (error) {
    return (error as Error).message;
  }
}

/** @throws {Error} */
function numberOf(name: Name, text: string | undefined): number {
  const { default: usual, least } = options[name];
  if (text === undefined) return usual;
  const number = Number(text);
  const isFit = number >= least && (name === 'minutes' || Number.isSafeInteger(number));
  if (text.trim() !== '' && isFit) return number;
  throw new Error(`--${name}: expected a number of ${least} or more, not ${JSON.stringify(text)}`);
}
