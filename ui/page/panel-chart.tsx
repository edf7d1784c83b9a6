/** The lines of an object's numbers of one unit, with the moment over them and the values at the moment below. */
import { useMemo, useState } from 'react';
import type { Charted } from '#view';
import { askWhy, scrub } from './actions.ts';
import {
  askable,
  highestIn,
  nameOf,
  shortAmount,
  valueAt,
  windowOf,
  type Panel,
} from './chart-data.ts';
import {
  BOTTOM,
  COLOURS,
  DASHES,
  HEIGHT,
  highestOf,
  LEFT,
  Line,
  RIGHT,
  TOP,
  WIDTH,
  xOf,
  yOf,
} from './chart-line.tsx';
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
  const shown = useMemo(() => panel.series.filter(({ path }) => !off.has(path)), [panel, off]);
  const most = useMemo(() => highestOf(shown), [shown]);
  const toggle = (path: string): void => {
    const next = new Set(off);
    if (!next.delete(path)) next.add(path);
    setOff(next);
  };
  const go = ({ clientX, currentTarget }: React.MouseEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    scrub((((clientX - left) / width) * WIDTH - LEFT) * (lastsMs / (WIDTH - LEFT - RIGHT)));
  };
  return (
    <>
      <div className="plot">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${chart.kind} ${chart.key} over time, ${panel.unit}; the values at the moment are below`}
          onClick={go}
        >
          <Background most={most} />
          {shown.map((each) => (
            <Line
              key={each.path}
              series={each}
              index={panel.series.indexOf(each)}
              most={most}
              lastsMs={lastsMs}
            />
          ))}
        </svg>
        <Moment chart={chart} />
        <span className="tick" style={{ top: TOP }} aria-hidden="true">
          {panel.unit === 'count' ? most : shortAmount(most)}
        </span>
        <span className="tick" style={{ top: HEIGHT - BOTTOM }} aria-hidden="true">
          0
        </span>
      </div>
      <div className="scale" aria-hidden="true">
        <span>{timeText(0)}</span>
        <span>{panel.unit}</span>
        <span>{timeText(lastsMs)}</span>
      </div>
      {panel.unit === 'count' && <WindowText chart={chart} panel={panel} />}
      <Legend chart={chart} panel={panel} off={off} toggle={toggle} />
    </>
  );
}

/** Outages, steps, and the lines at the least and the most. */
function Background({ most }: { readonly most: number }): React.ReactNode {
  const { lastsMs, steps } = usePage((state) => state.run!.summary);
  const outages = useOutages();
  const x = (ms: number): number => xOf(ms, lastsMs);
  const y = (value: number): number => yOf(value, most);
  return (
    <>
      {outages.map(({ fromMs, untilMs, text }) => (
        <rect
          key={`${fromMs} ${text}`}
          className="outage"
          x={x(fromMs)}
          width={x(untilMs) - x(fromMs)}
          y={TOP}
          height={HEIGHT - TOP - BOTTOM}
        >
          <title>{text}</title>
        </rect>
      ))}
      <line className="base" x1={LEFT} x2={WIDTH - RIGHT} y1={y(0)} y2={y(0)} />
      <line className="base" x1={LEFT} x2={WIDTH - RIGHT} y1={y(most)} y2={y(most)} />
      {steps
        .filter(({ isCheck }) => !isCheck)
        .map((step, i) => (
          <line
            key={i}
            className="step"
            x1={x(step.atMs)}
            x2={x(step.atMs)}
            y1={TOP}
            y2={HEIGHT - BOTTOM}
          >
            <title>{`${timeText(step.atMs)} ${step.note ?? step.summary}`}</title>
          </line>
        ))}
    </>
  );
}

/** The moment over the lines, and the window that an autoscaler looks back. */
function Moment({ chart }: Pick<PanelProps, 'chart'>): React.ReactNode {
  const { lastsMs } = usePage((state) => state.run!.summary);
  const atMs = usePage((state) => state.atMs);
  const revision = usePage((state) => state.revision);
  const windowMs = windowOf(chart.series, atMs, revision);
  const part = (ms: number): number => xOf(ms, lastsMs) / WIDTH;
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
                <path
                  className={`line c${i % COLOURS}`}
                  d="M1 5H25"
                  strokeDasharray={DASHES[i % DASHES.length]}
                />
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
