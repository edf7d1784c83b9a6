/** Metadata of an applied custom resource that Go cannot read. */
import { expect, test } from 'vitest';
import { schemas } from '#kinds';
import type { StructSchema } from '#schema';
import { areOwners, withReadableTimes } from '../../../../src/api/patch/apply-metadata.ts';

const time = '2026-11-20T20:00:00Z';

test.each<[metadata: unknown, readable: unknown]>([
  [
    { name: 'a', labels: { b: 'c' }, creationTimestamp: time },
    { name: 'a', labels: { b: 'c' }, creationTimestamp: time },
  ],
  [
    { name: 'a', creationTimestamp: 'x', deletionTimestamp: time },
    { name: 'a', deletionTimestamp: time },
  ],
  [
    { name: 'a', creationTimestamp: time, deletionTimestamp: 'x' },
    { name: 'a', creationTimestamp: time },
  ],
  [{ creationTimestamp: 'x', deletionTimestamp: 'x' }, {}],
  [
    { creationTimestamp: null, deletionTimestamp: 5 },
    { creationTimestamp: null, deletionTimestamp: 5 },
  ],
  [null, null],
  ['x', 'x'],
])('of the metadata %j the times that are none are left out', (metadata, readable) => {
  expect(withReadableTimes({ kind: 'A', metadata, spec: { creationTimestamp: 'x' } })).toEqual({
    kind: 'A',
    metadata: readable,
    spec: { creationTimestamp: 'x' },
  });
});

test.each<[owners: unknown, can: boolean]>([
  [[], true],
  [[{}], true],
  [[{ manager: 'a', operation: 'Apply', time }], true],
  [[{ manager: 1 }], false],
  [[{ manager: 'a' }, { time: 'x' }], false],
  [['x'], false],
  [{}, false],
  ['x', false],
  [undefined, false],
])('whether Go can read the owners %j: %s', (owners, can) => {
  const metadata = { schema: schemas.of('meta/v1', 'ObjectMeta') };
  const struct = { fields: new Map([['metadata', metadata]]) } as unknown as StructSchema;
  expect(areOwners(owners, struct)).toBe(can);
});
