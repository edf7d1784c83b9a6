/** The numbers of the object in focus. Pure. */
import type { ObjectName } from '../object.ts';
import type { Point } from '../point.ts';
import type { Charted, Series } from '../series.ts';
import type { Summary } from '../summary.ts';

/** A number of the side, which is a lane below too. */
export interface StageNumber {
  readonly object: ObjectName;
  /** As questions name it: `numberReady`. */
  readonly field: string;
  readonly label: string;
  readonly points: readonly Point[];
  /** What it is compared with: it is drawn dashed. */
  readonly asked?: readonly Point[];
  readonly askedWord: string;
  /** The largest value that is drawn. */
  readonly most: number;
  /** Above 0 it says that something is wrong. */
  readonly isBad: boolean;
  /** `%`, or empty. */
  readonly unit: string;
  /** What its values, which count from 0, stand for, where it is in words. */
  readonly words?: readonly string[];
}

interface NamedNumber {
  readonly path: string;
  readonly label: string;
  /** The path of the number that it is compared with. */
  readonly of?: string;
  readonly isBad?: boolean;
}

const replicas = 'spec.replicas';
const desired = 'status.desiredNumberScheduled';
const sets: readonly NamedNumber[] = [
  { path: replicas, label: 'asked for' },
  { path: 'status.replicas', label: 'replicas' },
  { path: 'status.currentReplicas', label: 'current' },
  { path: 'status.updatedReplicas', label: 'updated', of: replicas },
  { path: 'status.readyReplicas', label: 'ready', of: replicas },
  { path: 'status.availableReplicas', label: 'available', of: replicas },
  { path: 'status.unavailableReplicas', label: 'unavailable', isBad: true },
];

/** The numbers of a kind that have names, in their order. */
const numbersByKind: Readonly<Record<string, readonly NamedNumber[]>> = {
  Deployment: sets,
  ReplicaSet: sets,
  ReplicationController: sets,
  StatefulSet: sets,
  DaemonSet: [
    { path: desired, label: 'desired' },
    { path: 'status.currentNumberScheduled', label: 'current' },
    { path: 'status.updatedNumberScheduled', label: 'updated', of: desired },
    { path: 'status.numberReady', label: 'ready', of: desired },
    { path: 'status.numberAvailable', label: 'available', of: desired },
    { path: 'status.numberUnavailable', label: 'unavailable', isBad: true },
    { path: 'status.numberMisscheduled', label: 'misscheduled', isBad: true },
  ],
  Job: [
    { path: 'spec.completions', label: 'asked for' },
    { path: 'status.active', label: 'active' },
    { path: 'status.ready', label: 'ready' },
    { path: 'status.succeeded', label: 'succeeded', of: 'spec.completions' },
    { path: 'status.failed', label: 'failed', isBad: true },
  ],
  CronJob: [{ path: 'status.active', label: 'active' }],
  HorizontalPodAutoscaler: [
    { path: 'status.desiredReplicas', label: 'desired', of: 'spec.maxReplicas' },
    { path: 'status.currentReplicas', label: 'current' },
  ],
  PodDisruptionBudget: [
    { path: 'status.disruptionsAllowed', label: 'may go' },
    { path: 'status.currentHealthy', label: 'healthy', of: 'status.desiredHealthy' },
    { path: 'status.expectedPods', label: 'pods' },
  ],
};

const askedWords: Readonly<Record<string, string>> = { HorizontalPodAutoscaler: 'at most' };

