import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import type { Pod, PodStatus } from '#types';
import { exitOf, type ReportedStage } from '../../../../src/pool/pod/container-status.ts';
import { podStatus } from '../../../../src/pool/pod/pod-status.ts';
import { makeContainer, makePod, T0 } from '../objects.ts';
import { reportsOf } from '../../../../src/pool/pod/reports.ts';

const AT = '2025-10-09T08:53:20Z';
const LATER = '2025-10-09T08:53:50Z';
/** As the API prints a time that is not known. */
const lastProbeTime = null;

/** A kubelet's write: stage by stage, each taking over what the one before wrote. */
function write(
  pod: Pod,
  stage: ReportedStage,
  seconds = 0,
  exitCode = 0,
  profile = defaultProfile,
): Pod {
  const now = T0 + seconds * 1000;
  const podIP = stage === 'starting' || stage === 'imagePullBackOff' ? undefined : '10.128.0.1';
  const exit = exitOf(exitCode);
  const facts = {
    ...{ stage, since: now, exit, delayMs: 10_000, now, hostIP: '172.18.0.2', podIP },
    ...{ initIndex: Infinity, refusal: undefined },
    reports: reportsOf(profile),
    found: () => ({ started: true, ready: stage === 'ready' }),
  };
  return { ...pod, status: podStatus(pod, facts) };
}

function condition(status: PodStatus, type: string) {
  return status.conditions?.find((each) => each.type === type);
}

