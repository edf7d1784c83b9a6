/** A virtual day of a busy cluster, told by its scenario: how long it takes, and what it costs. */
import { defaultProfile } from '#kinds';
import { controllers } from '#controllers';
import { KindRegistry } from '#catalog';
import { loadScenario, Player } from '#scenario';
import { Simulator } from '#simulator';
import type { Row } from './bench.ts';

const FILE = 'scenarios/day/day.yaml';
/** As much as `orrery run` keeps. */
const HISTORY = { revisions: 50_000 };
const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;

export async function dayBench(): Promise<Row[]> {
  const scenario = await loadScenario(FILE, new KindRegistry(defaultProfile));
  const { startMs, untilMs } = scenario;
  const sim = new Simulator({ startMs, controllers, window: HISTORY });
  let news = 0;
  sim.record.onChange(() => void news++);
  const following = sim.record.follow();
  const { clock, clients } = sim;
  const player = new Player({ scenario, clock, clients, kinds: sim.kinds, machinery: sim });
  const began = performance.now();
  const cpuBefore = process.cpuUsage();
  await sim.start();
  await clock.settled();
  await player.start();
  let peakBytes = 0;
  for (let at = HOUR_MS; at <= untilMs; at += HOUR_MS) {
    await clock.advanceTo(startMs + at);
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
  }
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const failed = player.finish().filter(({ passed }) => !passed);
  if (failed.length > 0)
    throw new Error(`${FILE}: ${failed.map((each) => each.summary).join('; ')}`);
  const writes = sim.store.revision();
  sim.stop();
  await following;
  const hours = untilMs / HOUR_MS;
  return [
    { name: `${hours} virtual hours`, value: seconds, unit: 's', note: 'aim: under 10' },
    { name: 'processor time', value: (user + system) / 1e6, unit: 's' },
    { name: 'writes', value: writes, unit: '', note: 'heartbeats included' },
    { name: 'writes but heartbeats', value: news, unit: '' },
    { name: 'peak memory', value: peakBytes / MIB, unit: 'MiB', note: 'of the process' },
  ];
}
