import { describe, expect, it } from 'vitest';
import { KindRegistry, kinds } from '#catalog';
import { Run } from '#run';
import { checkScenario } from '#scenario';
import { firstScenario } from '../../../src/cli/init/first-scenario.ts';

const registry = new KindRegistry(kinds);
const sources = [{ file: 'scenario.yaml', text: firstScenario }];

describe('the first scenario', () => {
  it.each([{}, { replicas: 5 }])('is in order and holds its checks with %j', async (set) => {
    const { scenarios, problems } = checkScenario('scenario.yaml', registry, { sources, set });
    expect(problems).toEqual([]);
    const run = await Run.begin(scenarios[0]!);
    await run.finish();
    await run.stop();
    expect(run.checks.map(({ passed, actual }) => (passed ? 'held' : actual))).toEqual(
      Array(4).fill('held'),
    );
  });
});
