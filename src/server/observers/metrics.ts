/** `/metrics`, for Prometheus. */
import type { Metric, Registry } from 'prom-client';
import type { ApiServer } from '#api';
import { resourceOf, type Kind } from '#kinds';
import { durationBuckets, type RequestMeter, type RequestSeries } from './request-meter.ts';
import { versionOf } from '../routes/version.ts';
import type { OpenWatches } from '../watch/open-watches.ts';

/** The sources of the metrics. */
export interface Metered {
  readonly api: ApiServer;
  readonly watches: OpenWatches;
  readonly requests: Pick<RequestMeter, 'series'>;
  readonly queues?: () => Iterable<QueueFigures>;
}

/** The figures of a work queue. */
export interface QueueFigures {
  readonly name: string;
  readonly depth: number;
  readonly adds: number;
  readonly retries: number;
  readonly waits: BoundedDurations;
  readonly works: BoundedDurations;
}

/** Durations in seconds, by buckets: how many are at most this bound, and above the one before. */
interface Durations {
  readonly buckets: readonly number[];
  readonly count: number;
  readonly seconds: number;
}

interface BoundedDurations extends Durations {
  /** Bounds of the buckets, seconds. */
  readonly bounds: readonly number[];
}

/** What `/metrics` answers. */
export interface MetricsPage {
  readonly contentType: string;
  readonly text: string;
}

/**
 * With many series a page takes long: it is made in slices, one page at a time, and those who
 * ask meanwhile share the next one.
 * @param yieldTurn awaited between slices
 */
export function metricsPages(
  metered: Metered,
  yieldTurn: () => Promise<void> | undefined,
): () => Promise<MetricsPage> {
  let latest: Promise<unknown> = Promise.resolve();
  let next: Promise<MetricsPage> | undefined;
  return () => {
    if (next !== undefined) return next;
    const result = latest.then(() => {
      next = undefined;
      return pageOf(metered, yieldTurn);
    });
    latest = result.catch(() => undefined);
    return (next = result);
  };
}

/** The library is loaded on first use. */
async function pageOf(
  metered: Metered,
  yieldTurn: () => Promise<void> | undefined,
): Promise<MetricsPage> {
  const { Registry } = await import('prom-client');
  const registry = new Registry();
  const texts: string[] = [];
  for (const reported of await reports(metered)) {
    texts.push(await textOf(registry, reported, yieldTurn));
  }
  return { contentType: registry.contentType, text: `${texts.join('\n\n')}\n` };
}

async function reports({ api, watches, requests, queues }: Metered): Promise<readonly Reported[]> {
  const series = [...requests.series];
  const stored = api.kinds.stored.filter(({ wire: { readOnly } }) => readOnly !== true);
  const objects = await Promise.all(stored.map((kind) => countOf(api, kind)));
  const single = (name: string, help: string, value: number): Reported => ({
    type: 'gauge',
    name,
    help,
    samples: [{ labels: {}, value }],
  });
  const memory = process.memoryUsage();
  const cpu = process.cpuUsage();
  const cpuSeconds = (cpu.user + cpu.system) / 1e6;
  return [
    {
      type: 'counter',
      name: 'apiserver_request_total',
      help: 'Requests, by code.',
      samples: totals(series),
    },
    {
      type: 'histogram',
      name: durations,
      help: 'Time from the headers of a request to the end of its answer, watches left out.',
      samples: durationSamples(series),
    },
    {
      type: 'gauge',
      name: 'apiserver_longrunning_requests',
      help: 'Requests that take as long as the client likes.',
      samples: openWatches(watches),
    },
    {
      type: 'gauge',
      name: 'apiserver_storage_objects',
      help: 'Objects that are stored.',
      samples: objects,
    },
    {
      type: 'gauge',
      name: 'apiserver_flowcontrol_request_concurrency_limit',
      help: 'Requests that v1.24 runs at the same time, by priority level; here all run.',
      samples: flowLimits(api),
    },
    {
      type: 'gauge',
      name: 'kubernetes_build_info',
      help: 'The version of the server; always 1.',
      samples: [{ labels: buildLabels(api), value: 1 }],
    },
    ...queueReports([...(queues?.() ?? [])]),
    single('apiserver_registered_watchers', 'Watches that are open over the wire.', watches.size),
    single('orrery_store_revision', 'Revision of the latest write.', api.revision()),
    single('process_resident_memory_bytes', 'Memory of the process.', memory.rss),
    single('nodejs_heap_used_bytes', 'Memory that objects take.', memory.heapUsed),
    single('process_cpu_seconds_total', 'Time that the process has computed.', cpuSeconds),
  ];
}

interface Reported {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  readonly help: string;
  readonly samples: Iterable<Sample>;
}

