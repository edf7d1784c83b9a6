/** What a chart draws of the series of an object. Pure. */
import type { Series } from '#view';
import { firstBehind } from './moment.ts';

/** Series of one unit, which share an axis. */
export interface Panel {
  readonly unit: string;
  readonly series: readonly Series[];
}

const WINDOW_PATH = 'spec.behavior.scaleDown.stabilizationWindowSeconds';

/**
 * The span before a moment whose highest recommendation an autoscaler does not scale below, virtual ms;
 * undefined for what is not an autoscaler.
 */
export function windowOf(
  all: readonly Series[],
  atMs: number,
  revision: number,
): number | undefined {
  const series = all.find(({ path }) => path === WINDOW_PATH);
  const seconds = series && valueAt(series, atMs, revision);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Units of what causes the others, which are drawn above them. */
const causes = ['cores', 'percent of the request'];

/** Series by their units: counts, percent, amounts of a resource. */
export function panelsOf(all: readonly Series[]): readonly Panel[] {
  const panels = new Map<string, Series[]>();
  for (const series of all) {
    if (series.path === WINDOW_PATH) continue;
    const unit = unitOf(series.path);
    const panel = panels.get(unit);
    if (panel === undefined) panels.set(unit, [series]);
    else panel.push(series);
  }
  const rank = (unit: string): number =>
    causes.includes(unit) ? causes.indexOf(unit) : causes.length;
  return [...panels]
    .map(([unit, series]) => ({ unit, series }))
    .sort((a, b) => rank(a.unit) - rank(b.unit));
}

function unitOf(path: string): string {
  if (path.endsWith('Utilization')) return 'percent of the request';
  if (path === 'load.cpu' || path === 'usage.cpu') return 'cores';
  if (path === 'usage.memory') return 'memory';
  const [, resource] = /^status\.(?:used|hard)(?:\.|\[')([^\]']+)/.exec(path) ?? [];
  return resource ?? 'count';
}

/** The value at a moment; undefined before the object exists and after it is gone. */
export function valueAt({ points }: Series, atMs: number, revision: number): number | undefined {
  const behind = firstBehind(
    points,
    (point) => point.atMs > atMs || (point.atMs === atMs && point.revision > revision),
  );
  return points[behind - 1]?.value;
}

/** The highest value within a span before a moment. */
export function highestIn(series: Series, atMs: number, revision: number, spanMs: number): number {
  const { points } = series;
  const behind = (ms: number): number => firstBehind(points, (point) => point.atMs > ms);
  const within = points.slice(behind(atMs - spanMs), behind(atMs));
  const values = within.map(({ value }) => value ?? 0);
  return Math.max(0, valueAt(series, atMs - spanMs, revision) ?? 0, ...values);
}

/** The highest of all values, at least 0. A run may have more points than a call may have arguments. */
export function highestOf(all: readonly Series[]): number {
  let most = 0;
  for (const { points } of all) {
    for (const { value = 0 } of points) most = Math.max(most, value);
  }
  return most;
}

/** What a series is called where its path does not say it. */
export function nameOf(path: string): string {
  return names[path] ?? path.replace(/^status\./, '');
}

const names: Readonly<Record<string, string>> = {
  'load.cpu': 'load (what users need)',
  'usage.cpu': 'usage of all pods',
  'usage.memory': 'usage of all pods',
  recommended: 'recommended by the metrics',
};

/** The field that a controller accounts for; undefined for what is a cause itself. */
export function askable(path: string): string | undefined {
  if (path.startsWith('spec.') || /^(?:load|usage)\./.test(path)) return undefined;
  if (path === 'recommended') return 'status.desiredReplicas';
  return path.startsWith('subsets') ? 'subsets' : path;
}

/** Corners of the line: a value holds until the next point. Gaps begin a new line. */
export function linesOf({ points }: Series, endMs: number): readonly (readonly Corner[])[] {
  const lines: [number, number][][] = [];
  let line: [number, number][] | undefined;
  points.forEach(({ atMs, value }, i) => {
    if (value === undefined) {
      line = undefined;
      return;
    }
    if (line === undefined) lines.push((line = []));
    line.push([atMs, value], [points[i + 1]?.atMs ?? endMs, value]);
  });
  return lines;
}

type Corner = readonly [ms: number, value: number];

/**
 * The line with at most four corners in each span: its first, its lowest, its highest and its last. At the width
 * of a dot, more cannot be seen.
 */
export function thinned(line: readonly Corner[], spanMs: number): readonly Corner[] {
  const thin: Corner[] = [];
  for (let from = 0; from < line.length;) {
    const span = Math.floor(line[from]![0] / spanMs);
    let [to, low, high] = [from, from, from];
    while (to < line.length && Math.floor(line[to]![0] / spanMs) === span) {
      if (line[to]![1] < line[low]![1]) low = to;
      if (line[to]![1] > line[high]![1]) high = to;
      to++;
    }
    const kept = new Set([from, Math.min(low, high), Math.max(low, high), to - 1]);
    for (const at of kept) thin.push(line[at]!);
    from = to;
  }
  return thin;
}

export function shortAmount(value: number): string {
  const units = ['', 'Ki', 'Mi', 'Gi', 'Ti'];
  let [amount, unit] = [value, 0];
  while (amount >= 1024 * 4 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${Number(amount.toFixed(amount < 10 ? 2 : 0))}${units[unit]}`;
}
