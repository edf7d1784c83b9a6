/** Explanations of containers: how often they were started again, what they wait for, what probes find. */
import { beforeAll, describe, expect, it } from 'vitest';
import { pod } from '#kinds';
import { pastOfText, stagesOf, termsOf, type PlayedPast } from '../support/past.ts';

const scene = `
name: containers
until: 6m
cluster: { nodes: 2 }
definitions:
  probe: &probe { httpGet: { path: /, port: 80 } }
steps:
  - at: 0s
    apply:
      - apiVersion: v1
        kind: Pod
        metadata: { name: crashing, annotations: { sim/crash-seconds: '5' } }
        spec: { containers: [{ name: c, image: 'i:1' }] }
      - apiVersion: v1
        kind: Pod
        metadata: { name: ending, annotations: { sim/run-seconds: '5' } }
        spec: { containers: [{ name: c, image: 'i:1' }] }
      - apiVersion: v1
        kind: Pod
        metadata:
          name: probed
          annotations: { sim/unhealthy-seconds: '12', sim/ready-seconds: '3' }
        spec:
          containers:
            - name: c
              image: 'i:1'
              startupProbe: { <<: *probe, periodSeconds: 2 }
              readinessProbe: { <<: *probe, periodSeconds: 5, successThreshold: 2 }
              livenessProbe: { <<: *probe, periodSeconds: 10, failureThreshold: 3 }
      - apiVersion: v1
        kind: Pod
        metadata: { name: imageless }
        spec: { containers: [{ name: c, image: 'broken:1' }] }
      - apiVersion: v1
        kind: Pod
        metadata:
          name: prepared
          annotations: { sim/init-seconds: '5', sim/init-exit-code: '1', sim/init-fail-times: '1' }
        spec:
          initContainers: [{ name: first, image: 'i:1' }, { name: second, image: 'i:1' }]
          containers: [{ name: c, image: 'i:1' }]
      - apiVersion: v1
        kind: Pod
        metadata: { name: gated }
        spec:
          readinessGates: [{ conditionType: example.com/open }]
          containers: [{ name: c, image: 'i:1' }]
`;

let past: PlayedPast;
beforeAll(async () => {
  past = await pastOfText(scene);
});

describe('restarts', () => {
  it('are counted run by run, each with how it ended', () => {
    const told = past.ask(pod, 'crashing', 'status.containerStatuses.c.restartCount', 60);
    expect(told).toMatchObject({ value: 3, exact: true });
    // Started at 1 s; again at once, after 10 s, after 20 s.
    expect(termsOf(told)).toEqual([
      '- run 4 2026-01-01T00:00:52Z: ended with exit code 1 (Error), after 5s',
      '+ run 3 2026-01-01T00:00:27Z: ended with exit code 1 (Error), after 5s',
      '+ run 2 2026-01-01T00:00:12Z: ended with exit code 1 (Error), after 5s',
      '+ run 1 2026-01-01T00:00:06Z: ended with exit code 1 (Error), after 5s',
    ]);
  });

  it('wait twice as long each time, until a certain moment', () => {
    const path = 'status.containerStatuses.c.state.waiting.reason';
    const told = past.ask(pod, 'crashing', path, 60);
    expect(told).toMatchObject({ value: 'CrashLoopBackOff', exact: true });
    expect(stagesOf(told)).toEqual([
      '= end 2026-01-01T00:00:52Z: ended with exit code 1 (Error), after 5s',
      '= back-off 40s: it waited 20s before its last run: twice that',
      '= next start 2026-01-01T00:01:32Z: when the back-off is over',
    ]);
    const state = past.ask(pod, 'crashing', 'status.containerStatuses.c.state', 93);
    expect(state.value).toEqual({ running: { startedAt: '2026-01-01T00:01:32Z' } });
  });

  it('wait 5 min at most', () => {
    const path = 'status.containerStatuses.c.state.waiting.reason';
    const told = past.ask(pod, 'crashing', path, 357);
    // It ran until 3:02, waits 160 s until 5:42, and then for twice as long.
    expect(stagesOf(told)[1]).toBe(
      '* back-off 5m: it waited 2m40s before its last run: twice that, 5 min at most',
    );
  });

  it('come 10 s after runs that end by themselves', () => {
    const path = 'status.containerStatuses.c.state.waiting.reason';
    const told = past.ask(pod, 'ending', path, 40);
    expect(stagesOf(told)[1]).toBe(
      '= back-off 10s: runs that end as sim/run-seconds says are always followed by 10s',
    );
  });

  it('follow a liveness probe that failed too often', () => {
    const told = past.ask(pod, 'probed', 'status.containerStatuses.c.restartCount', 60);
    expect(termsOf(told)).toEqual([
      '+ run 1 2026-01-01T00:00:41Z: killed, because its liveness probe failed 3 times in a row (failureThreshold), looking every 10s, after 40s',
    ]);
  });
});

