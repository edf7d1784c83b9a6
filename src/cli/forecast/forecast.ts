/** `orrery forecast cronjob`: when CronJobs will run. */
import { durationOf, machineTime } from '#clock';
import { parseTime } from '#values';
import type { Style } from '#record';
import { exitCodes } from '../exit-codes.ts';
import { styleFor } from '../style.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { askedRelease } from '../release.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { timedIn } from './cron-jobs.ts';
import { collisionsOf, forecastOf, type Collision, type Forecast } from './plan.ts';
import { printData, printText } from '../output.ts';

export interface ForecastOptions extends ReleaseOptions {
  readonly timeZone?: string;
  readonly from?: string;
  readonly for: string;
  readonly count: number;
  readonly output: 'text' | 'json';
}

/** More collisions than this are counted. */
const MOST_COLLISIONS = 10;

/** Prints the forecast; resolves with the exit code. @throws {UsageError} */
export async function forecast(what: readonly string[], options: ForecastOptions): Promise<number> {
  const fromMs = options.from === undefined ? machineTime() : timeOf(options.from);
  const spanMs = durationOf(options.for);
  if (spanMs === undefined || spanMs <= 0) {
    throw new UsageError(`--for: expected a duration such as 24h or 7d, found "${options.for}"`);
  }
  const timed = timedIn(what, options.timeZone, askedRelease(options));
  const all = timed.map((each) => forecastOf(each, fromMs, fromMs + spanMs, options.count));
  const never = all.filter((each) => each.never === true).map(({ forecast }) => forecast);
  if (never.length > 0) {
    const names = never.map(({ name, schedule }) =>
      name === schedule ? `"${schedule}"` : `${name} "${schedule}"`,
    );
    throw new UsageError(`${names.join(', ')}: the schedule never fires: there is no such date`);
  }
  const forecasts = all.map((each) => each.forecast);
  const collisions = collisionsOf(all);
  if (options.output === 'json') {
    printData(`${JSON.stringify({ forecasts, collisions }, undefined, 2)}\n`);
  } else {
    const style = styleFor(process.stdout, process.env);
    const lines = [
      ...forecasts.flatMap((each) => forecastLines(each, options.for, style)),
      ...collisionLines(collisions, style),
    ];
    printText(`${lines.join('\n')}\n`);
  }
  return exitCodes.ok;
}

function timeOf(text: string): number {
  try {
    return parseTime(text);
  } catch {
    throw new UsageError(`--from: expected a time such as 2026-01-01T00:00:00Z, found "${text}"`);
  }
}

function forecastLines(forecast: Forecast, span: string, style: Style): string[] {
  const { name, schedule, timeZone, runs, total, notes } = forecast;
  const title = name === schedule ? style.bold(name) : `${style.bold(name)}  ${schedule}`;
  const rows = runs.map(({ at, local }) => ['', local, at]);
  const [, ...lines] = table(['', timeZone, 'UTC'], rows);
  const more = total - runs.length;
  return [
    `${title}  ${style.dim(`${timeZone}, ${total} runs in ${span}`)}`,
    ...lines,
    ...(more > 0 ? [style.dim(`  and ${more} more`)] : []),
    ...notes.map((note) => `  ${style.warn('!')} ${note}`),
    '',
  ];
}

function collisionLines(collisions: readonly Collision[], style: Style): string[] {
  if (collisions.length === 0) return [];
  const shown = collisions.slice(0, MOST_COLLISIONS);
  const more = collisions.length - shown.length;
  return [
    style.bold('Starting at once:'),
    ...shown.map(({ at, names }) => `  ${at}  ${names.join(', ')}`),
    ...(more > 0 ? [style.dim(`  and ${more} more instants`)] : []),
  ];
}
