/** `/metrics`, for Prometheus. */
import type { Metric, Registry } from 'prom-client';
import type { ApiServer } from '#api';
import { resourceOf, type Kind } from '#kinds';
import { durationBuckets, type RequestMeter, type RequestSeries } from './request-meter.ts';
import type { OpenWatches } from './watch/open-watches.ts';

/** The sources of the metrics. */
export interface Metered {
  readonly api: ApiServer;
  readonly watches: OpenWatches;
  readonly requests: RequestMeter;
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

/** The library is loaded on first use. */
export async function metricsText({
  api,
  watches,
  requests,
  queues,
}: Metered): Promise<{ readonly contentType: string; readonly text: string }> {
  const { Registry } = await import('prom-client');
  const registry = new Registry();
  const series = [...requests.series];
  report(registry, 'counter', 'apiserver_request_total', 'Requests, by code.', totals(series));
  const help = 'Time from the headers of a request to the end of its answer, watches left out.';
  const taken = series.flatMap((one) => samplesOf(durations, one.labels, one, durationBuckets));
  report(registry, 'histogram', durations, help, taken);
  const running = 'Requests that take as long as the client likes.';
  report(registry, 'gauge', 'apiserver_longrunning_requests', running, openWatches(watches));
  const stored = api.kinds.stored.filter(({ readOnly }) => readOnly !== true);
  const objects = await Promise.all(stored.map((kind) => countOf(api, kind)));
  report(registry, 'gauge', 'apiserver_storage_objects', 'Objects that are stored.', objects);
  reportQueues(registry, [...(queues?.() ?? [])]);
  const single = (name: string, about: string, value: number): void =>
    report(registry, 'gauge', name, about, [{ labels: {}, value }]);
  single('apiserver_registered_watchers', 'Watches that are open over the wire.', watches.size);
  single('orrery_store_revision', 'Revision of the latest write.', api.revision());
  const memory = process.memoryUsage();
  single('process_resident_memory_bytes', 'Memory of the process.', memory.rss);
  single('nodejs_heap_used_bytes', 'Memory that objects take.', memory.heapUsed);
  const cpu = process.cpuUsage();
  const cpuSeconds = (cpu.user + cpu.system) / 1e6;
  single('process_cpu_seconds_total', 'Time that the process has computed.', cpuSeconds);
  return { contentType: registry.contentType, text: await registry.metrics() };
}

interface Sample {
  /** If it differs from the metric's name. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** A metric whose samples are known: the library only formats them. */
function report(
  registry: Registry,
  type: string,
  name: string,
  help: string,
  values: readonly Sample[],
): void {
  const metric = { name, get: () => ({ name, help, type, values, aggregator: 'sum' }) };
  registry.registerMetric(metric as unknown as Metric);
}

const durations = 'apiserver_request_duration_seconds';

function totals(series: readonly RequestSeries[]): readonly Sample[] {
  return series.flatMap(({ labels, codes }) =>
    [...codes].map(([code, value]) => ({ labels: { ...labels, code: String(code) }, value })),
  );
}

/** The samples of a histogram; none while nothing has been observed. */
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
function reportQueues(registry: Registry, queues: readonly QueueFigures[]): void {
  const each = (type: string, name: string, help: string, of: 'depth' | 'adds' | 'retries'): void =>
    report(
      registry,
      type,
      `workqueue_${name}`,
      help,
      queues.map((queue) => ({ labels: { name: queue.name }, value: queue[of] })),
    );
  const spread = (name: string, help: string, of: 'waits' | 'works'): void => {
    const metric = `workqueue_${name}`;
    const samples = queues.flatMap((queue) =>
      samplesOf(metric, { name: queue.name }, queue[of], queue[of].bounds),
    );
    report(registry, 'histogram', metric, help, samples);
  };
  each('gauge', 'depth', 'Keys that wait to be worked on.', 'depth');
  each('counter', 'adds_total', 'Keys that were added.', 'adds');
  each('counter', 'retries_total', 'Keys that were put off.', 'retries');
  spread('queue_duration_seconds', 'Virtual time from being added to being worked on.', 'waits');
  spread('work_duration_seconds', 'Virtual time of the work on a key.', 'works');
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