describe('status of a pod', () => {
  it('that is bound', () => {
    const pod = makePod({
      spec: { containers: [makeContainer('web', 'web:1'), makeContainer('log', 'log:1')] },
      status: {
        phase: 'Pending',
        qosClass: 'Burstable',
        conditions: [
          { type: 'PodScheduled', status: 'True', lastTransitionTime: '2025-10-09T08:53:00Z' },
        ],
      },
    });
    const message = 'containers with unready status: [log web]';
    const reason = 'ContainersNotReady';
    const creating = {
      state: { waiting: { reason: 'ContainerCreating' } },
      lastState: {},
      ready: false,
      restartCount: 0,
      imageID: '',
      started: false,
    };
    expect(write(pod, 'starting').status).toEqual({
      phase: 'Pending',
      qosClass: 'Burstable',
      startTime: AT,
      hostIP: '172.18.0.2',
      conditions: [
        { type: 'Initialized', status: 'True', lastProbeTime, lastTransitionTime: AT },
        { type: 'Ready', status: 'False', reason, message, lastProbeTime, lastTransitionTime: AT },
        {
          type: 'ContainersReady',
          status: 'False',
          reason,
          message,
          lastProbeTime,
          lastTransitionTime: AT,
        },
        {
          type: 'PodScheduled',
          status: 'True',
          lastProbeTime,
          lastTransitionTime: '2025-10-09T08:53:00Z',
        },
      ],
      containerStatuses: [
        { name: 'log', image: 'log:1', ...creating },
        { name: 'web', image: 'web:1', ...creating },
      ],
    });
  });

  it('that is ready', () => {
    const { status } = write(write(makePod(), 'starting'), 'ready', 30);
    expect(status).toEqual({
      phase: 'Running',
      qosClass: 'BestEffort',
      startTime: AT,
      hostIP: '172.18.0.2',
      podIP: '10.128.0.1',
      podIPs: [{ ip: '10.128.0.1' }],
      conditions: [
        { type: 'Initialized', status: 'True', lastProbeTime, lastTransitionTime: AT },
        { type: 'Ready', status: 'True', lastProbeTime, lastTransitionTime: LATER },
        { type: 'ContainersReady', status: 'True', lastProbeTime, lastTransitionTime: LATER },
        { type: 'PodScheduled', status: 'True', lastProbeTime, lastTransitionTime: AT },
      ],
      containerStatuses: [
        {
          name: 'main',
          image: 'app:v1',
          imageID: 'app:v1',
          containerID: 'sim://uid-web/main/0',
          state: { running: { startedAt: LATER } },
          lastState: {},
          ready: true,
          restartCount: 0,
          started: true,
        },
      ],
    });
  });

  it('that runs but is not ready keeps its transition times until it flips', () => {
    const bound = write(makePod(), 'starting');
    const running = write(bound, 'notReady', 10);
    expect(running.status.phase).toBe('Running');
    expect(condition(running.status, 'Ready')).toMatchObject({
      status: 'False',
      lastTransitionTime: AT,
    });
    expect(running.status.containerStatuses![0]).toMatchObject({ ready: false, started: true });
    const ready = write(running, 'ready', 30);
    expect(condition(ready.status, 'Ready')).toMatchObject({
      status: 'True',
      lastTransitionTime: LATER,
    });
    expect(ready.status.containerStatuses![0]!.state).toEqual({
      running: { startedAt: '2025-10-09T08:53:30Z' },
    });
  });

  it('whose image is broken', () => {
    const containers = [makeContainer('bad', 'app:broken'), makeContainer('good')];
    const bound = write(makePod({ spec: { containers } }), 'starting');
    const { status } = write(bound, 'imagePullBackOff', 1);
    expect(status.phase).toBe('Pending');
    expect(status.podIP).toBeUndefined();
    expect(status.containerStatuses!.map(({ state }) => state)).toEqual([
      { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "app:broken"' } },
      { waiting: { reason: 'ContainerCreating' } },
    ]);
  });

  it.each([
    [0, 'Succeeded', 'Completed', 'PodCompleted'],
    [3, 'Failed', 'Error', 'PodFailed'],
  ])('that ended with %i', (exitCode, phase, why, reason) => {
    const ready = write(write(makePod(), 'starting'), 'ready', 1);
    const { status } = write(ready, 'ended', 30, exitCode);
    expect(status.phase).toBe(phase);
    expect(status.containerStatuses![0]).toMatchObject({
      ready: false,
      started: false,
      state: {
        terminated: { exitCode, reason: why, startedAt: '2025-10-09T08:53:21Z', finishedAt: LATER },
      },
    });
    for (const type of ['Ready', 'ContainersReady']) {
      expect(condition(status, type)).toEqual({
        type,
        status: 'False',
        reason,
        lastProbeTime,
        lastTransitionTime: LATER,
      });
    }
    expect(condition(status, 'Initialized')).toMatchObject({ status: 'True' });
    expect(condition(status, 'Initialized')!.reason).toBe(
      phase === 'Succeeded' ? 'PodCompleted' : undefined,
    );
  });

  it('that ended without having been seen running', () => {
    const { status } = write(write(makePod(), 'starting'), 'ended', 30, 1);
    expect(status.phase).toBe('Failed');
    expect(status.podIP).toBe('10.128.0.1');
    const { terminated } = status.containerStatuses![0]!.state!;
    expect(terminated).toMatchObject({ startedAt: LATER, finishedAt: LATER });
  });

  it('that backs off and restarts, again and again', () => {
    let pod = write(write(makePod(), 'starting'), 'ready', 1);
    for (let restart = 1; restart <= 3; restart++) {
      const stopped = write(pod, 'backOff', 20 * restart, 2);
      expect(stopped.status.phase).toBe('Running');
      expect(condition(stopped.status, 'Ready')!.status).toBe('False');
      expect(stopped.status.containerStatuses![0]).toMatchObject({
        ready: false,
        started: false,
        restartCount: restart - 1,
        state: {
          waiting: {
            reason: 'CrashLoopBackOff',
            message: 'back-off 10s restarting failed container=main pod=web_default(uid-web)',
          },
        },
        lastState: { terminated: { exitCode: 2, reason: 'Error' } },
      });
      expect(write(stopped, 'backOff', 20 * restart + 5, 2)).toEqual(stopped);
      pod = write(stopped, 'ready', 20 * restart + 10);
      expect(pod.status.containerStatuses![0]).toMatchObject({
        ready: true,
        restartCount: restart,
        lastState: { terminated: { exitCode: 2 } },
      });
      expect(write(pod, 'ready', 20 * restart + 15)).toEqual(pod);
    }
  });

  it('keeps foreign conditions in front', () => {
    const foreign = { type: 'example.com/lit', status: 'True', lastTransitionTime: AT };
    const scheduled = { type: 'PodScheduled', status: 'True', lastTransitionTime: AT };
    const pod = makePod({ status: { phase: 'Pending', conditions: [scheduled, foreign] } });
    const types = write(pod, 'starting').status.conditions!.map(({ type }) => type);
    expect(types).toEqual([
      'example.com/lit',
      'Initialized',
      'Ready',
      'ContainersReady',
      'PodScheduled',
    ]);
  });

  it('waits for its readiness gates', () => {
    const gate = 'example.com/lit';
    const spec = { readinessGates: [{ conditionType: gate }] };
    const running = write(write(makePod({ spec }), 'starting'), 'ready', 1);
    expect(condition(running.status, 'ContainersReady')!.status).toBe('True');
    expect(condition(running.status, 'Ready')).toMatchObject({
      status: 'False',
      reason: 'ReadinessGatesNotReady',
    });
    const conditions = [...running.status.conditions!, { type: gate, status: 'True' }];
    const lit = write({ ...running, status: { ...running.status, conditions } }, 'ready', 30);
    expect(condition(lit.status, 'Ready')).toMatchObject({
      status: 'True',
      lastTransitionTime: LATER,
    });
  });

  it('is the very same object when nothing changes', () => {
    const stages: ReportedStage[] = [
      'starting',
      'imagePullBackOff',
      'notReady',
      'ready',
      'backOff',
    ];
    for (const stage of stages) {
      const image = stage === 'imagePullBackOff' ? 'broken' : 'app:v1';
      const pod = makePod({ spec: { containers: [makeContainer('main', image)] } });
      const written = write(write(pod, 'starting'), stage, 5);
      expect(write(written, stage, 30).status, stage).toBe(written.status);
    }
  });

  it('shares what did not change', () => {
    const ready = write(write(makePod(), 'starting'), 'ready', 1).status;
    const lost = {
      ...ready,
      conditions: ready.conditions!.map((each) =>
        each.type === 'Ready' ? { ...each, status: 'False', lastTransitionTime: AT } : each,
      ),
    };
    const again = write(makePod({ status: lost }), 'ready', 30).status;
    expect(condition(again, 'Ready')).toMatchObject({ status: 'True', lastTransitionTime: LATER });
    expect(again.containerStatuses).toBe(ready.containerStatuses);
    expect(again.conditions![0]).toBe(lost.conditions[0]);
  });

  it.each([
    ['has ended', { status: { phase: 'Failed' as const } }],
    ['is being deleted', { metadata: { deletionTimestamp: LATER } }],
  ])('stays when it %s', (_, parts) => {
    const pod = makePod(parts);
    expect(write(pod, 'ready', 30).status).toBe(pod.status);
  });
});
