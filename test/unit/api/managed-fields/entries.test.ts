import type { ManagedFieldsEntry } from '#types';
import { describe, expect, test } from 'vitest';
import {
  givenEntries,
  newEntry,
  noEntries,
  recordingUpdate,
  recordUpdate,
  type Entries,
  type FieldSet,
  type Owner,
} from '../../../../src/api/managed-fields/index.ts';

const start = '2022-01-01T00:00:00Z';
const later = '2022-01-01T00:00:01Z';

function owner(manager: string, parts: Partial<Owner> = {}): Owner {
  return { manager, operation: 'Update', apiVersion: 'v1', subresource: undefined, ...parts };
}

function entry(manager: string, fields: FieldSet, parts: Partial<Owner> = {}): ManagedFieldsEntry {
  return newEntry(owner(manager, parts), fields, start);
}

const fields = (...names: readonly string[]): FieldSet =>
  Object.fromEntries(names.map((name) => [`f:${name}`, {}]));

/** What entries say, in short. */
const shown = (entries: Entries) =>
  entries.map(({ manager, operation, subresource, time, fieldsV1 }) =>
    [
      manager,
      operation,
      subresource,
      time === start ? 'start' : time && 'later',
      ...names(fieldsV1),
    ]
      .filter((part) => part !== undefined)
      .join(' '),
  );

const names = (set: unknown) => Object.keys(set as FieldSet).map((element) => element.slice(2));

function update(entries: Entries, writer: Owner, changed?: FieldSet, removed?: FieldSet): Entries {
  return recordUpdate(entries, { changed, removed }, writer, () => later);
}

describe('an update', () => {
  test.each([
    {
      name: 'owns what it changes',
      before: [],
      changed: ['a'],
      after: ['m Update later a'],
    },
    {
      name: 'takes it from others',
      before: [entry('n', fields('a', 'b')), entry('o', fields('a'), { operation: 'Apply' })],
      changed: ['a'],
      after: ['n Update start b', 'm Update later a'],
    },
    {
      name: 'adds to what it owns, which moves its time',
      before: [entry('m', fields('a'))],
      changed: ['b'],
      after: ['m Update later a b'],
    },
    {
      name: 'leaves no manager what it removes, and no time moves',
      before: [entry('m', fields('a', 'b')), entry('n', fields('a'))],
      removed: ['a'],
      after: ['m Update start b'],
    },
    {
      name: 'through a subresource is another owner',
      before: [entry('m', fields('a', 'b'))],
      writer: owner('m', { subresource: 'status' }),
      changed: ['a'],
      after: ['m Update start b', 'm Update status later a'],
    },
    {
      name: 'through another version is another owner',
      before: [entry('m', fields('a', 'b'), { apiVersion: 'v2' })],
      changed: ['a'],
      after: ['m Update start b', 'm Update later a'],
    },
    {
      name: 'is not an apply by the same manager',
      before: [entry('m', fields('a', 'b'), { operation: 'Apply' })],
      changed: ['a'],
      after: ['m Apply start b', 'm Update later a'],
    },
  ])('$name', ({ before, writer = owner('m'), changed, removed, after }) => {
    const next = update(
      before,
      writer,
      changed && fields(...changed),
      removed && fields(...removed),
    );
    expect(shown(next)).toEqual(after);
  });

  test('of values alone leaves the very same entries', () => {
    const before = [entry('m', fields('a', 'b')), entry('n', fields('c'))];
    expect(update(before, owner('m'), fields('a'))).toBe(before);
    expect(update(before, owner('m'))).toBe(before);
  });

  test('that gets and loses the same fields keeps its time', () => {
    const before = [entry('m', { 'f:a': { 'f:b': {} } })];
    const same = { 'f:a': { 'f:b': {} } };
    expect(update(before, owner('m'), same, { 'f:a': { 'f:c': {} } })).toBe(before);
  });

  test('sorts: applies first, then by time, then by manager', () => {
    const before = [
      entry('z', fields('z'), { operation: 'Apply' }),
      entry('b', fields('b')),
      { ...entry('a', fields('a')), time: later },
      entry('b', fields('c'), { subresource: 'status' }),
    ];
    expect(shown(update(before, owner('A'), fields('d')))).toEqual([
      'z Apply start z',
      'b Update start b',
      'b Update status start c',
      'A Update later d',
      'a Update later a',
    ]);
  });
});

