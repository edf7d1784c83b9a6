/** The runs of a schedule in a span of time. Pure. */
import {
  checkTimeZone,
  clockChanges,
  formatTime,
  offsetAt,
  parseSchedule,
  type ClockChange,
} from '#values';
import { ZONE_GATE, type Timed } from './cron-jobs.ts';

export interface Run {
  /** RFC 3339, UTC. */
  readonly at: string;
  /** Local time in its zone: `2026-03-29 03:30:00 +02:00`. */
  readonly local: string;
}

export interface Forecast {
  readonly name: string;
  readonly schedule: string;
  readonly timeZone: string;
  /** The first runs; none when the schedule is invalid, or the CronJob is suspended. */
  readonly runs: readonly Run[];
  /** How many there are in the whole span. */
  readonly total: number;
  /** Notes: clock changes, overlaps, why nothing runs. */
  readonly notes: readonly string[];
}

/** Several CronJobs start at the same time. */
export interface Collision {
  readonly at: string;
  readonly names: readonly string[];
}

/** How many runs of each schedule are checked; more say nothing new. */
const MOST_RUNS = 100_000;

/** The times at which it runs, ms since 1970. */
export interface Times {
  readonly forecast: Forecast;
  readonly times: readonly number[];
  /** Whether the schedule has no time at all, such as on the 30th of February. */
  readonly never?: true;
}

export function forecastOf(timed: Timed, fromMs: number, toMs: number, count: number): Times {
  const { name, schedule } = timed;
  const ownZone = /^(?:CRON_)?TZ=(\S+)\s/.exec(schedule)?.[1];
  const timeZone = ownZone ?? timed.timeZone ?? 'UTC';
  const about = { name, schedule, timeZone };
  const noTimes = (note: string): Times => ({
    forecast: { ...about, runs: [], total: 0, notes: [note] },
    times: [],
  });
  const zoneProblem = checkTimeZone(timeZone);
  if (zoneProblem !== undefined) return noTimes(`its time zone cannot be read: ${zoneProblem}`);
  if (timed.suspend) return noTimes('it is suspended: nothing runs');
  let times: readonly number[];
  try {
    const text =
      ownZone === undefined && timeZone !== 'UTC' ? `TZ=${timeZone} ${schedule}` : schedule;
    times = timesOf(text, fromMs, toMs);
    if (times.length === 0 && parseSchedule(text).next(fromMs) === undefined) {
      return { ...noTimes('its schedule never fires: no such date exists'), never: true };
    }
  } catch (error) {
    return noTimes(`its schedule cannot be read: ${(error as Error).message}`);
  }
  const runs = times
    .slice(0, count)
    .map((at): Run => ({ at: formatTime(at), local: localText(timeZone, at) }));
  const notes = [
    ...zoneNotes(timed),
    ...changeNotes(schedule, timeZone, times, fromMs, toMs),
    ...overlapNotes(timed, times),
  ];
  if (times.length === 0) notes.push('it does not run in this span');
  return { forecast: { ...about, runs, total: times.length, notes }, times };
}

function timesOf(text: string, fromMs: number, toMs: number): readonly number[] {
  const schedule = parseSchedule(text);
  const times: number[] = [];
  for (let at = schedule.next(fromMs); at !== undefined && at <= toMs; at = schedule.next(at)) {
    times.push(at);
    if (times.length >= MOST_RUNS) break;
  }
  return times;
}

function zoneNotes({ droppedZone }: Timed): string[] {
  if (droppedZone === undefined) return [];
  const { zone, minor } = droppedZone;
  const why = `v1.${minor} drops it unless the feature gate ${ZONE_GATE} is on`;
  const ways = `in a scenario featureGates: { ${ZONE_GATE}: true }, here --time-zone ${zone}`;
  return [`its timeZone ${zone} has no effect: ${why} (${ways})`];
}

