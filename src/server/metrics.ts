/** `/metrics`, for Prometheus. */
import type { ApiServer } from '#api';
import type { OpenWatches } from './watch/open-watches.ts';

/** What is measured. */
export interface Metered {
  readonly api: ApiServer;
  readonly watches: OpenWatches;
}

/** The library is loaded when somebody asks. */
export async function metricsText({
  api,
  watches,
}: Metered): Promise<{ readonly contentType: string; readonly text: string }> {
  const { Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  const gauge = (name: string, help: string, value: number): void => {
    new Gauge({ name, help, registers: [registry] }).set(value);
  };
  gauge('apiserver_registered_watchers', 'Watches that are open over the wire.', watches.size);
  gauge('orrery_store_revision', 'Revision of the latest write.', api.revision());
  const memory = process.memoryUsage();
  gauge('process_resident_memory_bytes', 'Memory of the process.', memory.rss);
  gauge('nodejs_heap_used_bytes', 'Memory that objects take.', memory.heapUsed);
  const cpu = process.cpuUsage();
  const cpuSeconds = (cpu.user + cpu.system) / 1e6;
  gauge('process_cpu_seconds_total', 'Time that the process has computed.', cpuSeconds);
  return { contentType: registry.contentType, text: await registry.metrics() };
}
