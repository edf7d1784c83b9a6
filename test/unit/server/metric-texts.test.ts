/** Every metric says what it is, once: https://prometheus.io/docs/instrumenting/exposition_formats */
import { expect, it } from 'vitest';
import { QueueMeter } from '../../../src/runtime/queue-meter.ts';
import { metricsPages } from '../../../src/server/observers/metrics.ts';
import { OpenWatches } from '../../../src/server/watch/open-watches.ts';
import { apiRig } from '../../support/api.ts';

it('has a type and an explanation for each metric, before its samples', async () => {
  const { api } = await apiRig();
  const meter = new QueueMeter('job');
  meter.waits.add(5);
  const options = { api, watches: new OpenWatches(), requests: { series: [] } };
  const pages = metricsPages({ ...options, queues: () => [meter] }, () => Promise.resolve());
  const lines = (await pages()).text.split('\n').filter((line) => line !== '');
  const matching = (pattern: RegExp): readonly string[] =>
    lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  const types = matching(/^# TYPE (\S+) (?:counter|gauge|histogram)$/);
  expect(new Set(types).size).toBe(types.length);
  expect(types).toContain('workqueue_work_duration_seconds');
  expect(matching(/^# HELP (\S+) [A-Z].{8,}\.$/)).toEqual(types);
  const samples = new Set(
    matching(/^(\w+)/).map((name) => name.replace(/_(bucket|sum|count)$/, '')),
  );
  for (const name of samples) expect(types).toContain(name);
  const counted = lines.filter((line) =>
    /^workqueue_queue_duration_seconds_bucket\{.* 1$/.test(line),
  );
  // 5 ms are no longer than 10 ms, 100 ms, 1 s, 10 s, and any time.
  expect(counted).toHaveLength(5);
});
