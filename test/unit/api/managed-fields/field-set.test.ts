import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { runToEnd, type Resumable } from '#values';
import {
  difference,
  fromFieldsV1,
  inOrder,
  intersecting,
  intersects,
  isLeaf,
  isMember,
  leaf,
  puttingInOrder,
  sharingWith,
  union,
  type FieldSet,
} from '../../../../src/api/managed-fields/index.ts';

const elements = ['f:a', 'f:b', 'k:{"name":"x"}', 'v:"y"'];
const path = fc.array(fc.constantFrom(...elements), { minLength: 1, maxLength: 4 });
const paths = fc.array(path, { maxLength: 8 });

/** One path at a time, so that what is tested does not make its own input. */
function setOf(members: readonly (readonly string[])[]): FieldSet | undefined {
  const root: Record<string, unknown> = {};
  for (const member of members) {
    let node = root;
    for (const element of member) node = (node[element] ??= {}) as Record<string, unknown>;
    node['.'] = {};
  }
  return members.length === 0 ? undefined : (normal(root) as FieldSet);
}

function normal(node: Record<string, unknown>): object {
  const keys = Object.keys(node);
  if (keys.length === 1 && keys[0] === '.') return {};
  return Object.fromEntries(
    keys.map((key) => [key, key === '.' ? {} : normal(node[key] as Record<string, unknown>)]),
  );
}

function membersOf(set: FieldSet | undefined, prefix = ''): Set<string> {
  const members = new Set<string>();
  for (const [element, node] of Object.entries(set ?? {})) {
    if (element === '.') continue;
    const here = `${prefix}/${element}`;
    if (isMember(node)) members.add(here);
    if (!isLeaf(node)) for (const inner of membersOf(node, here)) members.add(inner);
  }
  return members;
}

const textsOf = (members: readonly (readonly string[])[]): Set<string> =>
  new Set(members.map((member) => `/${member.join('/')}`));

describe('sets of fields are sets of paths', () => {
  test('union', () => {
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        const both = union(setOf(a), setOf(b));
        expect(membersOf(both)).toEqual(textsOf([...a, ...b]));
      }),
    );
  });

  test('difference', () => {
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        const gone = textsOf(b);
        const rest = [...textsOf(a)].filter((text) => !gone.has(text));
        expect(membersOf(difference(setOf(a), setOf(b)))).toEqual(new Set(rest));
      }),
    );
  });

  test('intersection, and whether there is any', () => {
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        const other = textsOf(b);
        const common = new Set([...textsOf(a)].filter((text) => other.has(text)));
        const [left, right] = [setOf(a), setOf(b)];
        expect(membersOf(runToEnd(intersecting(left, right)))).toEqual(common);
        if (left && right) expect(intersects(left, right)).toBe(common.size > 0);
      }),
    );
  });

  test('the empty set is undefined, and nothing else is', () => {
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        for (const set of [
          runToEnd(intersecting(setOf(a), setOf(b))),
          difference(setOf(a), setOf(b)),
        ]) {
          expect(set === undefined).toBe(membersOf(set).size === 0);
        }
      }),
    );
  });

  test('one that adds or takes nothing leaves the very same set', () => {
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        const all = union(setOf(a), setOf(b));
        expect(union(all, setOf(a))).toBe(all);
        const rest = difference(setOf(a), setOf(b));
        expect(difference(rest, setOf(b))).toBe(rest);
      }),
    );
  });
});

test('a leaf and its parts are distinguished', () => {
  const whole = { 'f:a': leaf };
  const part = { 'f:a': { 'f:b': leaf } };
  expect(union(whole, part)).toEqual({ 'f:a': { '.': {}, 'f:b': {} } });
  expect(difference(union(whole, part), whole)).toEqual(part);
  expect(difference(union(whole, part), part)).toEqual(whole);
  expect(runToEnd(intersecting(whole, part))).toBeUndefined();
});

