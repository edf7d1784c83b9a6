/** A line that is taken apart says what it says as JSON. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsualLines, type Named, type UsualLine } from '../../../src/record/read/usual-line.ts';

const text = fc.oneof(fc.constantFrom('pod', 'a/b-1', ''), fc.string({ unit: 'binary' }));
const number = fc.nat();
const optional = <T>(any: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(any, { nil: undefined, freq: 2 });
const cause = fc.oneof(
  fc.record({ revision: number }),
  fc.record({ timer: text }),
  fc.record({ retry: text }),
);
/** Mostly one. */
const causes = fc.array(cause, { minLength: 1, maxLength: 2, size: 'xsmall' });

/** As records are written; undefined fields are left out. */
const entry = fc.record({
  revision: number,
  atMs: number,
  actor: text,
  requester: optional(text),
  reconcile: optional(fc.record({ controller: text, key: text, number })),
  causes: optional(fc.record({ first: causes, last: fc.constant([]), dropped: fc.nat(1) })),
  note: fc
    .option(text, { nil: undefined, freq: 1 })
    .map((note) => (note === 'pod' ? note : undefined)),
  verb: fc.constantFrom('created', 'updated', 'deleted'),
  kind: text,
  apiVersion: text,
  key: text,
  object: optional(fc.dictionary(text, fc.jsonValue())),
  changes: optional(fc.array(fc.record({ path: fc.array(text), to: fc.jsonValue() }))),
});

/** Lines are about what they name. */
function linesByName(): UsualLines<Named> {
  return new UsualLines((named) => named);
}

function inJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

/** The entry that a line says, put together again. */
function entryIn({ revision, atMs, verb, writer, about, written }: UsualLine<Named>): object {
  return { revision, atMs, verb, ...writer.value, ...about, ...written.value };
}

/** Each part says by itself what it is read as. */
function expectAllIn(found: UsualLine<Named>, wanted: unknown): void {
  expect(entryIn(found)).toEqual(wanted);
  const { revision, atMs, writer, written } = found;
  for (const { text, value } of [writer, written]) expect(JSON.parse(`{${text}}`)).toEqual(value);
  expect([revision, atMs].every(Number.isSafeInteger)).toBe(true);
}

function usualLine(line: string): object | undefined {
  const found = linesByName().read(line);
  return found && entryIn(found);
}

describe('the usual form of a line', () => {
  const usual =
    '{"revision":7,"atMs":20,"actor":"a","requester":"r","reconcile":{"controller":"c","key":"n/k","number":3},' +
    '"causes":{"first":[{"timer":"t"}],"last":[],"dropped":0},"verb":"updated","kind":"Pod","apiVersion":"v1",' +
    '"key":"n/p","changes":[{"path":["status","phase"],"from":"A","to":"B"}]}';

  it('has the most common fields', () => {
    expect(usualLine(usual)).toEqual(JSON.parse(usual));
    const short =
      '{"revision":7,"atMs":0,"actor":"a","verb":"deleted","kind":"Pod","apiVersion":"v1","key":"p"}';
    expect(usualLine(short)).toEqual(JSON.parse(short));
  });

  it('gives what the line says, or nothing, whatever lines came before', () => {
    const lines = linesByName();
    fc.assert(
      fc.property(entry, (any) => {
        const line = JSON.stringify(any);
        const found = lines.read(line);
        if (found !== undefined) expectAllIn(found, JSON.parse(line));
      }),
      { numRuns: 500 },
    );
  });

  it('gives nothing for what is not JSON, however little is wrong', () => {
    const damage = fc.record({
      at: fc.nat(usual.length - 1),
      length: fc.nat(2),
      other: fc.constantFrom('', '"', '\\', '{', '}', ']', ',', '0', '-', 'x', '\n', '\t', '1.5'),
    });
    const lines = linesByName();
    lines.read(usual);
    fc.assert(
      fc.property(damage, ({ at, length, other }) => {
        const line = usual.slice(0, at) + other + usual.slice(at + length);
        const found = lines.read(line);
        if (found !== undefined) expectAllIn(found, inJson(line));
      }),
      { numRuns: 2000 },
    );
  });

  it('reads a part that lines have in common once', () => {
    const lines = linesByName();
    const [one, other] = [usual, usual.replace('"revision":7', '"revision":8')].map((line) =>
      lines.read(line)!,
    );
    expect(other!.about).toBe(one!.about);
    expect(other!.written).toBe(one!.written);
    // A reconcile is hardly the same twice.
    expect(other!.writer).not.toBe(one!.writer);
  });

  it('finds what a name is about once, until names are about something else', () => {
    const found: number[] = [];
    const lines = new UsualLines(({ key }, revision) => `${found.push(revision)} ${key}`);
    const about = (revision: number): string | undefined =>
      lines.read(usual.replace('"revision":7', `"revision":${revision}`))?.about;
    expect([about(1), about(2)]).toEqual(['1 n/p', '1 n/p']);
    lines.forget();
    expect([about(3), about(4)]).toEqual(['2 n/p', '2 n/p']);
    expect(found).toEqual([1, 3]);
  });

  it.each([
    ['a number with a zero before it', ['"revision":7', '"revision":07']],
    ['a number that is too long', ['"revision":7', '"revision":7000000000000000']],
    ['an escape', ['"actor":"a"', '"actor":"\\u0061"']],
    ['a note', ['"verb"', '"note":"n","verb"']],
    ['a second cause', ['{"timer":"t"}', '{"timer":"t"},{"revision":1}']],
    ['another verb', ['updated', 'patched']],
    ['more behind the changes', ['"B"}]', '"B"}],"object":{}']],
    ['a change without a path', ['"path":["status","phase"]', '"path":"status"']],
    ['changes that are a map', ['[{"path":["status","phase"],"from":"A","to":"B"}]', '{}']],
    ['an object that is a list', ['"changes"', '"object"']],
  ])('leaves %s to others', (_, [part, other]) => {
    expect(usual).toContain(part);
    expect(usualLine(usual.replace(part!, other!))).toBeUndefined();
  });
});