/** Returns the numbers of an object, in their order; none for one that has none. */
export function numbersOf(charts: readonly Charted[], name: ObjectName): readonly StageNumber[] {
  const charted = charts.find(({ kind, key }) => kind === name.kind && key === name.key);
  if (charted === undefined) return [];
  const bySeries = new Map(charted.series.map((each) => [each.path, each]));
  const known = numbersByKind[name.kind] ?? [];
  const metrics = name.kind === 'HorizontalPodAutoscaler' ? metricsOf(charted) : [];
  const amounts = name.kind === 'ResourceQuota' ? amountsOf(charted) : [];
  const exists = firstOf(charted);
  return [...metrics, ...known, ...amounts].flatMap((each) => {
    const series =
      bySeries.get(each.path) ?? (isShown(each) ? zeros(each.path, exists) : undefined);
    if (series === undefined) return [];
    const asked = each.of === undefined ? undefined : bySeries.get(each.of);
    return [
      {
        object: name,
        field: each.path.replace(/^status\./, ''),
        label: each.label,
        points: fromTheStart(series.points, exists),
        ...(asked && { asked: asked.points }),
        askedWord: each.path.includes('averageUtilization')
          ? 'target'
          : (askedWords[name.kind] ?? 'of'),
        most: Math.max(1, largest(series.points), asked ? largest(asked.points) : 0),
        isBad: each.isBad === true,
        unit: each.path.includes('averageUtilization') ? '%' : '',
      },
    ];
  });

  /** A number that was 0 all the time has no series; those that say what is wrong are shown as 0. */
  function isShown({ path, isBad }: NamedNumber): boolean {
    return isBad === true || path.startsWith('status.ready') || path === 'status.numberReady';
  }
}

/** Returns what an autoscaler has measured. */
function metricsOf({ series }: Charted): NamedNumber[] {
  return series.flatMap(({ path }) => {
    const at = /^status\.currentMetrics\[(\d+)\]\.resource\.current\.averageUtilization$/.exec(
      path,
    )?.[1];
    return at === undefined
      ? []
      : [
          {
            path,
            label: at === '0' ? 'usage' : `usage ${Number(at) + 1}`,
            of: `spec.metrics[${at}].resource.target.averageUtilization`,
          },
        ];
  });
}

/** Returns what of a quota is used. */
function amountsOf({ series }: Charted): NamedNumber[] {
  return series.flatMap(({ path }) => {
    const resource = /^status\.hard(.*)$/.exec(path)?.[1];
    if (resource === undefined) return [];
    const label = resource.replace(/^\.|^\['|'\]$/g, '');
    return [{ path: `status.used${resource}`, label: `${label} used`, of: path }];
  });
}

function firstOf({ series }: Charted): number {
  return Math.min(...series.map(({ points }) => points[0]?.atMs ?? 0));
}

/** A number that is left out at first is 0. */
function fromTheStart(points: readonly Point[], atMs: number): readonly Point[] {
  const first = points[0];
  if (first === undefined || first.atMs <= atMs) return points;
  return [{ atMs, revision: 0, value: 0 }, ...points];
}

function zeros(path: string, atMs: number): Series {
  return { path, points: [{ atMs, revision: 0, value: 0 }] };
}

function largest(points: readonly Point[]): number {
  return points.reduce((most, { value = 0 }) => Math.max(most, value), 0);
}

/** Returns the value of a series at a moment; undefined while there is none. */
export function valueAt(points: readonly Point[], atMs: number): number | undefined {
  return pointAt(points, atMs)?.value;
}

/** Returns the last point at or before a moment. */
export function pointAt(points: readonly Point[], atMs: number): Point | undefined {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.atMs <= atMs) low = middle + 1;
    else high = middle;
  }
  return points[low - 1];
}

/** Kinds that a run is about, the first one first. */
const kinds = [
  'HorizontalPodAutoscaler',
  'DaemonSet',
  'Deployment',
  'StatefulSet',
  'CronJob',
  'Job',
  'ResourceQuota',
  'ReplicaSet',
  'ReplicationController',
  'PodDisruptionBudget',
];

/**
 * Returns what a run is about: what its checks look at most, or its first object of the kinds above.
 */
export function subjectOf(
  { checks }: Pick<Summary, 'checks'>,
  charts: readonly Charted[],
): ObjectName | undefined {
  const votes = new Map<Charted, number>();
  for (const { object } of checks) {
    if (object === undefined) continue;
    const { kind, namespace, name } = object;
    const key = namespace === undefined ? name : `${namespace}/${name}`;
    const charted = charts.find((each) => each.kind === kind && each.key === key);
    if (charted !== undefined) votes.set(charted, (votes.get(charted) ?? 0) + 1);
  }
  const rank = ({ kind }: Charted): number =>
    (kinds.indexOf(kind) + kinds.length + 1) % (kinds.length + 1);
  const [first] = [...charts]
    .filter(({ kind }) => kinds.includes(kind))
    .sort((a, b) => (votes.get(b) ?? 0) - (votes.get(a) ?? 0) || rank(a) - rank(b));
  return first && { kind: first.kind, key: first.key };
}
