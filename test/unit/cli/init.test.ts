import { defaultProfile } from '#kinds';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { Run } from '#run';
import { checkScenario } from '#scenario';
import { schemaPlace } from '../../../src/cli/init/schema-place.ts';
import { firstScenario } from '../../../src/cli/init/first-scenario.ts';

const registry = new KindRegistry(defaultProfile);
const sources = [{ file: 'scenario.yaml', text: firstScenario }];

describe('the schema of a first scenario', () => {
  const schema = 'docs/reference/scenario.schema.json';

  it.each([
    ['of the project', '/home/ann/shop/test/a.yaml', '/home/ann/shop/node_modules/kube-orrery'],
    ['of its folder', '/home/ann/shop/a.yaml', '/home/ann/shop/node_modules/kube-orrery'],
  ])('is a path where the package is one %s', (_, file, folder) => {
    const place = schemaPlace(file, folder, '1.2.3');
    expect(place).toMatch(/^(\.\.\/)?node_modules\//);
    expect(resolve(dirname(file), place)).toBe(`${folder}/${schema}`);
  });

  it('is a path in the checkout itself, and its place outside of it', () => {
    const place = (file: string): string => schemaPlace(file, '/src/orrery', '1.2.3');
    expect(place('/src/orrery/scenarios/a.yaml')).toBe(`../${schema}`);
    expect(place('/src/orrery-other/a.yaml')).toBe(`file:///src/orrery/${schema}`);
  });

  it('is what is published where the package is installed elsewhere', () => {
    for (const folder of ['/usr/lib/node_modules', '/home/ann/.npm/_npx/0f/node_modules']) {
      expect(schemaPlace('/home/ann/shop/a.yaml', `${folder}/kube-orrery`, '1.2.3')).toBe(
        `https://unpkg.com/kube-orrery@1.2.3/${schema}`,
      );
    }
  });
});

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
