/** What a page shows more of a run that is still under way. */
import type { RunLog } from '#record';
import type { Change } from '#store';
import { withMore, type Charted, type Charts, type MoreCharted } from './series.ts';
import { eventsOf, writesOf, type EventLine, type Summary, type Write } from './summary.ts';
import { UpdateWords } from './update-words.ts';

type Lists = 'steps' | 'checks' | 'faults' | 'writes' | 'events';

/** The lists have what was added, the rest is as it is now. */
export interface Growth extends Pick<Summary, Lists | 'lastsMs' | 'passed' | 'revision'> {
  /** The objects whose series have changed, with what they have more. */
  readonly charts: readonly MoreCharted[];
}

/** Gathers what a log shows more, from its first change on that the page does not show yet. */
export class Growing {
  readonly #log: RunLog;
  readonly #charts: Charts;
  readonly #before: { readonly steps: number; readonly checks: number; readonly faults: number };
  readonly #words = new UpdateWords();
  readonly #writes: Write[] = [];
  readonly #events: EventLine[] = [];

  /** @param log before it grows */
  constructor(log: RunLog, charts: Charts) {
    const { steps, checks, faults = [] } = log;
    this.#log = log;
    this.#charts = charts;
    this.#before = { steps: steps.length, checks: checks.length, faults: faults.length };
  }

  /** Takes over changes as they come: what has just been read is described faster than what was read long ago. */
  add(changes: readonly Change[]): void {
    const { startMs } = this.#log.head;
    for (const write of writesOf(changes, startMs, this.#words)) this.#writes.push(write);
    for (const event of eventsOf(changes, startMs)) this.#events.push(event);
    this.#charts.add(changes);
  }

  /** @param isLast the log grows no more */
  growth(isLast: boolean): Growth {
    const { head, past, steps, checks, faults = [] } = this.#log;
    return {
      lastsMs: head.endMs - head.startMs,
      passed: checks.every(({ passed }) => passed),
      revision: past.revision,
      steps: steps.slice(this.#before.steps),
      checks: checks.slice(this.#before.checks),
      faults: faults.slice(this.#before.faults),
      writes: this.#writes,
      events: this.#events,
      charts: isLast ? this.#charts.last(head.endMs) : this.#charts.more(head.endMs),
    };
  }
}

/** Returns the summary and the charts of a run that has grown. */
export function withGrowth(
  run: { readonly summary: Summary; readonly charts: readonly Charted[] },
  growth: Growth,
): { readonly summary: Summary; readonly charts: readonly Charted[] } {
  const { charts, lastsMs, passed, revision, ...added } = growth;
  const { summary } = run;
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
    charts: withMore(run.charts, charts),
  };
}

/** Returns the same list where nothing was added: what is drawn of it stays. */
function joined<T>(list: readonly T[], added: readonly T[]): readonly T[] {
  return added.length === 0 ? list : list.concat(added);
}
