import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import type { ContainerStatus, Pod, PodStatus } from '#types';
import { exitOf } from '../../../../src/pool/pod/container-status.ts';
import { finalStatus } from '../../../../src/pool/pod/final-status.ts';
import { makeContainer, makePod, T0 } from '../objects.ts';
import { reportsOf } from '../../../../src/pool/pod/reports.ts';

const AT = '2025-10-09T08:53:20Z';
const LATER = '2025-10-09T08:53:50Z';

const unseen = {
  exitCode: 137,
  reason: 'ContainerStatusUnknown',
  message: 'The container could not be located when the pod was terminated',
  startedAt: null,
  finishedAt: null,
};

function stop(pod: Pod): PodStatus {
  const now = T0 + 30_000;
  const hostIP = '172.18.0.2';
  const reports = reportsOf(defaultProfile);
  return finalStatus(pod, { since: now, now, exit: exitOf(143), hostIP, reports });
}

function containerIn(state: ContainerStatus['state'], more: Partial<ContainerStatus> = {}) {
  const usual = { restartCount: 0, image: 'app:v1', imageID: '', lastState: {} };
  return { name: 'main', ready: state?.running != null, ...usual, state, ...more };
}

const RUNNING = containerIn({ running: { startedAt: AT } });
const CREATING = containerIn({ waiting: { reason: 'ContainerCreating' } });
const INITIALIZING = containerIn({ waiting: { reason: 'PodInitializing' } });

describe('the final status of a deleted pod', () => {
  it('ends what runs, at that moment, and takes its readiness', () => {
    const status: PodStatus = {
      phase: 'Running',
      podIP: '10.128.0.1',
      startTime: AT,
      containerStatuses: [RUNNING],
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: AT }],
    };
    const final = stop(makePod({ status }));
    expect(final).toMatchObject({ phase: 'Running', podIP: '10.128.0.1', startTime: AT });
    expect(final.containerStatuses![0]).toMatchObject({
      ready: false,
      state: {
        terminated: { exitCode: 143, reason: 'Error', startedAt: AT, finishedAt: LATER },
      },
    });
    expect(final.conditions).toContainEqual({
      type: 'Ready',
      status: 'False',
      lastProbeTime: null,
      lastTransitionTime: LATER,
      reason: 'ContainersNotReady',
      message: 'containers with unready status: [main]',
    });
  });

  it.each<[string, PodStatus]>([
    ['waits for its image', { phase: 'Pending', containerStatuses: [CREATING] }],
    ['its kubelet has not reported yet', { phase: 'Pending' }],
  ])('of one that %s says that its container was never seen, and stays Pending', (_, status) => {
    const final = stop(makePod({ status }));
    expect(final.phase).toBe('Pending');
    expect(final.containerStatuses).toHaveLength(1);
    expect(final.containerStatuses![0]!.state).toEqual({ terminated: unseen });
  });

  it('of one that waits for a restart shows its last run', () => {
    const last = { exitCode: 2, reason: 'Error', startedAt: AT, finishedAt: AT };
    const waits = containerIn(
      { waiting: { reason: 'CrashLoopBackOff' } },
      { lastState: { terminated: last }, restartCount: 4 },
    );
    const final = stop(makePod({ status: { phase: 'Running', containerStatuses: [waits] } }));
    expect(final.phase).toBe('Running');
    expect(final.containerStatuses![0]).toMatchObject({
      restartCount: 4,
      state: { terminated: last },
      lastState: {},
    });
  });

  it.each<[Pod['spec']['restartPolicy'], string]>([
    ['Always', 'Pending'],
    ['Never', 'Failed'],
  ])('of one that initializes ends its init container (%s: %s)', (restartPolicy, phase) => {
    const init = { ...RUNNING, name: 'first', ready: false };
    const next = { ...INITIALIZING, name: 'second' };
    const pod = makePod({
      spec: {
        restartPolicy,
        initContainers: [makeContainer('first'), makeContainer('second')],
      },
      status: {
        phase: 'Pending',
        initContainerStatuses: [init, next],
        containerStatuses: [INITIALIZING],
      },
    });
    const final = stop(pod);
    expect(final.phase).toBe(phase);
    expect(final.initContainerStatuses![0]!.state!.terminated).toMatchObject({ exitCode: 143 });
    expect(final.initContainerStatuses![1]).toEqual(next);
    expect(final.containerStatuses![0]!.state).toEqual(INITIALIZING.state);
  });

  it('of one that has not begun to initialize says so of its first init container', () => {
    const pod = makePod({
      spec: { initContainers: [makeContainer('first'), makeContainer('second')] },
    });
    const final = stop(pod);
    expect(final.initContainerStatuses!.map(({ state }) => state)).toEqual([
      { terminated: unseen },
      { waiting: { reason: 'PodInitializing' } },
    ]);
    expect(final.containerStatuses![0]!.state).toEqual({ waiting: { reason: 'PodInitializing' } });
  });

  it('drops the reason of a phase that it leaves', () => {
    const status: PodStatus = {
      ...{ phase: 'Running', reason: 'NodeLost', message: 'unresponsive' },
      containerStatuses: [RUNNING],
    };
    const kept = stop(makePod({ status }));
    expect(kept).toMatchObject({ reason: 'NodeLost', message: 'unresponsive' });
    const left = stop(makePod({ status, spec: { restartPolicy: 'Never' } }));
    expect(left.phase).toBe('Failed');
    expect(left).not.toHaveProperty('reason');
    expect(left).not.toHaveProperty('message');
  });

  it.each<[string, PodStatus]>([
    ['runs', { phase: 'Running', containerStatuses: [RUNNING] }],
    ['has not started', { phase: 'Pending', containerStatuses: [CREATING] }],
    ['has ended', { phase: 'Succeeded', containerStatuses: [CREATING] }],
  ])('of one that %s is final', (_, status) => {
    const pod = makePod({ status });
    const final = stop(pod);
    expect(stop({ ...pod, status: final })).toBe(final);
  });
});
