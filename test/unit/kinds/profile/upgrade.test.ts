/** Which releases continue what a release has stored. */
import { describe, expect, it } from 'vitest';
import { profileOf, upgradeProblem } from '#kinds';

const problem = (written: number, minor: number, isShared?: boolean): string | undefined =>
  upgradeProblem(profileOf(written), profileOf(minor), isShared);

describe('stored data', () => {
  it('are continued by the release that wrote them and by the next one', () => {
    expect([problem(30, 30), problem(30, 31)]).toEqual([undefined, undefined]);
  });

  it('are not continued by an older or a farther one', () => {
    expect(problem(30, 29)).toBe(
      'v1.30 wrote it, and v1.29 is older; it is continued by that release or the next (v1.31), as upgrades go one minor at a time',
    );
    expect(problem(24, 37)).toContain('v1.24 wrote it, and v1.37 is 13 releases later;');
  });

  it('that servers share are continued by the release before, too', () => {
    expect(problem(30, 29, true)).toBeUndefined();
    expect(problem(30, 28, true)).toContain('that release, the one before, or the next (v1.31)');
  });
});
