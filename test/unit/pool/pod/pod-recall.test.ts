/** What a kubelet that comes back reads off the status of a pod. */
import { describe, expect, it } from 'vitest';
import type { ContainerState, ContainerStatus, Pod } from '#types';
import { lost } from '../../../../src/pool/pod/container-status.ts';
import {
  boundAt,
  deletedAt,
  hasRun,
  isBackingOff,
  isWaitingForImage,
  isStopped,
  runNumber,
  startedAt,
  stoppedAt,
} from '../../../../src/pool/pod/pod-recall.ts';
import { makePod, T0 } from '../objects.ts';

const at = (second: number) => `2025-10-09T08:53:${20 + second}Z`;
const running: ContainerState = { running: { startedAt: at(1) } };
const ended: ContainerState = {
  terminated: { exitCode: 1, reason: 'Error', startedAt: at(1), finishedAt: at(4) },
};
const waiting = (reason: string): ContainerState => ({ waiting: { reason } });

function container(
  state: ContainerState,
  lastState: ContainerState = {},
  restartCount = 0,
): ContainerStatus {
  const rest = { name: 'main', ready: false, image: '', imageID: '' };
  return { ...rest, state, lastState, restartCount };
}

function podWith(...containerStatuses: readonly ContainerStatus[]): Pod {
  return makePod({ status: { phase: 'Running', startTime: at(0), containerStatuses } as never });
}

const cases: readonly (readonly [string, Pod, object])[] = [
  ['nothing', podWith(), { hasRun: false, isStopped: false, runNumber: 0 }],
  [
    'a container that is created',
    podWith(container(waiting('ContainerCreating'))),
    { hasRun: false, isStopped: false, runNumber: 0 },
  ],
  [
    'one that runs',
    podWith(container(running)),
    { hasRun: true, isStopped: false, runNumber: 0, startedAt: T0 + 1000 },
  ],
  [
    'one that has ended',
    podWith(container(ended, {}, 2)),
    { hasRun: true, isStopped: true, runNumber: 3 },
  ],
  [
    'one that has ended, beside one that runs',
    podWith(container(running), container(ended)),
    { hasRun: true, isStopped: true, runNumber: 0, startedAt: T0 + 1000 },
  ],
  [
    'one that waits for its restart',
    podWith(container(waiting('CrashLoopBackOff'), ended, 1)),
    { hasRun: true, isStopped: false, isBackingOff: true, runNumber: 2 },
  ],
  [
    'one that runs again',
    podWith(container(running, ended, 1)),
    { hasRun: true, isStopped: false, runNumber: 1, startedAt: T0 + 1000 },
  ],
  [
    'one that cannot be pulled, behind one that runs',
    podWith(container(running), container(waiting('ImagePullBackOff'))),
    { hasRun: true, isWaitingForImage: true, runNumber: 0, startedAt: T0 + 1000 },
  ],
];

describe('a pod with', () => {
  it.each(cases)('%s', (_, pod, expected) => {
    expect({
      hasRun: hasRun(pod),
      isStopped: isStopped(pod),
      runNumber: runNumber(pod),
      startedAt: startedAt(pod),
      isBackingOff: isBackingOff(pod),
      isWaitingForImage: isWaitingForImage(pod),
      boundAt: boundAt(pod),
    }).toEqual({
      startedAt: undefined,
      isStopped: false,
      isBackingOff: false,
      isWaitingForImage: false,
      boundAt: T0,
      ...expected,
    });
  });
});

it.each<[string, ContainerStatus | undefined, number | undefined]>([
  ['none', undefined, undefined],
  ['one that runs for the first time', container(running), undefined],
  ['one that has ended', container(ended), T0 + 4000],
  ['one that waits for its restart', container(waiting('x'), ended), T0 + 4000],
])('knows when a container ended last: %s', (_, status, expected) => {
  expect(stoppedAt(status)).toBe(expected);
});

it.each([
  [undefined, undefined, undefined],
  [at(9), 5, T0 + 4000],
  [at(9), undefined, T0 + 9000],
])('knows when a pod was deleted: %s, grace %s', (deletionTimestamp, seconds, expected) => {
  const metadata = { deletionTimestamp, deletionGracePeriodSeconds: seconds };
  expect(deletedAt(makePod({ metadata }))).toBe(expected);
});

describe('a container whose machine died', () => {
  const [main] = makePod().spec.containers;
  const after = (old: ContainerStatus | undefined) => lost(makePod(), main!, old, T0 + 7000);

  it('is unknown with 255 if it ran', () => {
    expect(after(container(running))?.lastState).toMatchObject({
      terminated: { exitCode: 255, reason: 'Unknown', startedAt: at(1), finishedAt: at(7) },
    });
  });

  it('keeps its end if it had ended', () => {
    expect(after(container(ended))?.lastState).toEqual(ended);
  });

  it('stays as it was if it had not started', () => {
    const old = container(waiting('ContainerCreating'));
    expect(after(old)).toBe(old);
    expect(after(undefined)).toBeUndefined();
  });
});
