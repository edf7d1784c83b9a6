/**
 * The library at releases of Kubernetes: each scenario holds, or says that it is not about that release. At 1.24 it is played by
 * scenarios.test.ts; CONTRIBUTING.md has the command for all releases.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { defaultProfile, profileNamed } from '#kinds';
import { Run } from '#run';
import { loadScenarios, type LeftOut } from '#scenario';

const registry = new KindRegistry(defaultProfile);
const paths = readdirSync('scenarios', { recursive: true, encoding: 'utf8' })
  .map((path) => `scenarios/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.yaml'))
  .sort();

describe.each(['1.30', '1.34', '1.37'])('at %s', (kubernetes) => {
  it.each(paths)('%s holds, or says why not', async (path) => {
    const leftOut: LeftOut[] = [];
    const scenarios = await loadScenarios(path, registry, {
      release: profileNamed(kubernetes),
      leaveOut: (combination) => void leftOut.push(combination),
    });
    expect(scenarios.length + leftOut.length).toBeGreaterThan(0);
    for (const scenario of scenarios.filter(({ slow }) => !slow)) {
      const run = await Run.begin(scenario, {});
      try {
        await run.finish();
      } finally {
        await run.stop();
      }
      expect(run.checks.length, scenario.title).toBeGreaterThan(0);
      expect(run.checks.filter(({ passed }) => !passed)).toEqual([]);
    }
  });
});
