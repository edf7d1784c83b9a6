import { describe, expect, it } from 'vitest';
import type { ApiError } from '#values';
import type { PodDisruptionBudget } from '#types';
import { disrupt } from '../../../../src/kinds/policy/eviction.ts';

const now = '2026-01-01T00:00:00Z';

const budgetOf = (status: object, metadata: object = {}): PodDisruptionBudget =>
  ({
    metadata: { name: 'b', ...metadata },
    status: { disruptionsAllowed: 2, desiredHealthy: 3, currentHealthy: 4, ...status },
  }) as unknown as PodDisruptionBudget;

const waiting = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, now]));

function refusal(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    const { code, reason, message, details } = error as ApiError;
    return { code, reason, message, details };
  }
  return undefined;
}

describe('a disruption', () => {
  it('is one less that is left', () => {
    const budget = budgetOf({ disruptedPods: { a: 'then' }, conditions: [] });
    expect(disrupt(budget, 'p', now)).toEqual({
      metadata: budget.metadata,
      status: { ...budget.status, disruptionsAllowed: 1, disruptedPods: { a: 'then', p: now } },
    });
    expect(disrupt(budgetOf({}), 'p', now).status.disruptedPods).toEqual({ p: now });
  });

  it('that is the last one changes the condition', () => {
    const status = { disruptionsAllowed: 1, observedGeneration: 7 };
    const before = { type: 'DisruptionAllowed', status: 'True', lastTransitionTime: 'then' };
    for (const conditions of [undefined, [before]]) {
      const { status: found } = disrupt(budgetOf({ ...status, conditions }), 'p', now);
      expect(found.disruptionsAllowed).toBe(0);
      expect(found.conditions).toEqual([
        {
          type: 'DisruptionAllowed',
          status: 'False',
          reason: 'InsufficientPods',
          message: '',
          observedGeneration: 7,
          lastTransitionTime: now,
        },
      ]);
    }
  });

  const refused = "Cannot evict pod as it would violate the pod's disruption budget.";
  const causes = (message: string): object[] => [{ reason: 'DisruptionBudget', message }];

  it.each<[what: string, status: object, generation: number | undefined, refusal: object]>([
    [
      'none is left',
      { disruptionsAllowed: 0 },
      undefined,
      {
        ...{ code: 429, reason: 'TooManyRequests', message: refused },
        details: {
          causes: causes('The disruption budget b needs 3 healthy pods and has 4 currently'),
        },
      },
    ],
    [
      'the numbers are of an older budget',
      { observedGeneration: 1 },
      2,
      {
        ...{ code: 429, reason: 'TooManyRequests', message: refused },
        details: {
          causes: causes('The disruption budget b is still being processed by the server.'),
          retryAfterSeconds: 10,
        },
      },
    ],
    [
      'there are no numbers yet',
      {},
      1,
      {
        ...{ code: 429, reason: 'TooManyRequests', message: refused },
        details: {
          causes: causes('The disruption budget b is still being processed by the server.'),
          retryAfterSeconds: 10,
        },
      },
    ],
    [
      'the numbers are wrong',
      { disruptionsAllowed: -1 },
      undefined,
      {
        ...{ code: 403, reason: 'Forbidden' },
        message: 'poddisruptionbudget.policy "b" is forbidden: pdb disruptions allowed is negative',
        details: { name: 'b', group: 'policy', kind: 'poddisruptionbudget' },
      },
    ],
    [
      'too many wait',
      { disruptedPods: waiting(2001) },
      undefined,
      {
        ...{ code: 403, reason: 'Forbidden' },
        message:
          'poddisruptionbudget.policy "b" is forbidden: DisruptedPods map too big - too many evictions not confirmed by PDB controller',
        details: { name: 'b', group: 'policy', kind: 'poddisruptionbudget' },
      },
    ],
  ])('is refused when %s', (_, status, generation, expected) => {
    const budget = budgetOf(status, { generation });
    expect(refusal(() => disrupt(budget, 'p', now))).toEqual(expected);
  });

  it('is one of the budget at its generation, and may be the last that waits', () => {
    const budget = budgetOf(
      { observedGeneration: 3, disruptedPods: waiting(2000) },
      { generation: 3 },
    );
    expect(Object.keys(disrupt(budget, 'p', now).status.disruptedPods!)).toHaveLength(2001);
  });
});
