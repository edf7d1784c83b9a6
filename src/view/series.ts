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

/** The series of a run, as it grows. Objects of kinds that are drawn; pods and nodes are shown elsewhere. */
export class Charts {
  readonly #startMs: number;
  readonly #objects = new Map<string, Map<string, Point[]>>();
  readonly #loads = new Loads();
  /** As they are now. */
  readonly #autoscalers = new Map<string, KubeObject>();
  /** The names of the objects that have changed since they were last drawn. */
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
      if (series === undefined) this.#objects.set(name, (series = new Map<string, Point[]>()));
      addPoints(series, change, change.time - this.#startMs);
    }
  }

  /**
   * The objects that have changed since the last call, with their whole series.
   * @param endMs virtual time up to which loads are drawn, ms
   */
  changed(endMs: number): readonly Charted[] {
    const names = [...this.#touched];
    this.#touched = new Set();
    return names.flatMap((name) => this.#drawn(name, endMs));
  }

  /** What {@link changed} answers, and all autoscalers: loads may have changed that their series show. */
  last(endMs: number): readonly Charted[] {
    for (const name of this.#autoscalers.keys()) this.#touched.add(name);
    return this.changed(endMs);
  }

  #drawn(name: string, endMs: number): readonly Charted[] {
    const [kind, key] = name.split(' ') as [string, string];
    const autoscaler = this.#autoscalers.get(name);
    const load = autoscaler && this.#loads.pointsFor(autoscaler, this.#startMs, endMs);
    const series = [...(load ? [['load.cpu', load] as const] : []), ...this.#objects.get(name)!]
      .map(([path, points]): Series => ({ path, points }))
      .filter(({ points }) => points.some(({ value }) => value));
    return series.length === 0 ? [] : [{ kind, key, series }];
  }
}

function addPoints(series: Map<string, Point[]>, change: Change, atMs: number): void {
  const { revision } = change;
  const numbers = change.type === 'deleted' ? new Map<string, number>() : numbersOf(change.value);
  for (const path of new Set([...series.keys(), ...numbers.keys()])) {
    let points = series.get(path);
    if (points === undefined) series.set(path, (points = []));
    // A number that v1.24 omits is 0 as long as the object exists.
    const value = change.type === 'deleted' ? undefined : (numbers.get(path) ?? 0);
    const last = points.at(-1);
    if (last !== undefined && last.value === value) continue;
    points.push({ atMs, revision, ...(value === undefined ? {} : { value }) });
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
  if ('subsets' in object) addresses(object.subsets as readonly Subset[], numbers);
  return numbers;
}

function amounts(path: string, used: object, numbers: Map<string, number>): void {
  for (const [resource, amount] of Object.entries(used)) {
    const quantity = parseQuantity(String(amount));
    const place = /[.[\]]/.test(resource) ? `['${resource}']` : `.${resource}`;
    numbers.set(`${path}${place}`, Number(quantity.unscaled) * 10 ** quantity.exponent);
  }
}

interface Subset {
  readonly addresses?: readonly unknown[];
  readonly notReadyAddresses?: readonly unknown[];
}

/** How many addresses of Endpoints are ready, and how many are not. */
function addresses(subsets: readonly Subset[], numbers: Map<string, number>): void {
  const count = (field: keyof Subset): number =>
    subsets.reduce((sum, subset) => sum + (subset[field]?.length ?? 0), 0);
  numbers.set('subsets.addresses', count('addresses'));
  numbers.set('subsets.notReadyAddresses', count('notReadyAddresses'));
}
