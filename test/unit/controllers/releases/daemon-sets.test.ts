/** What releases tell apart about DaemonSets. */
import { describe, expect, it } from 'vitest';
import { controllers } from '#controllers';
import { daemonSet, node, profileOf, resourceQuota } from '#kinds';
import { Simulator } from '#simulator';
import { parseTime } from '#values';
import type { DaemonSet, Pod } from '#types';
import { setsToWake } from '../../../../controllers/daemonset/node-updates.ts';
import { makeContainer, makeNode } from '../objects.ts';

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

describe('a node that changed, since 1.33', () => {
  const setOf = (name: string, numberMisscheduled: number, nodeSelector?: object): DaemonSet =>
    ({
      metadata: { name, namespace: 'default' },
      spec: { template: { spec: { containers: [], nodeSelector } } },
      status: { numberMisscheduled },
    }) as never;
  const podOf = (owner: string): Pod =>
    ({
      metadata: {
        namespace: 'default',
        ownerReferences: [{ kind: 'DaemonSet', name: owner, controller: true }],
      },
    }) as never;
  const taint = (effect: string) => ({ spec: { taints: [{ key: 'a', effect }] } });
  const woken = (pods: readonly string[], misscheduled = 0, parts = {}): readonly string[] =>
    setsToWake(makeNode('n1', parts), [setOf('agent', misscheduled)], pods.map(podOf)).map(
      ({ metadata }) => metadata.name,
    );

  it('wakes the sets that lack a pod there, or have one that has to go', () => {
    expect(woken([])).toEqual(['agent']);
    expect(woken(['agent'])).toEqual([]);
    expect(woken(['agent'], 0, taint('NoSchedule'))).toEqual([]);
    expect(woken(['agent'], 0, taint('NoExecute'))).toEqual(['agent']);
    expect(woken(['other'], 0, taint('NoSchedule'))).toEqual([]);
  });

  it('wakes the sets that have pods where none should be', () => {
    expect(woken(['agent'], 1)).toEqual(['agent']);
  });
});