describe('probes', () => {
  const ask = (field: string, seconds: number) =>
    past.ask(pod, 'probed', `status.${field}`, seconds);

  it('say how often they have found what, of how often they have to', () => {
    const told = ask('containerStatuses.c.ready', 9);
    expect(told).toMatchObject({ value: false, exact: true });
    expect(stagesOf(told)).toEqual([
      '= run 8s: since its start',
      '= simulated 3s: from its start until probes succeed (sim/ready-seconds)',
      '= startup probe 1 of 1 successes: it looks every 2s; successThreshold is 1: that is enough since 4s after the start',
      '= readiness probe 1 of 2 successes: it looks every 5s; successThreshold is 2: that is enough at 10s after the start, if nothing changes',
    ]);
  });

  it('say when the container will be killed', () => {
    expect(stagesOf(ask('containerStatuses.c.ready', 35)).at(-1)).toBe(
      '= liveness probe 2 of 3 failures: it looks every 10s; failureThreshold is 3: the container is killed 40s after the start, if nothing changes',
    );
  });

  it('decide when a container counts as started', () => {
    const told = ask('containerStatuses.c.started', 3);
    expect(told).toMatchObject({ value: false, exact: true });
    expect(stagesOf(told).at(-1)).toBe(
      '= startup probe 2 of 3 failures: it looks every 2s; failureThreshold is 3: the container is killed 4s after the start, if nothing changes',
    );
  });

  it('decide the condition Ready in the same way', () => {
    expect(stagesOf(ask('conditions.Ready', 9))).toEqual(
      stagesOf(ask('containerStatuses.c.ready', 9)),
    );
  });
});

describe('a pod that is not ready', () => {
  it('may wait for a readiness gate', () => {
    expect(termsOf(past.ask(pod, 'gated', 'status.conditions.Ready', 20))).toEqual([
      '+ container c: it runs and is ready: run 19s, simulated 0s, readiness probe none',
      '- readiness gate example.com/open: the pod has no such condition',
    ]);
  });

  it('may wait for an image', () => {
    const told = past.ask(pod, 'imageless', 'status.phase', 20);
    expect(termsOf(told)[0]).toBe(
      '- container c: its image broken:1 can never be pulled: "broken" is in its name',
    );
  });

  it('may wait for its init containers, which are restarted like others', () => {
    const told = past.ask(pod, 'prepared', 'status.phase', 8);
    expect(told.account?.rule).toBe('stays Pending until the containers of the pod have started');
    expect(termsOf(told)).toEqual([
      expect.stringMatching(/^- container first: it runs/),
      '- container second: it waits: PodInitializing',
    ]);
    const count = past.ask(pod, 'prepared', 'status.initContainerStatuses.first.restartCount', 60);
    expect(count).toMatchObject({ value: 1, exact: true });
    expect(termsOf(count).at(-1)).toMatch(/^\+ run 1 .*: ended with exit code 1/);
  });
});

it('every write of a kubelet is what the accounts come to', () => {
  const paths = ['phase', 'containerStatuses', 'initContainerStatuses', 'conditions.Ready'];
  let asked = 0;
  for (const { value, origin, revision, time } of past.past.changes()) {
    if (value.kind !== 'Pod' || origin.actor !== 'kubelet') continue;
    for (const path of paths) {
      const told = past.askAt(pod, value.metadata.name, `status.${path}`, { revision, time });
      if (told.account === undefined) continue;
      asked += 1;
      expect(told.exact ?? true, `${path} of ${value.metadata.name} at ${revision}`).toBe(true);
    }
  }
  expect(asked).toBeGreaterThan(100);
});
