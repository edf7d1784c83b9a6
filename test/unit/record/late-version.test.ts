/** Versions that are made when they are looked at are those that are made at once. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { defaultProfile, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { readRecord, RecordError, type FieldChange } from '#record';
import { LateVersion, type Version } from '../../../src/record/read/late-version.ts';
import { versionOf } from '../../../src/record/read/version-of.ts';

const registry = new KindRegistry(defaultProfile);
const kind = registry.byKind('apps/v1', 'Deployment') as Kind;
const key = 'default/web';
const metadata = { name: 'web', namespace: 'default', resourceVersion: '1' };
const manifest = {
  ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata },
  ...{ spec: { replicas: 1 }, status: { conditions: [{ type: 'Available', status: 'True' }] } },
} as unknown as KubeObject;
const creation = { revision: 1, verb: 'created', key } as const;
const first = versionOf(creation, { object: manifest }, undefined, kind).value;

const condition = fc.record({
  path: fc.constant(['status', 'conditions', 0, 'status']),
  to: fc.constantFrom('True', 'False'),
});
const number = fc.record({
  path: fc.constantFrom(['spec', 'replicas'], ['status', 'readyReplicas']),
  to: fc.integer({ min: 1, max: 3 }),
});
const updates = fc.array(fc.array(fc.oneof(condition, number), { maxLength: 3 }), {
  maxLength: 12,
});

/** The late versions behind the first one. */
function lateOf(all: readonly (readonly FieldChange[])[]): readonly Version[] {
  let before: Version = { value: first };
  return all.map((changes, i) => (before = new LateVersion(before, i + 2, changes)));
}

it('are the same in whatever order they are looked at', () => {
  const unchanged = JSON.stringify(first);
  fc.assert(
    fc.property(updates, fc.array(fc.nat(11)), (all, looks) => {
      let previous = first;
      const wanted = all.map((changes, i) => {
        const entry = { revision: i + 2, verb: 'updated', key } as const;
        return (previous = versionOf(entry, { changes }, previous, kind).value);
      });
      const late = lateOf(all);
      const order = looks.filter((at) => at < all.length);
      for (const at of order) expect(late[at]!.value).toStrictEqual(wanted[at]);
      expect(late.map(({ value }) => value)).toStrictEqual(wanted);
      expect(JSON.stringify(first)).toBe(unchanged);
    }),
  );
});

it('are made once, and share what did not change', () => {
  const [one, other] = lateOf([[], [{ path: ['spec', 'replicas'], to: 2 }]]);
  expect(other!.value).toBe(other!.value);
  expect((other!.value as { status?: object }).status).toBe((first as { status?: object }).status);
  expect(one!.value.metadata.resourceVersion).toBe('2');
});

const head = {
  ...{ format: 'orrery-run/1', scenario: 'x', seed: 1, start: '2026-01-01T00:00:00Z' },
  ...{ seconds: 60, passed: true, steps: [], checks: [] },
};

it('are refused at the end of a record at the latest, by the entry that is wrong', () => {
  const about = { atMs: 0, actor: 'a', kind: 'Deployment', apiVersion: 'apps/v1', key };
  const change = (path: FieldChange['path']): object => ({ path, to: 3 });
  const lines = [
    { revision: 1, ...about, verb: 'created', object: manifest },
    { revision: 2, ...about, verb: 'updated', changes: [change(['spec', 'replicas'])] },
    {
      revision: 3,
      ...about,
      verb: 'updated',
      changes: [change(['spec', 'template', 'spec', 'securityContext', 'runAsUser'])],
    },
    { revision: 4, ...about, verb: 'updated', changes: [change(['spec', 'replicas'])] },
  ].map((each) => JSON.stringify(each));
  const text = `${JSON.stringify(head).slice(0, -1)},\n"entries":[\n${lines.join(',\n')}\n]}\n`;
  const wrong =
    'Deployment default/web at revision 3: there is no place spec.template.spec.securityContext.runAsUser to change';
  expect(() => readRecord(text, registry)).toThrow(new RecordError(wrong));
});
