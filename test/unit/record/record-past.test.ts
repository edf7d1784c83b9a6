/** A record whose lines are read when they are looked at answers as one that is read as a whole. */
import { defaultProfile } from '#kinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { parseTime, type KubeObject } from '#values';
import { readRecord, RecordInPieces } from '#record';
import type { Change, Past } from '#store';

const registry = new KindRegistry(defaultProfile);
const BUCKET = 'configmaps';
const START = parseTime('2026-01-01T00:00:00Z');
const keys = ['a/x', 'a/y', 'b/x'] as const;

/** What is done to an object next: it is created where it is not there. */
interface Act {
  readonly key: (typeof keys)[number];
  readonly isDeletion: boolean;
  /** The field that changes, and its new value; a field that the kind does not have is dropped. */
  readonly field: 'data' | 'other';
  readonly value: number;
  readonly gap: number;
}

const act: fc.Arbitrary<Act> = fc.record({
  key: fc.constantFrom(...keys),
  isDeletion: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  field: fc.integer({ min: 0, max: 5 }).map((n) => (n === 0 ? 'other' : 'data')),
  value: fc.nat(5),
  gap: fc.nat(2),
});

/** The lines of such acts. */
function linesOf(acts: readonly Act[]): readonly string[] {
  const data = new Map<string, string>();
  let revision = 0;
  let atMs = 0;
  return acts.map(({ key, isDeletion, field, value, gap }) => {
    revision += 1 + gap;
    atMs += 10 * gap;
    const [namespace, name] = key.split('/');
    const before = data.get(key);
    // Characters that take several bytes, and none of them in some pieces.
    const about = { revision, atMs, actor: `a${value}`, ...(value === 5 && { note: 'ä€𝄞' }) };
    const object = { kind: 'ConfigMap', apiVersion: 'v1', key };
    if (before === undefined) {
      data.set(key, String(value));
      const metadata = { name, namespace, uid: `u${revision}` };
      const created = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { n: String(value) } };
      return JSON.stringify({ ...about, verb: 'created', ...object, object: created });
    }
    if (isDeletion) {
      data.delete(key);
      return JSON.stringify({ ...about, verb: 'deleted', ...object });
    }
    if (field === 'data') data.set(key, String(value));
    const change =
      field === 'data'
        ? { path: ['data', 'n'], from: before, to: String(value) }
        : { path: ['other'], to: value };
    return JSON.stringify({ ...about, verb: 'updated', ...object, changes: [change] });
  });
}

const head = {
  ...{ format: 'orrery-run/1', scenario: 'x', seed: 1, start: '2026-01-01T00:00:00Z' },
  ...{ seconds: 3600, passed: true, steps: [], checks: [] },
};

