/** Load, usage and recommendation of an autoscaler, as the page draws them. */
import { KindRegistry } from '#catalog';
import { defaultProfile } from '#kinds';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Charted, Series } from '#view';
import { highestIn, panelsOf, valueAt } from '../../../ui/page/chart-data.ts';
import { Charts, withMore } from '../../../src/view/series.ts';
import { viewOf } from './source.ts';

const last = Number.MAX_SAFE_INTEGER;

describe('an autoscaler under a load in steps', () => {
  let series: readonly Series[];
  let endMs: number;
  beforeAll(async () => {
    const view = await viewOf('hpa/stabilization', { window: 300 });
    endMs = view.summary().lastsMs;
    series = view.charts().find(({ kind }) => kind === 'HorizontalPodAutoscaler')!.series;
  });
  const at = (path: string, seconds: number): number | undefined =>
    valueAt(
      series.find((each) => each.path === path)!,
      seconds * 1000,
      last,
    );

  it('has the load, from its annotation', () => {
    expect([10, 110, 125, 235, 245, 370].map((s) => at('load.cpu', s))).toEqual([
      0.5, 0.5, 2, 2, 0.5, 2,
    ]);
  });

  it('has a usage that follows the load, and what the metrics recommend', () => {
    expect(at('usage.cpu', 230)).toBeCloseTo(2, 1);
    expect(at('usage.cpu', 300)).toBeCloseTo(0.5, 1);
    expect([110, 230, 300].map((s) => at('recommended', s))).toEqual([2, 8, 2]);
    // The window holds what it no longer recommends.
    expect(at('status.desiredReplicas', 300)).toBe(8);
    const recommended = series.find(({ path }) => path === 'recommended')!;
    expect(highestIn(recommended, 300_000, last, 300_000)).toBe(8);
    expect(highestIn(recommended, 300_000, last, 10_000)).toBe(2);
  });

  it('is drawn with its causes above', () => {
    expect(panelsOf(series).map(({ unit }) => unit)).toEqual([
      'cores',
      'percent of the request',
      'count',
    ]);
    const [{ series: cores }] = panelsOf(series) as [ReturnType<typeof panelsOf>[number]];
    expect(cores.map(({ path }) => path)).toEqual(['load.cpu', 'usage.cpu']);
    expect(cores[0]!.points.every(({ atMs }) => atMs <= endMs)).toBe(true);
  });
});

it('follows a load that changes, and one that ends', async () => {
  const view = await viewOf('hpa/missing-metrics');
  const { series } = view.charts().find(({ kind }) => kind === 'HorizontalPodAutoscaler')!;
  const load = series.find(({ path }) => path === 'load.cpu')!;
  const { steps } = view.summary();
  const { atMs } = steps.find(({ summary }) => summary.includes('annotate'))!;
  expect(valueAt(load, atMs + 1, last)).toBe(1.2);
});

it.each([1, 7, 1000])('draws the same of a run that grows by %i writes at a time', async (size) => {
  const view = await viewOf('hpa/missing-metrics');
  const { past, head } = view.log;
  const charts = new Charts(head.startMs, new KindRegistry(defaultProfile));
  const changes = [...past.changes()];
  let drawn: readonly Charted[] = [];
  for (let at = 0; at < changes.length; at += size) {
    charts.add(changes.slice(at, at + size));
    drawn = withMore(drawn, charts.more(changes[at]!.time));
  }
  // The load has changed when the autoscaler did not.
  drawn = withMore(drawn, charts.last(head.endMs));
  expect(byName(drawn)).toEqual(byName(view.charts()));
});

function byName(charts: readonly Charted[]): unknown {
  return Object.fromEntries(charts.map(({ kind, key, series }) => [`${kind} ${key}`, series]));
}