/** Returns what happens to local times that a clock change skips or repeats. */
function changeNotes(
  schedule: string,
  zone: string,
  times: readonly number[],
  fromMs: number,
  toMs: number,
): string[] {
  return clockChanges(zone, fromMs, toMs).map((change) => {
    const { atMs, beforeMs, afterMs } = change;
    // The day of the local times that are left out or come twice, which begin here.
    const day = formatTime(atMs + Math.min(beforeMs, afterMs)).slice(0, 10);
    const span = spanText(Math.abs(afterMs - beforeMs));
    const moved = `${day} clocks go ${afterMs > beforeMs ? 'forward' : 'back'} ${span}`;
    return afterMs > beforeMs
      ? `${moved}: ${gapText(schedule, change)}`
      : `${moved}: ${repeatText(times, change)}`;
  });
}

function gapText(schedule: string, { atMs, beforeMs, afterMs }: ClockChange): string {
  const fields = schedule.replace(/^(?:CRON_)?TZ=\S+\s+/, '');
  if (fields.startsWith('@every')) return 'it goes by elapsed time and does not notice';
  // Local time skips these: they are computed as if the zone had no changes.
  const lost = timesOf(fields, atMs + beforeMs - 1000, atMs + afterMs - 1000);
  if (lost.length === 0) {
    return `no run falls into the ${spanName(afterMs - beforeMs)} that is left out`;
  }
  return `${lost.length === 1 ? 'one time is' : `${lost.length} times are`} left out and not made up for`;
}

function repeatText(times: readonly number[], { atMs, beforeMs, afterMs }: ClockChange): string {
  const span = beforeMs - afterMs;
  const first = times.filter((at) => at >= atMs - span && at < atMs).length;
  const second = times.filter((at) => at >= atMs && at < atMs + span).length;
  if (first + second === 0) return `no run falls into the ${spanName(span)} that comes twice`;
  if (first > 0 && second > 0)
    return `it runs in both ${spanName(span)}s of that name (${first} and ${second} times)`;
  return `it runs only in the ${first > 0 ? 'first' : 'second'} ${spanName(span)} of that name`;
}

function overlapNotes(
  { runSeconds, concurrencyPolicy }: Timed,
  times: readonly number[],
): string[] {
  if (runSeconds === undefined) return [];
  const overlaps = times.filter((at, i) => i > 0 && at - times[i - 1]! < runSeconds * 1000).length;
  if (overlaps === 0) return [];
  const outcome = {
    Forbid: 'these are skipped (Forbid)',
    Replace: 'these replace the run before (Replace)',
  }[concurrencyPolicy];
  return [
    `${overlaps} runs come before the one before has ended (${runSeconds} s): ${outcome ?? 'they run side by side (Allow)'}`,
  ];
}

/** Instants at which several start, the largest number first. */
export function collisionsOf(all: readonly Times[]): readonly Collision[] {
  const byTime = new Map<number, string[]>();
  for (const { forecast, times } of all) {
    for (const at of times) {
      const names = byTime.get(at);
      if (names === undefined) byTime.set(at, [forecast.name]);
      else names.push(forecast.name);
    }
  }
  return [...byTime]
    .filter(([, names]) => names.length > 1)
    .sort(([a, left], [b, right]) => right.length - left.length || a - b)
    .map(([at, names]) => ({ at: formatTime(at), names }));
}

/** Local time: `2026-03-29 03:30:00 +02:00`. */
function localText(zone: string, atMs: number): string {
  const offset = offsetAt(zone, atMs);
  const text = formatTime(atMs + offset)
    .replace('T', ' ')
    .replace('Z', '');
  const minutes = Math.abs(offset) / 60_000;
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${text} ${offset < 0 ? '-' : '+'}${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}

function spanText(ms: number): string {
  return ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 60_000} min`;
}

/**
 * Returns the local time that a change leaves out or repeats: the shortest changes are of half an
 * hour.
 */
function spanName(ms: number): string {
  if (ms === 3_600_000) return 'hour';
  return ms === 1_800_000 ? 'half hour' : 'time';
}
