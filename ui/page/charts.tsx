import { useMemo, useState } from 'react';
import { FilterField } from './filter-field.tsx';
import type { Charted, ObjectName } from '#view';
import { askWhy, scrub, select } from './actions.ts';
import { CalendarCard } from './calendar.tsx';
import {
  askable,
  highestIn,
  nameOf,
  panelsOf,
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
  TOP,
  WIDTH,
  xOf,
  yOf,
} from './chart-line.tsx';
import { timeText } from './moment.ts';
import { usePage } from './store.ts';
import { useOutages } from './use-outages.ts';

/** Numbers of status over time, with what causes them. */
export function ChartsView(): React.ReactNode {
  const charts = usePage((state) => state.run!.charts);
  const selected = usePage((state) => state.selected);
  const [filter, setFilter] = useState('');
  const isShown = ({ kind, key }: ObjectName): boolean =>
    `${kind} ${key}`.toLowerCase().includes(filter.toLowerCase());
  const first = charts.filter(({ kind, key }) => selected?.kind === kind && selected.key === key);
  const others = charts.filter((chart) => !first.includes(chart) && isShown(chart));
  const cronJobs = useCronJobs().filter(
    (each) => isShown(each) || (selected?.kind === each.kind && selected.key === each.key),
  );
  if (charts.length === 0 && cronJobs.length === 0)
    return <p className="empty">Nothing in this run has numbers in its status.</p>;
  return (
    <section className="charts">
      <div className="toolbar">
        <FilterField value={filter} hint="a kind or a name" onChange={setFilter} />
      </div>
      {cronJobs.slice(0, 10).map((name) => (
        <CalendarCard key={name.key} name={name} />
      ))}
      {[...first, ...others].slice(0, 30).map((chart) => (
        <ChartCard key={`${chart.kind} ${chart.key}`} chart={chart} />
      ))}
    </section>
  );
}

/** All that ever were; the selected one first. */
function useCronJobs(): readonly ObjectName[] {
  const { writes } = usePage((state) => state.run!.summary);
  const selected = usePage((state) => state.selected);
  const names = useMemo(() => {
    const keys = writes.filter(({ kind }) => kind === 'CronJob').map(({ key }) => key);
    return [...new Set(keys)].map((key) => ({ kind: 'CronJob', key }));
  }, [writes]);
  const rank = ({ key }: ObjectName): number =>
    selected?.kind === 'CronJob' && selected.key === key ? 0 : 1;
  return [...names].sort((a, b) => rank(a) - rank(b));
}

function ChartCard({ chart }: ChartProps): React.ReactNode {
  const { kind, key, series } = chart;
  const panels = useMemo(() => panelsOf(series), [series]);
  return (
    <article className="chart">
      <h3>
        <button type="button" className="link" onClick={() => select({ kind, key })}>
          {kind} {key}
        </button>
      </h3>
      <HeldBack chart={chart} />
      {panels.map((panel) => (
        <PanelChart key={panel.unit} chart={chart} panel={panel} />
      ))}
    </article>
  );
}

/** Why an autoscaler does not do at the moment what its metrics recommend. */
function HeldBack({ chart: { kind, key, series } }: ChartProps): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  const revision = usePage((state) => state.revision);
  const valueOf = (path: string): number | undefined => {
    const found = series.find((each) => each.path === path);
    return found && valueAt(found, atMs, revision);
  };
  const recommended = valueOf('recommended');
  const desired = valueOf('status.desiredReplicas');
  if (recommended === undefined || desired === undefined || recommended === desired) return null;
  const isLimited =
    desired === valueOf('spec.maxReplicas') || desired === valueOf('spec.minReplicas');
  const condition =
    isLimited && recommended > desired === (desired === valueOf('spec.maxReplicas'))
      ? 'ScalingLimited'
      : 'AbleToScale';
  return (
    <p>
      The metrics recommend <b>{recommended}</b>, and it wants <b>{desired}</b>.{' '}
      <button
        type="button"
        className="why"
        onClick={() => askWhy({ kind, key }, `status.conditions[${condition}].reason`)}
      >
        why not {recommended}?
      </button>
    </p>
  );
}

interface ChartProps {
  readonly chart: Charted;
}

function PanelChart({
  chart,
  panel,
}: {
  readonly chart: Charted;
  readonly panel: Panel;
}): React.ReactNode {
  const { lastsMs, steps } = usePage((state) => state.run!.summary);
  const atMs = usePage((state) => state.atMs);
  const revision = usePage((state) => state.revision);
  const outages = useOutages();
  const windowMs = windowOf(chart.series, atMs, revision);
  const recommended = panel.series.find(({ path }) => path === 'recommended');
  const highest =
    recommended && windowMs !== undefined
      ? highestIn(recommended, atMs, revision, windowMs)
      : undefined;
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => panel.series.filter(({ path }) => !off.has(path)), [panel, off]);
  const most = useMemo(() => highestOf(shown), [shown]);
  const x = (ms: number): number => xOf(ms, lastsMs);
  const y = (value: number): number => yOf(value, most);
  const toggle = (path: string): void => {
    const next = new Set(off);
    if (!next.delete(path)) next.add(path);
    setOff(next);
  };
  const go = ({ clientX, currentTarget }: React.MouseEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    scrub((((clientX - left) / width) * WIDTH - LEFT) * (lastsMs / (WIDTH - LEFT - 8)));
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
          {windowMs !== undefined && (
            <rect
              className="window"
              x={x(Math.max(0, atMs - windowMs))}
              width={x(atMs) - x(Math.max(0, atMs - windowMs))}
              y={TOP}
              height={HEIGHT - TOP - BOTTOM}
            >
              <title>{`It scales down no further than the highest recommendation of the last ${windowMs / 1000} s`}</title>
            </rect>
          )}
          <line className="base" x1={LEFT} x2={WIDTH - 8} y1={y(0)} y2={y(0)} />
          <line className="base" x1={LEFT} x2={WIDTH - 8} y1={y(most)} y2={y(most)} />
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
          {shown.map((each) => (
            <Line
              key={each.path}
              series={each}
              index={panel.series.indexOf(each)}
              most={most}
              lastsMs={lastsMs}
            />
          ))}
          <line className="cursor" x1={x(atMs)} x2={x(atMs)} y1={TOP} y2={HEIGHT - BOTTOM} />
        </svg>
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
      {windowMs !== undefined && panel.unit === 'count' && (
        <p className="dim">
          Shaded: the window of {windowMs / 1000} s. It scales down no further than the highest
          recommendation in it{highest !== undefined && <>, which is {highest} now</>}.
        </p>
      )}
      <Legend chart={chart} panel={panel} off={off} toggle={toggle} />
    </>
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
