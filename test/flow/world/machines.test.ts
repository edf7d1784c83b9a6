/** Nodes that fail, are cut off, come back, are drained; chosen by name, group and labels. */
import { describe, expect, it } from 'vitest';
import { getCondition, node, pod } from '#kinds';
import type { Node, Pod } from '#types';
import { play, type Played } from '../../support/play.ts';

const AGENT = `
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec: { containers: [{ name: agent, image: 'example.com/agent:1' }] }
`;

function web(replicas: number): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: 'example.com/web:1' }] }
`;
}

/** `steps` as YAML lines; manifests are indented into place. */
function scenario(nodes: string, steps: readonly string[]): string {
  return `cluster: { nodes: ${nodes} }\nsteps:\n${steps.join('\n')}\n`;
}

function apply(at: string, manifest: string): string {
  return `  - at: ${at}\n    apply:${manifest.replaceAll('\n', '\n      ')}`;
}

function readiness(played: Played, name: string) {
  return played.evolution(
    'Node',
    name,
    (object) => getCondition((object as Node).status.conditions, 'Ready')?.status,
  );
}

async function podOn(played: Played, nodeName: string): Promise<Pod> {
  return (await played.list(pod)).find(({ spec }) => spec.nodeName === nodeName)!;
}

describe('a machine', () => {
  it('that was off restarts its containers', async () => {
    const played = await play(
      scenario('2', [
        apply('0s', AGENT),
        '  - { at: 100s, failNode: node-1 }',
        '  - { at: 200s, recoverNode: node-1 }',
      ]),
    );
    expect(played.failures).toEqual([]);
    expect(readiness(played, 'node-1').map(([, ready]) => ready)).toEqual([
      'True',
      'Unknown',
      'True',
    ]);
    const [main] = (await podOn(played, 'node-1')).status.containerStatuses!;
    expect(main).toMatchObject({
      restartCount: 1,
      ready: true,
      state: { running: { startedAt: '2026-01-01T00:03:21Z' } },
      lastState: {
        terminated: {
          exitCode: 255,
          reason: 'Unknown',
          startedAt: '2026-01-01T00:00:01Z',
          finishedAt: '2026-01-01T00:03:20Z',
        },
      },
    });
    expect((await podOn(played, 'node-2')).status.containerStatuses![0]!.restartCount).toBe(0);
  });

  it('that was cut off reports at once what went on', async () => {
    const played = await play(
      scenario('2', [
        apply('0s', AGENT),
        '  - { at: 100s, partitionNode: node-1 }',
        '  - { at: 200s, recoverNode: node-1 }',
      ]),
    );
    expect(readiness(played, 'node-1').at(-1)).toEqual([200, 'True']);
    const [main] = (await podOn(played, 'node-1')).status.containerStatuses!;
    expect(main).toMatchObject({
      restartCount: 0,
      ready: true,
      state: { running: { startedAt: '2026-01-01T00:00:01Z' } },
    });
  });

  it('gives its pods other addresses when it was off', async () => {
    const played = await play(
      scenario('1', [
        apply('0s', AGENT),
        '  - { at: 10s, failNode: node-1 }',
        '  - { at: 20s, recoverNode: node-1 }',
      ]),
    );
    const { name } = (await podOn(played, 'node-1')).metadata;
    const addresses = played
      .evolution('Pod', name, (object) => (object as Pod).status.podIP)
      .filter(([, ip]) => ip !== undefined);
    expect(addresses.map(([seconds]) => seconds)).toEqual([1, 21]);
    expect(addresses[0]![1]).not.toBe(addresses[1]![1]);
  });

  it.each([
    ['Never', 'Failed'],
    ['OnFailure', 'Running'],
  ])('that was off leaves a pod that restarts %s %s', async (policy, phase) => {
    const one = `
