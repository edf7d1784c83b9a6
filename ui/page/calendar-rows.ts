/** The rows of a calendar: local days, or local hours where a schedule has several times in one. Pure. */
import type { Calendar, ScheduledRun } from '#view';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface CalendarMark {
  readonly run: ScheduledRun;
  /** Where it is due in its row, from 0 to 1; and where its Job was created and ended, as far as that is in the row. */
  readonly at: number;
  readonly started?: number;
  readonly ended?: number;
  /** It is in the second hour of that name. */
  readonly isRepeated: boolean;
}

/** A span of local time that does not exist, or comes twice. */
export interface ClockMark {
  readonly from: number;
  readonly until: number;
  readonly text: string;
}

export interface CalendarRow {
  /** `Sat 28 Mar`, `Sat 28 Mar 01:00` */
  readonly name: string;
  /** Virtual ms since the start. */
  readonly fromMs: number;
  readonly marks: readonly CalendarMark[];
  readonly clocks: readonly ClockMark[];
}

export interface CalendarGrid {
  readonly unit: 'day' | 'hour';
  readonly rows: readonly CalendarRow[];
  /** Local time, in ms since 1970 as if it were UTC. */
  localOf(atMs: number): number;
  /** The row that a moment is in; -1 before the first. */
  rowAt(atMs: number): number;
  /** Where a moment is in its row, from 0 to 1. */
  placeOf(atMs: number): number;
}

export function gridOf(calendar: Calendar, startMs: number): CalendarGrid {
  const { runs, clockChanges, offsetMs } = calendar;
  const offsetAt = (atMs: number): number =>
    clockChanges.findLast((change) => change.atMs <= atMs)?.afterMs ?? offsetMs;
  const localOf = (atMs: number): number => startMs + atMs + offsetAt(atMs);
  const unit = usualGap(runs) < HOUR_MS ? 'hour' : 'day';
  const unitMs = unit === 'hour' ? HOUR_MS : DAY_MS;
  const placeOf = (atMs: number): number => (localOf(atMs) % unitMs) / unitMs;
  const rows = new Map<
    string,
    CalendarRow & { readonly marks: CalendarMark[]; readonly clocks: ClockMark[] }
  >();
  const rowOf = (atMs: number) => {
    const local = localOf(atMs);
    const begin = local - (local % unitMs);
    // An hour that comes twice has two rows.
    const key = unit === 'hour' ? `${begin} ${offsetAt(atMs)}` : `${begin}`;
    let row = rows.get(key);
    if (row === undefined) {
      const fromMs = atMs - (local - begin);
      const name = unit === 'hour' ? `${dayText(begin)} ${clockText(begin)}` : dayText(begin);
      rows.set(key, (row = { name, fromMs, marks: [], clocks: [] }));
    }
    return row;
  };
  for (const change of clockChanges) {
    const { atMs, beforeMs, afterMs } = change;
    const [low, high] = [startMs + atMs + beforeMs, startMs + atMs + afterMs].sort((a, b) => a - b);
    const span = `${clockText(low!)}–${clockText(high!)}`;
    const isForward = afterMs > beforeMs;
    const text = isForward ? `${span} is left out` : `${span} comes twice`;
    const from = unit === 'day' ? (low! % DAY_MS) / DAY_MS : 0;
    const until = unit === 'day' ? Math.min(1, from + (high! - low!) / DAY_MS) : 1;
    if (unit === 'day' || !isForward) rowOf(atMs).clocks.push({ from, until, text });
    else {
      const name = `${dayText(low!)} ${clockText(low!)}`;
      rows.set(`${atMs}`, { name, fromMs: atMs - 1, marks: [], clocks: [{ from, until, text }] });
    }
  }
  for (const run of runs) {
    const { atMs, startedMs, endedMs } = run;
    const row = rowOf(atMs);
    const within = (ms: number | undefined): number | undefined =>
      ms === undefined ? undefined : Math.min(1, placeOf(atMs) + (ms - atMs) / unitMs);
    const started = within(startedMs);
    const ended = within(endedMs);
    row.marks.push({
      ...{ run, at: placeOf(atMs) },
      ...(started !== undefined && { started }),
      ...(ended !== undefined && { ended }),
      isRepeated: clockChanges.some(
        (change) =>
          unit === 'day' &&
          atMs >= change.atMs &&
          atMs < change.atMs + change.beforeMs - change.afterMs,
      ),
    });
  }
  const sorted = [...rows.values()].sort((a, b) => a.fromMs - b.fromMs);
  const rowAt = (atMs: number): number => sorted.findLastIndex(({ fromMs }) => fromMs <= atMs);
  return { unit, rows: sorted, localOf, rowAt, placeOf };
}

/** The middle of the gaps between times. */
function usualGap(runs: readonly ScheduledRun[]): number {
  const gaps = runs.slice(1).map(({ atMs }, i) => atMs - runs[i]!.atMs);
  return gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? DAY_MS;
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
];

/** @param local ms since 1970, as if it were UTC */
export function dayText(local: number): string {
  const date = new Date(local);
  return `${days[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
}

/** `02:30`, with seconds where there are some. */
export function clockText(local: number): string {
  const text = new Date(local).toISOString().slice(11, 19);
  return text.endsWith(':00') ? text.slice(0, 5) : text;
}

/** `2 h 5 min`, `40 s` */
export function spanText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  const [days, hours, rest] = [
    Math.floor(minutes / 1440),
    Math.floor(minutes / 60) % 24,
    minutes % 60,
  ];
  const parts = [days && `${days} d`, hours && `${hours} h`, days === 0 && rest && `${rest} min`];
  return parts.filter(Boolean).join(' ');
}
