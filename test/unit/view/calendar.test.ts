/** The runs of CronJobs, read off runs of the library. */
import { describe, expect, it } from 'vitest';
import type { Calendar, ScheduledRun } from '#view';
import { viewOf } from './source.ts';

async function calendarsOf(scenario: string): Promise<(name: string) => Promise<Calendar>> {
  const view = await viewOf(scenario);
  return async (name) => (await view.calendar({ kind: 'CronJob', key: `default/${name}` }))!;
}

const minutes = ({ atMs }: ScheduledRun): number => atMs / 60_000;

describe('a calendar', () => {
  it('has what was late, what was missed and why, and what comes next', async () => {
    const calendar = await calendarsOf('cronjob/missed-starts');
    const [rates, billing] = [await calendar('rates'), await calendar('billing')];
    expect(rates.deadlineSeconds).toBe(300);
    const past = rates.runs.filter(({ outcome }) => outcome !== 'next');
    expect(past.map((run) => [minutes(run), run.outcome])).toEqual([
      [60, 'missed'],
      [120, 'complete'],
      [180, 'missed'],
      [240, 'missed'],
      [300, 'complete'],
    ]);
    expect(past[0]!.because).toMatch(/^the control plane was down; missed: no job was created/);
    const late = billing.runs[0]!;
    expect([late.outcome, late.startedMs]).toEqual(['complete', 80 * 60_000]);
    const next = rates.runs.filter(({ outcome }) => outcome === 'next');
    expect(next.map(minutes).slice(0, 3)).toEqual([360, 420, 480]);
    expect(next).toHaveLength(10);
  });

  it('says why a run waits, is replaced, or is left out while it is suspended', async () => {
    const calendar = await calendarsOf('cronjob/skipped-runs');
    const reasons = async (name: string): Promise<readonly (string | undefined)[]> =>
      (await calendar(name)).runs.map(({ because }) => because);
    expect((await reasons('report')).join()).toMatch(/Forbid, and report-\d+ was running/);
    expect((await reasons('backup')).join()).toMatch(/the schedule was suspended/);
    expect(
      (await calendar('sync')).runs.filter(({ outcome }) => outcome === 'stopped').length,
    ).toBeGreaterThan(2);
  });

  it('marks when clocks change, and which run that leaves out', async () => {
    const calendar = await calendarsOf('cronjob/dst-spring');
    const { timeZone, offsetMs, clockChanges, runs } = await calendar('by-zone');
    expect([timeZone, offsetMs]).toEqual(['Europe/Zurich', 3_600_000]);
    const change = { atMs: 150 * 60_000, beforeMs: 3_600_000, afterMs: 7_200_000 };
    expect(clockChanges[0]).toEqual(change);
    expect(runs[0]).toEqual({
      atMs: change.atMs,
      outcome: 'missed',
      because: 'there is no 02:30 on that day: clocks go forward',
    });
    expect(runs[1]).toMatchObject({ atMs: 26 * 3_600_000, outcome: 'complete' });
    const inUtc = await calendar('by-utc');
    expect([inUtc.timeZone, inUtc.clockChanges]).toEqual(['UTC', []]);
  });

  it('has nothing to come for what is suspended', async () => {
    const calendar = await calendarsOf('cronjob/suspended');
    const view = await viewOf('cronjob/suspended');
    const names = new Set(
      view
        .summary()
        .writes.filter(({ kind }) => kind === 'CronJob')
        .map(({ key }) => key),
    );
    for (const key of names) {
      const { suspended, runs } = await calendar(key.split('/')[1]!);
      expect(runs.some(({ outcome }) => outcome === 'next')).toBe(!suspended);
    }
    expect(await view.calendar({ kind: 'CronJob', key: 'default/none' })).toBeUndefined();
  });
});
