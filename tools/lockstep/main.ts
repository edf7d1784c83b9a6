/**
 * Measures controllers in other languages in lock step with virtual time.
 *
 *     npm run lockstep -- [PROGRAM...] [OPTIONS]
 *
 * Exit status: 0 no reaction was late or missing, 1 one was (with the barrier), 2 wrong usage.
 */
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { play, type Played } from './play.ts';
import { cacheOf, programs, type Program } from './programs.ts';

const root = resolve(import.meta.dirname, '../../..');

const usage = `usage: npm run lockstep -- [PROGRAM...] [OPTIONS]

Controllers of examples/lockstep react to each of a number of minutely Jobs. Counts those that come after the instant
of their Job. Programs: go, python, java, js; all of them by default, side by side.

  --jobs N         Jobs, one a minute (1440)
  --rounds N       repetitions, each with a new server (1)
  --busy           beside a busy loop
  --no-barrier     the programs do not call the barrier: time waits until they are quiet
  --outside WAIT   how time waits (quiet=20ms,cap=2s)
  --fetch          get packages that are missing from their registries
  --cache DIR      where built programs are kept (~/.cache/orrery-lockstep)
  -o json          a line for each round
  -h, --help       this text`;

process.exitCode = await main();

async function main(): Promise<number> {
  const asked = readArguments();
  if (typeof asked === 'string') {
    console.error(asked);
    return asked === usage ? 0 : 2;
  }
  const chosen = await built(asked);
  if (chosen.length === 0) return 1;
  const stopLoop = asked.busy ? busyLoop() : () => undefined;
  let isExact = true;
  for (let number = 1; number <= asked.rounds; number++) {
    const played = await play({
      command: join(root, 'dist/orrery.js'),
      jobs: asked.jobs,
      programs: chosen,
      hasBarrier: asked.hasBarrier,
      outside: asked.outside,
    });
    console.log(asked.isJson ? JSON.stringify(played) : textOf(number, played));
    isExact &&= played.reactions.every(({ count, late }) => late === 0 && count === asked.jobs);
  }
  stopLoop();
  return isExact || !asked.hasBarrier ? 0 : 1;
}

interface Asked {
  readonly chosen: readonly Program[];
  readonly jobs: number;
  readonly rounds: number;
  readonly busy: boolean;
  readonly hasBarrier: boolean;
  readonly outside: string;
  readonly cache: string;
  readonly isJson: boolean;
}

/** What is asked for, or what to say instead. */
function readArguments(): Asked | string {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        jobs: { type: 'string', default: '1440' },
        rounds: { type: 'string', default: '1' },
        busy: { type: 'boolean', default: false },
        'no-barrier': { type: 'boolean', default: false },
        outside: { type: 'string', default: 'quiet=20ms,cap=2s' },
        fetch: { type: 'boolean', default: false },
        cache: { type: 'string', default: join(homedir(), '.cache/orrery-lockstep') },
        output: { type: 'string', short: 'o', default: 'text' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return usage;
    const all = programs(values);
    const unknown = positionals.find((name) => all.every((program) => program.name !== name));
    if (unknown !== undefined) throw new Error(`there is no program ${unknown}`);
    const [jobs, rounds] = [values.jobs, values.rounds].map(Number) as [number, number];
    if (!(jobs >= 1) || !(rounds >= 1)) throw new Error('--jobs, --rounds: expected 1 or more');
    return {
      ...{ jobs, rounds, busy: values.busy, outside: values.outside, cache: values.cache },
      chosen: all.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
      hasBarrier: !values['no-barrier'],
      isJson: values.output === 'json',
    };
  } catch (error) {
    return `lockstep: ${(error as Error).message}\n\n${usage}`;
  }
}

async function built({ chosen, cache }: Asked) {
  const found: { readonly name: string; readonly command: readonly string[] }[] = [];
  for (const { name, about, build } of chosen) {
    try {
      const sources = join(root, 'examples/lockstep', name);
      found.push({ name, command: await build(sources, cacheOf(cache, name)) });
      console.error(`${name} (${about}) is ready`);
    } catch (error) {
      console.error(`${name} (${about}) is skipped: ${(error as Error).message}`);
    }
  }
  return found;
}

/** Takes a whole core for itself, as far as it is given one. */
function busyLoop(): () => void {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  return end;
}

function textOf(number: number, { reactions, ms, instants, gaveUp }: Played): string {
  const each = reactions.map(
    ({ program, count, late, worstMs }) =>
      `${program} ${late} of ${count} late${late === 0 ? '' : ` (by up to ${worstMs / 1000} s)`}`,
  );
  const waits = `waited at ${instants} instants${gaveUp === 0 ? '' : `, gave up at ${gaveUp}`}`;
  return `round ${number}: ${each.join(', ')}; ${(ms / 1000).toFixed(1)} s, ${waits}`;
}
