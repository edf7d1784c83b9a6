/** A server that keeps its data is killed while clients write; then all that was acknowledged must be there. */
import { Agent } from 'node:http';
import { join } from 'node:path';
import { machineWall, Random, type RandomStream } from '#clock';
import { apart, intrude } from './apart.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import {
  longestWriteMs,
  start,
  unstoppable,
  watch,
  writeOn,
  wrongOn,
  type KillOptions,
  type Running,
} from './kill-clients.ts';
import { Known } from './known.ts';

/** @returns what was lost or wrong */
export async function playKills(options: KillOptions): Promise<readonly string[]> {
  const { command, kills, writers, seed, log, apart: count = 0 } = options;
  const folder = temporaryFolder('orrery-kills');
  const chance = new Random(seed).stream('kills');
  const problems: string[] = [];
  const known = new Known();
  let acknowledged = 0;
  try {
    for (let number = 1; number <= kills + 1 && problems.length === 0; number++) {
      const isApart =
        Math.floor((number * count) / kills) > Math.floor(((number - 1) * count) / kills);
      const data = join(folder.path, 'data');
      const kept = ['--data', data, '--compact-after', '1'];
      const server = await start(command, folder.path, kept, isApart ? apart : []);
      try {
        if (isApart) problems.push(...(await intrude(command, data)));
        problems.push(...(await wrongOn(server, known)));
        if (number > kills) break;
        acknowledged += await writeUntilKilled(server, { writers, number, chance, known });
      } finally {
        await server.kill();
      }
      log(`kill ${number}: ${acknowledged} writes acknowledged so far`);
    }
  } finally {
    folder.remove();
  }
  return problems;
}

interface Round {
  readonly writers: number;
  readonly number: number;
  readonly chance: RandomStream;
  readonly known: Known;
}

/** @returns how many writes were acknowledged */
async function writeUntilKilled(
  server: Running,
  { writers, number, chance, known }: Round,
): Promise<number> {
  const end = watch(server, known);
  let count = 0;
  const agent = new Agent({ keepAlive: true });
  const made = (): void => void count++;
  const all = Array.from({ length: writers }, (_, writer) =>
    writeOn(server, `w${number}-${writer}`, { agent, known, made }).catch(() => undefined),
  );
  await machineWall.sleep(50 + chance.int(longestWriteMs), unstoppable);
  await server.kill();
  await Promise.all(all);
  end();
  agent.destroy();
  return count;
}
