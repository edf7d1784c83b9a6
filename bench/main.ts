/** Runs the benchmarks: all but the long ones, or those that are named on the command line. */
import { table, type Suite } from './bench.ts';
import { apiBench } from './api.ts';
import { daemonSetBench } from './daemonset.ts';
import { dayBench } from './day.ts';
import { durableBench } from './durable.ts';
import { etcdBench } from './etcd.ts';
import { kitBench } from './kit.ts';
import { pageBench } from './page.ts';
import { poolBench } from './pool.ts';
import { runtimeBench } from './runtime.ts';
import { scaleBench } from './scale.ts';
import { serverBench } from './server.ts';
import { startBench } from './start.ts';
import { storeBench } from './store.ts';

const suites: readonly Suite[] = [
  { name: 'store', run: storeBench },
  { name: 'api', run: apiBench },
  { name: 'server', run: serverBench },
  { name: 'runtime', run: runtimeBench },
  { name: 'pool', run: poolBench },
  { name: 'daemonset', run: daemonSetBench },
  { name: 'kit', run: kitBench },
  { name: 'durable', run: durableBench },
  { name: 'etcd', run: etcdBench },
  { name: 'start', run: startBench },
  { name: 'day', run: dayBench },
];

/** Those that run only when they are named. */
const long: readonly Suite[] = [
  { name: 'scale', run: scaleBench },
  { name: 'page', run: pageBench },
];

const wanted = process.argv.slice(2);
for (const { name, run } of wanted.length === 0 ? suites : [...suites, ...long]) {
  if (wanted.length === 0 || wanted.includes(name)) table(name, await run());
}