interface Sample {
  /** If it differs from the metric's name. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** How many samples are formatted before others have their turn. */
const sliceLength = 200;

/** The library formats samples that are known, a slice at a time. */
async function textOf(
  registry: Registry,
  { name, type, help, samples }: Reported,
  yieldTurn: () => Promise<void> | undefined,
): Promise<string> {
  const parts: string[] = [];
  const format = async (values: readonly Sample[]): Promise<void> => {
    const metric = { name, get: () => ({ name, help, type, values, aggregator: 'sum' }) };
    registry.clear();
    registry.registerMetric(metric as unknown as Metric);
    const text = (await registry.metrics()).trimEnd();
    // Only the first slice has the lines about the whole metric.
    parts.push(parts.length === 0 ? text : text.split('\n').slice(2).join('\n'));
    await yieldTurn();
  };
  let slice: Sample[] = [];
  for (const sample of samples) {
    if (slice.push(sample) < sliceLength) continue;
    await format(slice);
    slice = [];
  }
  if (slice.length > 0 || parts.length === 0) await format(slice);
  return parts.join('\n');
}

const durations = 'apiserver_request_duration_seconds';

function* totals(series: readonly RequestSeries[]): Iterable<Sample> {
  for (const { labels, codes } of series) {
    for (const [code, value] of codes) yield { labels: { ...labels, code: String(code) }, value };
  }
}

function* durationSamples(series: readonly RequestSeries[]): Iterable<Sample> {
  for (const one of series) yield* samplesOf(durations, one.labels, one, durationBuckets);
}

/** Returns the samples of a histogram; none while nothing has been observed. */
function samplesOf(
  metric: string,
  labels: object,
  { buckets, count, seconds }: Durations,
  bounds: readonly number[],
): readonly Sample[] {
  if (count === 0) return [];
  let sum = 0;
  const within = buckets.map((value, index) => {
    sum += value;
    const le = bounds[index]!;
    return { metricName: `${metric}_bucket`, labels: { ...labels, le }, value: sum };
  });
  return [
    ...within,
    { metricName: `${metric}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${metric}_sum`, labels: { ...labels }, value: seconds },
    { metricName: `${metric}_count`, labels: { ...labels }, value: count },
  ];
}

/** As client-go reports the queues of controllers; durations are in virtual time. */
function queueReports(queues: readonly QueueFigures[]): readonly Reported[] {
  const each = (
    type: 'counter' | 'gauge',
    name: string,
    help: string,
    of: 'depth' | 'adds' | 'retries',
  ): Reported => ({
    type,
    name: `workqueue_${name}`,
    help,
    samples: queues.map((queue) => ({ labels: { name: queue.name }, value: queue[of] })),
  });
  const spread = (name: string, help: string, of: 'waits' | 'works'): Reported => ({
    type: 'histogram',
    name: `workqueue_${name}`,
    help,
    samples: queues.flatMap((queue) =>
      samplesOf(`workqueue_${name}`, { name: queue.name }, queue[of], queue[of].bounds),
    ),
  });
  return [
    each('gauge', 'depth', 'Keys that wait to be worked on.', 'depth'),
    each('counter', 'adds_total', 'Keys that were added.', 'adds'),
    each('counter', 'retries_total', 'Keys that were put off.', 'retries'),
    spread('queue_duration_seconds', 'Virtual time from being added to being worked on.', 'waits'),
    spread('work_duration_seconds', 'Virtual time of the work on a key.', 'works'),
  ];
}

function flowLimits({ flowLimits }: ApiServer): readonly Sample[] {
  const sorted = [...flowLimits].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, value]) => ({ labels: { priority_level: name }, value }));
}

function buildLabels({ kinds }: ApiServer): Readonly<Record<string, string>> {
  const version = versionOf(kinds.profile);
  return {
    build_date: version.buildDate,
    compiler: version.compiler,
    git_commit: version.gitCommit,
    git_tree_state: version.gitTreeState,
    git_version: version.gitVersion,
    go_version: version.goVersion,
    major: version.major,
    minor: version.minor,
    platform: version.platform,
  };
}

function openWatches(watches: OpenWatches): readonly Sample[] {
  const counts = new Map<Kind, number>();
  for (const { kind } of watches) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, value]) => {
    const { group, version, plural: resource } = kind;
    return { labels: { verb: 'WATCH', group, version, resource, component: 'apiserver' }, value };
  });
}

/** One object is read; the count of the rest is known. */
async function countOf(api: ApiServer, kind: Kind): Promise<Sample> {
  const { items, metadata } = await api.read({ verb: 'list', kind, options: { limit: 1 } });
  const value = items.length + (metadata.remainingItemCount ?? 0);
  return { labels: { resource: resourceOf(kind) }, value };
}
