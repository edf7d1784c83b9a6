/** Pure work that starts over after each pause: the result is the same, and no part is long. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customKinds } from '#custom';
import { decodeAs, decodingAs, pod, type Kind, defaultProfile } from '#kinds';
import {
  findErrors,
  findingErrors,
  finishing,
  gather,
  mapShared,
  once,
  restarting,
  type FieldErrors,
  type Parts,
  type KubeObject,
} from '#values';
import { kindsOf } from '#catalog';
import { widgets } from '../../../support/custom.ts';

const kinds = kindsOf(defaultProfile);

/** Work that starts over after each pause. */
const begun = <T>(work: () => T): Parts<T> => finishing(restarting(work));

/** The most steps that one part may take: the limit, and what is done again. */
const longestPart = 1100;

interface Parted<T> {
  readonly result: T;
  readonly parts: number;
}

function inParts<T>(work: Generator<undefined, T, undefined>, next = (): void => {}): Parted<T> {
  for (let parts = 1; ; parts++) {
    const { done, value } = work.next();
    next();
    if (done === true) return { result: value, parts };
  }
}

interface Tree {
  readonly value: number;
  readonly parts: readonly Tree[];
}

const leaves = (count: number): readonly Tree[] =>
  Array.from({ length: count }, (_, value) => ({ value, parts: [] }));

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    value: fc.nat(9),
    parts: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom([], leaves(1500), leaves(700)),
      fc.array(tie('tree'), { maxLength: 4 }),
    ),
  }),
}));

/** Three walks, one over the results of the other. */
function walked(root: Tree, step: () => void): { readonly tree: Tree; readonly sum: number } {
  const change = (tree: Tree, by: number): Tree => {
    const parts = mapShared(tree.parts, (part) => {
      step();
      return change(part, by);
    });
    const value = tree.value % 2 === 0 ? tree.value + by : tree.value;
    return parts === tree.parts && value === tree.value ? tree : { value, parts };
  };
  const sumOf = (tree: Tree): number =>
    gather(
      tree.parts,
      () => ({ sum: tree.value }),
      (made, part, index) => {
        step();
        made.sum += index + sumOf(part);
      },
    ).sum;
  const twice = change(change(root, 3), 5);
  return { tree: twice, sum: sumOf(twice) };
}

describe('restarting work', () => {
  test('has the result of the same work without pauses, and no long part', () => {
    fc.assert(
      fc.property(tree, (root) => {
        let steps = 0;
        let longest = 0;
        const step = (): void => void steps++;
        const direct = walked(root, () => {});
        const { result } = inParts(
          begun(() => walked(root, step)),
          () => {
            longest = Math.max(longest, steps);
            steps = 0;
          },
        );
        expect(result).toEqual(direct);
        expect(longest).toBeLessThan(longestPart);
      }),
      { numRuns: 25 },
    );
  });

  test.each([1, 2, 3, 7])('pauses where the limit falls inside an element of %i', (width) => {
    const parts = Array.from({ length: 3000 }, () => ({ value: 1, parts: leaves(width) }));
    let [steps, longest] = [0, 0];
    inParts(
      begun(() => walked({ value: 0, parts }, () => void steps++)),
      () => {
        longest = Math.max(longest, steps);
        steps = 0;
      },
    );
    expect(longest).toBeLessThan(longestPart);
  });

  test('shares what does not change, and throws what the work throws', () => {
    const list = leaves(5000);
    expect(inParts(begun(() => mapShared(list, (leaf) => leaf))).result).toBe(list);
    const failing = begun(() =>
      mapShared(list, ({ value }) => {
        if (value === 4000) throw new RangeError('4000');
        return list[value]!;
      }),
    );
    expect(() => inParts(failing)).toThrow(RangeError);
    // Work that follows runs at once.
    expect(mapShared(list, (leaf) => leaf)).toBe(list);
  });

  test('what is made once is not made again after a pause', () => {
    let made = 0;
    const work = begun(() => {
      const list = once(() => {
        made++;
        return leaves(5000);
      });
      return gather(
        list,
        () => ({ sum: 0 }),
        (sums, { value }) => void (sums.sum += value),
      ).sum;
    });
    const { result, parts } = inParts(work);
    expect(result).toBe((4999 * 5000) / 2);
    expect([made, parts > 4]).toEqual([1, true]);
    expect(once(() => 'at once')).toBe('at once');
  });

  test('two at the same time do not see each other', () => {
    const add = (list: readonly number[]) => begun(() => mapShared(list, (value) => value + 1));
    const [odd, even] = [leaves(3000), leaves(3000)].map((list, by) =>
      list.map(({ value }) => value * 2 + 1 - by),
    ) as [number[], number[]];
    const works = [add(odd), add(even)];
    const results: unknown[] = [undefined, undefined];
    for (let left = 2; left > 0;) {
      for (const [index, work] of works.entries()) {
        const { done, value } = work.next();
        if (done !== true || value === undefined) continue;
        results[index] = value;
        left--;
      }
    }
    expect(results).toEqual([odd, even].map((list) => list.map((value) => value + 1)));
  });
});

