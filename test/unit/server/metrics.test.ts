import { expect, test } from 'vitest';
import { metricsPages } from '../../../src/server/metrics.ts';
import { durationBuckets, RequestSeries } from '../../../src/server/request-meter.ts';
import { OpenWatches } from '../../../src/server/watch/open-watches.ts';
import { apiRig } from '../../support/api.ts';

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
