/** Rules of behaviour in whole runs: crash loops, images, readiness, load. */
import { describe, expect, it } from 'vitest';
import { configMap, node, pod } from '#kinds';
import type { Deployment, Pod } from '#types';
import { play, type Played } from '../../support/play.ts';

const POD = `
  - at: 0s
    apply: { apiVersion: v1, kind: Pod, metadata: { name: one }, spec: { containers: [{ name: main, image: 'example.com/one:1' }] } }`;

function deployment(name: string, image: string, at = '0s'): string {
  return `
  - at: ${at}
    apply:
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: ${name} }
      spec:
        replicas: 1
        selector: { matchLabels: { app: ${name} } }
        template:
          metadata: { labels: { app: ${name} } }
          spec: { containers: [{ name: main, image: '${image}' }] }`;
}

/** How the first container was, and how often it had been restarted. */
function states(played: Played, name: string) {
  return played.evolution('Pod', name, (object) => {
    const main = (object as Pod).status.containerStatuses?.[0];
    const { waiting, running, terminated } = main?.state ?? {};
    const word = waiting?.reason ?? terminated?.reason ?? (running && 'Running');
    return `${word ?? 'none'} ${main?.restartCount ?? 0}`;
  });
}

describe('containers that crash', () => {
  it('are restarted at once, then by the back-off of the kubelet: 10 s, doubling', async () => {
    const played = await play(`
cluster: { nodes: 1 }
behaviour: [{ match: { image: '*/one:*' }, crash: { after: 5s, exitCode: 7 } }]
until: 100s
steps:${POD}
`);
    expect(states(played, 'one')).toEqual([
      [0, 'ContainerCreating 0'],
      [1, 'Running 0'],
      [6, 'Error 0'],
      [7, 'Running 1'],
      [12, 'Error 1'],
      [13, 'CrashLoopBackOff 1'],
      [22, 'Running 2'],
      [27, 'Error 2'],
      [28, 'CrashLoopBackOff 2'],
      [47, 'Running 3'],
      [52, 'Error 3'],
      [53, 'CrashLoopBackOff 3'],
      [92, 'Running 4'],
      [97, 'Error 4'],
      [98, 'CrashLoopBackOff 4'],
    ]);
    const main = (await played.get(pod, 'one')).status.containerStatuses![0]!;
    expect(main.state!.waiting!.message).toMatch(
      /^back-off 1m20s restarting failed container=main/,
    );
    expect(main.lastState).toMatchObject({
      terminated: { exitCode: 7, reason: 'Error', finishedAt: '2026-01-01T00:01:37Z' },
    });
  });

  it('wait at most five minutes, and start over when they ran for more than ten', async () => {
    const crashing = await play(`
cluster: { nodes: 1 }
behaviour: [{ crash: { after: 1s } }]
until: 1h
steps:${POD}
`);
    const starts = states(crashing, 'one')
      .filter(([, state]) => state.startsWith('Running'))
      .map(([seconds]) => seconds);
    const pauses = starts.slice(1).map((at, i) => at - starts[i]! - 1);
    expect(pauses).toEqual([1, 10, 20, 40, 80, 160, ...pauses.slice(6).map(() => 300)]);
    expect(pauses.length).toBeGreaterThan(12);

    const slow = await play(`
cluster: { nodes: 1 }
behaviour: [{ crash: { after: 11m } }]
until: 1h
steps:${POD}
`);
    expect(states(slow, 'one').some(([, state]) => state.startsWith('CrashLoop'))).toBe(false);
  });

  it('come back from an outage, a silence and a reboot where their status says', async () => {
    for (const step of ['outage: { for: 5s }', 'partitionNode: node-1', 'failNode: node-1']) {
      const played = await play(`
cluster: { nodes: 1 }
behaviour: [{ crash: { after: 5s, times: 3 } }]
until: 100s
steps:${POD}
  - { at: 14s, ${step} }
  - { at: 20s, recoverNode: node-1 }
`);
      const [last] = states(played, 'one').slice(-1);
      expect(last![1], step).toBe('Running 3');
    }
  });

  it('fail the pod where it is not to be restarted', async () => {
    const played = await play(`
cluster: { nodes: 1 }
behaviour: [{ crash: { after: 5s, exitCode: 9 } }]
steps:
  - at: 0s
    apply: { apiVersion: v1, kind: Pod, metadata: { name: one }, spec: { restartPolicy: Never, containers: [{ name: main, image: a }] } }
`);
    const { status } = await played.get(pod, 'one');
    expect(status.phase).toBe('Failed');
    expect(status.containerStatuses![0]!.state!.terminated!.exitCode).toBe(9);
  });

  it('end by rule with the same back-off, by annotation after 10 s each', async () => {
    const played = await play(`
cluster: { nodes: 1 }
behaviour: [{ match: { labels: { by: rule } }, run: 5s }]
until: 60s
steps:
  - at: 0s
    apply:
      - { apiVersion: v1, kind: Pod, metadata: { name: one, labels: { by: rule } }, spec: { containers: [{ name: main, image: a }] } }
      - { apiVersion: v1, kind: Pod, metadata: { name: two, annotations: { sim/run-seconds: '5' } }, spec: { containers: [{ name: main, image: a }] } }
`);
    const starts = (name: string) =>
      states(played, name)
        .filter(([, state]) => state.startsWith('Running'))
        .map(([seconds]) => seconds);
    expect(starts('one')).toEqual([1, 7, 22, 47]);
    expect(starts('two')).toEqual([1, 16, 31, 46]);
  });
});

