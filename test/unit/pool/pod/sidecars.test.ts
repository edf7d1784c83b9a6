/** Sidecars: init containers that keep running beside the others. */
import { expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import type { ContainerStatus, Pod } from '#types';
import { exitOf, type ReportedStage } from '../../../../src/pool/pod/container-status.ts';
import { finalStatus } from '../../../../src/pool/pod/final-status.ts';
import { initBehind, initIndexIn, initStartedAt } from '../../../../src/pool/pod/init-recall.ts';
import { podStatus } from '../../../../src/pool/pod/pod-status.ts';
import { makeContainer, makePod, T0 } from '../objects.ts';
import { reportsOf } from '../../../../src/pool/pod/reports.ts';

const bound = makePod({
  spec: {
    restartPolicy: 'Never',
    initContainers: [
      { ...makeContainer('proxy'), restartPolicy: 'Always' },
      makeContainer('setup'),
    ],
  },
});

function write(pod: Pod, stage: ReportedStage, seconds: number, initIndex = Infinity): Pod {
  const now = T0 + seconds * 1000;
  const facts = {
    ...{ stage, since: now, exit: exitOf(0), delayMs: 0, now, hostIP: '172.18.0.2' },
    ...{ podIP: '10.128.0.1', initIndex, refusal: undefined },
    reports: reportsOf(defaultProfile),
    found: () => ({ started: true, ready: stage === 'ready' }),
  };
  return { ...pod, status: podStatus(pod, facts) };
}

/** Of the init containers: `proxy runs, ready`. */
function told({ status }: Pod): readonly string[] {
  return (status.initContainerStatuses ?? []).map(({ name, state, ready, started }) => {
    const how = state?.running ? 'runs' : state?.terminated ? 'has ended' : 'waits';
    return `${name} ${how}${ready ? ', ready' : ''}${started ? ', started' : ''}`;
  });
}

const initialized = ({ status }: Pod): string | undefined =>
  status.conditions?.find(({ type }) => type === 'Initialized')?.status;

it('a sidecar runs from its turn until the containers have ended', () => {
  const starting = write(bound, 'starting', 0);
  expect(told(starting)).toEqual(['proxy waits', 'setup waits']);
  const initializing = write(starting, 'initializing', 1, 1);
  expect(told(initializing)).toEqual(['proxy runs, ready, started', 'setup runs']);
  expect(initialized(initializing)).toBe('False');
  const ready = write(initializing, 'ready', 2);
  expect(told(ready)).toEqual(['proxy runs, ready, started', 'setup has ended, ready']);
  expect(initialized(ready)).toBe('True');
  const ended = write(ready, 'ended', 9);
  expect(ended.status.phase).toBe('Succeeded');
  expect(told(ended)).toEqual(['proxy has ended', 'setup has ended, ready']);
  const [proxy] = ended.status.initContainerStatuses as [ContainerStatus];
  expect(proxy.state!.terminated).toMatchObject({ exitCode: 0, reason: 'Completed' });
});

it('only other init containers are waited for', () => {
  expect(initBehind(bound, -1)).toBe(1);
  expect(initBehind(bound, 1)).toBeUndefined();
  const initializing = write(write(bound, 'starting', 0), 'initializing', 1, 1);
  expect(initIndexIn(initializing)).toBe(1);
  expect(initStartedAt(initializing)).toBe(T0 + 1000);
  expect(initIndexIn(write(initializing, 'ready', 2))).toBeUndefined();
});

it('a sidecar of a deleted pod ends well', () => {
  const ready = write(write(write(bound, 'starting', 0), 'initializing', 1, 1), 'ready', 2);
  const now = T0 + 30_000;
  const reports = reportsOf(defaultProfile);
  const hostIP = '172.18.0.2';
  const status = finalStatus(ready, { since: now, now, exit: exitOf(143), hostIP, reports });
  const codes = [...status.initContainerStatuses!, ...status.containerStatuses!].map(
    ({ state }) => state!.terminated!.exitCode,
  );
  expect(codes).toEqual([0, 0, 143]);
  expect(status.phase).toBe('Failed');
});
