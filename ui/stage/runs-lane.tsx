import { memo } from 'react';
import type { Calendar, ScheduledRun } from '#view';
import { timeText } from '../page/moment.ts';
import { xOf, type Span } from './scale.ts';

/** The height of a lane of runs. */
export const RUNS_PX = 30;
const DUE_PX = 9;

interface RunsLaneProps {
  readonly calendar: Calendar;
  readonly span: Span;
  readonly width: number;
  readonly top: number;
}

/** The runs of a CronJob: a triangle where one was due, hollow where none came of it, and a bar as long as its Job ran. */
export const RunsLane = memo(function RunsLane({
  calendar,
  span,
  width,
  top,
}: RunsLaneProps): React.ReactNode {
  return calendar.runs
    .filter(({ atMs }) => atMs <= span.toMs)
    .map((run) => {
      const x = xOf(span, width, run.atMs);
      const from = run.startedMs === undefined ? undefined : xOf(span, width, run.startedMs);
      const to = xOf(span, width, run.endedMs ?? span.toMs);
      return (
        <g key={run.atMs}>
          <title>{runText(run)}</title>
          <path
            d={`M${x - 4} ${top + 1}h8l-4 ${DUE_PX - 2}z`}
            className={`due-mark ${run.outcome}`}
          />
          {from !== undefined && (
            <rect
              className={`run ${run.outcome}`}
              x={from}
              width={Math.max(2, to - from)}
              y={top + DUE_PX + 1}
              height={RUNS_PX - DUE_PX - 7}
              rx={3}
            />
          )}
        </g>
      );
    });
});

function runText({ atMs, outcome, startedMs, because }: ScheduledRun): string {
  const late =
    startedMs !== undefined && startedMs > atMs + 1000 ? `, started ${timeText(startedMs)}` : '';
  return `due ${timeText(atMs)}: ${outcome}${late}${because === undefined ? '' : `, ${because}`}`;
}
