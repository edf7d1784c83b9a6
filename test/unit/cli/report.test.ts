import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { KindRegistry, kinds } from '#kinds';
import type { RunLog } from '#record';
import { Run } from '#run';
import { loadScenario } from '#scenario';
import { reportData } from '../../../src/cli/report/data.ts';
import { reportPage } from '../../../src/cli/report/page.ts';

const registry = new KindRegistry(kinds);
const file = resolve(import.meta.dirname, '../../../scenarios/daemonset/rolling-update.yaml');

describe('a report', () => {
  let log: RunLog;
  beforeAll(async () => {
    const run = await Run.begin(await loadScenario(file, registry), { keep: true });
    await run.finish();
    await run.stop();
    ({ log } = run);
  });

  it('draws every number of a status, with its sums', () => {
    const { objects } = reportData(log, registry);
    const agent = objects.find(({ kind, key }) => kind === 'DaemonSet' && key === 'default/agent')!;
    const ready = agent.series.find(({ path }) => path === 'status.numberReady')!;
    expect(ready.points[0]).toMatchObject({ atMs: 0, value: 0 });
    expect(ready.points[1]).toMatchObject({ atMs: 5000, value: 5 });
    expect(ready.points.at(-1)).toMatchObject({ value: 4 });
    const sum = ready.points.at(-1)!.why!;
    expect(sum.rule).toContain('ready');
    expect(sum.terms.filter((term) => term.startsWith('+'))).toHaveLength(4);
  });

  it('leads from every line back to an earlier one, and in the end to an act', () => {
    const { timeline } = reportData(log, registry);
    const known = new Set([...log.past.changes()].map(({ revision }) => revision));
    expect(timeline.length).toBeGreaterThan(50);
    for (const { revision, from, actor } of timeline) {
      if (from === undefined) expect(['scenario', 'simulator', 'kubelet']).toContain(actor);
      else {
        expect(from).toBeLessThan(revision);
        expect(known).toContain(from);
      }
    }
  });

  it('keeps its data apart from the page, whatever is in it', () => {
    const data = { ...reportData(log, registry), description: '</script><b>&"' };
    const page = reportPage(data);
    const inside = /id="data">(.*?)<\/script>/s.exec(page)![1]!;
    expect(JSON.parse(inside)).toEqual(data);
    expect(page.match(/<script/g)).toHaveLength(2);
  });
});
