/** A record that grows, as a page has that of a running server. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { parseTime } from '#values';
import { beginningEntries, beginningOf, GrowingLog, RecordError, type RunHead } from '#record';
import type { Change, Past } from '#store';

const start = '2026-01-01T00:00:00Z';
const startMs = parseTime(start);
const head: RunHead = { scenario: 's', seed: 3, startMs, endMs: startMs + 90_000 };

const object = (name: string, revision: number) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { x: name } },
  metadata: { name, namespace: 'default', uid: name, resourceVersion: String(revision) },
});

/** A past that begins at a revision, with these objects. */
const pastFrom = (beginning: number, times: readonly number[] = []): Past =>
  ({
    beginning,
    buckets: ['b', 'a'],
    list: (bucket: string, revision: number) => {
      expect(revision).toBe(beginning);
      return bucket === 'a' ? [object('first', 2)] : [object('third', 4), object('second', 3)];
    },
    changes: () => times.map((time) => ({ time }) as Change).values(),
  }) as unknown as Past;

describe('the beginning', () => {
  it.each<[string, Past, Partial<RunHead>, object]>([
    ['of a whole past', pastFrom(0, [startMs + 5000]), {}, {}],
    [
      'with features',
      pastFrom(0),
      { features: { HPAScaleToZero: true } },
      { features: { HPAScaleToZero: true } },
    ],
    ['of a later past', pastFrom(7, [startMs + 5000, startMs + 9000]), {}, { keptFromMs: 5000 }],
    ['of a past without changes', pastFrom(7), {}, { keptFromMs: 90_000 }],
  ])('%s', (_, past, more, expected) => {
    expect(beginningOf({ ...head, ...more }, past)).toEqual({
      ...{ scenario: 's', seed: 3, start },
      ...expected,
    });
  });

  it('has the objects of that moment in their order', () => {
    expect(beginningEntries(pastFrom(0), head)).toEqual([]);
    const entries = beginningEntries(pastFrom(7, [startMs + 5000]), head);
    const { metadata, ...fields } = object('first', 2);
    const { resourceVersion, ...kept } = metadata;
    expect(entries[0]).toEqual({
      ...{ revision: Number(resourceVersion), atMs: 5000, actor: 'earlier' },
      note: 'before the history that is kept',
      ...{ verb: 'created', kind: 'ConfigMap', apiVersion: 'v1', key: 'default/first' },
      object: { ...fields, metadata: kept },
    });
    expect(entries.map(({ key }) => key)).toEqual([
      'default/first',
      'default/second',
      'default/third',
    ]);
  });
});

