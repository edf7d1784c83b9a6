/** Plays files in several processes; each takes the next files when it is done. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { PlayOptions } from './one.ts';
import type { ScenarioResult } from './result.ts';

/** How many files a process gets at once: enough that its start does not matter. */
const MOST_IN_A_BATCH = 8;

/** Calls `take` for every result as it comes. Rejects when a process fails. */
export async function inParallel(
  files: readonly string[],
  jobs: number,
  options: PlayOptions,
  take: (result: ScenarioResult) => void,
): Promise<void> {
  const size = Math.min(MOST_IN_A_BATCH, Math.ceil(files.length / jobs));
  const batches: (readonly string[])[] = [];
  for (let i = 0; i < files.length; i += size) batches.push(files.slice(i, i + size));
  const worker = async (): Promise<void> => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      await playBatch(batch, options, take);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}

async function playBatch(
  files: readonly string[],
  { set = {}, seed, allowOutside = false, filter, kubernetes }: PlayOptions,
  take: (result: ScenarioResult) => void,
): Promise<void> {
  const settings = Object.entries(set).flatMap(([name, value]) => [
    '--set',
    `${name}=${String(value)}`,
  ]);
  const seeds = seed === undefined ? [] : ['--seed', String(seed)];
  const outside = allowOutside ? ['--allow-outside'] : [];
  const fixed = ['test', '--jobs', '1', '-o', 'jsonl', ...outside];
  const filters = filter === undefined ? [] : [`--filter=${filter}`];
  const release = kubernetes === undefined ? [] : ['--kubernetes', kubernetes];
  const args = [...fixed, ...settings, ...seeds, ...release, ...filters, '--', ...files];
  const child = spawn(process.execPath, [process.argv[1]!, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    take(JSON.parse(line) as ScenarioResult);
  }
  const code = await ended;
  if (code === null || code > 2)
    throw new Error(`a process that played ${files.join(', ')} ended with ${code}`);
}
