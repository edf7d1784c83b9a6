/** Lines of a terminal that show how far work is, and are rewritten. */
import { describe, expect, it, vi } from 'vitest';
import { machineWall } from '#clock';
import { progressOn as exploring } from '../../../src/cli/explore/progress.ts';
import { progressOn as grading } from '../../../src/cli/grade/progress.ts';
import { progressOn as running } from '../../../src/cli/run/progress.ts';
import { countOn as testing } from '../../../src/cli/test/progress.ts';

const start = '\r\u001b[K';

function terminal(isTTY = true) {
  const shown: string[] = [];
  return { stream: { isTTY, write: (text: string) => shown.push(text) }, shown };
}

describe('grading', () => {
  it('shows what it does, then how many cases are done', () => {
    const { stream, shown } = terminal();
    const progress = grading(stream, 3);
    progress.say('a first run');
    progress.count({ verdict: 'pass' } as never);
    progress.count({ verdict: 'fail' } as never);
    progress.count({ verdict: 'not exercised' } as never);
    progress.clear();
    expect(shown).toEqual(
      [
        ...['a first run', '1 of 3 cases, 0 failed', '2 of 3 cases, 1 failed'],
        ...['3 of 3 cases, 1 failed', ''],
      ].map((text) => start + text),
    );
  });

  it('shows nothing without a terminal', () => {
    const { stream, shown } = terminal(false);
    const progress = grading(stream, 3);
    progress.say('a first run');
    progress.clear();
    expect(shown).toEqual([]);
  });
});

describe('exploring', () => {
  it('shows what it does, then how many plans are done', () => {
    const { stream, shown } = terminal();
    const { show, clear } = exploring(stream);
    show({ played: 2, plans: 9, failed: 1, isShrinking: false } as never);
    show({ played: 3, plans: 9, failed: 1, isShrinking: true } as never);
    clear();
    expect(shown).toEqual(
      [
        'two runs that nothing disturbs',
        ...['2 of 9 plans, 1 failed', '3 of 9 plans, 1 failed, making failing plans smaller', ''],
      ].map((text) => start + text),
    );
  });

  it('shows nothing without a terminal', () => {
    const { stream, shown } = terminal(false);
    exploring(stream).clear();
    expect(shown).toEqual([]);
  });
});

describe('a run, and tests,', () => {
  const at = (ms: number): void => {
    vi.spyOn(machineWall, 'now').mockReturnValue(ms);
  };

  it('show nothing while they are quick, and then at times', () => {
    const { stream, shown } = terminal();
    at(1000);
    const progress = running(stream, false)!;
    at(1499);
    progress.report(1000, 60_000);
    progress.clear();
    expect(shown).toEqual([]);
    at(1500);
    progress.report(30_000, 60_000);
    at(1999);
    progress.report(45_000, 60_000);
    at(2000);
    progress.report(59_900, 60_000);
    progress.clear();
    expect(shown).toHaveLength(3);
    expect(shown[0]).toMatch(/^\r\u001b\[K.* of .*, 50 %$/);
    expect(shown[1]).toMatch(/, 99 %$/);
    expect(shown[2]).toBe(start);
    vi.restoreAllMocks();
  });

  it('show how many files are done after a second', () => {
    const { stream, shown } = terminal();
    at(1000);
    const { report, clear } = testing(stream)!;
    at(1999);
    report(1, 9);
    clear();
    expect(shown).toEqual([]);
    at(2000);
    report(2, 9);
    clear();
    expect(shown).toEqual([`${start}2 scenarios of 9 files are done`, start]);
    vi.restoreAllMocks();
  });

  it('show nothing without a terminal, or where the run itself is shown', () => {
    const { stream } = terminal(false);
    expect(testing(stream)).toBeUndefined();
    expect(running(stream, false)).toBeUndefined();
    expect(running(terminal().stream, true)).toBeUndefined();
  });
});
