/**
 * Runs the benchmarks: all but the long ones, or those that are named on the command line; `against` compares with another checkout. Each runs
 * in a process of its own, which loads no other: none changes what another measures.
 */
import { spawnSync } from 'node:child_process';
import { table, type Row } from './bench.ts';

type Load = () => Promise<() => Promise<Row[]>>;

const suites: Readonly<Record<string, Load>> = {
  store: async () => (await import('./store.ts')).storeBench,
  api: async () => (await import('./api.ts')).apiBench,
  server: async () => (await import('./server.ts')).serverBench,
  runtime: async () => (await import('./runtime.ts')).runtimeBench,
  pool: async () => (await import('./pool.ts')).poolBench,
  daemonset: async () => (await import('./daemonset.ts')).daemonSetBench,
  kit: async () => (await import('./kit.ts')).kitBench,
  durable: async () => (await import('./durable.ts')).durableBench,
  etcd: async () => (await import('./etcd.ts')).etcdBench,
  start: async () => (await import('./start.ts')).startBench,
  releases: async () => (await import('./releases.ts')).releasesBench,
  day: async () => (await import('./day.ts')).dayBench,
};

/** Those that run only when they are named. */
const long: Readonly<Record<string, Load>> = {
  scale: async () => (await import('./scale.ts')).scaleBench,
  million: async () => (await import('./million.ts')).millionBench,
  objectives: async () => (await import('./objectives.ts')).objectivesBench,
  frames: async () => (await import('./frames.ts')).framesBench,
  page: async () => (await import('./page.ts')).pageBench,
};

async function main(names: readonly string[]): Promise<void> {
  const [only, ...rest] = names;
  if (only === 'against') {
    const { against } = await import('./against/index.ts');
    process.exitCode = await against(rest);
    return;
  }
  if (only !== undefined && names.length === 1) return runHere(only);
  for (const name of names.length === 0 ? Object.keys(suites) : names) {
    const { status } = spawnSync(process.execPath, [...process.execArgv, process.argv[1]!, name], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = 1;
  }
}

async function runHere(name: string): Promise<void> {
  const all = { ...suites, ...long };
  const load = all[name];
  if (load === undefined) {
    console.error(`unknown benchmark "${name}": must be one of ${Object.keys(all).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const run = await load();
  table(name, await run());
}

await main(process.argv.slice(2));
