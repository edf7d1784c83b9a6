/** Containers that debuggers add: what a kubelet reports of them, stage by stage. */
import { describe, expect, it } from 'vitest';
import type { ContainerStatus, Pod } from '#types';
import { endedEphemeral, ephemeralStatuses } from '../../../../src/pool/pod/ephemeral-status.ts';
import type { ReportedStage } from '../../../../src/pool/pod/container-status.ts';
import { makeContainer, makePod, T0 } from '../objects.ts';

const AT = '2025-10-09T08:53:20Z';

function debugged(images: readonly string[], before?: readonly ContainerStatus[]): Pod {
  const ephemeralContainers = images.map((image, index) =>
    makeContainer(`debug-${images.length - index}`, image),
  );
  return makePod({
    spec: { containers: [makeContainer('web', 'web:1')], ephemeralContainers },
    status: { phase: 'Running', ...(before && { ephemeralContainerStatuses: before }) },
  });
}

const seen = (pod: Pod, stage: ReportedStage, at = T0): readonly ContainerStatus[] | undefined =>
  ephemeralStatuses(pod, { stage, now: at });

const stagesWithSandbox = [
  ...(['imagePullBackOff', 'initializing', 'initBackOff', 'unconfigured'] as const),
  ...(['notReady', 'ready', 'backOff', 'stopped'] as const),
];

describe('an ephemeral container', () => {
  it.each(stagesWithSandbox)('runs at once, and is never ready, in a pod that is %s', (stage) => {
    const [status, ...others] = seen(debugged(['busybox:1']), stage)!;
    expect(others).toEqual([]);
    expect(status).toEqual({
      name: 'debug-1',
      state: { running: { startedAt: AT } },
      lastState: {},
      ready: false,
      restartCount: 0,
      image: 'busybox:1',
      imageID: 'busybox:1',
      containerID: expect.stringMatching(/^sim:\/\/.*\/debug-1\/0$/),
    });
  });

  it('keeps running from when it began, and the list with it', () => {
    const before = seen(debugged(['busybox:1']), 'ready')!;
    expect(seen(debugged(['busybox:1'], before), 'backOff', T0 + 60_000)).toBe(before);
  });

  it('is listed by its name, beside those that came before', () => {
    const names = seen(debugged(['a', 'b', 'c']), 'ready')!.map(({ name }) => name);
    expect(names).toEqual(['debug-1', 'debug-2', 'debug-3']);
  });

  it('waits where its image cannot be pulled', () => {
    const [status] = seen(debugged(['broken:1']), 'ready')!;
    expect(status!.state).toEqual({
      waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "broken:1"' },
    });
  });

  it.each([
    ['is killed with its pod', 'ended', { exitCode: 137, reason: 'Error' }],
    ['is lost with its machine', 'starting', { exitCode: 255, reason: 'Unknown' }],
  ] as const)('%s, and does not run again', (_, stage, exit) => {
    const running = debugged(['busybox:1'], seen(debugged(['busybox:1']), 'ready'));
    const ended = seen(running, stage, T0 + 60_000)!;
    expect(ended[0]!.state!.terminated).toMatchObject({ ...exit, startedAt: AT });
    expect(seen(debugged(['busybox:1'], ended), 'ready', T0 + 90_000)).toBe(ended);
  });

  it('is stopped in a pod that is deleted; one that has not begun has no status', () => {
    const running = debugged(['busybox:1'], seen(debugged(['busybox:1']), 'ready'));
    expect(endedEphemeral(running, T0)![0]!.state!.terminated!.exitCode).toBe(137);
    expect(endedEphemeral(debugged(['busybox:1']), T0)).toBeUndefined();
  });
});

it('a pod without ephemeral containers has no list of them', () => {
  const pod = makePod({ spec: { containers: [makeContainer('web', 'web:1')] } });
  expect(seen(pod, 'ready')).toBeUndefined();
});
