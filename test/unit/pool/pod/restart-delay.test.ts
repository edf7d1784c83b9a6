/** What a pod's status says about restarts: how long to wait, and which run comes next. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTime } from '#values';
import type { ContainerStatus } from '#types';
import {
  initIndexIn,
  initRunNumber,
  initStartedAt,
  isInitBackingOff,
} from '../../../../src/pool/pod/init-recall.ts';
import {
  backOffAfter,
  backOffMessage,
  delayIn,
  restartDelay,
} from '../../../../src/pool/pod/restart-delay.ts';
import { makePod } from '../objects.ts';

const status = (parts: object): ContainerStatus =>
  ({ name: 'main', image: 'x', ...parts }) as unknown as ContainerStatus;
const endedAt = (ms: number): object => ({ terminated: { finishedAt: formatTime(ms) } });

const MINUTE = 60_000;
const start = 1_760_000_000_000;

/** The delays before the restarts of a container whose runs take so long each. */
function delaysOf(runs: readonly number[], offset = 0): readonly number[] {
  let began = start + offset;
  let last: ContainerStatus | undefined;
  return runs.map((ms) => {
    const ended = began + ms;
    const delay = restartDelay(last, began, ended);
    last = status({ lastState: endedAt(ended) });
    began = ended + delay;
    return delay;
  });
}

describe('a container that ends again and again', () => {
  it('is started at once, then after 10 s, doubling up to 5 min', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 10 * MINUTE }), { minLength: 8, maxLength: 8 }),
        fc.nat({ max: 999 }),
        (runs, offset) => {
          const seconds = [0, 10, 20, 40, 80, 160, 300, 300];
          expect(delaysOf(runs, offset)).toEqual(seconds.map((each) => each * 1000));
        },
      ),
    );
  });

  it.each([
    ['first end', undefined, 5, 0, undefined],
    ['first wait', 3, 5, 10, 3],
    ['doubled', 20, 5, 40, 20],
    ['doubled', 150, 5, 300, 150],
    ['longest wait', 151, 5, 300, 151],
    ['long run', 20, 601, 0, undefined],
  ])(
    'by the rule "%s" after a wait of %s s and a run of %d s',
    (rule, waited, ran, delay, told) => {
      const before =
        waited === undefined ? undefined : status({ lastState: endedAt(start - waited * 1000) });
      expect(backOffAfter(before, start, start + ran * 1000)).toEqual({
        delayMs: delay * 1000,
        rule,
        ...(told !== undefined && { waitedMs: told * 1000 }),
      });
    },
  );

  it('starts over after a run of more than 10 min', () => {
    const runs = [1000, 1000, 1000, 10 * MINUTE + 1, 1000, 1000];
    expect(delaysOf(runs)).toEqual([0, 10_000, 20_000, 0, 10_000, 10_000 * 2]);
  });

  it('is started at once when it is not known to have been started before', () => {
    expect(restartDelay(undefined, start, start + 1)).toBe(0);
    expect(restartDelay(status({ lastState: endedAt(start) }), undefined, start)).toBe(0);
  });

  it.each([
    [10_000, '10s'],
    [40_000, '40s'],
    [60_000, '1m0s'],
    [80_000, '1m20s'],
    [300_000, '5m0s'],
  ])('reports a delay of %d ms as %s, and has it again from there', (ms, text) => {
    const pod = makePod({ metadata: { name: 'web', namespace: 'default', uid: 'u' } });
    const message = backOffMessage(pod, 'main', ms);
    expect(message).toBe(`back-off ${text} restarting failed container=main pod=web_default(u)`);
    const waiting = { reason: 'CrashLoopBackOff', message };
    expect(delayIn([status({ state: { running: {} } }), status({ state: { waiting } })])).toBe(ms);
  });

  it.each<[string, object, number | undefined]>([
    ['that runs has no delay', { state: { running: {} } }, undefined],
    [
      'that is created has none',
      { state: { waiting: { reason: 'ContainerCreating' } } },
      undefined,
    ],
    ['that ended the first time has none', { state: endedAt(start) }, 0],
    ['whose end is not known has none', { state: { terminated: {} } }, 0],
    [
      'that ended again has that of its run',
      {
        state: {
          terminated: {
            startedAt: formatTime(start + 10_000),
            finishedAt: formatTime(start + 11_000),
          },
        },
        lastState: endedAt(start),
      },
      20_000,
    ],
  ])('%s', (_, parts, delay) => {
    expect(delayIn([status(parts)])).toBe(delay);
  });
});

describe('the init containers of a status', () => {
  const created = { state: { waiting: { reason: 'PodInitializing' } }, restartCount: 0 };
  const running = (restartCount: number): object => ({
    state: { running: { startedAt: formatTime(start) } },
    restartCount,
  });
  const ended = (exitCode: number, restartCount = 0): object => ({
    state: { terminated: { exitCode, finishedAt: formatTime(start) } },
    restartCount,
  });
  const backingOff = (restartCount: number): object => ({
    state: { waiting: { reason: 'CrashLoopBackOff' } },
    lastState: { terminated: { exitCode: 1 } },
    restartCount,
  });

  it.each<[string, readonly object[], object]>([
    ['none', [], { index: undefined, run: 0, began: undefined, isBackingOff: false }],
    ['none begun', [created, created], { index: undefined, run: 0, isBackingOff: false }],
    ['the first at work', [running(0), created], { index: 0, run: 0, began: start }],
    ['the first at work again', [running(2), created], { index: 0, run: 2, began: start }],
    ['the first failed', [ended(1, 2), created], { index: 0, run: 3, began: undefined }],
    ['the first backing off', [backingOff(2), created], { index: 0, run: 3, isBackingOff: true }],
    ['the second at work', [ended(0), running(1)], { index: 1, run: 1, began: start }],
    ['the second to come', [ended(0), created], { index: 1, run: 0, isBackingOff: false }],
    ['all done', [ended(0), ended(0)], { index: undefined, isBackingOff: false }],
  ])('%s', (_, statuses, expected) => {
    const pod = makePod({});
    const initContainerStatuses = statuses.map((each) => status(each));
    const all = { ...pod, status: { ...pod.status, initContainerStatuses } };
    const index = initIndexIn(all);
    expect({
      index,
      run: initRunNumber(all, index ?? 0),
      began: initStartedAt(all),
      isBackingOff: isInitBackingOff(all),
    }).toMatchObject(expected);
  });
});
