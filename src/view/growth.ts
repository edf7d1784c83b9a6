/** What a page shows more of a run that is still under way. */
import type { RunLog } from '#record';
import type { Change } from '#store';
import type { Charted } from './series.ts';
import { eventsOf, writesOf, type Summary } from './summary.ts';

/** How many there are. */
export interface Marks {
  readonly steps: number;
  readonly checks: number;
  readonly faults: number;
}

type Lists = 'steps' | 'checks' | 'faults' | 'writes' | 'events';

/** The lists have what was added, the rest is as it is now. */
export interface Growth extends Pick<Summary, Lists | 'lastsMs' | 'passed' | 'revision'> {
  /** The objects whose series have changed, with their whole series. */
  readonly charts: readonly Charted[];
}

export function growthOf(
  log: RunLog,
  changes: readonly Change[],
  before: Marks,
): Omit<Growth, 'charts'> {
  const { head, past, steps, checks, faults = [] } = log;
  return {
    lastsMs: head.endMs - head.startMs,
    passed: checks.every(({ passed }) => passed),
    revision: past.revision,
    steps: steps.slice(before.steps),
    checks: checks.slice(before.checks),
    faults: faults.slice(before.faults),
    writes: writesOf(changes, head.startMs),
    events: eventsOf(changes, head.startMs),
  };
}

/** The summary and the charts of a run that has grown. */
export function withGrowth(
  run: { readonly summary: Summary; readonly charts: readonly Charted[] },
  growth: Growth,
): { readonly summary: Summary; readonly charts: readonly Charted[] } {
  const { charts, lastsMs, passed, revision, ...added } = growth;
  const { summary } = run;
  const changed = new Map(charts.map((each) => [nameOf(each), each]));
  const kept = run.charts.map((each) => {
    const now = changed.get(nameOf(each));
    changed.delete(nameOf(each));
    return now ?? each;
  });
  return {
    summary: {
      ...summary,
      ...{ lastsMs, passed, revision },
      steps: joined(summary.steps, added.steps),
      checks: joined(summary.checks, added.checks),
      faults: joined(summary.faults, added.faults),
      writes: joined(summary.writes, added.writes),
      events: joined(summary.events, added.events),
    },
    charts: charts.length === 0 ? run.charts : [...kept, ...changed.values()],
  };
}

function nameOf({ kind, key }: Charted): string {
  return `${kind} ${key}`;
}

/** The same list where nothing was added: what is drawn of it stays. */
function joined<T>(list: readonly T[], added: readonly T[]): readonly T[] {
  return added.length === 0 ? list : list.concat(added);
}
