/** Owners of very many fields: the work of a write grows with the object, and is done in slices. */
import { configMap, validateAnyUpdate } from '#kinds';
import { finishing, type FieldErrors, type KubeObject } from '#values';
import type { ManagedFieldsEntry, ObjectMeta } from '#types';
import type { RequestContext } from '#api';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  latest,
  readingGiven,
  recordUpdate,
  type Owner,
} from '../../../../src/api/managed-fields/index.ts';
import { apiRig, type ApiRig } from '../../../support/api.ts';
import { elementsPassed, growth } from '../../../support/work.ts';

const ref = { namespace: 'default', name: 'x' };

let rig: ApiRig;
beforeEach(async () => {
  rig = await apiRig();
});

const data = (size: number, value = 'x'): Record<string, string> =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, value]));

const object = (parts: object): KubeObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, ...parts }) as never;

describe('entries handed in', () => {
  test('are compared with work that grows as they do', () => {
    const work = (size: number): number => {
      let reads = 0;
      const entries = Array.from({ length: size }, (_, index) => ({
        get manager(): string {
          reads++;
          return `m${index}`;
        },
        operation: 'Update' as const,
        apiVersion: 'v1',
      }));
      expect(latest(entries)).toBe(entries);
      return reads;
    };
    expect(growth(work, 1000)).toBeLessThan(2.5);
    // Of few and of many, the last one of each owner stays.
    for (const size of [2, 30]) {
      const entries = Array.from({ length: size }, (_, index) => ({
        manager: `m${index >> 1}`,
        operation: 'Update' as const,
        apiVersion: 'v1',
      }));
      expect(latest(entries)).toEqual(entries.filter((_, index) => index % 2 === 1));
    }
  });

  test('are read in parts', () => {
    const fields = Array.from({ length: 30_000 }, (_, index): [string, object] => [
      `f:k${index}`,
      {},
    ]);
    const fieldsV1 = { 'f:data': Object.fromEntries(fields) };
    const given: ManagedFieldsEntry = {
      manager: 'm',
      operation: 'Apply',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1,
    };
    const work = finishing(readingGiven([given], []));
    let pauses = 0;
    while (work.next().done !== true) pauses++;
    expect(pauses).toBeGreaterThanOrEqual(7);
  });
});

describe('applying to a map', () => {
  const apply = async (manager: string, size: number, value: string): Promise<number> => {
    const change = {
      type: 'apply',
      body: object({ data: data(size, value) }),
      force: true,
    } as const;
    let pauses = 0;
    const context: RequestContext = {
      origin: { actor: 'test' },
      fieldManager: manager,
      yieldTurn: () => Promise.resolve(void pauses++),
    };
    await rig.api.patch(context, configMap, ref, change);
    return pauses;
  };

  test.each([
    ['for the first time', [['a', 'x']]],
    [
      'again, with other values',
      [
        ['a', 'x'],
        ['a', 'y'],
      ],
    ],
    [
      'what somebody else has applied',
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
    ],
  ] as const)('pauses the more often, the larger it is: %s', async (_, writes) => {
    const pausesOf = async (size: number): Promise<number> => {
      rig = await apiRig();
      let last = 0;
      for (const [manager, value] of writes) last = await apply(manager, size, value);
      return last;
    };
    const [few, some, more] = [await pausesOf(10), await pausesOf(20_000), await pausesOf(40_000)];
    expect(some).toBeGreaterThan(few + 10);
    expect((more - few) / (some - few)).toBeCloseTo(2, 0);
  });
});

describe('the entries of many managers', () => {
  const writer: Owner = {
    manager: 'w',
    operation: 'Update',
    apiVersion: 'v1',
    subresource: undefined,
  };
  const entriesOf = (managers: number): ManagedFieldsEntry[] =>
    Array.from({ length: managers }, (_, index) => ({
      manager: `m${String(index).padStart(6, '0')}`,
      operation: 'Apply',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': { [`f:k${index}`]: {}, 'f:shared': {} } },
    }));

  test('are gone over once, however many they are', () => {
    const changes = { changed: { 'f:data': { 'f:shared': {} } }, removed: undefined };
    const work = (managers: number): number => {
      const entries = entriesOf(managers);
      return elementsPassed(() => recordUpdate(entries, changes, writer, () => 'now'));
    };
    expect(growth(work, 500)).toBeLessThan(2.3);
  });

  test('of updates become one entry, once there are too many', () => {
    const work = (managers: number): number => {
      const entries = entriesOf(managers).map((entry) => ({
        ...entry,
        operation: 'Update',
        time: '2022-01-01T00:00:00Z',
      }));
      const changes = { changed: { 'f:data': { 'f:other': {} } }, removed: undefined };
      let kept = 0;
      const passed = elementsPassed(() => {
        kept = recordUpdate(entries as never, changes, writer, () => 'now').length;
      });
      expect(kept).toBe(10);
      return passed;
    };
    expect(growth(work, 500)).toBeLessThan(2.5);
  });
});

test('finalizers of an object that goes are compared with work that grows as they do', () => {
  const finalizers = (from: number, size: number): string[] =>
    Array.from({ length: size }, (_, index) => `a.b/${from + index}`);
  const time = '2022-01-01T00:00:00Z';
  const metadata: ObjectMeta = {
    name: 'x',
    uid: 'u',
    resourceVersion: '1',
    creationTimestamp: time,
    deletionTimestamp: time,
  };
  const work = (size: number): number => {
    const old = { ...metadata, finalizers: finalizers(0, size) };
    const next = { ...metadata, finalizers: finalizers(10, size) };
    const errors: FieldErrors = [];
    const passed = elementsPassed(() => validateAnyUpdate(errors, next, old));
    expect(errors).toHaveLength(1);
    return passed;
  };
  expect(growth(work, 500)).toBeLessThan(2.3);
});
