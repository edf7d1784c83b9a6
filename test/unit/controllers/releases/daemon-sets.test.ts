/** What releases tell apart about DaemonSets. */
import { expect, it } from 'vitest';
import { controllers } from '#controllers';
import { daemonSet, node, profileOf, resourceQuota } from '#kinds';
import { Simulator } from '#simulator';
import { parseTime } from '#values';
import { makeContainer } from '../objects.ts';

it.each([
  [24, undefined],
  [25, 1],
])('a DaemonSet of 1.%i whose pods are refused reports %s wanted', async (minor, wanted) => {
  const simulator = new Simulator({
    startMs: parseTime('2026-01-01T00:00:00Z'),
    controllers,
    profile: profileOf(minor),
  });
  await simulator.start();
  try {
    const client = simulator.clients.as({ actor: 'test' });
    const metadata = { name: 'agent', namespace: 'default' };
    await client.create(node, { metadata: { name: 'n1' }, spec: {}, status: {} });
    await client.create(resourceQuota, { metadata, spec: { hard: { pods: '0' } }, status: {} });
    await simulator.clock.advanceTo(simulator.clock.now() + 5_000);
    const labels = { app: 'agent' };
    await client.create(daemonSet, {
      metadata,
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [makeContainer()] } },
      },
      status: {},
    } as never);
    await simulator.clock.advanceTo(simulator.clock.now() + 5_000);
    const { status } = await client.get(daemonSet, metadata);
    expect(status.observedGeneration).toBe(wanted);
  } finally {
    simulator.stop();
  }
});
