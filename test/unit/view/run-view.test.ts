import { defaultProfile } from '#kinds';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { KindRegistry, kindsWithMetrics } from '#catalog';
import { Run } from '#run';
import { loadScenario } from '#scenario';
import { RunView } from '#view';

const recordKinds = new KindRegistry(defaultProfile, kindsWithMetrics(defaultProfile));

const file = resolve(import.meta.dirname, '../../../scenarios/daemonset/rolling-update.yaml');

describe('the view of a run', () => {
  let view: RunView;
  beforeAll(async () => {
    view = new RunView(
      await Run.play(await loadScenario(file, new KindRegistry(defaultProfile))),
      recordKinds,
    );
  });

  const agent = { kind: 'DaemonSet', key: 'default/agent' };
  const revisionAt = (atMs: number): number =>
    view.summary().writes.findLast((write) => write.atMs <= atMs)!.revision;

  it('draws every number of a status', () => {
    const { series } = view.charts().find(({ key }) => key === agent.key)!;
    const ready = series.find(({ path }) => path === 'status.numberReady')!;
    expect(ready.points[0]).toMatchObject({ atMs: 0, value: 0 });
    expect(ready.points[1]).toMatchObject({ atMs: 5000, value: 5 });
    expect(ready.points.at(-1)).toMatchObject({ value: 4 });
  });

  it('leads from every write back to an earlier one, and in the end to an act', () => {
    const { writes } = view.summary();
    const known = new Set([...view.log.past.changes()].map(({ revision }) => revision));
    expect(writes.length).toBeGreaterThan(50);
    const caused = view.caused(writes.map(({ revision }) => revision));
    expect(caused).toHaveLength(writes.length);
    for (const { revision, from, actor } of caused) {
      if (from === undefined) expect(['scenario', 'simulator', 'kubelet']).toContain(actor);
      else {
        expect(from).toBeLessThan(revision);
        expect(known).toContain(from);
      }
    }
  });

  it('has an object with what changed, its life, and what belongs to it', async () => {
    const { yaml, changed, children, history, fields } = await view.object(agent, revisionAt(5000));
    expect(yaml).toContain('numberReady: 5');
    expect(changed).toContainEqual({ path: 'status.numberReady', from: 0, to: 5 });
    expect(children.filter(({ kind }) => kind === 'Pod')).toHaveLength(5);
    expect(fields).toContainEqual({ path: 'status.numberReady', value: 5 });
    expect(history.at(-1)).toMatchObject({ verb: 'create', atMs: 0 });
    expect((await view.object(agent, 0)).yaml).toBeUndefined();
  });

  it('has the tables that kubectl prints', () => {
    const table = view
      .tables(view.summary().revision, 300_000)
      .find(({ kind }) => kind === 'DaemonSet')!;
    expect(table.columns.slice(0, 3)).toEqual(['Desired', 'Current', 'Ready']);
    expect(table.rows).toEqual([
      { key: 'default/agent', cells: ['4', '4', '4', '4', '4', '<none>', '5m'] },
    ]);
  });

  it('says why', async () => {
    const { value, account } = await view.why(agent, 'numberUnavailable', revisionAt(14_500));
    expect(value).toBe(2);
    expect(account!.value).toBe(2);
  });
});
