import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from '#kit';
import { root } from '../../support/imports.ts';

const file = join(root, 'scenarios/daemonset/rolling-update.yaml');
const scenario = {
  cluster: { nodes: 2 },
  steps: [
    { at: '1s', cordon: { node: 'node-1' } },
    { at: '2s', expect: { kind: 'Node', name: 'node-1', that: 'spec.unschedulable' } },
    {
      at: '3s',
      expect: { kind: 'Node', name: 'node-2', that: 'spec.unschedulable' },
      within: '5s',
    },
  ],
  until: '10s',
};

describe('a scenario in a test', () => {
  it('is played from its file, and leaves a cluster', async () => {
    await using result = await runScenario(file);
    const { passed, checks, cluster } = result;
    expect(passed).toBe(true);
    expect(checks.length).toBeGreaterThan(3);
    expect(cluster.timeline()).toContain('DaemonSet agent');
    const began = cluster.now();
    await cluster.step({ expect: { kind: 'DaemonSet', name: 'agent' } });
    await cluster.advance('1m');
    expect(cluster.now() - began).toBe(60_000);
    await using fork = await cluster.fork();
    expect(fork.record()).toBe(cluster.record());
  });

  it.each([
    ['an object', scenario],
    ['text', `${JSON.stringify(scenario)}\n`],
  ])('is played from %s', async (_, given) => {
    await using result = await runScenario(given, { seed: 5 });
    expect(result.passed).toBe(false);
    expect(result.checks.map(({ passed }) => passed)).toEqual([true, false]);
    expect(result.cluster.seed).toBe(5);
  });

  it('takes values, and says what is wrong', async () => {
    await using result = await runScenario(
      { variables: { n: 1 }, cluster: { nodes: '${n}' }, steps: [], until: '1s' },
      { set: { n: 3 } },
    );
    expect(await result.cluster.list('Node')).toHaveLength(3);
    await expect(runScenario({ steps: [{ at: 0, skale: 1 }] })).rejects.toThrow('unknown step');
    await expect(runScenario('missing.yaml')).rejects.toThrow('missing.yaml');
  });
});
