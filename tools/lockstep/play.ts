/** One round: controllers outside react to each of a number of minutely Jobs while time is advanced. */
import { machineWall } from '#clock';
import { start, type Started } from './programs.ts';
import { pause, startServer, type Server } from './server.ts';

export interface Round {
  /** Of `orrery`, built. */
  readonly command: string;
  /** How many Jobs. */
  readonly jobs: number;
  readonly programs: readonly { readonly name: string; readonly command: readonly string[] }[];
  /** Whether they call the barrier. */
  readonly hasBarrier: boolean;
  /** `quiet=20ms,cap=2s` */
  readonly outside: string;
}

export interface Reactions {
  readonly program: string;
  /** To how many Jobs it has reacted. */
  readonly count: number;
  /** How many of them after the instant at which the Job was created. */
  readonly late: number;
  /** By how many virtual ms the latest of them. */
  readonly worstMs: number;
}

export interface Played {
  readonly reactions: readonly Reactions[];
  /** Wall ms for all advances, without the start of programs. */
  readonly ms: number;
  /** At how many instants time waited, and how often it gave up. */
  readonly instants: number;
  readonly gaveUp: number;
}

interface Entry {
  readonly atMs: number;
  readonly verb: string;
  readonly kind: string;
  readonly key: string;
}

const cronJob = {
  metadata: { name: 'tick' },
  spec: {
    schedule: '* * * * *',
    jobTemplate: {
      spec: {
        template: {
          spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox' }] },
        },
      },
    },
  },
};

/** A request for a long advance would run into time-outs on its way. */
const jobsPerAdvance = 60;
const longestStartMs = 300_000;

/** @throws {Error} when a program ends, or does not begin to watch */
export async function play(round: Round): Promise<Played> {
  const { command, programs, hasBarrier, jobs } = round;
  const options = ['--clock', 'manual', '--outside', round.outside, '--history', '1024'];
  const server = await startServer(command, options);
  const started: Started[] = [];
  try {
    for (const program of programs) {
      const env = {
        KUBECONFIG: server.kubeconfigOf(program.name),
        BARRIER: hasBarrier ? 'on' : 'off',
      };
      started.push(start(program.command, env));
    }
    await allWatch(server, started);
    await server.ask('POST', '/apis/batch/v1/namespaces/default/cronjobs', cronJob);
    const passed = await advance(server, jobs);
    for (const program of started) {
      if (program.hasEnded()) throw new Error(`a program has ended: ${program.text()}`);
    }
    const { entries } = await server.ask<{ entries: readonly Entry[] }>('GET', '/orrery/v1/record');
    const reactions = programs.map(({ name }) => reactionsOf(name, entries));
    return { reactions, ...passed };
  } finally {
    await Promise.all(started.map((program) => program.stop()));
    await server.stop();
  }
}

async function allWatch(server: Server, started: readonly Started[]): Promise<void> {
  const end = machineWall.now() + longestStartMs;
  for (;;) {
    const { clients } = await server.ask<{
      clients: readonly { readonly watches: readonly { readonly resource: string }[] }[];
    }>('GET', '/orrery/v1/clients');
    const watches = clients.flatMap((client) => client.watches);
    if (watches.filter(({ resource }) => /^jobs/.test(resource)).length === started.length) return;
    const ended = started.find((program) => program.hasEnded());
    if (ended !== undefined) throw new Error(`a program has ended: ${ended.text()}`);
    if (machineWall.now() > end) throw new Error('not all programs have begun to watch');
    await pause(50);
  }
}

async function advance(
  server: Server,
  jobs: number,
): Promise<Pick<Played, 'ms' | 'instants' | 'gaveUp'>> {
  const began = machineWall.now();
  let instants = 0;
  let gaveUp = 0;
  for (let left = jobs; left > 0; left -= jobsPerAdvance) {
    // At the end half a minute more, for the last pod; the clock begins at a whole minute.
    const last = left <= jobsPerAdvance ? 30 : 0;
    const seconds = Math.min(left, jobsPerAdvance) * 60 + last;
    const { outside } = await server.ask<{ outside?: { instants: number; gaveUp: number } }>(
      'POST',
      '/orrery/v1/clock/advance',
      { seconds },
    );
    instants += outside?.instants ?? 0;
    gaveUp += outside?.gaveUp ?? 0;
  }
  return { ms: machineWall.now() - began, instants, gaveUp };
}

function reactionsOf(program: string, entries: readonly Entry[]): Reactions {
  const born = new Map<string, number>();
  let count = 0;
  let late = 0;
  let worstMs = 0;
  for (const { atMs, verb, kind, key } of entries) {
    if (verb !== 'created') continue;
    if (kind === 'Job') born.set(key.split('/')[1]!, atMs);
    const job = kind === 'ConfigMap' ? key.split('/')[1]! : '';
    if (!job.startsWith(`${program}-`)) continue;
    const after = atMs - born.get(job.slice(program.length + 1))!;
    count++;
    if (after > 0) late++;
    worstMs = Math.max(worstMs, after);
  }
  return { program, count, late, worstMs };
}
