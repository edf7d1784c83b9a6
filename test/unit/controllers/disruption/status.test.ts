import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { formatTime, parseTime } from '#values';
import type { ObjectMeta, Pod, PodDisruptionBudget } from '#types';
import {
  countHealthy,
  disruptionsOf,
  failedStatus,
  nextStatus,
} from '../../../../controllers/disruption/status.ts';
import { makePod } from '../objects.ts';

const now = parseTime('2026-11-20T21:00:00Z');

const budget = (status: Partial<PodDisruptionBudget['status']> = {}): PodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'web', namespace: 'default', generation: 2 } as ObjectMeta,
  spec: {},
  status: {
    expectedPods: 0,
    desiredHealthy: 0,
    currentHealthy: 0,
    disruptionsAllowed: 0,
    ...status,
  },
});

function podOf(name: string, metadata: Partial<ObjectMeta> = {}): Pod {
  const conditions = [{ type: 'Ready', status: 'True' }] as Pod['status']['conditions'];
  return { ...makePod(name, {}, metadata), status: { phase: 'Running', conditions } };
}

const in24 = (at: number) => ({ now: at, profile: profileOf(24) });

describe('evictions that the budget remembers', () => {
  it('are forgotten once the pod goes, is gone, or is overdue', () => {
    const disruptedPods = {
      waits: '2026-11-20T20:58:00Z',
      next: '2026-11-20T20:59:00Z',
      late: '2026-11-20T20:57:59Z',
      going: '2026-11-20T20:59:59Z',
      gone: '2026-11-20T20:59:59Z',
    };
    const going = podOf('going', { deletionTimestamp: '2026-11-20T21:00:00Z' });
    const pods = [podOf('waits'), podOf('next'), podOf('late'), going, podOf('other')];
    const found = disruptionsOf(budget({ disruptedPods }), pods, now);
    expect(found.disruptedPods).toEqual({
      waits: disruptedPods.waits,
      next: disruptedPods.next,
    });
    expect(found.overdue.map(({ metadata }) => metadata.name)).toEqual(['late']);
    // Two minutes after the first of them.
    expect(found.nextDue).toBe(now);
    expect(countHealthy(pods, found.disruptedPods)).toBe(2);
  });

  it('are none without any', () => {
    expect(disruptionsOf(budget(), [podOf('a')], now)).toEqual({
      disruptedPods: {},
      overdue: [],
      nextDue: undefined,
    });
  });
});

describe('the status', () => {
  const expected = { expectedPods: 3, desiredHealthy: 2, unmanaged: [] };

  it('stays the very same when nothing changes', () => {
    const status = nextStatus(budget(), expected, 3, {}, in24(now));
    expect(status).toMatchObject({ disruptionsAllowed: 1, observedGeneration: 2 });
    const told = budget(status);
    expect(nextStatus(told, expected, 3, {}, in24(now + 60_000))).toBe(told.status);
  });

  it('says since when the latest numbers hold, and keeps no other condition', () => {
    const odd = { type: 'Odd', status: 'True', reason: 'Odd', message: '' } as const;
    const told = nextStatus(budget(), expected, 3, {}, in24(now));
    const conditions = [...told.conditions!, { ...odd, lastTransitionTime: formatTime(now) }];
    const changed = nextStatus(
      budget({ ...told, conditions }),
      expected,
      4,
      {},
      in24(now + 60_000),
    );
    expect(changed.conditions).toEqual([
      { ...told.conditions![0], lastTransitionTime: '2026-11-20T21:01:00Z' },
    ]);
  });

  it('keeps conditions and their times from 1.27', () => {
    const odd = { type: 'Odd', status: 'True', reason: 'Odd', message: '' } as const;
    const told = nextStatus(budget(), expected, 3, {}, in24(now));
    const conditions = [...told.conditions!, { ...odd, lastTransitionTime: formatTime(now) }];
    const at = { now: now + 60_000, profile: profileOf(27) };
    const changed = nextStatus(budget({ ...told, conditions }), expected, 4, {}, at);
    expect(changed.conditions).toEqual(conditions);
  });

  it('tells the same numbers again after a failure', () => {
    const told = nextStatus(budget(), expected, 2, {}, in24(now));
    const failed = budget(failedStatus(told, 'why', now));
    expect(nextStatus(failed, expected, 2, {}, in24(now))).toEqual(told);
  });

  it('allows nothing where no pods are expected, and never less than nothing', () => {
    const none = { expectedPods: 0, desiredHealthy: 0, unmanaged: [] };
    expect(nextStatus(budget(), none, 3, {}, in24(now)).disruptionsAllowed).toBe(0);
    expect(nextStatus(budget(), expected, 1, {}, in24(now)).disruptionsAllowed).toBe(0);
  });

  it('after a failure keeps its numbers, but allows nothing', () => {
    const told = nextStatus(budget(), expected, 3, {}, in24(now));
    const failed = failedStatus(told, 'why', now + 1000);
    expect(failed).toEqual({
      ...told,
      disruptionsAllowed: 0,
      conditions: [
        {
          type: 'DisruptionAllowed',
          status: 'False',
          reason: 'SyncFailed',
          message: 'why',
          observedGeneration: 2,
          lastTransitionTime: '2026-11-20T21:00:01Z',
        },
      ],
    });
    expect(failedStatus(failed, 'why', now + 2000)).toBe(failed);
    expect(failedStatus(budget().status, 'why', now).conditions![0]).not.toHaveProperty(
      'observedGeneration',
    );
  });
});
