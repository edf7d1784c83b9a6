/** The numbers of statuses in which two runs differ: what a change has done. Pure. */
import type { Charted, Point } from '#view';

export interface NumberApart {
  readonly kind: string;
  readonly key: string;
  readonly path: string;
  /** When they first differ, virtual ms since the start. */
  readonly fromMs: number;
  /** From then on: `0 to 2, 0 at the end`; `none` where the run does not have it. */
  readonly before: string;
  readonly now: string;
}

/** In the order of their moments. @param most no more of them */
export function numbersApart(
  before: readonly Charted[],
  now: readonly Charted[],
  most: number,
): readonly NumberApart[] {
  const earlier = pointsOf(before);
  const later = pointsOf(now);
  const found: NumberApart[] = [];
  for (const name of new Set([...earlier.keys(), ...later.keys()])) {
    const one = instants(earlier.get(name) ?? []);
    const other = instants(later.get(name) ?? []);
    const fromMs = firstApart(one, other);
    if (fromMs === undefined) continue;
    const [kind, key, path] = name.split(' ') as [string, string, string];
    const texts = { before: rangeText(one, fromMs), now: rangeText(other, fromMs) };
    found.push({ kind, key, path, fromMs, ...texts });
  }
  return found.sort((a, b) => a.fromMs - b.fromMs).slice(0, most);
}

function pointsOf(charts: readonly Charted[]): ReadonlyMap<string, readonly Point[]> {
  return new Map(
    charts.flatMap(({ kind, key, series }) =>
      series.map(({ path, points }) => [`${kind} ${key} ${path}`, points] as const),
    ),
  );
}

type Instant = readonly [atMs: number, value: number | undefined];

/** The values at the end of each instant. */
function instants(points: readonly Point[]): readonly Instant[] {
  return points
    .filter(({ atMs }, i) => points[i + 1]?.atMs !== atMs)
    .map(({ atMs, value }) => [atMs, value]);
}

function firstApart(one: readonly Instant[], other: readonly Instant[]): number | undefined {
  let [i, j] = [0, 0];
  let [left, right]: [number?, number?] = [];
  while (i < one.length || j < other.length) {
    const atMs = Math.min(one[i]?.[0] ?? Infinity, other[j]?.[0] ?? Infinity);
    if (one[i]?.[0] === atMs) left = one[i++]![1];
    if (other[j]?.[0] === atMs) right = other[j++]![1];
    if (left !== right) return atMs;
  }
  return undefined;
}

function rangeText(all: readonly Instant[], fromMs: number): string {
  const first = all.findLastIndex(([atMs]) => atMs <= fromMs);
  const values = all.slice(Math.max(0, first)).flatMap(([, value]) => value ?? []);
  if (values.length === 0) return 'none';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const end = all.at(-1)![1];
  const ending = end === undefined ? 'gone at the end' : `${end} at the end`;
  return low === high ? `always ${low}` : `${low} to ${high}, ${ending}`;
}
