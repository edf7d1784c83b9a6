import { expect, it } from 'vitest';
import { containerLog } from '#pool';
import type { ContainerState, Pod } from '#types';

function podWith(state: ContainerState, restartCount = 0): Pod {
  const status = { name: 'c', image: 'x:1', restartCount, state };
  return { status: { containerStatuses: [status] } } as unknown as Pod;
}

function debugged(state: ContainerState): Pod {
  const { containerStatuses } = podWith(state).status;
  return { status: { ephemeralContainerStatuses: containerStatuses } } as unknown as Pod;
}

const start = '2026-01-01T00:00:00Z';

it.each([
  ['waiting', podWith({ waiting: { reason: 'ContainerCreating' } }), []],
  [
    'running',
    podWith({ running: { startedAt: start } }),
    [`${start} container c started, image x:1: simulated, nothing runs`],
  ],
  [
    'ended after a restart',
    podWith({ terminated: { startedAt: start, finishedAt: start, exitCode: 3 } }, 2),
    [
      `${start} container c started (restart 2), image x:1: simulated, nothing runs`,
      `${start} container c ended with exit code 3`,
    ],
  ],
  [
    'added by a debugger',
    debugged({ running: { startedAt: start } }),
    [`${start} container c started, image x:1: simulated, nothing runs`],
  ],
])('the log of a container that is %s', (_, pod, lines) => {
  expect(containerLog(pod, 'c')).toEqual(lines);
  expect(containerLog(pod, 'other')).toEqual([]);
});
