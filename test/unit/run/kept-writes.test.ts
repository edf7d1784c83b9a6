/** What a run keeps of its writes has a bound, and the run ends at it. */
import { defaultProfile } from '#kinds';
import { expect, test } from 'vitest';
import { KindRegistry } from '#catalog';
import type { KubeObject } from '#values';
import { RecordFullError, Run } from '#run';
import { loadScenario } from '#scenario';
import type { Change, Past } from '#store';
import { KeptWrites } from '../../../src/run/kept-writes.ts';

const scenario = { file: 'x.yaml', startMs: 1000 };

function change(revision: number, data: object, previous?: KubeObject): Change {
  const metadata = { name: 'x', namespace: 'default', uid: 'u', resourceVersion: String(revision) };
  const value = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data } as unknown as KubeObject;
  const type = previous === undefined ? 'created' : 'updated';
  const origin = { actor: 'test' };
  const place = { bucket: 'configmaps', key: 'default/x' };
  return { revision, time: 1000 + revision, type, value, previous, origin, ...place };
}

test('what a write shares with the one before takes no room', () => {
  const kept = new KeptWrites(scenario, 250_000);
  const shared = { text: 'x'.repeat(100_000) };
  const first = change(1, shared);
  expect(kept.add(first)).toBeUndefined();
  let { value } = first;
  for (let n = 2; n < 20; n++) {
    const next = change(n, shared, value);
    expect(kept.add(next)).toBeUndefined();
    ({ value } = next);
  }
  expect([...kept.past.changes()]).toHaveLength(19);
});

test('the one without room is named, and none stays', () => {
  const kept = new KeptWrites(scenario, 250_000);
  kept.add(change(1, { text: 'x'.repeat(100_000) }));
  const full = kept.add(change(2, { text: 'y'.repeat(100_000) }));
  expect(full).toBeInstanceOf(RecordFullError);
  expect(full).toMatchObject({ file: 'x.yaml', writes: 2, atMs: 2, bytes: 250_000 });
  expect(full?.change.revision).toBe(2);
  expect([...kept.past.changes()]).toEqual([]);
});

test('what continues a run begins with its first state, also behind a single write', () => {
  const { value } = change(1, { text: 'x' });
  const past = {
    ...{ beginning: 1, buckets: ['configmaps'] },
    list: () => [value],
    timeOf: () => 1001,
  } as unknown as Past;
  const kept = new KeptWrites(scenario, 250_000, past);
  expect(kept.past.beginning).toBe(1);
  expect(kept.past.list('configmaps', 1)).toEqual([value]);
  expect(new KeptWrites(scenario, 250_000).past.beginning).toBe(0);
});

test('a run ends when what it keeps is too much, and not when it keeps nothing', async () => {
  const file = 'scenarios/daemonset/rolling-update.yaml';
  const loaded = await loadScenario(file, new KindRegistry(defaultProfile));
  await expect(Run.play(loaded, { keepBytes: 200_000 })).rejects.toThrow(RecordFullError);
  const run = await Run.begin(loaded, { keepBytes: 200_000 });
  await run.finish();
  await run.stop();
  expect(run.checks.every(({ passed }) => passed)).toBe(true);
});
