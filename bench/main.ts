/** Runs the benchmarks: all, or those of the rooms named on the command line. */
import { table, type Suite } from './bench.ts';
import { storeBench } from './store.ts';

const suites: readonly Suite[] = [{ name: 'store', run: storeBench }];

const wanted = process.argv.slice(2);
for (const { name, run } of suites) {
  if (wanted.length === 0 || wanted.includes(name)) table(name, await run());
}
