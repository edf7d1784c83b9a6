/** Walks that leave long lists for later: the result is the same, and no part is long. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customKinds, customResourceDefinition } from '#custom';
import { decodeAs, decodingAs, pod, type Kind, defaultProfile } from '#kinds';
import {
  changingElements,
  findErrors,
  findingErrors,
  finishing,
  walkResumably,
  mapShared,
  type FieldErrors,
  type LongLists,
  type Resumable,
  type KubeObject,
} from '#values';
import { kindsOf } from '#catalog';
import { widgets } from '../../../support/custom.ts';

const kinds = kindsOf(defaultProfile);

/** The most steps that one part may take: the limit, and what short lists are passed in between. */
const longestPart = 1100;

interface Parted<T> {
  readonly result: T;
  readonly parts: number;
}

function counted<T>(begun: T | Resumable<T>, next = (): void => {}): Parted<T> {
  const work = finishing(begun);
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

function changed(tree: Tree, step: () => void, lists?: LongLists): Tree {
  const change = (part: Tree): Tree => {
    step();
    return changed(part, step, lists);
  };
  const parts = mapShared(tree.parts, change, lists);
  const value = tree.value % 2 === 0 ? tree.value + 3 : tree.value;
  return parts === tree.parts && value === tree.value ? tree : { value, parts };
}

describe('a walk that leaves long lists for later', () => {
  test('has the result of the same walk in one go, and no long part', () => {
    fc.assert(
      fc.property(tree, (root) => {
        let [steps, longest] = [0, 0];
        const step = (): void => void steps++;
        const { result } = counted(
          walkResumably((lists) => changed(root, step, lists)),
          () => {
            longest = Math.max(longest, steps);
            steps = 0;
          },
        );
        expect(result).toEqual(changed(root, () => {}));
        expect(longest).toBeLessThan(longestPart);
      }),
      { numRuns: 25 },
    );
  });

  test('is done at once where no list is long, and shares what does not change', () => {
    const short = { value: 1, parts: [{ value: 3, parts: [] }] };
    expect(walkResumably((lists) => changed(short, () => {}, lists))).toBe(short);
    const list = leaves(5000);
    expect(mapShared(list, (leaf) => leaf)).toBe(list);
    const { result } = counted(walkResumably((lists) => mapShared(list, (leaf) => leaf, lists)));
    expect(result).toEqual(list);
  });

  test.each([
    ['in a long list', 4000, 5, 'list'],
    ['in a list of an element of a long list', 5000, 3, 'inner'],
    ['after a long list', 5000, 5, 'end'],
  ])('throws its first error: %s', (_, fails, inner, expected) => {
    const walk = (lists?: LongLists): unknown => {
      mapShared(
        leaves(5000),
        (leaf) => {
          if (leaf.value === 4500) {
            mapShared(
              leaves(20),
              (part) => {
                if (part.value === inner && inner < 5) throw new Error('inner');
                return part;
              },
              lists,
            );
          }
          if (leaf.value === fails) throw new Error('list');
          return leaf;
        },
        lists,
      );
      throw new Error('end');
    };
    expect(() => walk()).toThrow(expected);
    expect(() => counted(walkResumably(walk))).toThrow(expected);
  });
});

test('elements are changed in parts, with those inside of them', () => {
  const object = { list: Array.from({ length: 900 }, () => ({ inner: leaves(900) })) };
  let [steps, longest] = [0, 0];
  const change = (leaf: Tree): Tree => {
    steps++;
    return { ...leaf, value: 1 };
  };
  const work = changingElements(object, 'list', (each) => changingElements(each, 'inner', change));
  const { result } = counted<typeof object>(work, () => {
    longest = Math.max(longest, steps);
    steps = 0;
  });
  expect(result.list.every(({ inner }) => inner.every(({ value }) => value === 1))).toBe(true);
  expect(longest).toBeLessThan(longestPart);
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

/** A definition with long lists inside of a union. */
function definitionOf(few: readonly object[]): unknown {
  const items = Array.from({ length: 600 }, (_, index) => few[index < 500 ? 0 : 1]);
  const schema = { openAPIV3Schema: { properties: { a: { items } } } };
  const names = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };
  return { ...names, metadata: { name: 'd' }, spec: { versions: Array(20).fill({ schema }) } };
}

/** The result of some work, or its message. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as Error).message;
  }
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
        : counted(decodingAs(kind, value, options)).result;
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

  test.each([
    ['a Pod', pod as Kind, podOf([...Array(900).fill({}), { env: Array(40).fill({ value: 1 }) }])],
    ['a custom resource', widget, widgetOf([...Array(900).fill({}), { metadata: 1, env: 5 }])],
    [
      'a definition',
      customResourceDefinition as Kind,
      definitionOf([{ type: 'object' }, { type: 1 }]),
    ],
    [
      'a definition',
      customResourceDefinition as Kind,
      definitionOf([{ items: true }, { anyOf: [{ maximum: 'x' }] }]),
    ],
  ])('%s is refused in parts as it is in one', (_, kind, value) => {
    expect(outcome(() => counted(decodingAs(kind, value)).result)).toEqual(
      outcome(() => decodeAs(kind, value)),
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
    const { result } = counted(kind.rules.defaulting!(decodedObject, defaultProfile));
    expect(result).toEqual(direct);
  });

  test('20,000 containers without fields get their defaults in many parts', () => {
    const object = decodeAs(pod as Kind, podOf(Array(20_000).fill({}))) as KubeObject;
    const defaulting = pod.rules.defaulting!(object as never, defaultProfile);
    expect(counted(defaulting).parts).toBeGreaterThan(20);
    const decoding = decodingAs(pod as Kind, podOf(Array(20_000).fill({})));
    expect(counted(decoding).parts).toBeGreaterThan(15);
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
        const { result, parts } = counted(findingErrors(check));
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
