/** Fields that v1.24 does not keep: what lint and run say about them. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lint } from '../../../src/cli/lint/lint.ts';
import { run } from '../../../src/cli/run/run.ts';
import { captured } from '../../support/captured.ts';

const out = captured('lost-fields');
let complained = '';
beforeEach(() => {
  complained = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += text as string;
    return true;
  });
});

const pod = '{ spec: { restartPolicy: Never, containers: [{ name: c, image: example.com/x:1 }] } }';
const nightly = (more = ''): string => `name: nightly
start: 2023-10-28T12:00:00Z
until: 2d
${more}cluster: { nodes: 1 }
steps:
  - at: 1s
    apply:
      apiVersion: batch/v1
      kind: CronJob
      metadata: { name: nightly }
      spec:
        schedule: '0 2 * * *'
        timeZone: Europe/Berlin
        jobTemplate: { spec: { template: ${pod} } }
`;
const newer = `name: newer
cluster: { nodes: 1 }
steps:
  - at: 1s
    apply:
      - apiVersion: batch/v1
        kind: CronJob
        metadata: { name: nightly }
        spec:
          schedule: '0 2 * * *'
          timeZone: Europe/Berlin
          jobTemplate: { spec: { template: ${pod} } }
      - apiVersion: batch/v1
        kind: Job
        metadata: { name: fussy }
        spec:
          podFailurePolicy: { rules: [{ action: FailJob, onExitCodes: { operator: In, values: [1] } }] }
          parallelismm: 2
          template: ${pod}
      - apiVersion: v1
        kind: Pod
        metadata: { name: gated }
        spec:
          schedulingGates: [{ name: example.com/wait }]
          initContainers: [{ name: side, image: example.com/side:1, restartPolicy: Always }]
          containers: [{ name: c, image: example.com/x:1 }]
`;

const zone = (place: string): string =>
  `s.yaml:${place}: warning: CronJob.spec.timeZone has no effect: v1.24 drops it unless the feature gate CronJobTimeZone is on (featureGates: { CronJobTimeZone: true })`;
const leave = 'v1.24 drops it: leave it out, as `orrery import FILE` does';
const allOfNewer = [
  zone('11:21'),
  `s.yaml:17:11: Job.spec.podFailurePolicy is of Kubernetes 1.25 and later (stable in 1.31); ${leave}`,
  's.yaml:18:11: Job.spec has no field "parallelismm" (did you mean "parallelism"?)',
  `s.yaml:24:11: Pod.spec.schedulingGates is of Kubernetes 1.26 and later (stable in 1.30); ${leave}`,
  `s.yaml:25:69: Pod.spec.initContainers[0].restartPolicy is of Kubernetes 1.28 and later (stable in 1.33); ${leave}`,
];

const lines = (text: string): readonly string[] =>
  text.trim().replaceAll(`${out.folder}/`, '').split('\n');

/** When Jobs are made, since 12:00 UTC. */
const startsOf = (timeline: string): readonly string[] =>
  [...timeline.matchAll(/^(\d+:\d\d):00\.100 .* create {2}Job/gm)].map(([, at]) => at!);

describe('a field that a gate drops', () => {
  it('is a warning of lint', async () => {
    expect(await lint([out.file('s.yaml', nightly())], { output: 'text' })).toBe(0);
    const count = '0 errors, 1 warning in 1 file, 1 scenario that can run';
    expect(lines(out.printed)).toEqual([zone('13:19'), count]);
  });

  it('is a warning of run, which goes by UTC', async () => {
    expect(
      await run(out.file('s.yaml', nightly()), { speed: 'max', output: 'text', verbose: true }),
    ).toBe(0);
    expect(lines(complained)).toEqual([zone('13:19')]);
    expect(startsOf(out.printed)).toEqual(['14:00', '38:00']);
  });

  it('is none where the scenario turns the gate on', async () => {
    const file = out.file('s.yaml', nightly('featureGates: { CronJobTimeZone: true }\n'));
    expect(await lint([file], { output: 'text' })).toBe(0);
    expect(await run(file, { speed: 'max', output: 'text', verbose: true })).toBe(0);
    expect([complained, lines(out.printed)[0]]).toEqual([
      '',
      '0 errors, 0 warnings in 1 file, 1 scenario that can run',
    ]);
    // The clocks go back on the 29th: 02:00 in Berlin is 00:00 and 01:00 UTC.
    expect(startsOf(out.printed)).toEqual(['12:00', '13:00', '37:00']);
  });

  it('is a warning of lint in the state to begin with', async () => {
    const text = `name: s
cluster:
  objects:
    - apiVersion: batch/v1
      kind: CronJob
      metadata: { name: a, namespace: default }
      spec: { schedule: '0 2 * * *', timeZone: Europe/Berlin, jobTemplate: { spec: { template: ${pod} } } }
steps: [{ at: 1s, note: x }]
`;
    expect(await lint([out.file('s.yaml', text)], { output: 'text' })).toBe(0);
    expect(lines(out.printed)[0]).toBe(zone('7:48'));
  });
});

describe('a field of a later minor', () => {
  it('is an error of lint with the minor, and what to do', async () => {
    expect(await lint([out.file('s.yaml', newer)], { output: 'text' })).toBe(2);
    expect(lines(out.printed).slice(0, -1)).toEqual(allOfNewer);
  });

  it('is none where the scenario is played on a release that has it', async () => {
    const text = newer.replace('          parallelismm: 2\n', '');
    const file = out.file('s.yaml', `kubernetes: '1.34'\n${text}`);
    expect(await lint([file], { output: 'text' })).toBe(0);
    expect(await lint([file], { output: 'text', kubernetes: '1.27' })).toBe(2);
    expect(lines(out.printed).slice(1, -1)).toEqual([
      `s.yaml:25:69: Pod.spec.initContainers[0].restartPolicy is of Kubernetes 1.28 and later (stable in 1.33); v1.27 drops it: leave it out, as \`orrery import FILE\` does`,
    ]);
  });

  it('is an error of run in the same words', async () => {
    const running = run(out.file('s.yaml', newer), { speed: 'max', output: 'text' });
    const message = await running.catch((error: unknown) => (error as Error).message);
    expect(lines(message as string)).toEqual(allOfNewer);
  });
});

it('an autoscaler without load is a note of run', async () => {
  const text = `cluster: { nodes: 1 }
steps:
  - at: 1s
    apply:
      apiVersion: autoscaling/v1
      kind: HorizontalPodAutoscaler
      metadata: { name: php }
      spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: php } }
`;
  expect(await run(out.file('s.yaml', text), { speed: 'max', output: 'text', verbose: true })).toBe(
    0,
  );
  expect(lines(complained)).toEqual([
    expect.stringMatching(/^s\.yaml:8:47: note: autoscaler php gets no metrics: .* sim\/load/),
  ]);
});
