/** Compares this checkout with another one, in turns. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import {
  commandLine,
  instructionsLine,
  requestLine,
  workLine,
  type Command,
  type Line,
  type Turns,
} from './lines.ts';
import { requests } from './requests.ts';
import { isBuilt } from './sides.ts';
import { head, rowOf } from './table.ts';
import { works } from './works.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const here = resolve(root);

const commands: readonly Command[] = [
  { name: 'help', of: 'orrery --help', args: ['--help'] },
  {
    name: 'run',
    of: 'orrery run, a short scenario',
    args: ['run', `${root}scenarios/daemonset/rolling-update.yaml`],
  },
  {
    name: 'day',
    of: 'orrery run, the day of 100 nodes',
    args: ['run', `${root}scenarios/day/day.yaml`],
  },
];
const names = [...works, ...requests, ...commands].map(({ name }) => name);
/** It takes minutes, so it runs only when it is named. */
const usual = names.filter((name) => name !== 'day');

const usage = `npm run bench -- against DIR [WHAT...] [options]

Compares this checkout (here) with another one (there), in turns. Both must have been built by npm run build; what is done
with them is of this one: scenarios, clients, and the use of the library. A ratio below 1 means that this one takes less.

Options:
  -r, --rounds N     turns that count, after as many to warm up (default 10)
  --instructions     for works of the library, instructions of an operation, counted by valgrind; takes minutes each
  -o, --output json  prints JSON
  -h, --help

WHAT, by default all but the day:
${[...works, ...requests, ...commands].map(({ name, of }) => `  ${name.padEnd(17)}  ${of}`).join('\n')}`;

/** @param args what stands after the name of the benchmark @returns the exit status */
export async function against(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', short: 'r', default: '10' },
      instructions: { type: 'boolean', default: false },
      output: { type: 'string', short: 'o' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const [there, ...wanted] = positionals;
  const problem = problemOf(there, wanted);
  if (problem !== undefined) {
    console.error(`${problem}\n\n${usage}`);
    return 2;
  }
  const turns = { here, there: resolve(there!), rounds: Number(values.rounds) };
  const isWanted = new Set(wanted.length === 0 ? usual : wanted);
  const lines = values.instructions
    ? instructionLines(isWanted, turns)
    : timeLines(isWanted, turns);
  const isJson = values.output === 'json';
  const all: Line[] = [];
  if (!isJson) console.log(head);
  for await (const line of lines) {
    all.push(line);
    if (!isJson) console.log(rowOf(line));
  }
  if (isJson) console.log(JSON.stringify(all, null, 2));
  return 0;
}

function problemOf(there: string | undefined, wanted: readonly string[]): string | undefined {
  if (there === undefined) return 'which other checkout?';
  if (!isBuilt(there))
    return `${there} has no dist/index.js: it is not a checkout, or is not built`;
  const unknown = wanted.find((name) => !names.includes(name));
  return unknown && `unknown: ${unknown}`;
}

async function* timeLines(wanted: ReadonlySet<string>, turns: Turns): AsyncGenerator<Line> {
  for (const each of works) if (wanted.has(each.name)) yield await workLine(each, turns);
  for (const each of requests) if (wanted.has(each.name)) yield await requestLine(each, turns);
  for (const each of commands) if (wanted.has(each.name)) yield await commandLine(each, turns);
}

async function* instructionLines(wanted: ReadonlySet<string>, turns: Turns): AsyncGenerator<Line> {
  for (const each of works) if (wanted.has(each.name)) yield await instructionsLine(each, turns);
}
