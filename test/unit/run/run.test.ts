/** A run of a scenario, and its hints about checks that fail. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { hintsFor, Run, type RunOptions } from '#run';
import { parseScenario, type Scenario } from '#scenario';
import { controllersOf, seedOf } from '../../../src/run/run.ts';

const played = (text: string): Scenario =>
  parseScenario(text, 's.yaml', new KindRegistry(defaultProfile));

async function finished(text: string, options: RunOptions = {}): Promise<Run> {
  const run = await Run.begin(played(text), options);
  await run.finish();
  return run;
}

const pod = (name: string, image: string): string =>
  `{ apiVersion: v1, kind: Pod, metadata: { name: ${name} }, spec: { containers: [{ name: c, image: "${image}" }] } }`;

describe('a failed check', () => {
  it('has a hint, if the cluster has one', async () => {
    const template = (labels: string, image: string): string =>
      `selector: { matchLabels: ${labels} }, template: { metadata: { labels: ${labels} }, spec: { containers: [{ name: c, image: ${image} }] } }`;
    const run = await finished(`
name: hints
cluster:
  nodes: [{ name: n, capacity: { pods: 4 } }]
  objects: [{ apiVersion: v1, kind: Namespace, metadata: { name: other } }]
steps:
  - at: 1s
    apply: [${pod('good', 'a')}, ${pod('stuck', 'broken')}]
  - at: 1s
    apply:
      { apiVersion: apps/v1, kind: Deployment, metadata: { name: web }, spec: { replicas: 2, ${template('{ app: web }', 'broken')} } }
  - at: 2s
    apply:
      { apiVersion: v1, kind: ConfigMap, metadata: { name: far, namespace: other } }
  - at: 3s
    apply: [${pod('late', 'a')}]
  - at: 60s
    expect: { kind: Pod, name: stuck, status: { phase: Running } }
  - at: 60s
    expect: { kind: Deployment, name: web, status: { readyReplicas: 2 } }
  - at: 60s
    expect: { kind: Pod, name: good, status: { phase: Failed } }
  - at: 60s
    expect: { kind: Pod, name: late, status: { phase: Running } }
  - at: 60s
    expect: { kind: Deployment, name: wep, status: { readyReplicas: 2 } }
  - at: 60s
    expect: { kind: ConfigMap, name: far }
  - at: 60s
    expect: { kind: ConfigMap, name: nothing-like-it }
  - at: 60s
    expect: { count: { kind: Pod }, is: 99 }
  - at: 60s
    expect: { kind: Pod, name: good, status: { phase: Running } }
`);
    const hints = await hintsFor(run);
    const broken = 'ImagePullBackOff (image broken, an image with "broken" in its name)';
    expect(run.checks.map((check) => hints.get(check))).toEqual([
      undefined,
      `1 pod waits: ${broken}`,
      `2 pods wait: ${broken}`,
      undefined,
      '1 pod waits: Unschedulable: 0/1 nodes are available: 1 Too many pods. preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.',
      'there is Deployment web; is that meant?',
      'there is ConfigMap far in namespace other',
      undefined,
      undefined,
    ]);
    expect(run.checks.map(({ passed }) => passed)).toEqual([true, ...Array(8).fill(false)]);
    await run.stop();
  });
});

describe('a run', () => {
  const plain = 'name: s\nuntil: 10s\nsteps: [{ at: 1s, note: x }]\n';

  it('reports its progress in hundredths', async () => {
    const seen: number[][] = [];
    const progress = (...times: [number, number]): void => void seen.push(times);
    const run = await finished(plain, { observer: { progress } });
    expect(seen).toEqual(Array.from({ length: 99 }, (_, part) => [(part + 1) * 100, 10_000]));
    expect(run.now - run.scenario.startMs).toBe(10_000);
    await run.stop();
  });

  it('passes time for clients elsewhere, at one pace at a time', async () => {
    const run = await Run.begin(played(plain));
    const first = run.attend('max');
    const second = run.attend('max');
    expect(() => run.attend(5)).toThrow(
      new Error('time passes at pace max already, for another server of the cluster'),
    );
    expect(first.pacer).toBe(second.pacer);
    await first.end();
    expect(() => run.attend(5)).toThrow('time passes at pace max already');
    await second.end();
    const third = run.attend(5);
    expect(third.pacer.pace).toBe(5);
    await third.end();
    await run.stop();
  });

  it.each([
    [undefined, undefined, 1],
    [7, undefined, 7],
    [7, 9, 9],
    [7, 0, 0],
  ])('with the seed %s of the scenario, asked for %s', (own, asked, seed) => {
    const scenario = played(`${plain}${own === undefined ? '' : `seed: ${own}\n`}`);
    expect(seedOf(scenario, asked)).toBe(seed);
  });

  it('has the controllers that its scenario names', () => {
    const names = (text: string): string[] =>
      controllersOf(played(`${plain}${text}`)).map(({ name }) => name);
    expect(names('controllers: [job, daemonset]\n')).toEqual(['daemonset', 'job']);
    expect(names('').length).toBeGreaterThan(20);
  });
});