describe('images', () => {
  const rules = "behaviour: [{ match: { image: 'example.com/*' }, pull: 20s }]";

  it('are pulled once on a node', async () => {
    const played = await play(`
cluster: { nodes: 1 }
${rules}
steps:${deployment('a', 'example.com/app:1')}${deployment('b', 'example.com/app:1', '5s')}${deployment('c', 'example.com/app:1', '40s')}${deployment('d', 'example.com/app:2', '40s')}
  - { at: 70s, note: end }
`);
    const pods = await played.list(pod);
    const started = (app: string) =>
      pods.find(({ metadata }) => metadata.labels!['app'] === app)!.status.containerStatuses![0]!
        .state!.running!.startedAt;
    expect(['a', 'b', 'c', 'd'].map(started)).toEqual([
      '2026-01-01T00:00:21Z',
      '2026-01-01T00:00:21Z',
      '2026-01-01T00:00:41Z',
      '2026-01-01T00:01:01Z',
    ]);
    expect((await played.get(node, 'node-1')).status.images).toEqual([
      { names: ['example.com/app:1'] },
      { names: ['example.com/app:2'] },
    ]);
  });

  it('stay on a machine that was off, and on the nodes of a control plane that was down', async () => {
    const played = await play(`
cluster: { nodes: 1 }
${rules}
steps:${deployment('a', 'example.com/app:1')}
  - { at: 30s, failNode: node-1 }
  - { at: 40s, recoverNode: node-1 }
  - { at: 50s, outage: { for: 10s } }${deployment('b', 'example.com/app:1', '70s')}
`);
    const started = (await played.list(pod)).map(
      ({ status }) => status.containerStatuses![0]!.state!.running!.startedAt,
    );
    expect(started.sort()).toEqual(['2026-01-01T00:00:41Z', '2026-01-01T00:01:11Z']);
  });
});

