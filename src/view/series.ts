/** Numbers of a status over time. */
import { parseQuantity, type KindRegistry } from '#kinds';
import type { Change } from '#store';

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

export interface Point {
  /** Virtual ms since the start. */
  readonly atMs: number;
  readonly revision: number;
  /** Absent while the object does not exist. */
  readonly value?: number;
}

/** The series of a run, as it grows. Objects of kinds that are drawn; pods and nodes are shown elsewhere. */
export class Charts {
  readonly #startMs: number;
  readonly #objects = new Map<string, Map<string, Point[]>>();

  /** @param startMs virtual time of the start, ms */
  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  /** Takes over further changes. Answers the objects that these have changed, with their whole series. */
  add(changes: Iterable<Change>, kinds: KindRegistry): readonly Charted[] {
    const touched = new Set<string>();
    for (const change of changes) {
      const { apiVersion, kind } = change.value;
      if (kinds.byKind(apiVersion, kind)?.isDrawn !== true) continue;
      const name = `${kind} ${change.key}`;
      touched.add(name);
      let series = this.#objects.get(name);
      if (series === undefined) this.#objects.set(name, (series = new Map<string, Point[]>()));
      addPoints(series, change, change.time - this.#startMs);
    }
    return [...touched].flatMap((name) => this.#drawn(name));
  }

  #drawn(name: string): readonly Charted[] {
    const [kind, key] = name.split(' ') as [string, string];
    const series = [...this.#objects.get(name)!]
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
function numbersOf(object: object): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const { spec = {}, status = {} } = object as { readonly spec?: Fields; readonly status?: Fields };
  for (const field of targets) {
    if (typeof spec[field] === 'number') numbers.set(`spec.${field}`, spec[field]);
  }
  autoscaling(spec, numbers);
  for (const [field, value] of Object.entries(status)) {
    const path = `status.${field}`;
    if (typeof value === 'number' && field !== 'observedGeneration') numbers.set(path, value);
    else if (field === 'active' && Array.isArray(value)) numbers.set(path, value.length);
    else if (field === 'used' || field === 'hard') amounts(path, value as object, numbers);
    else if (field === 'currentMetrics') utilizations(path, value, numbers);
  }
  if ('subsets' in object) addresses(object.subsets as readonly Subset[], numbers);
  return numbers;
}

/** What an autoscaler aims at, in percent, and how long it remembers before it scales down, s. */
function autoscaling(spec: Fields, numbers: Map<string, number>): void {
  const { metrics, behavior } = spec as {
    readonly metrics?: readonly {
      readonly resource?: { readonly target?: { readonly averageUtilization?: number } };
    }[];
    readonly behavior?: { readonly scaleDown?: { readonly stabilizationWindowSeconds?: number } };
  };
  for (const [index, { resource }] of (Array.isArray(metrics) ? metrics : []).entries()) {
    const percent = resource?.target?.averageUtilization;
    if (percent === undefined) continue;
    numbers.set(`spec.metrics[${index}].resource.target.averageUtilization`, percent);
    numbers.set(windowPath, behavior?.scaleDown?.stabilizationWindowSeconds ?? usualWindow);
  }
}

/** How far back an autoscaler looks for the highest recommendation. */
const windowPath = 'spec.behavior.scaleDown.stabilizationWindowSeconds';
/** Of v1.24, s. */
const usualWindow = 300;

function amounts(path: string, used: object, numbers: Map<string, number>): void {
  for (const [resource, amount] of Object.entries(used)) {
    const quantity = parseQuantity(String(amount));
    const place = /[.[\]]/.test(resource) ? `['${resource}']` : `.${resource}`;
    numbers.set(`${path}${place}`, Number(quantity.unscaled) * 10 ** quantity.exponent);
  }
}

/** What an autoscaler measured, in percent. */
function utilizations(path: string, metrics: unknown, numbers: Map<string, number>): void {
  if (!Array.isArray(metrics)) return;
  for (const [index, metric] of metrics.entries()) {
    const { resource } = metric as {
      readonly resource?: { readonly current?: { readonly averageUtilization?: number } };
    };
    const percent = resource?.current?.averageUtilization;
    if (percent === undefined) continue;
    numbers.set(`${path}[${index}].resource.current.averageUtilization`, percent);
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
