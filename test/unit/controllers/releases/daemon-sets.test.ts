/** What releases tell apart about DaemonSets. */
import { describe, expect, it } from 'vitest';
import { controllers } from '#controllers';
import { daemonSet, node, profileOf, resourceQuota } from '#kinds';
import { Simulator } from '#simulator';
import { parseTime } from '#values';
import type { DaemonSet, Node, Pod } from '#types';
import { planManage } from '../../../../controllers/daemonset/manage.ts';
import { setsToWake } from '../../../../controllers/daemonset/node-updates.ts';
import { planRollingUpdate } from '../../../../controllers/daemonset/rolling-update.ts';
import { observe } from '../../../../controllers/daemonset/view.ts';
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

describe('the pods of a DaemonSet', () => {
  const now = parseTime('2026-01-01T00:10:00Z');
  const setOf = (rollingUpdate: object): DaemonSet =>
    ({
      metadata: { name: 'agent', namespace: 'default' },
      spec: {
        template: { spec: { nodeSelector: { run: 'yes' } } },
        updateStrategy: { type: 'RollingUpdate', rollingUpdate },
      },
    }) as never;
  const node = (name: string, run = 'yes'): Node =>
    makeNode(name, { metadata: { labels: { run } } });
  const podOf = (
    nodeName: string,
    hash: string,
    phase = 'Running',
    ready = 'True',
    more = {},
  ): Pod =>
    ({
      metadata: {
        name: `on-${nodeName}`,
        creationTimestamp: '2026-01-01T00:00:00Z',
        labels: { 'controller-revision-hash': hash },
        ...more,
      },
      spec: { nodeName },
      status: { phase, conditions: [{ type: 'Ready', status: ready }] },
    }) as never;
  const view = (minor: number, nodes: readonly Node[], pods: readonly Pod[], limits = {}) =>
    observe(setOf(limits), 'new', nodes, pods, now, profileOf(minor));
  const names = (pods: readonly Pod[]): string => pods.map(({ metadata }) => metadata.name).join();

  it.each([
    [25, ''],
    [26, 'on-a'],
  ])('1.%i replaces those that have succeeded: %j', (minor, expected) => {
    const plan = planManage(view(minor, [node('a')], [podOf('a', 'new', 'Succeeded')]), () => 1);
    expect([names(plan.delete), names(plan.ended)]).toEqual([expected, expected]);
  });

  it.each([
    [25, ''],
    [26, 'a'],
  ])(
    '1.%i creates others beside those that have ended and are kept by finalizers: %j',
    (minor, on) => {
      const going = { deletionTimestamp: '2026-01-01T00:09:00Z' };
      const pods = [podOf('a', 'new', 'Failed', 'False', going)];
      expect(planManage(view(minor, [node('a')], pods), () => 1).create.join()).toBe(on);
    },
  );

  it.each([
    [27, 'on-a,on-b'],
    [28, 'on-a'],
  ])('1.%i rolls with one unavailable already: %s', (minor, expected) => {
    const pods = [podOf('a', 'old', 'Running', 'False'), podOf('b', 'old')];
    const seen = view(minor, [node('a'), node('b')], pods, { maxUnavailable: 1 });
    expect(names(planRollingUpdate(seen).delete)).toBe(expected);
  });

  it.each([
    [24, 'c', ''],
    [25, '', 'on-c'],
  ])(
    '1.%i surges on a node that should have none: creates on %j, deletes %j',
    (minor, on, gone) => {
      const nodes = [node('a'), node('c', 'no')];
      const pods = [podOf('a', 'new'), podOf('c', 'old')];
      const plan = planRollingUpdate(view(minor, nodes, pods, { maxSurge: 1, maxUnavailable: 0 }));
      expect([plan.create.join(), names(plan.delete)]).toEqual([on, gone]);
    },
  );
});
