/** How often a probe has looked, and when that is enough. */
import { describe, expect, it } from 'vitest';
import { looksAt } from '../../../../src/pool/pod/probes.ts';

const probe = {
  periodSeconds: 5,
  initialDelaySeconds: 7,
  successThreshold: 2,
  failureThreshold: 3,
};

describe('the looks of a probe', () => {
  it.each([
    // It looks at multiples of its period, first at 10 s.
    ['success', 0, 9_999, 0, 2, 15_000],
    ['success', 0, 10_000, 1, 2, 15_000],
    ['success', 0, 15_000, 2, 2, 15_000],
    ['success', 12_000, 15_000, 1, 2, 20_000],
    ['failure', 0, 14_999, 1, 3, 20_000],
    ['failure', 0, 20_000, 3, 3, 20_000],
    ['failure', 21_000, 24_999, 0, 3, 35_000],
  ] as const)('%s from %d ms on, at %d ms', (result, from, ran, inARow, threshold, at) => {
    expect(looksAt(probe, result, from, ran)).toEqual({ inARow, threshold, at });
  });

  it('are every 10 s, one success and three failures, where nothing is said', () => {
    expect(looksAt({}, 'success', 1, 30_000)).toEqual({ inARow: 3, threshold: 1, at: 10_000 });
    expect(looksAt({}, 'failure', 1, 20_000)).toEqual({ inARow: 2, threshold: 3, at: 30_000 });
  });
});