const widget = customKinds(
  widgets({
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: {
          type: 'object',
          required: ['b'],
          properties: {
            a: { type: 'integer', default: 3, maximum: 9 },
            b: { type: 'string', nullable: true },
            deep: {
              type: 'array',
              items: { type: 'object', properties: { c: { type: 'string' } } },
            },
          },
        },
      },
    },
  }),
  defaultProfile,
)[0]!;

const entry = fc.constantFrom<unknown>(
  {},
  null,
  { a: 1 },
  { name: 'x', b: 'y', odd: 1 },
  { b: null, a: 10, image: 'i', env: [{}, { name: 'E', odd: [] }] },
  {
    deep: [{ c: 'x', odd: 2 }, {}],
    ports: [{ containerPort: 0 }],
    resources: { limits: { cpu: '0.5' } },
  },
);

/** Long lists of few different entries. */
const entries = fc
  .tuple(fc.array(entry, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 3000 }))
  .map(([few, length]) => Array.from({ length }, (_, index) => few[index % few.length]));

function podOf(containers: unknown): unknown {
  const annotations = { at: '2024-01-01T00:00:00.5Z' };
  const metadata = { name: 'p', annotations, creationTimestamp: '2024-01-01T00:00:00.5Z' };
  const status = { conditions: [{ lastProbeTime: '2024-01-01T00:00:00.25Z' }] };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers }, status };
}

function widgetOf(list: unknown): unknown {
  return { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' }, spec: { list } };
}

/** What decoding gives its caller. */
function decoded(
  kind: Kind,
  value: unknown,
): { readonly direct: unknown; readonly parted: unknown } {
  const reports = [0, 1].map(() => ({ unknown: [] as string[], exact: undefined as unknown }));
  const [direct, parted] = reports.map((report, index) => {
    const options = {
      onUnknown: (path: string) => void report.unknown.push(path),
      onExact: (exact: unknown) => void (report.exact = exact),
    };
    const object =
      index === 0
        ? decodeAs(kind, value, options)
        : inParts(finishing(decodingAs(kind, value, options))).result;
    return { object, ...report };
  });
  return { direct, parted };
}

describe('objects with long lists', () => {
  test.each([
    ['a Pod', pod as Kind, podOf],
    ['a custom resource', widget, widgetOf],
  ])('%s is decoded in parts as it is in one', (_, kind, objectOf) => {
    fc.assert(
      fc.property(entries, (list) => {
        const { direct, parted } = decoded(kind, objectOf(list));
        expect(parted).toEqual(direct);
      }),
      { numRuns: 10 },
    );
  });

  test.each(
    kinds
      .filter(({ rules: { defaults } }) => defaults !== undefined)
      .map((kind) => [kind.kind, kind]),
  )('defaults of %s in parts are those in one', (_, kind) => {
    const list = Array.from({ length: 2500 }, () => ({}));
    const decodedObject = decodeAs(kind, filledWith(kind, list)) as KubeObject;
    const direct = kind.rules.defaults!(decodedObject, defaultProfile);
    const { result } = inParts(begun(() => kind.rules.defaults!(decodedObject, defaultProfile)));
    expect(result).toEqual(direct);
  });

  test('20,000 containers without fields get their defaults in many parts', () => {
    const object = decodeAs(pod as Kind, podOf(Array(20_000).fill({}))) as KubeObject;
    expect(
      inParts(begun(() => pod.rules.defaults!(object as never, defaultProfile))).parts,
    ).toBeGreaterThan(20);
    const decoding = finishing(decodingAs(pod as Kind, podOf(Array(20_000).fill({}))));
    expect(inParts(decoding).parts).toBeGreaterThan(15);
  });

  test('a custom resource is checked in parts as it is in one', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const object = decodeAs(widget, widgetOf(list)) as KubeObject;
        const check = (errors: FieldErrors): void =>
          widget.rules.validate!(
            errors,
            object as never,
            { profile: { enabled: () => false } } as never,
          );
        const { result, parts } = inParts(findingErrors(check));
        expect([...result]).toEqual([...findErrors(check)]);
        if (list.length > 2048) expect(parts).toBeGreaterThan(2);
      }),
      { numRuns: 10 },
    );
  });
});

/** An object of a kind in which each list of structs in its spec, or at its top, is this one. */
function filledWith({ schema, kind }: Kind, list: readonly unknown[]): unknown {
  const filled = (struct: typeof schema, depth: number): Record<string, unknown> => {
    const object: Record<string, unknown> = {};
    for (const [name, field] of struct.fields) {
      const part = field.schema;
      if (part.type === 'list' && part.items.type === 'struct') object[name] = list;
      else if (part.type === 'struct' && depth < 3) object[name] = filled(part, depth + 1);
    }
    return object;
  };
  return { ...filled(schema, 0), kind, metadata: { name: 'x' } };
}
