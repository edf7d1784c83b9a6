/** When the status of a DaemonSet is written, and what stays of it. */
import { describe, expect, it } from 'vitest';
import type { DaemonSet, DaemonSetStatus } from '#types';
import { nextStatus, type Counts } from '../../../../controllers/daemonset/status.ts';

const none: Counts = {
  desiredNumberScheduled: 0,
  currentNumberScheduled: 0,
  numberMisscheduled: 0,
  numberReady: 0,
  updatedNumberScheduled: 0,
  numberAvailable: 0,
  numberUnavailable: 0,
};
const zero: DaemonSetStatus = {
  desiredNumberScheduled: 0,
  currentNumberScheduled: 0,
  numberMisscheduled: 0,
  numberReady: 0,
};

const setOf = (status: DaemonSetStatus, generation?: number): DaemonSet =>
  ({ metadata: { name: 'agent', ...(generation && { generation }) }, status }) as DaemonSet;

describe('the status', () => {
  it('stays the very same while nothing changes', () => {
    const seen = { ...zero, observedGeneration: 3 };
    expect(nextStatus(setOf(seen, 3), none, true)).toBe(seen);
    expect(nextStatus(setOf(seen, 2), none, true)).toBe(seen);
    expect(nextStatus(setOf(zero), none, true)).toBe(zero);
  });

  it.each(Object.keys(none) as (keyof Counts)[])('is written for another %s', (count) => {
    const next = nextStatus(
      setOf({ ...zero, observedGeneration: 1 }, 1),
      { ...none, [count]: 2 },
      true,
    );
    expect(next).toEqual({ ...zero, [count]: 2, observedGeneration: 1 });
  });

  it.each(Object.keys(none) as (keyof Counts)[])('is written when %s is none any more', (count) => {
    const seen = { ...zero, [count]: 1, observedGeneration: 1 };
    const next = nextStatus(setOf(seen, 1), none, true);
    expect(next).toEqual({ ...zero, observedGeneration: 1 });
  });

  it.each<[string, DaemonSetStatus, boolean, object]>([
    ['rises with the generation', zero, true, { observedGeneration: 5 }],
    [
      'rises from an earlier one',
      { ...zero, observedGeneration: 4 },
      true,
      { observedGeneration: 5 },
    ],
    [
      'waits for what was created',
      { ...zero, observedGeneration: 4 },
      false,
      { observedGeneration: 4 },
    ],
    ['waits, and was never said', zero, false, {}],
  ])('the observed generation %s', (_, status, observe, expected) => {
    expect(nextStatus(setOf(status, 5), none, observe)).toEqual({ ...zero, ...expected });
  });

  it('keeps what it does not count', () => {
    const kept = { collisionCount: 0, conditions: [] };
    expect(nextStatus(setOf({ ...zero, ...kept }, 1), none, true)).toEqual({
      ...zero,
      ...kept,
      observedGeneration: 1,
    });
  });
});
