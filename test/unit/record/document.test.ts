import { defaultProfile } from '#kinds';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import type { KubeObject } from '#values';
import { readRecord, RecordError, recordText } from '#record';
import { Run } from '#run';
import { loadScenario } from '#scenario';
import type { Change } from '#store';

const registry = new KindRegistry(defaultProfile);
const file = resolve(import.meta.dirname, '../../../scenarios/daemonset/rolling-update.yaml');

describe('the run record', () => {
  it('gives back what was written, but for managed fields', async () => {
    const run = await Run.begin(await loadScenario(file, registry), { keep: true });
    await run.finish();
    await run.stop();
    const text = [...recordText(run.log)].join('');
    const read = readRecord(text, registry);
    expect(read.head).toEqual(run.log.head);
    expect(read.steps).toEqual(run.log.steps);
    expect(read.checks).toEqual(run.log.checks);
    const written = [...run.log.past.changes()];
    expect([...read.past.changes()].map(plain)).toEqual(written.map(withoutManagedFields));
  });

  it.each([
    ['no JSON', 'apiVersion: v1', /expected a run record \(JSON/],
    ['another document', '{"kind":"List"}', /"format": "orrery-run\/1", found none/],
    ['a later format', '{"format":"orrery-run/9"}', /found "orrery-run\/9"/],
    ['null', 'null', /found none/],
  ])('refuses %s', (_, text, message) => {
    expect(() => readRecord(text, registry)).toThrow(RecordError);
    expect(() => readRecord(text, registry)).toThrow(message);
  });
});

/** With all that it has, as it is read. */
function plain({ revision, time, bucket, key, type, value, previous, origin }: Change): Change {
  return { revision, time, bucket, key, type, value, previous, origin };
}

function withoutManagedFields(change: Change): Change {
  const { previous } = change;
  const value = bare(change.value);
  return previous === undefined
    ? { ...change, value }
    : { ...change, value, previous: bare(previous) };
}

function bare(object: KubeObject): KubeObject {
  const metadata: Record<string, unknown> = { ...object.metadata };
  delete metadata.managedFields;
  return { ...object, metadata } as unknown as KubeObject;
}
