/** A server that keeps its data is killed while clients write; then all that was acknowledged must be there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineWall, Random, type RandomStream } from '#clock';
import {
  longestWriteMs,
  missingOn,
  note,
  start,
  unstoppable,
  watch,
  writeOn,
  type KillOptions,
  type Known,
  type Running,
} from './kill-clients.ts';

/** @returns what was lost or wrong */
export async function playKills(options: KillOptions): Promise<readonly string[]> {
  const { command, kills, writers, seed, log } = options;
  const folder = mkdtempSync(join(tmpdir(), 'orrery-kills-'));
  const chance = new Random(seed).stream('kills');
  const problems: string[] = [];
  const known: Known = new Map();
  let acknowledged = 0;
  try {
    for (let number = 1; number <= kills + 1 && problems.length === 0; number++) {
      const server = await start(command, folder, [
        ...['--data', join(folder, 'data'), '--compact-after', '1'],
      ]);
      try {
        problems.push(...(await missingOn(server, known)));
        if (number > kills) break;
        acknowledged += await writeUntilKilled(server, { writers, number, chance, known });
      } finally {
        await server.kill();
      }
      log(`kill ${number}: ${acknowledged} writes acknowledged so far`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
  const end = watch(server, (object) => note(known, object));
  let count = 0;
  const agent = new Agent({ keepAlive: true });
  const made = (object: Parameters<typeof note>[1]): void => {
    note(known, object);
    count++;
  };
  const all = Array.from({ length: writers }, (_, writer) =>
    writeOn(server, `w${number}-${writer}`, agent, made).catch(() => undefined),
  );
  await machineWall.sleep(50 + chance.int(longestWriteMs), unstoppable);
  await server.kill();
  await Promise.all(all);
  end();
  agent.destroy();
  return count;
}
