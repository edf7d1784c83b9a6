/** Two servers share an etcd, and one of the three is killed while clients write to both. */
import { mkdirSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { machineWall, Random } from '#clock';
import { startEtcd, type EtcdProcess } from '../etcd-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import {
  ask,
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

const victims = ['etcd', 'the first server', 'the second server'] as const;
/** Within it servers must follow etcd again. */
const patienceMs = 30_000;

/** @returns what was lost or wrong */
export async function playEtcdKills(options: KillOptions): Promise<readonly string[]> {
  const folder = temporaryFolder('orrery-etcd-kills');
  const etcd = await startEtcd();
  const servers: Running[] = [];
  try {
    for (const name of ['a', 'b']) servers.push(await serverIn(folder.path, name, etcd, options));
    return await playRounds(options, folder.path, etcd, servers);
  } finally {
    for (const server of servers) await server.kill();
    await etcd.remove();
    folder.remove();
  }
}

async function playRounds(
  options: KillOptions,
  folder: string,
  etcd: EtcdProcess,
  servers: Running[],
): Promise<readonly string[]> {
  const { kills, seed, writers, log } = options;
  const chance = new Random(seed).stream('etcd kills');
  const known = new Known();
  let acknowledged = 0;
  for (let number = 1; number <= kills; number++) {
    const victim = chance.int(victims.length);
    const ms = 50 + chance.int(longestWriteMs);
    acknowledged += await whileWriting(servers, { number, writers, known }, async () => {
      await machineWall.sleep(ms, unstoppable);
      await (victim === 0 ? etcd.kill() : servers[victim - 1]!.kill());
    });
    if (victim === 0) await etcd.restart();
    else {
      const name = ['a', 'b'][victim - 1]!;
      servers[victim - 1] = await serverIn(folder, name, etcd, options);
    }
    const problems: string[] = [];
    for (const server of servers) {
      await following(server);
      problems.push(...(await wrongOn(server, known)));
    }
    if (problems.length > 0) return problems;
    log(`kill ${number}, ${victims[victim]}: ${acknowledged} writes acknowledged so far`);
  }
  return [];
}

interface Round {
  readonly number: number;
  readonly writers: number;
  readonly known: Known;
}

/** Half of the clients write to each server. @returns how many writes were acknowledged */
async function whileWriting(
  servers: readonly Running[],
  { number, writers, known }: Round,
  act: () => Promise<void>,
): Promise<number> {
  const ends = servers.map((server) => watch(server, known));
  const agent = new Agent({ keepAlive: true });
  let count = 0;
  let isOver = false;
  const made = (): void => void count++;
  const all = Array.from({ length: writers }, (_, writer) => {
    const server = servers[writer % servers.length]!;
    const prefix = `w${number}-${writer}`;
    return writeOn(server, prefix, { agent, known, made, isOver: () => isOver }).catch(
      () => undefined,
    );
  });
  await act();
  isOver = true;
  await Promise.all(all);
  for (const end of ends) end();
  agent.destroy();
  return count;
}

/** Resolves once a server follows etcd. @throws {Error} when it does not in time */
async function following(server: Running): Promise<void> {
  const late = machineWall.now() + patienceMs;
  for (;;) {
    try {
      await ask(server, 'GET', '/api/v1/namespaces/default');
      return;
    } catch (error) {
      if (machineWall.now() > late) throw error;
      await machineWall.sleep(50, unstoppable);
    }
  }
}

function serverIn(
  folder: string,
  name: string,
  etcd: EtcdProcess,
  { command }: KillOptions,
): Promise<Running> {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  return start(command, own, [
    '--etcd',
    etcd.url,
    '--controllers',
    'none',
    '--no-pool',
    '--no-page',
  ]);
}
