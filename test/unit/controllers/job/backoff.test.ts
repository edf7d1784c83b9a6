/** New pods wait after others have failed, by when these ended. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { formatTime } from '#values';
import type { Pod } from '#types';
import { delayLeft, endOfPod, failuresAfter } from '../../../../controllers/job/backoff.ts';
import { rulesOf } from '../../../../controllers/job/rules.ts';
import { NOW, podOf } from './jobs.ts';

const rules = rulesOf(profileOf(37));
const seconds = (at: number): string => formatTime(NOW + at * 1000);

/** A pod whose only container ended at that second. */
function endedAt(at: number, sidecarAt?: number): Pod {
  const pod = podOf({ phase: 'Failed' });
  const statusOf = (name: string, end: number) => ({
    ...{ name, image: '', imageID: '', ready: false, restartCount: 0 },
    state: { terminated: { exitCode: 1, finishedAt: seconds(end) } },
  });
  const sidecar = { name: 'proxy', image: 'proxy', restartPolicy: 'Always' };
  return {
    ...pod,
    spec: { ...pod.spec, ...(sidecarAt !== undefined && { initContainers: [sidecar] }) },
    status: {
      ...pod.status,
      containerStatuses: [statusOf('main', at)],
      ...(sidecarAt !== undefined && { initContainerStatuses: [statusOf('proxy', sidecarAt)] }),
    },
  } as Pod;
}

describe('what is remembered about failed pods', () => {
  it('adds to what was known, by the latest end', () => {
    const first = failuresAfter(undefined, [], [endedAt(3), endedAt(1)], rules);
    expect(first).toEqual({ count: 2, last: NOW + 3000 });
    expect(failuresAfter(first, [], [], rules)).toBe(first);
    expect(failuresAfter(first, [], [endedAt(9)], rules)).toEqual({ count: 3, last: NOW + 9000 });
  });

  it('begins again with a success, but for pods that failed after it', () => {
    const before = { count: 4, last: NOW };
    expect(failuresAfter(before, [endedAt(5)], [], rules)).toBeUndefined();
    expect(failuresAfter(before, [endedAt(5)], [endedAt(5)], rules)).toBeUndefined();
    const after = failuresAfter(before, [endedAt(5)], [endedAt(4), endedAt(7)], rules);
    expect(after).toEqual({ count: 1, last: NOW + 7000 });
  });
});

it.each([
  [1, 37, 10_000],
  [3, 37, 40_000],
  [6, 27, 320_000],
  [7, 27, 360_000],
  [7, 28, 600_000],
  [2000, 37, 600_000],
])('after %d failures new pods of 1.%d wait for %d ms', (count, minor, delay) => {
  const minorRules = rulesOf(profileOf(minor));
  expect(delayLeft({ count, last: NOW }, NOW, minorRules)).toBe(delay);
  expect(delayLeft({ count, last: NOW }, NOW + delay - 1, minorRules)).toBe(1);
  expect(delayLeft({ count, last: NOW }, NOW + delay + 1, minorRules)).toBe(0);
});

describe('the end of a pod', () => {
  it('is that of its last container, and of its sidecars since 1.31', () => {
    expect(endOfPod(endedAt(4), rules)).toBe(NOW + 4000);
    expect(endOfPod(endedAt(4, 6), rulesOf(profileOf(30)))).toBe(NOW + 4000);
    expect(endOfPod(endedAt(4, 6), rulesOf(profileOf(31)))).toBe(NOW + 6000);
  });

  it('is when it was no longer ready, or its deletion was asked for, where no container tells', () => {
    const pod = podOf({ created: seconds(1) });
    expect(endOfPod(pod, rules)).toBe(NOW + 1000);
    const deletion = { deletionTimestamp: seconds(40), deletionGracePeriodSeconds: 30 };
    const deleted = { ...pod, metadata: { ...pod.metadata, ...deletion } };
    expect(endOfPod(deleted, rules)).toBe(NOW + 10_000);
    const conditions = [{ type: 'Ready', status: 'False', lastTransitionTime: seconds(2) }];
    const unready = { ...deleted, status: { ...pod.status, conditions } };
    expect(endOfPod(unready, rules)).toBe(NOW + 2000);
  });
});
