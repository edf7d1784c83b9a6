/** Numbers of a status over time. */
import type { KindRegistry } from '#catalog';
import { resourceOf } from '#kinds';
import type { KubeObject } from '#values';
import type { RecordChange } from '#record';
import type { Change } from '#store';
import { Loads } from './autoscaling.ts';
import { numbersOf, saidNumbers, type Numbers } from './numbers.ts';
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

const AUTOSCALER = 'HorizontalPodAutoscaler';

/** The series of a run, as it grows. Objects of kinds that are drawn; pods and nodes are shown elsewhere. */
export class Charts {
  readonly #startMs: number;
  /** The kinds that are drawn, by the buckets of their objects. */
  readonly #drawn: ReadonlyMap<string, string>;
  readonly #objects = new Map<string, Map<string, Points>>();
  readonly #loads = new Loads();
  /** As they are now. */
  readonly #autoscalers = new Map<string, KubeObject>();
  /** The names of the objects that have changed since they were last answered. */
  #touched = new Set<string>();

  /** @param startMs virtual time of the start, ms @param kinds of the release */
  constructor(startMs: number, kinds: KindRegistry) {
    this.#startMs = startMs;
    const drawn = kinds.all.filter(({ view }) => view.isDrawn);
    this.#drawn = new Map(drawn.map((kind) => [resourceOf(kind), kind.kind]));
  }

  /** Takes over further changes. */
  add(changes: Iterable<RecordChange>): void {
    for (const change of changes) {
      const kind = this.#drawn.get(change.bucket);
      if (kind === undefined) continue;
      const name = `${kind} ${change.key}`;
      this.#touched.add(name);
      let series = this.#objects.get(name);
      if (series === undefined) this.#objects.set(name, (series = new Map<string, Points>()));
      // Most writes of a large run change a number or two: then the object is not looked at.
      const numbers = kind === AUTOSCALER ? undefined : saidNumbers(change);
      if (numbers === undefined) this.#addObject(name, series, change);
      else for (const [path, number] of numbers) this.#addPoint(series, path, number, change);
    }
  }

  #addObject(name: string, series: Map<string, Points>, change: Change): void {
    this.#loads.see(change);
    const isGone = change.type === 'deleted';
    if (change.value.kind === AUTOSCALER) this.#autoscalers.set(name, change.value);
    const numbers: Numbers = isGone ? new Map<string, number>() : numbersOf(change.value);
    for (const path of new Set([...series.keys(), ...numbers.keys()])) {
      // A number that v1.24 omits is 0 as long as the object exists.
      this.#addPoint(series, path, isGone ? undefined : (numbers.get(path) ?? 0), change);
    }
  }

  #addPoint(
    series: Map<string, Points>,
    path: string,
    value: number | undefined,
    { revision, time }: Change,
  ): void {
    let points = series.get(path);
    if (points === undefined) {
      series.set(path, (points = { all: [], answered: 0, isDrawn: false }));
    }
    const last = points.all.at(-1);
    if (last !== undefined && last.value === value) return;
    if (value) points.isDrawn = true;
    const atMs = time - this.#startMs;
    points.all.push({ atMs, revision, ...(value === undefined ? {} : { value }) });
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

/** Returns the charts with what they have more. */
export function withMore(
  charts: readonly Charted[],
  more: readonly MoreCharted[],
): readonly Charted[] {
  if (more.length === 0) return charts;
  const changed = new Map(more.map((each) => [nameOf(each), each]));
  const current = charts.map((each) => {
    const added = changed.get(nameOf(each));
    changed.delete(nameOf(each));
    return added === undefined ? each : chartedWith(each.series, added);
  });
  return [...current, ...[...changed.values()].map((each) => chartedWith([], each))];
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
    const earlier = known.get(path)?.points.slice(0, after) ?? [];
    known.set(path, { path, points: earlier.concat(points) });
  }
  return { kind, key, series: paths.map((path) => known.get(path)!) };
}