describe('FieldsV1', () => {
  test('comes back as the same set', () => {
    fc.assert(
      fc.property(paths, (members) => {
        const set = setOf(members);
        const text = JSON.stringify(set ?? {});
        expect(fromFieldsV1(JSON.parse(text))).toEqual(set);
      }),
    );
  });

  test.each([
    { given: undefined, set: undefined },
    { given: {}, set: undefined },
    { given: { 'f:a': { '.': {} } }, set: { 'f:a': {} } },
    { given: { 'k:{"b":1, "a":"x"}': {} }, set: { 'k:{"a":"x","b":1}': {} } },
    { given: { 'v: 3': {} }, set: { 'v:3': {} } },
    { given: { 'x:new': {}, 'f:a': {} }, set: { 'f:a': {} } },
    { given: { 'f:a': { 'x:new': {} } }, set: undefined },
  ])('reads $given', ({ given, set }) => {
    expect(fromFieldsV1(given)).toEqual(set);
  });

  test.each([{ given: 'text' }, { given: { 'f:a': [] } }, { given: { 'k:{': {} } }])(
    'refuses $given',
    ({ given }) => {
      expect(() => fromFieldsV1(given)).toThrow();
    },
  );
});

describe('sharing', () => {
  test('gives an equal set', () => {
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        const [model, set] = [setOf(a) ?? leaf, setOf(b) ?? leaf];
        expect(runToEnd(sharingWith(model, set))).toEqual(set);
      }),
    );
  });

  test('takes what is equal from the model, down to the parts', () => {
    const model = { 'f:a': { 'f:b': { 'f:c': {} } }, 'f:d': { 'f:e': {} } };
    expect(runToEnd(sharingWith(model, structuredClone(model)))).toBe(model);
    const changed = { ...structuredClone(model), 'f:d': { 'f:e': {}, 'f:f': {} } };
    const shared = runToEnd(sharingWith(model, changed));
    expect(shared).toEqual(changed);
    expect(shared['f:a']).toBe(model['f:a']);
  });
});

/** How often the work pauses. */
function pausesOf(work: Resumable<unknown>): number {
  let pauses = 0;
  while (work.next().done !== true) pauses++;
  return pauses;
}

describe('elements of a large set', () => {
  const named = fc.oneof(
    fc.string().map((text) => `f:${text}`),
    fc.string().map((name) => `k:${JSON.stringify({ name })}`),
    fc
      .tuple(fc.integer({ min: 0, max: 99 }), fc.constantFrom('TCP', 'UDP'))
      .map(([port, protocol]) => `k:${JSON.stringify({ port, protocol })}`),
    fc.string().map((text) => `v:${JSON.stringify(text)}`),
    fc.integer().map((value) => `v:${value}`),
  );

  test('come in one order, numbers first, wherever they stood', () => {
    const ordered = ['v:2000000', 'v:100000000', 'v:"100"', 'v:"2"'];
    for (const list of [
      ordered,
      ordered.toReversed(),
      [...ordered.slice(2), ...ordered.slice(0, 2)],
    ])
      expect(inOrder(list)).toEqual(ordered);
  });

  test('come in the same order as those of a small one', () => {
    const lists = fc.array(named, { maxLength: 40 });
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 5 }), (list, run) => {
        expect(runToEnd(puttingInOrder(list, run))).toEqual(inOrder(list));
      }),
    );
  });

  test('are put in order, and shared, with pauses', () => {
    const keys = (size: number): string[] =>
      Array.from({ length: size }, (_, index) => `k:{"name":"${(index * 7919) % size}"}`);
    const setWith = (size: number): FieldSet =>
      fromFieldsV1({ 'f:a': Object.fromEntries(keys(size).map((key) => [key, {}])) })!;
    const ordering = (size: number): number => pausesOf(puttingInOrder(keys(size)));
    const sharing = (size: number): number =>
      pausesOf(sharingWith(setWith(size), setWith(size + 1)));
    for (const work of [ordering, sharing]) {
      expect(work(1000)).toBe(0);
      const some = work(30_000);
      expect(some).toBeGreaterThanOrEqual(4);
      expect(work(60_000)).toBeGreaterThan(1.8 * some);
    }
  });
});

describe('sets of very many elements', () => {
  const many = (letter: string): FieldSet =>
    fromFieldsV1(
      Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`v:"${letter}${at}"`, {}])),
    )!;

  test('are joined without a copy when one has all of the other', () => {
    const set = many('a');
    expect(union({ 'v:"a7"': leaf }, set)).toBe(set);
    expect(union(set, { 'v:"a7"': leaf })).toBe(set);
  });

  test('are put in order with each element read at most once', () => {
    const [a, b] = [many('a'), many('b')];
    const parse = vi.spyOn(JSON, 'parse');
    try {
      expect(Object.keys(union(b, a)!)).toEqual([...Object.keys(a), ...Object.keys(b)]);
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });
});
