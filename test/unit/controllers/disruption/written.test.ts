/** When the status of a budget is written, and with what. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { parseTime } from '#values';
import type { PodDisruptionBudget } from '#types';
import { failedStatus, nextStatus } from '../../../../controllers/disruption/status.ts';

const now = parseTime('2026-11-20T21:00:00Z');
const at = { now, profile: profileOf(24) };
const time = '2026-11-20T21:00:00Z';

const budget = (status: object, generation: number | undefined = 2): PodDisruptionBudget =>
  ({
    metadata: { name: 'web', ...(generation !== undefined && { generation }) },
    spec: {},
    status,
  }) as unknown as PodDisruptionBudget;

const finding = (status: string, reason: string, more: object = {}) => ({
  type: 'DisruptionAllowed',
  ...{ status, reason, message: '' },
  ...more,
});
const allowed = finding('True', 'SufficientPods', {
  observedGeneration: 2,
  lastTransitionTime: time,
});

describe('the status', () => {
  it.each<[string, number, number, number, number, string]>([
    ['some to spare', 3, 2, 3, 1, 'SufficientPods'],
    ['none to spare', 3, 2, 2, 0, 'InsufficientPods'],
    ['too few', 3, 2, 1, 0, 'InsufficientPods'],
    ['none expected', 0, 0, 3, 0, 'InsufficientPods'],
  ])('with %s', (_, expectedPods, desiredHealthy, healthy, spare, reason) => {
    const status = nextStatus(budget({}), { expectedPods, desiredHealthy }, healthy, {}, at);
    const is = spare > 0 ? 'True' : 'False';
    expect(status).toEqual({
      ...{ currentHealthy: healthy, desiredHealthy, expectedPods, disruptionsAllowed: spare },
      observedGeneration: 2,
      conditions: [finding(is, reason, { observedGeneration: 2, lastTransitionTime: time })],
    });
  });

  const numbers = { currentHealthy: 3, desiredHealthy: 2, expectedPods: 3, disruptionsAllowed: 1 };
  const whole = { ...numbers, observedGeneration: 2, conditions: [allowed] };
  const next = (status: object, disrupted: Record<string, string> = {}, generation?: number) =>
    nextStatus(budget(status, generation), { expectedPods: 3, desiredHealthy: 2 }, 3, disrupted, {
      ...at,
      now: now + 5000,
    });

  it('stays the very same while nothing changes', () => {
    expect(next(whole)).toBe(whole);
    const remembered = { ...whole, disruptedPods: { a: time } };
    expect(next(remembered, { a: time })).toBe(remembered);
  });

  it.each<[string, object, Record<string, string>, number | undefined]>([
    ['a number', { ...whole, currentHealthy: 2 }, {}, 2],
    ['the generation', whole, {}, 3],
    ['what is disrupted', whole, { a: time }, 2],
    ['what was disrupted', { ...whole, disruptedPods: { a: time } }, {}, 2],
    ['the reason', { ...whole, conditions: [{ ...allowed, reason: 'SyncFailed' }] }, {}, 2],
    ['the verdict', { ...whole, conditions: [{ ...allowed, status: 'False' }] }, {}, 2],
    ['the condition', { ...whole, conditions: [] }, {}, 2],
  ])('is written again for another %s', (_, status, disrupted, generation) => {
    const written = next(status, disrupted, generation);
    expect(written).not.toBe(status);
    expect(written.conditions?.[0]?.lastTransitionTime).toBe('2026-11-20T21:00:05Z');
    expect('disruptedPods' in written).toBe('a' in disrupted);
  });

  it('allows nothing after a failure, and keeps what it knows', () => {
    const failed = failedStatus(whole as never, 'why', now + 5000);
    const condition = finding('False', 'SyncFailed', {
      ...{ message: 'why', observedGeneration: 2, lastTransitionTime: '2026-11-20T21:00:05Z' },
    });
    expect(failed).toEqual({ ...whole, disruptionsAllowed: 0, conditions: [condition] });
    expect(failedStatus(failed, 'why', now + 9000)).toBe(failed);
    expect(failedStatus({} as never, 'why', now).conditions).toEqual([
      finding('False', 'SyncFailed', { message: 'why', lastTransitionTime: time }),
    ]);
  });
});
