/** Numbers of a status over time. */
import { parseQuantity, type KindRegistry } from '#kinds';
import type { Change, Past } from '#store';

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

/** Objects whose kinds are drawn. Pods and nodes are shown elsewhere. */
export function chartsOf(past: Past, kinds: KindRegistry, startMs: number): readonly Charted[] {
  const objects = new Map<string, Map<string, Point[]>>();
  for (const change of past.changes()) {
    const { apiVersion, kind } = change.value;
    if (kinds.byKind(apiVersion, kind)?.isDrawn !== true) continue;
    const name = `${kind} ${change.key}`;
    let series = objects.get(name);
    if (series === undefined) objects.set(name, (series = new Map<string, Point[]>()));
    addPoints(series, change, change.time - startMs);
  }
  return [...objects].flatMap(([name, series]) => {
    const [kind, key] = name.split(' ') as [string, string];
    const drawn = [...series]
      .map(([path, points]): Series => ({ path, points }))
      .filter(({ points }) => points.some(({ value }) => value));
    return drawn.length === 0 ? [] : [{ kind, key, series: drawn }];
  });
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
