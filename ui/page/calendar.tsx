import { useMemo } from 'react';
import type { Calendar, ObjectName, Outcome, ScheduledRun } from '#view';
import { scrub, select, show, theEngine } from './actions.ts';
import {
  clockText,
  dayText,
  gridOf,
  spanText,
  type CalendarGrid,
  type CalendarRow,
} from './calendar-rows.ts';
import { usePage } from './store.ts';
import { useAnswer } from './use-answer.ts';

/** Each outcome has a sign as well as a colour. */
const signs: Readonly<Record<Outcome, readonly [sign: string, word: string]>> = {
  complete: ['●', 'complete'],
  failed: ['✗', 'failed'],
  running: ['▶', 'running'],
  stopped: ['↷', 'stopped before its end'],
  missed: ['⊘', 'not started'],
  due: ['◌', 'due now'],
  next: ['◌', 'to come'],
};

/** More rows than these, around the moment, are not drawn. */
const MOST_ROWS = 26;
/** How many runs are listed before the moment, and behind it. */
const NEAR = 4;
/** A start is late from here on: v1.24 itself takes a moment. */
const LATE_MS = 2_000;

/** The runs of a CronJob on a calendar, and in words when it runs next. */
export function CalendarCard({ name }: { readonly name: ObjectName }): React.ReactNode {
  const [calendar, grid] = useCalendar(name);
  if (calendar === undefined || grid === undefined) return null;
  const { schedule, timeZone, concurrencyPolicy, deadlineSeconds } = calendar;
  return (
    <article className="chart calendar" aria-label={`Calendar of CronJob ${name.key}`}>
      <h3>
        <button type="button" className="link" onClick={() => select(name)}>
          CronJob {name.key}
        </button>{' '}
        <code>{schedule}</code>{' '}
        <span className="dim">
          {timeZone}, {concurrencyPolicy}
          {deadlineSeconds !== undefined && `, no later than ${deadlineSeconds} s`}
        </span>
      </h3>
      <NextRun calendar={calendar} grid={grid} />
      <Grid grid={grid} />
      <Signs calendar={calendar} />
      <NearRuns calendar={calendar} grid={grid} />
    </article>
  );
}

/** The same in words, beside the CronJob itself. */
export function NextRunPart({ name }: { readonly name: ObjectName }): React.ReactNode {
  const [calendar, grid] = useCalendar(name);
  if (calendar === undefined || grid === undefined) return null;
  return (
    <details open>
      <summary>Runs</summary>
      <NextRun calendar={calendar} grid={grid} />
      <button type="button" onClick={() => show('charts')}>
        Calendar of its runs
      </button>
    </details>
  );
}

function useCalendar(name: ObjectName): readonly [Calendar?, CalendarGrid?] {
  const { revision, startMs } = usePage((state) => state.run!.summary);
  const calendar = useAnswer(
    (run) => theEngine().ask('calendar', [run, name]),
    `calendar ${name.key}`,
    revision,
  );
  const grid = useMemo(() => calendar && gridOf(calendar, startMs), [calendar, startMs]);
  return [calendar, grid];
}

interface Props {
  readonly calendar: Calendar;
  readonly grid: CalendarGrid;
}

/** When it runs next, and why not now. */
function NextRun({ calendar, grid }: Props): React.ReactNode {
  const { runs, suspended, isGone } = calendar;
  const atMs = usePage((state) => state.atMs);
  const next = runs.find((run) => run.atMs > atMs);
  const last = runs.findLast((run) => run.atMs <= atMs);
  const when = (run: ScheduledRun): string => {
    const local = grid.localOf(run.atMs);
    return `${dayText(local)} ${clockText(local)}`;
  };
  return (
    <p className="next-run">
      {next === undefined ? (
        <b>
          {isGone ? 'It is deleted' : suspended ? 'It is suspended' : 'No time is left'}: nothing is
          due.
        </b>
      ) : (
        <>
          <b>
            Due next: {when(next)}, in {spanText(next.atMs - atMs)}
          </b>
          {next.because !== undefined && `, but not started then: ${next.because}`}.
        </>
      )}{' '}
      {last === undefined
        ? 'It has not been due yet.'
        : `Last due: ${when(last)}, ${runText(last, atMs)}.`}
    </p>
  );
}

/** What had come of a run at a moment. */
function runText(run: ScheduledRun, atMs: number): string {
  const { outcome, startedMs, endedMs, because, job } = run;
  if (outcome === 'next' || outcome === 'due') return signs[outcome][1];
  if (startedMs === undefined) return `not started: ${because ?? 'too long ago to say why'}`;
  const lateMs = startedMs - run.atMs;
  const start = lateMs < LATE_MS ? `started ${job}` : `started ${job} ${spanText(lateMs)} late`;
  if (startedMs > atMs) return lateMs < LATE_MS ? 'about to start' : 'waiting to start';
  if (endedMs === undefined || endedMs > atMs) return `${start}, which runs`;
  return `${start}, ${signs[outcome][1]} after ${spanText(endedMs - startedMs)}`;
}

