import { expect, test } from 'vitest';
import { metricsPages } from '../../../../src/server/observers/metrics.ts';
import { durationBuckets, RequestSeries } from '../../../../src/server/observers/request-meter.ts';
import { OpenWatches } from '../../../../src/server/watch/open-watches.ts';
import { apiRig } from '../../../support/api.ts';

function manySeries(count: number): readonly RequestSeries[] {
  return Array.from({ length: count }, (_, index) => {
    const labels = { verb: 'GET', dry_run: '', group: '', version: 'v1', subresource: '' };
    const series = new RequestSeries({
      ...labels,
      resource: `widgets-${index}`,
      scope: 'resource',
      component: 'apiserver',
    });
    series.add(200, 30);
    return series;
  });
}

async function pagesOf(series: readonly RequestSeries[]) {
  let yields = 0;
  const { api } = await apiRig();
  const requests = { series };
  const pages = metricsPages({ api, watches: new OpenWatches(), requests }, () => {
    yields++;
    return Promise.resolve();
  });
  return { pages, yields: () => yields };
}

test('formats many samples in slices, as if in one', async () => {
  const { pages, yields } = await pagesOf(manySeries(100));
  const { text } = await pages();
  const lines = text.split('\n').filter((line) => line.includes('request_duration_seconds'));
  const ofOne = durationBuckets.length + 3;
  expect(lines.map((line) => line.slice(0, 6)).filter((start) => start.startsWith('#'))).toEqual([
    '# HELP',
    '# TYPE',
  ]);
  expect(new Set(lines).size).toBe(2 + 100 * ofOne);
  expect(yields()).toBeGreaterThan((100 * ofOne) / 200);
});

test('makes one page at a time, and shares the next one', async () => {
  const { pages } = await pagesOf(manySeries(1));
  const first = pages();
  await Promise.resolve();
  const [second, third] = [pages(), pages()];
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  expect((await second).text).toContain('apiserver_request_total');
});

test('says what each figure means', async () => {
  const { pages } = await pagesOf(manySeries(1));
  const { text } = await pages();
  const about = text.split('\n').filter((line) => line.startsWith('#'));
  expect(about.join('\n')).toMatchInlineSnapshot(`
    "# HELP apiserver_request_total Requests, by code.
    # TYPE apiserver_request_total counter
    # HELP apiserver_request_duration_seconds Time from the headers of a request to the end of its answer, watches left out.
    # TYPE apiserver_request_duration_seconds histogram
    # HELP apiserver_longrunning_requests Requests that take as long as the client likes.
    # TYPE apiserver_longrunning_requests gauge
    # HELP apiserver_storage_objects Objects that are stored.
    # TYPE apiserver_storage_objects gauge
    # HELP apiserver_flowcontrol_request_concurrency_limit Requests that v1.24 runs at the same time, by priority level; here all run.
    # TYPE apiserver_flowcontrol_request_concurrency_limit gauge
    # HELP kubernetes_build_info The version of the server; always 1.
    # TYPE kubernetes_build_info gauge
    # HELP workqueue_depth Keys that wait to be worked on.
    # TYPE workqueue_depth gauge
    # HELP workqueue_adds_total Keys that were added.
    # TYPE workqueue_adds_total counter
    # HELP workqueue_retries_total Keys that were put off.
    # TYPE workqueue_retries_total counter
    # HELP workqueue_queue_duration_seconds Virtual time from being added to being worked on.
    # TYPE workqueue_queue_duration_seconds histogram
    # HELP workqueue_work_duration_seconds Virtual time of the work on a key.
    # TYPE workqueue_work_duration_seconds histogram
    # HELP apiserver_registered_watchers Watches that are open over the wire.
    # TYPE apiserver_registered_watchers gauge
    # HELP orrery_store_revision Revision of the latest write.
    # TYPE orrery_store_revision gauge
    # HELP process_resident_memory_bytes Memory of the process.
    # TYPE process_resident_memory_bytes gauge
    # HELP nodejs_heap_used_bytes Memory that objects take.
    # TYPE nodejs_heap_used_bytes gauge
    # HELP process_cpu_seconds_total Time that the process has computed.
    # TYPE process_cpu_seconds_total gauge"
  `);
});
