/**
 * The beginning of the long scenario: a day of a hundred nodes takes too long for the tests, which
 * run each scenario several times. All of it runs in `npm run bench`.
 */
import { describe, expect, it } from 'vitest';
import { controllers } from '#controllers';
import { formatMicroTime } from '#values';
import { KindRegistry } from '#catalog';
import { lease, defaultProfile } from '#kinds';
import { entryOf } from '#record';
import { loadScenario, Player } from '#scenario';
import { Simulator } from '#simulator';

const MINUTES = 4;
const scenario = await loadScenario('scenarios/day/day.yaml', new KindRegistry(defaultProfile));

/** Plays the first minutes; `look` is called after each. */
async function play(look: (sim: Simulator) => Promise<void>): Promise<{
  readonly entries: readonly string[];
  readonly revision: number;
  readonly passed: boolean;
}> {
  const { startMs } = scenario;
  const sim = new Simulator({ startMs, controllers });
  const entries: string[] = [];
  sim.record.onChange((change) => entries.push(JSON.stringify(entryOf(change, startMs))));
  const following = sim.record.follow();
  const { clock, clients } = sim;
  await sim.start();
  await clock.settled();
  const player = new Player({ scenario, clock, clients, kinds: sim.kinds, machinery: sim });
  await player.start();
  for (let minute = 1; minute <= MINUTES; minute++) {
    await clock.advanceTo(startMs + minute * 60_000);
    await look(sim);
  }
  const passed = player.finish().some((check) => check.passed);
  const revision = sim.store.revision();
  sim.stop();
  await following;
  return { entries, revision, passed };
}

describe('the day of a hundred nodes', () => {
  it('goes the same way whether or not somebody looks at the heartbeats', async () => {
    const unseen = await play(() => Promise.resolve());
    const seen = await play(async ({ clock, clients }) => {
      const { items } = await clients.as({ actor: 'observer' }).list(lease);
      const times = new Set(items.map(({ spec }) => spec.renewTime));
      expect(items).toHaveLength(100);
      expect([...times]).toEqual([formatMicroTime(clock.now())]);
    });
    expect(seen.passed).toBe(true);
    expect(seen.revision).toBe(unseen.revision);
    expect(seen.entries).toEqual(unseen.entries);
    const heartbeats = 100 * MINUTES * 6;
    expect(seen.revision).toBeGreaterThan(heartbeats);
    expect(seen.entries.length).toBeLessThanOrEqual(seen.revision - heartbeats);
  }, 120_000);
});