apiVersion: v1
kind: Pod
metadata: { name: one, annotations: { sim/run-seconds: never } }
spec: { restartPolicy: ${policy}, containers: [{ name: one, image: 'example.com/one:1' }] }
`;
    const played = await play(
      scenario('1', [
        apply('5s', one),
        '  - { at: 10s, failNode: node-1 }',
        '  - { at: 20s, recoverNode: node-1 }',
      ]),
    );
    expect((await played.get(pod, 'one')).status.phase).toBe(phase);
  });

  it('that was off has killed what was deleted meanwhile', async () => {
    const played = await play(
      scenario('1', [
        apply('0s', AGENT),
        '  - { at: 10s, failNode: node-1 }',
        '  - { at: 12s, delete: { kind: DaemonSet, name: agent } }',
        '  - { at: 20s, recoverNode: node-1 }',
      ]),
    );
    expect(await played.list(pod)).toEqual([]);
    const gone = played.changes.find(
      ({ type, value, origin }) =>
        type === 'deleted' && value.kind === 'Pod' && origin.actor === 'kubelet',
    );
    expect((gone!.time - played.run.scenario.startMs) / 1000).toBe(20);
  });
});

describe('nodes are chosen', () => {
  const groups =
    '[{ name: blue, count: 2, labels: { disk: ssd } }, { name: red, count: 2 }, { name: one }]';
  it.each([
    ['red-1', ['red-1']],
    ['{ node: red-1 }', ['red-1']],
    ['{ nodes: [red-1, one] }', ['one', 'red-1']],
    ['{ group: blue }', ['blue-1', 'blue-2']],
    ['{ group: one }', ['one']],
    ['{ selector: { disk: ssd } }', ['blue-1', 'blue-2']],
  ])('by %s', async (target, names) => {
    const played = await play(scenario(groups, [`  - { at: 1s, cordon: ${target} }`]));
    const cordoned = (await played.list(node)).filter(({ spec }) => spec.unschedulable === true);
    expect(cordoned.map(({ metadata }) => metadata.name)).toEqual(names);
  });

  it.each([
    ['{ group: green }', /no node of a group "green".*there are blue, red, one/],
    ['{ nodes: [red-1, red-9] }', /no node "red-9"/],
    ['{ node: red-1, group: red }', /expected one of .* found node and group/],
    ['{ }', /found none of them/],
  ])('or not: %s', async (target, message) => {
    await expect(play(scenario(groups, [`  - { at: 1s, failNode: ${target} }`]))).rejects.toThrow(
      message,
    );
  });

  it('or the step fails, when no node has the labels then', async () => {
    const played = await play(
      scenario(groups, ['  - { at: 1s, uncordon: { selector: { disk: hdd } } }']),
    );
    expect(played.failures).toEqual([
      'uncordon nodes with disk=hdd: there is no node with disk=hdd',
    ]);
  });

  it('and none that were removed with their group', async () => {
    const steps = ['  - { at: 1s, removeNode: { group: blue } }', '  - { at: 2s, cordon: blue-1 }'];
    await expect(play(scenario(groups, steps))).rejects.toThrow(/no node "blue-1"/);
    const played = await play(scenario(groups, steps.slice(0, 1)));
    const names = (await played.list(node)).map(({ metadata }) => metadata.name);
    expect(names).toEqual(['one', 'red-1', 'red-2']);
  });

  it('to be tainted', async () => {
    const played = await play(
      scenario(groups, ["  - { at: 1s, taint: { group: red, add: ['a=b:NoSchedule'] } }"]),
    );
    const tainted = (await played.list(node)).filter(({ spec }) =>
      spec.taints?.some(({ key }) => key === 'a'),
    );
    expect(tainted.map(({ metadata }) => metadata.name)).toEqual(['red-1', 'red-2']);
  });
});

describe('drain', () => {
  const budget = `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web }
spec: { minAvailable: 2, selector: { matchLabels: { app: web } } }
`;

  it('evicts no more at a time than the budget allows', async () => {
    const played = await play(
      scenario('2', [
        apply('0s', web(4)),
        apply('0s', budget),
        '  - { at: 30s, drain: { group: node, timeout: 2m } }',
        '  - { at: 31s, uncordon: node-2 }',
        '  - { at: 100s, note: end }',
      ]),
    );
    expect(played.failures).toEqual([]);
    const pods = await played.list(pod);
    expect(pods).toHaveLength(4);
    expect(pods.every(({ metadata }) => metadata.deletionTimestamp === undefined)).toBe(true);
  });

  it('fails when it takes too long, and says what is left and why', async () => {
    const played = await play(
      scenario('1', [
        apply('0s', web(2)),
        apply('0s', budget),
        '  - { at: 30s, drain: { node: node-1, timeout: 1m } }',
        '  - { at: 100s, note: end }',
      ]),
    );
    expect(played.failures).toHaveLength(1);
    expect(played.failures[0]).toMatch(
      /^drain node-1: timed out, node-1 is not empty: .*violate the pod's disruption budget/,
    );
    expect(await played.list(pod)).toHaveLength(2);
  });

  it('leaves the pods of DaemonSets', async () => {
    const played = await play(
      scenario('2', [apply('0s', AGENT), apply('0s', web(2)), '  - { at: 30s, drain: node-1 }']),
    );
    const left = (await played.list(pod)).filter(({ spec }) => spec.nodeName === 'node-1');
    expect(left.map(({ metadata }) => metadata.labels!['app'])).toEqual(['agent']);
  });
});
