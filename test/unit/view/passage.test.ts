/** Time in a lesson: nothing that is still to be predicted can be seen, and a stretch passes slowly. */
import { describe, expect, it } from 'vitest';
import type { Summary } from '#view';
import { passedIn, playFrom, shownMoment } from '../../../ui/page/passage.ts';

const times = [0, 10_000, 20_000, 21_000, 30_000];
const lastsMs = 60_000;
const writes = times.map((atMs, i) => ({ revision: i + 1, atMs }));
const summary = { writes, lastsMs } as unknown as Summary;
const passage = { fromMs: 19_000, toMs: 21_000, pace: 0.5 };

describe('a moment', () => {
  it('that is still to be predicted is not shown, but the latest one that is not', () => {
    const later = { atMs: 30_000, revision: 5 };
    expect(shownMoment(summary, later, 19_000)).toEqual({ atMs: 19_000, revision: 2 });
    expect(shownMoment(summary, later)).toEqual(later);
    const before = { atMs: 10_000, revision: 2 };
    expect(shownMoment(summary, before, 19_000)).toEqual(before);
  });
});

describe('a stretch', () => {
  it('passes slowly up to its end', () => {
    expect(passedIn(passage, 19_000, 1_000)).toBe(19_500);
    expect(passedIn(passage, 19_500, 10_000)).toBe(21_000);
    expect(passedIn(passage, 21_000, 10)).toBeUndefined();
  });

  it('is not played before a prediction', () => {
    const standing = { atMs: 19_000, lastsMs, passage, horizonMs: 19_000 };
    expect(playFrom(standing)).toBeUndefined();
  });

  it('is played again from its end, and from the end of what may be shown', () => {
    expect(playFrom({ atMs: 21_000, lastsMs, passage, horizonMs: 21_000 })).toBe(19_000);
    expect(playFrom({ atMs: 21_000, lastsMs, passage, horizonMs: undefined })).toBe(19_000);
    expect(playFrom({ atMs: 20_000, lastsMs, passage, horizonMs: undefined })).toBe(20_000);
    expect(playFrom({ atMs: lastsMs, lastsMs, passage, horizonMs: undefined })).toBe(19_000);
  });

  it('is the whole run outside of lessons', () => {
    const own = { lastsMs, passage: undefined, horizonMs: undefined };
    expect(playFrom({ ...own, atMs: 5 })).toBe(5);
    expect(playFrom({ ...own, atMs: lastsMs })).toBe(0);
  });
});