describe('a log that grows', () => {
  const beginning = { scenario: 's', seed: 3, start };
  const none = { seconds: 0, entries: [], steps: [], checks: [], faults: [] };
  const entry = (revision: number, name: string) => {
    const { metadata, ...fields } = object(name, revision);
    const { name: key, namespace, uid } = metadata;
    return {
      ...{ revision, atMs: revision * 1000, actor: 'scenario', verb: 'created' },
      ...{ kind: 'ConfigMap', apiVersion: 'v1', key: `default/${name}` },
      object: { ...fields, metadata: { name: key, namespace, uid } },
    };
  };
  const registry = new KindRegistry(defaultProfile);
  const step = { atMs: 0, line: 1, summary: 'apply x', note: 'x', isCheck: false };
  const check = {
    ...{ file: 's.yaml', line: 2, name: 'a', verb: 'expect', summary: 'x', passed: true },
    ...{ startedAtMs: 0, decidedAtMs: 0, expected: 'x', actual: 'x' },
  };
  const fault = {
    ...{ atMs: 0, revision: 1, fault: 'f', effect: 'e', client: 'c', verb: 'get' },
    ...{ resource: 'pods', key: 'a' },
  };

  it('has what was added, in order', () => {
    const log = new GrowingLog({ ...beginning, features: { HPAScaleToZero: true } }, registry);
    expect(log.head).toEqual({ ...head, features: { HPAScaleToZero: true }, endMs: startMs });
    const first = log.add({ ...none, seconds: 5, entries: [entry(1, 'a'), entry(2, 'b')] });
    expect(first.map(({ revision }) => revision)).toEqual([1, 2]);
    log.add({ ...none, seconds: 9.5, entries: [entry(3, 'c')], steps: [step], checks: [check] });
    log.add({ ...none, seconds: 9.5, steps: [{ ...step, line: 3 }], faults: [fault] });
    log.add({
      ...none,
      seconds: 9.5,
      checks: [{ ...check, line: 4 }],
      faults: [{ ...fault, key: 'b' }],
    });
    expect(log.head.endMs).toBe(startMs + 9500);
    expect([...log.past.changes()].map(({ key, time }) => [key, time - startMs])).toEqual([
      ['default/a', 1000],
      ['default/b', 2000],
      ['default/c', 3000],
    ]);
    expect(log.steps.map(({ line }) => line)).toEqual([1, 3]);
    expect(log.checks.map(({ line }) => line)).toEqual([2, 4]);
    expect(log.faults.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it.each([
    [{ ...beginning, seed: '3' }, 'seed: expected a number, found "3"'],
    [{ ...beginning, start: 3 }, 'start: expected a text, found 3'],
    [{ ...beginning, scenario: undefined }, 'scenario: expected a text, found nothing'],
    [{ ...beginning, features: [] }, 'features: expected a map, found []'],
    [{ ...beginning, keptFromMs: 'x' }, 'keptFromMs: expected a number, found "x"'],
  ])('is not begun by %j', (wrong, message) => {
    expect(() => new GrowingLog(wrong, registry)).toThrow(new RecordError(message));
  });

  it.each([
    [{ ...none, seconds: 'x' }, 'seconds: expected a number, found "x"'],
    [{ ...none, entries: {} }, 'entries: expected a list, found {}'],
    [{ ...none, steps: {} }, 'steps: expected a list, found {}'],
    [{ ...none, checks: {} }, 'checks: expected a list, found {}'],
    [{ ...none, faults: {} }, 'faults: expected a list, found {}'],
    [{ ...none, steps: [{}] }, 'steps[0].atMs: expected a number, found nothing'],
    [
      { ...none, entries: [{ ...entry(1, 'a'), atMs: 'x' }] },
      'entries[0].atMs: expected a number, found "x"',
    ],
  ])('takes no %j', (wrong, message) => {
    const log = new GrowingLog(beginning, registry);
    expect(log.head).toEqual({ ...head, endMs: startMs });
    expect(() => log.add(wrong)).toThrow(new RecordError(message));
  });

  const words = { number: 'a number', text: 'a text', flag: 'true or false', map: 'a map' };
  type Word = keyof typeof words;
  it.each<[string, object, Readonly<Record<string, Word | `${Word}?`>>]>([
    [
      'steps',
      step,
      { atMs: 'number', line: 'number', summary: 'text', note: 'text?', isCheck: 'flag' },
    ],
    [
      'checks',
      check,
      {
        ...{ file: 'text', line: 'number', name: 'text?', verb: 'text', summary: 'text' },
        ...{ passed: 'flag', startedAtMs: 'number', decidedAtMs: 'number?', expected: 'text' },
        ...{ actual: 'text', object: 'map?', revision: 'text?' },
      },
    ],
    [
      'faults',
      fault,
      {
        ...{ atMs: 'number', revision: 'number', fault: 'text', effect: 'text', client: 'text' },
        ...{ verb: 'text', resource: 'text', key: 'text', reconcile: 'map?' },
      },
    ],
    [
      'entries',
      entry(1, 'a'),
      {
        ...{ revision: 'number', atMs: 'number', actor: 'text', requester: 'text?' },
        ...{ reconcile: 'map?', note: 'text?', verb: 'text', kind: 'text', key: 'text' },
      },
    ],
  ])('takes no %s whose fields have other types', (list, whole, fields) => {
    const problemWith = (field: string, value: unknown): string => {
      try {
        const one = { ...whole, [field]: value };
        new GrowingLog(beginning, registry).add({ ...none, seconds: 9, [list]: [one] });
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const wrong = Object.entries(fields).map(([field, type]) => {
      const word = words[type.replace('?', '') as Word];
      const found = word === words.map ? '3' : '[]';
      expect(problemWith(field, JSON.parse(found))).toBe(
        `${list}[0].${field}: expected ${word}, found ${found}`,
      );
      return problemWith(field, undefined);
    });
    expect(wrong).toEqual(
      Object.entries(fields).map(([field, type]) =>
        type.endsWith('?')
          ? ''
          : `${list}[0].${field}: expected ${words[type as Word]}, found nothing`,
      ),
    );
  });
});
