/**
 * The data of a report: the whole run, in a form that a page can draw without knowledge of
 * Kubernetes. docs/reference/report-data.md describes it.
 */
import { accountants } from '#controllers';
import { featureGates, formatTime, parseQuantity, type KindRegistry } from '#kinds';
import {
  causeOf,
  describeChange,
  detailText,
  parsePath,
  why,
  type CheckMark,
  type RunLog,
  type StepMark,
} from '#record';
import type { Change, Past } from '#store';

export interface ReportData {
  readonly format: 'orrery-report/1';
  readonly scenario: string;
  readonly description?: string;
  readonly seed: number;
  readonly start: string;
  /** Virtual ms that the run lasted. */
  readonly lastsMs: number;
  readonly passed: boolean;
  readonly steps: readonly StepMark[];
  readonly checks: readonly CheckMark[];
  readonly timeline: readonly ReportLine[];
  readonly objects: readonly ReportObject[];
  readonly events: readonly ReportEvent[];
}

/** A write that the timeline shows. */
export interface ReportLine {
  readonly revision: number;
  readonly atMs: number;
  readonly actor: string;
  readonly verb: string;
  readonly kind: string;
  readonly key: string;
  readonly text: string;
  /** The write that caused it; absent for a root cause. */
  readonly from?: number;
  readonly because: string;
}

/** An object with numbers in its status. */
export interface ReportObject {
  readonly kind: string;
  readonly key: string;
  readonly series: readonly Series[];
}

/** A number over time: it keeps each value until the next point. */
export interface Series {
  /** `status.numberReady`. */
  readonly path: string;
  readonly points: readonly Point[];
}

export interface Point {
  readonly atMs: number;
  readonly revision: number;
  /** Absent while the object does not exist. */
  readonly value?: number;
  readonly why?: Sum;
}

/** The account of the number. */
export interface Sum {
  readonly rule: string;
  readonly terms: readonly string[];
}

export interface ReportEvent {
  readonly atMs: number;
  readonly type: string;
  readonly reason: string;
  readonly object: string;
  readonly message: string;
  readonly count: number;
}

/** Each sum walks the past; above this many, points have no account. */
const MOST_SUMS = 400;
const MOST_TERMS = 40;

/** Reads a run's log. */
export function reportData(log: RunLog, kinds: KindRegistry): ReportData {
  const { head, steps, checks, past } = log;
  return {
    format: 'orrery-report/1',
    scenario: head.scenario,
    ...(head.description === undefined ? {} : { description: head.description }),
    seed: head.seed,
    start: formatTime(head.startMs),
    lastsMs: head.endMs - head.startMs,
    passed: checks.every(({ passed }) => passed),
    steps,
    checks,
    timeline: timelineOf(past, head.startMs),
    objects: objectsOf(log, kinds),
    events: eventsOf(log),
  };
}

function timelineOf(past: Past, startMs: number): ReportLine[] {
  const lines: ReportLine[] = [];
  for (const change of past.changes()) {
    const line = describeChange(change);
    if (line === undefined || change.value.kind === 'Event') continue;
    const { because, before } = causeOf(change, past, accountants);
    lines.push({
      revision: change.revision,
      atMs: change.time - startMs,
      actor: change.origin.actor,
      verb: line.verb,
      kind: line.kind,
      key: change.key,
      text: line.details.map(detailText).join(', '),
      ...(before === undefined ? {} : { from: before.revision }),
      because,
    });
  }
  return lines;
}

function objectsOf(log: RunLog, kinds: KindRegistry): ReportObject[] {
  const objects = new Map<string, Map<string, Point[]>>();
  for (const change of log.past.changes()) {
    const { apiVersion, kind } = change.value;
    // Pods and nodes are shown in the timeline.
    if (kinds.byKind(apiVersion, kind)?.isDrawn !== true) continue;
    const name = `${change.value.kind} ${change.key}`;
    let series = objects.get(name);
    if (series === undefined) objects.set(name, (series = new Map<string, Point[]>()));
    addPoints(series, change, change.time - log.head.startMs);
  }
  const sums = new Sums(log, kinds);
  return [...objects]
    .map(([name, series]): ReportObject => {
      const [kind, key] = name.split(' ') as [string, string];
      const drawn = [...series].map(([path, points]): Series => ({
        path,
        points: points.map((point) => sums.explained(kind, key, path, point)),
      }));
      return { kind, key, series: drawn };
    })
    .filter(({ series }) => series.length > 0);
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

/** Numbers of a status: counts, amounts of quotas, lengths of lists. */
function numbersOf(object: object): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const { status = {} } = object as { readonly status?: Readonly<Record<string, unknown>> };
  for (const [field, value] of Object.entries(status)) {
    const path = `status.${field}`;
    if (typeof value === 'number' && field !== 'observedGeneration') numbers.set(path, value);
    else if (field === 'active' && Array.isArray(value)) numbers.set(path, value.length);
    else if (field === 'used') amounts(path, value as object, numbers);
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

/** Accounts for numbers, up to a maximum. */
class Sums {
  readonly #log: RunLog;
  readonly #kinds: KindRegistry;
  #left = MOST_SUMS;

  constructor(log: RunLog, kinds: KindRegistry) {
    this.#log = log;
    this.#kinds = kinds;
  }

  explained(kindName: string, key: string, path: string, point: Point): Point {
    const { past, head } = this.#log;
    const kind = this.#kinds.byName(kindName);
    const change = past.change(point.revision);
    if (this.#left === 0 || kind === undefined || change === undefined) return point;
    if (point.value === undefined || change.type === 'created') return point;
    this.#left -= 1;
    const { account } = why(
      {
        kind,
        object: { bucket: change.bucket, key },
        path: parsePath(path),
        revision: point.revision,
        time: change.time,
      },
      { past, accountants, features: featureGates(head.features) },
    );
    if (account === undefined) return point;
    const terms = account.terms.slice(0, MOST_TERMS).map(({ subject, amount, counts, because }) => {
      const number =
        amount === undefined
          ? ''
          : ` ${typeof amount === 'string' ? amount : JSON.stringify(amount)}`;
      return `${counts ? '+' : '-'} ${subject}${number}: ${because}`;
    });
    return { ...point, why: { rule: account.rule, terms } };
  }
}

function eventsOf({ head, past }: RunLog): ReportEvent[] {
  const events: ReportEvent[] = [];
  for (const { type, value, time } of past.changes()) {
    if (value.kind !== 'Event' || type === 'deleted') continue;
    const event = value as unknown as {
      readonly type?: string;
      readonly reason?: string;
      readonly message?: string;
      readonly count?: number;
      readonly involvedObject: {
        readonly kind?: string;
        readonly namespace?: string;
        readonly name?: string;
      };
    };
    const { kind, namespace, name } = event.involvedObject;
    events.push({
      atMs: time - head.startMs,
      type: event.type ?? 'Normal',
      reason: event.reason ?? '',
      object: `${kind ?? ''} ${namespace === undefined ? '' : `${namespace}/`}${name ?? ''}`,
      message: event.message ?? '',
      count: event.count ?? 1,
    });
  }
  return events;
}