function inLines(lines: readonly string[]): string {
  const entries = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`;
  return `${JSON.stringify(head).slice(0, -1)},\n"entries":${entries}}\n`;
}

/** Read line by line, in pieces of a few lines. */
function late(lines: readonly string[]): Past {
  const record = new RecordInPieces(registry);
  const text = inLines(lines);
  for (let at = 0; at < text.length; at += 500) record.take(text.slice(at, at + 500));
  return record.end().past;
}

function atOnce(lines: readonly string[]): Past {
  return readRecord(JSON.stringify(JSON.parse(inLines(lines))), registry).past;
}

/** Each question with random numbers: a revision or a time, and which object it is about. */
const questions: Readonly<Record<string, (past: Past, at: number, which: number) => unknown>> = {
  get: (past, at, which) => past.get(BUCKET, keyOf(which), at),
  'get of nothing': (past, at) => past.get('pods', 'a/x', at),
  list: (past, at) => past.list(BUCKET, at),
  'list of a namespace': (past, at, which) => past.list(BUCKET, at, ['a/', 'b/', 'c/'][which]),
  'list of nothing': (past, at) => past.list('pods', at),
  change: (past, at) => plain(past.change(at)),
  changes: (past, at) => [...past.changes(at)].map(plain),
  'all changes': (past) => [...past.changes()].map(plain),
  changesBefore: (past, at) => [...past.changesBefore(at)].map(plain),
  changesOf: (past, at, which) => [...past.changesOf(BUCKET, keyOf(which), at)].map(plain),
  'all changesOf': (past, _, which) => [...past.changesOf(BUCKET, keyOf(which))].map(plain),
  'changesOf nothing': (past) => [...past.changesOf('pods', 'a/x')],
  revisionAt: (past, at) => past.revisionAt(START + 10 * at - 10),
  timeOf: (past, at) => past.timeOf(at),
  buckets: (past) => [...past.buckets],
  bounds: ({ beginning, revision }) => ({ beginning, revision }),
};

const nameOf = ({ metadata: { namespace, name } }: KubeObject): string => `${namespace}/${name}`;
const keyOf = (which: number): string => keys[which]!;

function plain(change: Change | undefined): Change | undefined {
  if (change === undefined) return undefined;
  const { revision, time, bucket, key, type, value, previous, origin } = change;
  return { revision, time, bucket, key, type, value, previous, origin };
}

/** What is answered, or the message of the error. */
function answer(name: string, past: Past, at: number, which: number): unknown {
  try {
    return questions[name]!(past, at, which);
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a record that is read line by line', () => {
  it('answers as one that is read as a whole, in whatever order it is asked', () => {
    const question = fc.record({
      name: fc.constantFrom(...Object.keys(questions)),
      at: fc.integer({ min: -1, max: 130 }),
      which: fc.nat(2),
    });
    fc.assert(
      fc.property(
        fc.array(act, { maxLength: 80, size: 'max' }),
        fc.array(question, { minLength: 10, maxLength: 40 }),
        (acts, asked) => {
          const lines = linesOf(acts);
          const [left, right] = [late(lines), atOnce(lines)];
          for (const { name, at, which } of asked) {
            const [found, wanted] = [left, right].map((past) => answer(name, past, at, which));
            expect(found, `${name} ${at} ${which}`).toEqual(wanted);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('keeps what stands before a wrong entry', () => {
    const acts = ['a/x', 'a/y', 'b/x'].map((key): Act => {
      return { key: key as Act['key'], isDeletion: false, field: 'data', value: 1, gap: 0 };
    });
    const record = new RecordInPieces(registry);
    const text = inLines([...linesOf(acts), '{}']);
    expect(() => record.take(text)).toThrow('entries[3].revision: expected a number');
    expect(record.log!.past.list(BUCKET, 3)).toHaveLength(3);
  });

  it('lists what has come since it was asked last', () => {
    const acts = ['b/x', 'a/y', 'a/x'].map((key): Act => {
      return { key: key as Act['key'], isDeletion: false, field: 'data', value: 1, gap: 0 };
    });
    const record = new RecordInPieces(registry);
    const lines = inLines(linesOf(acts)).split(/(?<=\n)/);
    record.take(lines.slice(0, 3).join(''));
    const { past } = record.log!;
    expect(past.list(BUCKET, 1)).toHaveLength(1);
    record.take(lines.slice(3).join(''));
    expect(past.list(BUCKET, 3).map(nameOf)).toEqual(keys);
  });

  it('makes each version once while it is looked at, of parts that it shares with others', () => {
    const acts = [1, 2, 3, 4].map((value): Act => {
      return { key: 'a/x', isDeletion: false, field: 'other', value, gap: 0 };
    });
    const past = late(linesOf(acts));
    const [first, second] = [2, 3].map((revision) => past.get(BUCKET, 'a/x', revision)!) as {
      readonly data?: unknown;
    }[];
    expect(past.get(BUCKET, 'a/x', 2)).toBe(first);
    expect(second).not.toBe(first);
    expect(second!.data).toBe(first!.data);
    expect(past.change(3)!.previous).toBe(first);
  });
});
