/** Numbers of a status over time. */
import { parseQuantity, type KindRegistry, type KubeObject } from '#kinds';
import type { Change } from '#store';
import { autoscalingNumbers, Loads } from './autoscaling.ts';
import type { Point } from './point.ts';

/** An object with numbers that charts draw. */
export interface Charted {
  readonly kind: string;
  readonly key: string;
  readonly series: readonly Series[];
}

/** A number over time: it keeps each value until the next point. */
export interface Series {
  /** `status.numberReady`, `spec.replicas` */
  readonly path: string;
  readonly points: readonly Point[];
}

/** What an object's series have more. */
export interface MoreCharted {
  readonly kind: string;
  readonly key: string;
  /** Of all its series, in order. */
  readonly paths: readonly string[];
  /** Those with other points: how many of the points before stay, and which follow them. */
  readonly series: readonly (Series & { readonly after: number })[];
}

/** The series of a run, as it grows. Objects of kinds that are drawn; pods and nodes are shown elsewhere. */
export class Charts {
  readonly #startMs: number;
  readonly #objects = new Map<string, Map<string, Points>>();
  readonly #loads = new Loads();
  /** As they are now. */
  readonly #autoscalers = new Map<string, KubeObject>();
  /** The names of the objects that have changed since they were last answered. */
  #touched = new Set<string>();

  /** @param startMs virtual time of the start, ms */
  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  /** Takes over further changes. */
  add(changes: Iterable<Change>, kinds: KindRegistry): void {
    for (const change of changes) {
      this.#loads.see(change);
      const { apiVersion, kind } = change.value;
      if (kinds.byKind(apiVersion, kind)?.isDrawn !== true) continue;
      const name = `${kind} ${change.key}`;
      this.#touched.add(name);
      if (kind === 'HorizontalPodAutoscaler') this.#autoscalers.set(name, change.value);
      let series = this.#objects.get(name);
      if (series === undefined) this.#objects.set(name, (series = new Map<string, Points>()));
      addPoints(series, change, change.time - this.#startMs);
    }
  }

  /**
   * What objects have more that have changed since the last call.
   * @param endMs virtual time up to which loads are drawn, ms
   */
  more(endMs: number): readonly MoreCharted[] {
    const names = [...this.#touched];
    this.#touched = new Set();
    return names.flatMap((name) => this.#moreOf(name, endMs));
  }

  /** What {@link more} answers, and all autoscalers: loads may have changed that their series show. */
  last(endMs: number): readonly MoreCharted[] {
    for (const name of this.#autoscalers.keys()) this.#touched.add(name);
    return this.more(endMs);
  }

  #moreOf(name: string, endMs: number): readonly MoreCharted[] {
    const [kind, key] = name.split(' ') as [string, string];
    const paths: string[] = [];
    const series: MoreCharted['series'][number][] = [];
    const autoscaler = this.#autoscalers.get(name);
    const load = autoscaler && this.#loads.pointsFor(autoscaler, this.#startMs, endMs);
    if (load?.some(({ value }) => value)) {
      paths.push('load.cpu');
      series.push({ path: 'load.cpu', after: 0, points: load });
    }
    for (const [path, points] of this.#objects.get(name)!) {
      if (!points.isDrawn) continue;
      paths.push(path);
      const after = points.answered;
      points.answered = points.all.length;
      if (after < points.all.length) series.push({ path, after, points: points.all.slice(after) });
    }
    return series.length === 0 ? [] : [{ kind, key, paths, series }];
  }
}

/** The points of a number. */
interface Points {
  readonly all: Point[];
  /** How many of them are answered already. */
  answered: number;
  /** Whether any of them has another value than 0. */
  isDrawn: boolean;
}

/** The charts with what they have more. */
export function withMore(
  charts: readonly Charted[],
  more: readonly MoreCharted[],
): readonly Charted[] {
  if (more.length === 0) return charts;
  const changed = new Map(more.map((each) => [nameOf(each), each]));
  const kept = charts.map((each) => {
    const added = changed.get(nameOf(each));
    changed.delete(nameOf(each));
    return added === undefined ? each : chartedWith(each.series, added);
  });
  return [...kept, ...[...changed.values()].map((each) => chartedWith([], each))];
}

function nameOf({ kind, key }: MoreCharted | Charted): string {
  return `${kind} ${key}`;
}

function chartedWith(
  before: readonly Series[],
  { kind, key, paths, series }: MoreCharted,
): Charted {
  const known = new Map(before.map((each) => [each.path, each]));
  for (const { path, after, points } of series) {
    const kept = known.get(path)?.points.slice(0, after) ?? [];
    known.set(path, { path, points: kept.concat(points) });
  }
  return { kind, key, series: paths.map((path) => known.get(path)!) };
}

function addPoints(series: Map<string, Points>, change: Change, atMs: number): void {
  const { revision } = change;
  const numbers = change.type === 'deleted' ? new Map<string, number>() : numbersOf(change.value);
  for (const path of new Set([...series.keys(), ...numbers.keys()])) {
    let points = series.get(path);
    if (points === undefined) {
      series.set(path, (points = { all: [], answered: 0, isDrawn: false }));
    }
    // A number that v1.24 omits is 0 as long as the object exists.
    const value = change.type === 'deleted' ? undefined : (numbers.get(path) ?? 0);
    const last = points.all.at(-1);
    if (last !== undefined && last.value === value) continue;
    if (value) points.isDrawn = true;
    points.all.push({ atMs, revision, ...(value === undefined ? {} : { value }) });
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Targets in the spec, before the numbers of the status that are compared with them. */
const targets = ['replicas', 'minReplicas', 'maxReplicas', 'completions', 'parallelism'];

/** Numbers of spec and status: targets, counts, amounts of quotas, lengths of lists. */
function numbersOf(object: KubeObject): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const { spec = {}, status = {} } = object as { readonly spec?: Fields; readonly status?: Fields };
  for (const field of targets) {
    if (typeof spec[field] === 'number') numbers.set(`spec.${field}`, spec[field]);
  }
  if ('metrics' in spec)
    for (const [path, value] of autoscalingNumbers(object)) numbers.set(path, value);
  for (const [field, value] of Object.entries(status)) {
    const path = `status.${field}`;
    if (typeof value === 'number' && field !== 'observedGeneration') numbers.set(path, value);
    else if (field === 'active' && Array.isArray(value)) numbers.set(path, value.length);
    else if (field === 'used' || field === 'hard') amounts(path, value as object, numbers);
  }
  return numbers;
}

function amounts(path: string, used: object, numbers: Map<string, number>): void {
  for (const [resource, amount] of Object.entries(used)) {
    const quantity = parseQuantity(String(amount));
    const place = /[.[\]]/.test(resource) ? `['${resource}']` : `.${resource}`;
    numbers.set(`${path}${place}`, Number(quantity.unscaled) * 10 ** quantity.exponent);
  }
}
