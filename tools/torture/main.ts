/**
 * Ill-treats a server and tells what came of it.
 *
 *     npm run torture -- [PART...] [--requests N] [--seed N] [--minutes N]
 *
 * Exit status: 0 nothing went wrong, 1 something did, 2 wrong usage.
 */
import { parseArgs } from 'node:util';
import type { Part, TortureOptions } from './part.ts';
import { soak } from './soak.ts';
import { times } from './times.ts';

/** A new part is a file and a line. */
const parts: readonly Part[] = [times, soak];

process.exitCode = await main();

async function main(): Promise<number> {
  const asked = read();
  if (typeof asked === 'string') {
    console.error(
      `torture: ${asked}\n\nusage: npm run torture -- [PART...] [--requests N] [--seed N] [--minutes N]`,
    );
    for (const { name, about } of parts) console.error(`  ${name.padEnd(8)}${about}`);
    return 2;
  }
  let problems = 0;
  for (const part of asked.chosen) {
    const say = (line: string): void => console.log(`${part.name}: ${line}`);
    say(`${part.about}; seed ${asked.options.seed}`);
    const found = await part.run(asked.options, say);
    for (const problem of found) say(`PROBLEM ${problem}`);
    say(found.length === 0 ? 'nothing went wrong' : `${found.length} problems`);
    problems += found.length;
  }
  return problems === 0 ? 0 : 1;
}

/** What is asked for, or what is wrong with it. */
function read(): { readonly chosen: readonly Part[]; readonly options: TortureOptions } | string {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        requests: { type: 'string', default: '200000' },
        seed: { type: 'string', default: '1' },
        minutes: { type: 'string', default: '10' },
      },
    });
    const [requests, seed] = [Number(values.requests), Number(values.seed)];
    const minutes = Number(values.minutes);
    if (!(minutes > 0)) return '--minutes: expected a number';
    if (!(Number.isInteger(requests) && requests > 0)) return '--requests: expected a number';
    if (!Number.isInteger(seed)) return '--seed: expected a whole number';
    const unknown = positionals.find((name) => parts.every((part) => part.name !== name));
    if (unknown !== undefined) return `there is no part ${unknown}`;
    const chosen = parts.filter(
      ({ name }) => positionals.length === 0 || positionals.includes(name),
    );
    return { chosen, options: { requests, seed, minutes } };
  } catch (error) {
    return (error as Error).message;
  }
}
