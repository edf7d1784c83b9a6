/** The lines of an object's numbers of one unit, with the moment over them and the values at the moment below. */
import { useMemo, useState } from 'react';
import type { Charted } from '#view';
import { askWhy, scrub } from './actions.ts';
import {
  askable,
  highestIn,
  highestOf,
  nameOf,
  shortAmount,
  valueAt,
  windowOf,
  type Panel,
} from './chart-data.ts';
import { box, Line, lookOf } from './chart-line.tsx';
import { leftOf, msAt, topOf, xOf, yOf, type Plot } from './chart/plot.ts';
import { strandsOf } from './chart/strands.ts';
import { timeTicks, valueTicks, type Tick } from './chart/ticks.ts';
import { timeText } from './moment.ts';
import { MomentLine } from './moment-line.tsx';
import { usePage } from './store.ts';
import { useOutages } from './use-outages.ts';

interface PanelProps {
  readonly chart: Charted;
  readonly panel: Panel;
}

/** The lines, which stay as they are while the moment moves, and what moves with it over and below them. */
export function PanelChart({ chart, panel }: PanelProps): React.ReactNode {
  const { lastsMs } = usePage((state) => state.run!.summary);
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const { plot, ticks, strands } = useMemo(
    () => drawingOf(panel, off, lastsMs),
    [panel, off, lastsMs],
  );
  const toggle = (path: string): void => {
    const next = new Set(off);
    if (!next.delete(path)) next.add(path);
    setOff(next);
  };
  const go = ({ clientX, currentTarget }: React.MouseEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    scrub(msAt(plot, (clientX - left) / width));
  };
  const times = useMemo(() => timeTicks(lastsMs), [lastsMs]);
  return (
    <>
      <p className="unit dim">{panel.unit}</p>
      <div className="plot">
        <svg
          viewBox={`0 0 ${plot.width} ${plot.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${chart.kind} ${chart.key} over time, ${panel.unit}; the values at the moment are below`}
          onClick={go}
        >
          <Background plot={plot} values={ticks} times={times} />
          {strands.map((strand) => (
            <Line
              key={strand.series.path}
              strand={strand}
              index={panel.series.indexOf(strand.series)}
            />
          ))}
        </svg>
        <Moment chart={chart} plot={plot} />
        <div aria-hidden="true">
          {ticks.map(({ at, text }) => (
            <span key={at} className="tick value" style={{ top: topOf(plot, at) }}>
              {text}
            </span>
          ))}
          {times.map(({ at, text }) => (
            <span key={at} className="tick time" style={{ left: leftOf(plot, at) }}>
              {text}
            </span>
          ))}
        </div>
      </div>
      {panel.unit === 'count' && <WindowText chart={chart} panel={panel} />}
      <Legend chart={chart} panel={panel} off={off} toggle={toggle} />
    </>
  );
}

/** What is drawn of the series that are not switched off. */
function drawingOf(panel: Panel, off: ReadonlySet<string>, lastsMs: number) {
  const shown = panel.series.filter(({ path }) => !off.has(path));
  const ticks = valueTicks(highestOf(shown), panel.unit);
  const plot: Plot = { ...box, lastsMs, most: ticks.at(-1)!.at };
  return { plot, ticks, strands: strandsOf(shown, plot) };
}

interface BackgroundProps {
  readonly plot: Plot;
  readonly values: readonly Tick[];
  readonly times: readonly Tick[];
}

/** Lines at the ticks, outages, and steps. */
function Background({ plot, values, times }: BackgroundProps): React.ReactNode {
  const { lastsMs, steps } = usePage((state) => state.run!.summary);
  const outages = useOutages();
  const x = (ms: number): number => xOf(plot, ms);
  const [top, bottom] = [yOf(plot, plot.most), yOf(plot, 0)];
  return (
    <>
      {values.map(({ at }) => (
        <line
          key={`value ${at}`}
          className={at === 0 ? 'base axis' : 'base'}
          x1={x(0)}
          x2={x(lastsMs)}
          y1={yOf(plot, at)}
          y2={yOf(plot, at)}
        />
      ))}
      {times.map(({ at }) => (
        <line key={`time ${at}`} className="base" x1={x(at)} x2={x(at)} y1={top} y2={bottom} />
      ))}
      {outages.map(({ fromMs, untilMs, text }) => (
        <rect
          key={`${fromMs} ${text}`}
          className="outage"
          x={x(fromMs)}
          width={x(untilMs) - x(fromMs)}
          y={top}
          height={bottom - top}
        >
          <title>{text}</title>
        </rect>
      ))}
      {steps
        .filter(({ isCheck }) => !isCheck)
        .map((step, i) => (
          <line key={i} className="step" x1={x(step.atMs)} x2={x(step.atMs)} y1={top} y2={bottom}>
            <title>{`${timeText(step.atMs)} ${step.note ?? step.summary}`}</title>
          </line>
        ))}
    </>
  );
}

interface MomentProps {
  readonly chart: Charted;
  readonly plot: Plot;
}

/** The moment over the lines, and the window that an autoscaler looks back. */
function Moment({ chart, plot }: MomentProps): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  const revision = usePage((state) => state.revision);
  const windowMs = windowOf(chart.series, atMs, revision);
  const part = (ms: number): number => xOf(plot, ms) / plot.width;
  const from = windowMs === undefined ? 0 : part(Math.max(0, atMs - windowMs));
  return (
    <div className="over">
      {windowMs !== undefined && (
        <div
          className="window"
          style={{ left: `${100 * from}%`, width: `${100 * (part(atMs) - from)}%` }}
        />
      )}
      <MomentLine part={part(atMs)} />
    </div>
  );
}

function WindowText({ chart, panel }: PanelProps): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  const revision = usePage((state) => state.revision);
  const windowMs = windowOf(chart.series, atMs, revision);
  if (windowMs === undefined) return null;
  const recommended = panel.series.find(({ path }) => path === 'recommended');
  const highest = recommended && highestIn(recommended, atMs, revision, windowMs);
  return (
    <p className="dim">
      Shaded: the window of {windowMs / 1000} s. It scales down no further than the highest
      recommendation in it{highest !== undefined && <>, which is {highest} now</>}.
    </p>
  );
}

interface LegendProps {
  readonly chart: Charted;
  readonly panel: Panel;
  readonly off: ReadonlySet<string>;
  readonly toggle: (path: string) => void;
}

/** The series with their values at the moment; each can be switched off, and asked about. */
function Legend({ chart: { kind, key }, panel, off, toggle }: LegendProps): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  const revision = usePage((state) => state.revision);
  return (
    <ul className="legend">
      {panel.series.map((series, i) => {
        const { path } = series;
        const value = valueAt(series, atMs, revision);
        const name = nameOf(path);
        const field = askable(path);
        return (
          <li key={path}>
            <button
              type="button"
              className="key"
              aria-pressed={!off.has(path)}
              onClick={() => toggle(path)}
            >
              <svg width="26" height="10" viewBox="0 0 26 10" aria-hidden="true">
                <path {...lookOf(series, i)} d="M1 5H25" />
              </svg>
              {name}
            </button>{' '}
            <b>{value === undefined ? '–' : panel.unit === 'count' ? value : shortAmount(value)}</b>{' '}
            {value !== undefined && field !== undefined && (
              <button
                type="button"
                className="why"
                aria-label={`Why ${name}`}
                onClick={() => askWhy({ kind, key }, field)}
              >
                why?
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
