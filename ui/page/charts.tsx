import { useMemo, useState } from 'react';
import { FilterField } from './filter-field.tsx';
import type { Charted, ObjectName } from '#view';
import { askWhy, select } from './actions.ts';
import { CalendarCard } from './calendar.tsx';
import { panelsOf, valueAt } from './chart-data.ts';
import { PanelChart } from './panel-chart.tsx';
import { usePage } from './store.ts';

/** Numbers of status over time, with what causes them. */
export function ChartsView(): React.ReactNode {
  const charts = usePage((state) => state.run!.charts);
  const selected = usePage((state) => state.selected);
  const [filter, setFilter] = useState('');
  const isShown = ({ kind, key }: ObjectName): boolean =>
    `${kind} ${key}`.toLowerCase().includes(filter.toLowerCase());
  const first = charts.filter(({ kind, key }) => selected?.kind === kind && selected.key === key);
  const others = charts.filter((chart) => !first.includes(chart) && isShown(chart));
  // An autoscaler has the numbers of its target, and what holds it back.
  others.sort((a, b) => Number(isAutoscaler(b)) - Number(isAutoscaler(a)));
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

function isAutoscaler({ kind }: ObjectName): boolean {
  return kind === 'HorizontalPodAutoscaler';
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
