import { describe, expect, it } from 'vitest';
import type { Taint, Toleration } from '#types';
import {
  judge,
  judgeWithoutNode,
  noExecuteTaints,
  toleratedSeconds,
  type Pending,
  type Verdict,
} from '../../../../controllers/tainteviction/judge.ts';

const a: Taint = { key: 'a', effect: 'NoExecute' };
const b: Taint = { key: 'b', effect: 'NoExecute' };
const forA = (tolerationSeconds?: number): Toleration => ({
  key: 'a',
  operator: 'Exists',
  tolerationSeconds,
});
const forB: Toleration = { key: 'b', operator: 'Exists', tolerationSeconds: 20 };
const forAll: Toleration = { operator: 'Exists', tolerationSeconds: 300 };

describe('toleratedSeconds', () => {
  const cases: readonly {
    readonly name: string;
    readonly taints: readonly Taint[];
    readonly tolerations?: readonly Toleration[];
    readonly seconds: number;
  }[] = [
    { name: 'no taints', taints: [], seconds: Infinity },
    { name: 'no tolerations', taints: [a], seconds: 0 },
    { name: 'one of two', taints: [a, b], tolerations: [forA()], seconds: 0 },
    { name: 'forever', taints: [a], tolerations: [forA()], seconds: Infinity },
    { name: 'the smallest', taints: [a, b], tolerations: [forA(30), forB], seconds: 20 },
    { name: 'one forever, one not', taints: [a, b], tolerations: [forA(), forB], seconds: 20 },
    { name: 'the first that answers', taints: [a], tolerations: [forAll, forA(30)], seconds: 300 },
    { name: 'less than nothing', taints: [a], tolerations: [forA(-5)], seconds: 0 },
    {
      name: 'another effect',
      taints: [a],
      tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }],
      seconds: 0,
    },
  ];
  for (const { name, taints, tolerations, seconds } of cases) {
    it(name, () => expect(toleratedSeconds(tolerations, taints)).toBe(seconds));
  }
});

describe('judge', () => {
  const pending: Pending = { since: 1_000, due: 21_000 };
  const cases: readonly {
    readonly name: string;
    readonly tolerations?: readonly Toleration[];
    readonly taints: readonly Taint[];
    readonly pending?: Pending;
    readonly now?: number;
    readonly verdict: Verdict;
  }[] = [
    { name: 'nothing to fear', taints: [], verdict: { kind: 'stay' } },
    { name: 'not tolerated', taints: [a], verdict: { kind: 'evict' } },
    { name: 'not tolerated any more', taints: [a], pending, verdict: { kind: 'evict' } },
    {
      name: 'tolerated for a time',
      tolerations: [forA(20)],
      taints: [a],
      verdict: { kind: 'wait', pending: { since: 5_000, due: 25_000 } },
    },
    {
      name: 'what is pending stands',
      tolerations: [forA(300)],
      taints: [a],
      pending,
      verdict: { kind: 'stay' },
    },
    {
      name: 'time is up',
      tolerations: [forA(20)],
      taints: [a],
      pending,
      now: 21_000,
      verdict: { kind: 'evict' },
    },
    { name: 'the taint is gone', taints: [], pending, verdict: { kind: 'cancel' } },
    {
      name: 'tolerated forever by now',
      tolerations: [forA()],
      taints: [a],
      pending,
      verdict: { kind: 'cancel' },
    },
  ];
  for (const { name, tolerations, taints, pending: before, now = 5_000, verdict } of cases) {
    it(name, () => expect(judge(tolerations, taints, before, now)).toEqual(verdict));
  }

  it('without the node only what is pending counts', () => {
    expect(judgeWithoutNode(undefined, 5_000)).toEqual({ kind: 'stay' });
    expect(judgeWithoutNode(pending, 20_999)).toEqual({ kind: 'stay' });
    expect(judgeWithoutNode(pending, 21_000)).toEqual({ kind: 'evict' });
  });

  it('looks at NoExecute taints', () => {
    expect(noExecuteTaints([{ key: 'c', effect: 'NoSchedule' }, a])).toEqual([a]);
    expect(noExecuteTaints(undefined)).toEqual([]);
  });
});