describe('rules', () => {
  it('hold from the step on that gives them, for pods that are there too', async () => {
    const played = await play(`
cluster: { nodes: 1 }
steps:${deployment('a', 'app:1')}
  - { at: 10s, behave: { match: { kind: Deployment, name: a }, ready: never } }
  - { at: 20s, behave: [{ match: { kind: Deployment, name: a }, ready: 0s }] }
`);
    const ready = played.evolution(
      'Deployment',
      'a',
      (object) => (object as Deployment).status.readyReplicas ?? 0,
    );
    expect(ready).toEqual([
      [0, 0],
      [1, 1],
      [10, 0],
      [20, 1],
    ]);
    const config = await played.get(configMap, 'sim-behaviour', 'kube-system');
    expect(config.data!['rules']!.split('\n')).toHaveLength(5);
  });

  it('exist only where they were given', async () => {
    const played = await play(`cluster: { nodes: 1 }\nsteps:\n  - { at: 1s, note: nothing }\n`);
    const names = (await played.list(configMap)).map(({ metadata }) => metadata.name);
    expect(names).not.toContain('sim-behaviour');
  });

  it('of chance give the same run for a seed, and leave other pods alone when one is added', async () => {
    const scenario = (more: string): string => `
cluster: { nodes: 1 }
behaviour: [{ start: { uniform: [1s, 60s] } }]
steps:${deployment('a', 'app:1')}${more}
  - { at: 60s, note: end }
`;
    const startOf = async (text: string, seed: number): Promise<number> => {
      const played = await play(text, { seed });
      const found = played.changes.find(
        ({ value }) =>
          value.kind === 'Pod' &&
          value.metadata.labels?.['app'] === 'a' &&
          (value as Pod).status.phase === 'Running',
      );
      return found!.time;
    };
    const alone = await startOf(scenario(''), 1);
    expect(await startOf(scenario(''), 1)).toBe(alone);
    expect(await startOf(scenario(''), 2)).not.toBe(alone);
    expect(await startOf(scenario(deployment('b', 'app:1', '1s')), 1)).toBe(alone);
  });

  it.each([
    ['{ crsh: { after: 5s } }', /2:16: unknown field "crsh".*did you mean "crash"/],
    ['{ start: { uniform: [1s, soon] } }', /2:\d+: expected a duration such as 2s, found "soon"/],
    ['{ match: { lables: { a: b } }, run: 5s }', /2:25: unknown field "lables".*"labels"/],
  ])('that cannot be are refused with their place: %s', async (rule, message) => {
    await expect(
      play(`cluster: { nodes: 1 }\nbehaviour: [ ${rule} ]\nsteps: [{ at: 1s, note: x }]\n`),
    ).rejects.toThrow(message);
  });
});

describe('load', () => {
  it('counts its times from the step', async () => {
    const played = await play(`
cluster: { nodes: 1 }
steps:${deployment('a', 'app:1')}
  - { at: 10s, load: { kind: Deployment, name: a, curve: 'ramp from=0 to=1 over=60' } }
  - { at: 20s, load: { kind: Deployment, name: a, curve: 500m, memory: 1Gi } }
  - { at: 30s, load: { kind: Deployment, name: a, curve: none } }
`);
    expect(played.failures).toEqual([]);
    const loads = played.evolution('Deployment', 'a', ({ metadata }) =>
      Object.entries(metadata.annotations ?? {}).filter(([name]) => name.startsWith('sim/')),
    );
    expect(loads).toEqual([
      [0, []],
      [10, [['sim/load', 'ramp from=0 to=1 over=60 since=2026-01-01T00:00:10Z']]],
      [
        20,
        [
          ['sim/load', '500m'],
          ['sim/load-memory', '1Gi'],
        ],
      ],
      [30, [['sim/load-memory', '1Gi']]],
    ]);
  });

  it.each([
    ["kind: Deployment, name: a, curve: 'rmp from=1'", /is not a load/],
    ['kind: Deployment, name: a', /changes nothing/],
    ['kind: ConfigMap, name: a, curve: 1', /ConfigMap cannot be under load/],
  ])('that cannot be is refused: %s', async (args, message) => {
    const text = `cluster: { nodes: 1 }\nsteps:${deployment('a', 'app:1')}\n  - { at: 1s, load: { ${args} } }\n`;
    await expect(play(text)).rejects.toThrow(message);
  });
});