function Grid({ grid }: { readonly grid: CalendarGrid }): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  const { rows, unit } = grid;
  const now = grid.rowAt(atMs);
  const first = Math.max(0, Math.min(now - MOST_ROWS / 2, rows.length - MOST_ROWS));
  const shown = rows.slice(first, first + MOST_ROWS);
  const behind = rows.length - first - shown.length;
  const steps =
    unit === 'day' ? ['00:00', '06:00', '12:00', '18:00'] : [':00', ':15', ':30', ':45'];
  return (
    <div className="grid" aria-hidden="true">
      {first > 0 && <p className="dim">{first} rows before</p>}
      <div className="grid-row">
        <span />
        <div className="track head">
          {steps.map((text, i) => (
            <span key={text} style={{ left: `${i * 25}%` }}>
              {text}
            </span>
          ))}
        </div>
      </div>
      {shown.map((row, i) => (
        <Row
          key={`${row.fromMs} ${row.name}`}
          row={row}
          now={first + i === now ? grid.placeOf(atMs) : undefined}
        />
      ))}
      {behind > 0 && <p className="dim">{behind} rows behind</p>}
    </div>
  );
}

interface RowProps {
  readonly row: CalendarRow;
  /** Where the moment is in it. */
  readonly now: number | undefined;
}

function Row({ row, now }: RowProps): React.ReactNode {
  const { name, marks, clocks } = row;
  const choose = ({ clientX, currentTarget }: React.MouseEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = (clientX - left) / width;
    const [nearest] = [...marks].sort((a, b) => Math.abs(a.at - place) - Math.abs(b.at - place));
    if (nearest !== undefined) scrub(nearest.run.atMs);
  };
  return (
    <div className="grid-row">
      <span>{name}</span>
      <div className="track" onClick={choose}>
        {clocks.map(({ from, until, text }) => (
          <span key={text} title={text}>
            <i className="clock" style={spanStyle(from, until)} />
            <i className="clock-text" style={{ left: `${100 * until}%` }}>
              {text}
            </i>
          </span>
        ))}
        {marks.map(({ run, at, started, ended, isRepeated }) => (
          <span key={run.atMs} className={isRepeated ? 'mark repeated' : 'mark'}>
            {started !== undefined && run.startedMs! - run.atMs >= LATE_MS && (
              <i className="late" style={spanStyle(at, started)} />
            )}
            {started !== undefined && (
              <i className="ran" style={spanStyle(started, ended ?? started)} />
            )}
            <b
              className={run.outcome}
              style={{ left: `${100 * at}%` }}
              title={run.because ?? signs[run.outcome][1]}
            >
              {signs[run.outcome][0]}
            </b>
          </span>
        ))}
        {now !== undefined && <i className="now-line" style={{ left: `${100 * now}%` }} />}
      </div>
    </div>
  );
}

function spanStyle(from: number, until: number): React.CSSProperties {
  return { left: `${100 * from}%`, width: `${100 * Math.max(0, until - from)}%` };
}

/** What the signs mean, those that the calendar has. */
function Signs({ calendar: { runs } }: { readonly calendar: Calendar }): React.ReactNode {
  const isLate = runs.some(({ atMs, startedMs }) => (startedMs ?? atMs) - atMs >= LATE_MS);
  return (
    <ul className="legend">
      {Object.entries(signs)
        .filter(([outcome]) => runs.some((run) => run.outcome === outcome))
        .map(([outcome, [sign, word]]) => (
          <li key={outcome}>
            <b className={outcome}>{sign}</b> {word}
          </li>
        ))}
      {isLate && (
        <li>
          <i className="late" /> late
        </li>
      )}
    </ul>
  );
}

/** The runs around the moment, in words. */
function NearRuns({ calendar, grid }: Props): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  const { runs } = calendar;
  const behind = runs.findIndex((run) => run.atMs > atMs);
  const next = behind < 0 ? runs.length : behind;
  const first = Math.max(0, next - NEAR);
  const namespace = calendar.key.split('/')[0]!;
  return (
    <ol className="runs">
      {runs.slice(first, next + NEAR).map((run) => {
        const local = grid.localOf(run.atMs);
        return (
          <li key={`${run.atMs} ${run.because}`} className={run.atMs > atMs ? 'later' : ''}>
            <button type="button" className="link" onClick={() => scrub(run.atMs)}>
              {dayText(local)} {clockText(local)}
            </button>{' '}
            {runText(run, run.atMs > atMs ? Infinity : atMs)}{' '}
            {run.job !== undefined && (
              <button
                type="button"
                className="link"
                aria-label={`Job ${run.job}`}
                onClick={() => select({ kind: 'Job', key: `${namespace}/${run.job}` })}
              >
                Job
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
