/** Controllers that stop and start, outages of the control plane, leaps of the clock. */
import { describe, expect, it } from 'vitest';
import { cronJob, deployment, getCondition, job, pod } from '#kinds';
import type { Node } from '#types';
import { play } from '../../support/play.ts';

const WEB = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: 'example.com/web:1' }] }
`;

const TICK = `
apiVersion: batch/v1
kind: CronJob
metadata: { name: tick }
spec:
  schedule: '0 * * * *'
  jobTemplate:
    spec:
      template:
        metadata: { annotations: { sim/run-seconds: '5' } }
        spec: { restartPolicy: Never, containers: [{ name: tick, image: 'example.com/tick:1' }] }
`;

function scenario(manifest: string, steps: readonly string[]): string {
  const applied = `  - at: 0s\n    apply:${manifest.replaceAll('\n', '\n      ')}`;
  return `cluster: { nodes: 2 }\nsteps:\n${applied}\n${steps.join('\n')}\n`;
}

const scaled = 'patch: { kind: Deployment, name: web, body: { spec: { replicas: 4 } } }';

describe('controllers', () => {
  it.each([
    ['all', 2],
    ['[deployment]', 2],
    ['[hpa, daemonset]', 4],
  ])('that stop (%s) leave things as they are', async (names, pods) => {
    const played = await play(
      scenario(WEB, [`  - { at: 10s, stopControllers: ${names} }`, `  - { at: 20s, ${scaled} }`]),
    );
    expect(played.failures).toEqual([]);
    expect(await played.list(pod)).toHaveLength(pods);
  });

  it('that start again catch up', async () => {
    const played = await play(
      scenario(WEB, [
        '  - { at: 10s, stopControllers: all }',
        `  - { at: 20s, ${scaled} }`,
        '  - { at: 30s, startControllers: [replicaset] }',
        '  - { at: 40s, startControllers: all }',
      ]),
    );
    expect(played.failures).toEqual([]);
    const created = played.changes.filter(
      ({ type, value }) => type === 'created' && value.kind === 'Pod',
    );
    const seconds = created.map(({ time }) => (time - played.run.scenario.startMs) / 1000);
    expect(seconds).toEqual([0, 0, 40, 40]);
  });

  it('that are unknown fail the step', async () => {
    const played = await play(
      scenario(WEB, ['  - { at: 1s, stopControllers: [deploy, nothing] }']),
    );
    expect(played.failures).toEqual([
      expect.stringMatching(/^stop deploy, nothing: no controller "nothing"; there are daemonset/),
    ]);
  });
});

describe.each([
  ['an outage', ['  - { at: 30m, outage: { for: 3h } }', '  - { after: 4h, note: end }']],
  ['a leap of the clock', ['  - { at: 30m, jump: 3h }', '  - { after: 1h, note: end }']],
])('%s of three hours', (what, steps) => {
  it('is a time in which no client writes', async () => {
    const played = await play(scenario(TICK, steps));
    expect(played.failures).toEqual([]);
    const minutes = played.changes
      .filter(({ origin }) => origin.actor !== 'store') // what expires there, expires
      .map(({ time }) => (time - played.run.scenario.startMs) / 60_000);
    expect(minutes.filter((minute) => minute > 30 && minute < 210)).toEqual([]);
    expect(minutes.some((minute) => minute === 210)).toBe(true);
  });

  it('makes up for the last start that was missed alone', async () => {
    const played = await play(scenario(TICK, steps));
    const started = played.changes
      .filter(({ type, value }) => type === 'created' && value.kind === 'Job')
      .map(({ time }) => Math.floor((time - played.run.scenario.startMs) / 60_000));
    expect(started).toEqual([210, 240]);
    const { status } = await played.get(cronJob, 'tick');
    expect(status.lastScheduleTime).toBe('2026-01-01T04:00:00Z');
    expect(await played.list(job)).toHaveLength(2);
  });

  it('does not make nodes unready: their first reports come in time', async () => {
    const played = await play(scenario(WEB, steps));
    const states = played.evolution(
      'Node',
      'node-1',
      (object) => getCondition((object as Node).status.conditions, 'Ready')?.status,
    );
    expect(states.map(([, ready]) => ready)).toEqual(['True']);
    expect((await played.get(deployment, 'web')).status.readyReplicas, what).toBe(2);
  });
});

describe('during an outage', () => {
  it('writes of the scenario are refused', async () => {
    const played = await play(
      scenario(WEB, ['  - { at: 10s, outage: { for: 1m } }', `  - { at: 20s, ${scaled} }`]),
    );
    expect(played.failures).toHaveLength(1);
    expect(played.failures[0]).toMatch(/^patch .*: .*the control plane is down/);
  });

  it('and so is another one, a leap, and any start', async () => {
    const played = await play(
      scenario(WEB, [
        '  - { at: 10s, outage: { for: 1m } }',
        '  - { at: 20s, outage: { for: 1m } }',
        '  - { at: 20s, jump: 1m }',
        '  - { at: 20s, startControllers: all }',
      ]),
    );
    expect(played.failures).toHaveLength(3);
    for (const failure of played.failures) expect(failure).toMatch(/the control plane is down/);
  });

  it('controllers that were stopped before stay so after it', async () => {
    const played = await play(
      scenario(WEB, [
        '  - { at: 10s, stopControllers: [deployment] }',
        '  - { at: 20s, outage: { for: 1m } }',
        `  - { at: 90s, ${scaled} }`,
      ]),
    );
    expect(await played.list(pod)).toHaveLength(2);
  });
});

describe('a leap of the clock', () => {
  it('runs steps of the time in between at its end, in their order', async () => {
    const played = await play(
      scenario(WEB, [
        '  - { at: 10s, jump: 1h }',
        '  - { at: 20s, label: { kind: Deployment, name: web, set: { a: first } } }',
        '  - { at: 30s, label: { kind: Deployment, name: web, set: { a: second } } }',
      ]),
    );
    const labels = played
      .evolution('Deployment', 'web', ({ metadata }) => metadata.labels?.['a'])
      .map(([seconds, label]) => [seconds, label]);
    expect(labels).toEqual([
      [0, undefined],
      [3610, 'second'],
    ]);
  });

  it('lets what comes after it count from its end', async () => {
    const played = await play(
      scenario(WEB, [
        '  - { at: 10s, jump: 1h }',
        '  - { after: 5s, label: { kind: Deployment, name: web, set: { a: b } } }',
      ]),
    );
    expect(
      played.evolution('Deployment', 'web', ({ metadata }) => metadata.labels?.['a']).at(-1),
    ).toEqual([3615, 'b']);
  });
});