describe('of more than ten updates', () => {
  const times = (n: number) => `2021-01-01T00:00:${String(n).padStart(2, '0')}Z`;
  const many = (count: number, apiVersion: (n: number) => string = () => 'v1') =>
    Array.from({ length: count }, (_, n) => ({
      ...entry(`m${n}`, fields(`a${n}`), { apiVersion: apiVersion(n) }),
      time: times(n),
    }));

  test('the oldest two become one', () => {
    const next = update(many(10), owner('new'), fields('b'));
    expect(next).toHaveLength(10);
    expect(next[0]).toEqual({
      ...entry('ancient-changes', fields('a0', 'a1')),
      time: times(1),
    });
    expect(next.at(-1)?.manager).toBe('new');
  });

  test('which keeps growing', () => {
    const first = update(many(10), owner('new'), fields('b'));
    const second = update(first, owner('newer'), fields('c'));
    expect(second).toHaveLength(10);
    expect(second[0]).toMatchObject({
      manager: 'ancient-changes',
      fieldsV1: fields('a0', 'a1', 'a2'),
      time: times(2),
    });
  });

  test('there is one for each version', () => {
    const next = update(
      many(10, (n) => `v${n % 2}`),
      owner('new'),
      fields('b'),
    );
    expect(next).toHaveLength(10);
    expect(next.map(({ manager }) => manager)).toEqual([
      'm1',
      'ancient-changes',
      ...Array.from({ length: 7 }, (_, n) => `m${n + 3}`),
      'new',
    ]);
  });

  test('applies do not count', () => {
    const applied = entry('x', fields('x'), { operation: 'Apply' });
    expect(update([applied, ...many(9)], owner('new'), fields('b'))).toHaveLength(11);
  });
});

describe('entries that a client hands in', () => {
  const stored = [entry('m', fields('a'))];

  test.each([
    { name: 'none', given: undefined },
    { name: 'null', given: null },
    { name: 'the same', given: structuredClone(stored) },
    { name: 'an unknown operation', given: [{ ...stored[0]!, operation: 'Create' }] },
    { name: 'no version', given: [{ ...stored[0]!, apiVersion: '' }] },
    { name: 'another type of fields', given: [{ ...stored[0]!, fieldsType: 'FieldsV2' }] },
    { name: 'fields that are none', given: [{ ...stored[0]!, fieldsV1: { 'f:a': 1 } }] },
  ])('$name: leave the stored ones', ({ given }) => {
    expect(givenEntries(given, stored)).toBe(stored);
  });

  test.each([{ given: [] }, { given: [{}] }, { given: [{ manager: '', time: null }] }])(
    '$given: wipe them',
    ({ given }) => {
      expect(givenEntries(given as unknown as Entries, stored)).toBe(noEntries);
    },
  );

  // As a v1.24.17 API server does.
  test.each([{ fieldsV1: {} }, { fieldsV1: undefined }])('with %j: are dropped', (none) => {
    expect(givenEntries([{ ...stored[0]!, ...none }], stored)).toEqual([]);
  });

  test('others take their place', () => {
    const given = [{ ...stored[0]!, manager: 'n', fieldsV1: { 'f:b': { '.': {} } } }];
    expect(givenEntries(given, stored)).toEqual([entry('n', fields('b'))]);
  });
});

test('the work of an update is in parts: one for each step over all fields of an entry', () => {
  const [removed, changed] = [fields('a'), fields('b')];
  const before = entry('m', removed);
  const work = recordingUpdate([before], { changed, removed }, owner('m'), () => start);
  let parts = 1;
  let step = work.next();
  for (; step.done !== true; step = work.next()) parts++;
  expect(parts).toBe(3);
  expect(step.value).toEqual([{ ...before, fieldsV1: changed }]);
});
