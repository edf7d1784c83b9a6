import { describe, expect, it } from 'vitest';
import type { Cause } from '#values';
import { addCause, causesOf, mergeCauses, supersede } from '../../../src/runtime/causes.ts';

const revisions = (from: number, to: number): Cause[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ revision: from + i }));

function causes(list: readonly Cause[]) {
  const merged = causesOf(list[0]!);
  for (const cause of list.slice(1)) addCause(merged, cause);
  return merged;
}

describe('causes', () => {
  it('keeps the first 2 and the last 6 and counts the rest', () => {
    expect(causes(revisions(1, 8))).toEqual({
      first: revisions(1, 2),
      last: revisions(3, 8),
      dropped: 0,
    });
    expect(causes(revisions(1, 20))).toEqual({
      first: revisions(1, 2),
      last: revisions(15, 20),
      dropped: 12,
    });
  });

  it('takes a revision seen by two handlers once', () => {
    expect(causes([{ revision: 4 }, { revision: 4 }, { revision: 5 }]).first).toEqual(
      revisions(4, 5),
    );
    const timers = causes([{ timer: 'resync' }, { timer: 'resync' }]);
    expect(timers.first).toHaveLength(2);
  });

  it('merges whole lists, with what they had dropped', () => {
    const merged = causes(revisions(1, 10));
    mergeCauses(merged, causes(revisions(21, 40)));
    expect(merged.first).toEqual(revisions(1, 2));
    expect(merged.last).toEqual(revisions(35, 40));
    expect(merged.first.length + merged.last.length + merged.dropped).toBe(30);
  });

  it('keeps only the revisions of a wake-up that is lost', () => {
    const lost = causes([{ timer: 'deadline' }, { revision: 3 }, { retry: 'refused' }]);
    expect(supersede(lost, { timer: 'batch' })).toEqual({
      first: [{ revision: 3 }, { timer: 'batch' }],
      last: [],
      dropped: 0,
    });
  });
});
