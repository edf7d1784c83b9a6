import fc from 'fast-check';
import { schemas } from '#kinds';
import type { ListSchema, Schema, StructSchema } from '#schema';
import { describe, expect, test } from 'vitest';
import { compare } from '../../../../src/api/managed-fields/compare.ts';
import {
  IndistinctElement,
  isLeaf,
  isMember,
  Shapes,
  type FieldSet,
} from '../../../../src/api/managed-fields/index.ts';

const shapes = new Shapes();
const podShape = shapes.struct(schemas.ofKind('v1', 'Pod')!);

const changes = (before: object, after: object) => compare(podShape, before, after);

describe('what is new is owned with all that is in it', () => {
  test.each([
    {
      name: 'a struct in which all is empty, as one without fields',
      after: { spec: { securityContext: { sysctls: [] }, affinity: {} } },
      set: { 'f:spec': { '.': {}, 'f:securityContext': {}, 'f:affinity': {} } },
    },
    {
      name: 'a map, and its keys',
      after: { metadata: { labels: { a: 'b' } } },
      set: { 'f:metadata': { '.': {}, 'f:labels': { '.': {}, 'f:a': {} } } },
    },
    {
      name: 'the elements of a keyed list',
      after: { spec: { containers: [{ name: 'c', resources: {} }] } },
      set: {
        'f:spec': {
          '.': {},
          'f:containers': {
            '.': {},
            'k:{"name":"c"}': { '.': {}, 'f:name': {}, 'f:resources': {} },
          },
        },
      },
    },
    {
      name: 'the elements of a set',
      after: { metadata: { finalizers: ['x.y/z'] } },
      set: { 'f:metadata': { '.': {}, 'f:finalizers': { '.': {}, 'v:"x.y/z"': {} } } },
    },
    {
      name: 'what is atomic, as a whole',
      after: { spec: { tolerations: [{ key: 'a' }], nodeSelector: { a: 'b' } } },
      set: { 'f:spec': { '.': {}, 'f:tolerations': {}, 'f:nodeSelector': {} } },
    },
    {
      name: 'atomic elements of a keyed list',
      after: { spec: { imagePullSecrets: [{ name: 's' }] } },
      set: { 'f:spec': { '.': {}, 'f:imagePullSecrets': { '.': {}, 'k:{"name":"s"}': {} } } },
    },
    {
      name: 'list keys with their defaults',
      after: { spec: { containers: [{ name: 'c', ports: [{ containerPort: 80 }] }] } },
      set: {
        'f:spec': {
          '.': {},
          'f:containers': {
            '.': {},
            'k:{"name":"c"}': {
              '.': {},
              'f:name': {},
              'f:ports': {
                '.': {},
                'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} },
              },
            },
          },
        },
      },
    },
    { name: 'nothing of what is not written', after: { metadata: { labels: {} }, colour: 1 } },
  ])('$name', ({ after, set }) => {
    const before = 'metadata' in after && set === undefined ? { metadata: {} } : {};
    expect(changes(before, after)).toEqual({ changed: set, removed: undefined });
    const back = changes(after, before);
    expect(back).toEqual({ changed: undefined, removed: set });
  });
});

describe('of what was there before, only what differs', () => {
  const conditions = [
    { type: 'Ready', status: 'True', lastTransitionTime: 't' },
    { type: 'Initialized', status: 'True' },
  ];

  test('in an element, wherever it stands', () => {
    const [ready, initialized] = conditions;
    const after = [initialized, { ...ready, status: 'False' }];
    expect(changes({ status: { conditions } }, { status: { conditions: after } })).toEqual({
      changed: { 'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': { 'f:status': {} } } } },
      removed: undefined,
    });
  });

  test('an element in place of another', () => {
    const after = [conditions[0], { type: 'PodScheduled', status: 'True' }];
    const parts = { '.': {}, 'f:type': {}, 'f:status': {} };
    expect(changes({ status: { conditions } }, { status: { conditions: after } })).toEqual({
      changed: { 'f:status': { 'f:conditions': { 'k:{"type":"PodScheduled"}': parts } } },
      removed: { 'f:status': { 'f:conditions': { 'k:{"type":"Initialized"}': parts } } },
    });
  });

  test('what is empty has no parts to lose', () => {
    const before = { spec: { securityContext: { fsGroup: 1 } } };
    expect(changes(before, { spec: { securityContext: {} } })).toEqual({
      changed: undefined,
      removed: { 'f:spec': { 'f:securityContext': { 'f:fsGroup': {} } } },
    });
  });

  test('keys that objects have by nature are keys like others', () => {
    const labels = JSON.parse('{"constructor":"a","__proto__":"b"}') as object;
    expect(changes({ metadata: { labels: {} } }, { metadata: { labels } }).changed).toEqual({
      'f:metadata': { 'f:labels': { '.': {}, 'f:constructor': {}, 'f:__proto__': {} } },
    });
  });

  test('shared parts are not looked at', () => {
    const spec = new Proxy({}, { ownKeys: () => expect.unreachable(), get: () => undefined });
    const before = { spec, status: { phase: 'Pending' } };
    expect(changes(before, { ...before, status: { phase: 'Running' } }).changed).toEqual({
      'f:status': { 'f:phase': {} },
    });
  });
});

test('equal changes are the very same sets', () => {
  const pods = (['a', 'b', 'a'] as const).map((name) => ({
    metadata: { labels: { app: name }, ownerReferences: [{ uid: name }] },
    spec: { containers: [{ name, ports: [{ containerPort: 80 }] }] },
  }));
  const [a, b, c] = pods.map((pod) => [changes({}, pod).changed, changes(pod, {}).removed]);
  expect(a![0]).toBe(c![0]);
  expect(a![1]).toBe(c![1]);
  expect(b).not.toEqual(a);
});

test.each([
  { before: [], after: ['a', 'a'] },
  { before: ['a', 'b'], after: ['a', 'a'] },
])('elements that cannot be distinguished: $before to $after', ({ before, after }) => {
  const env = (names: readonly string[]) => ({
    spec: { containers: [{ name: 'c', env: names.map((name) => ({ name })) }] },
  });
  expect(() => changes(env(before), env(after))).toThrow(IndistinctElement);
});

describe('agrees with a list of all paths', () => {
  const inner: StructSchema = struct({
    name: scalar(),
    size: scalar(),
    inner: struct({ a: scalar() }),
  });
  const schema = struct({
    plain: scalar(),
    map: { type: 'map', values: scalar(), atomic: false },
    atomic: { type: 'map', values: scalar(), atomic: true },
    list: list(inner, { listType: 'map', keys: ['name'] }),
    set: list(scalar(), { listType: 'set', keys: [] }),
    deep: struct({
      more: struct({ b: scalar(), map: { type: 'map', values: inner, atomic: false } }),
    }),
  });
  const shape = shapes.struct(schema);

  const value = fc.constantFrom('x', 'y');
  const small = fc.dictionary(fc.constantFrom('k', 'l'), value);
  const anInner = fc.record(
    { size: value, inner: fc.record({ a: value }, { requiredKeys: [] }) },
    { requiredKeys: [] },
  );
  const aList = fc
    .uniqueArray(fc.constantFrom('m', 'n', 'o'))
    .chain((names) => fc.tuple(...names.map((name) => anInner.map((rest) => ({ name, ...rest })))));
  const object = fc.record(
    {
      plain: value,
      map: small,
      atomic: small,
      list: aList,
      set: fc.uniqueArray(value),
      deep: fc.record(
        {
          more: fc.record(
            { b: value, map: fc.dictionary(fc.constantFrom('k', 'l'), anInner) },
            { requiredKeys: [] },
          ),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  );

  test('for any two objects', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        const [old, next] = [pathsIn(schema, before), pathsIn(schema, after)];
        const found = compare(shape, before, after);
        expect(membersOf(found.changed)).toEqual(
          [...next]
            .filter(([path, shown]) => old.get(path) !== shown)
            .map(([path]) => path)
            .sort(),
        );
        expect(membersOf(found.removed)).toEqual(
          [...old.keys()].filter((path) => !next.has(path)).sort(),
        );
      }),
      { numRuns: 500 },
    );
  });
});

/** Every path of an object with the value at its end; all parts with parts are worth the same. */
function pathsIn(schema: Schema, value: unknown, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  const isAtomic = 'atomic' in schema && schema.atomic;
  if (schema.type === 'scalar' || schema.type === 'union' || isAtomic)
    return found.set(path, sortedText(value));
  const parts = Object.entries(value as object) as [string, unknown][];
  if (parts.length === 0 && schema.type !== 'struct') return found;
  if (path !== '') found.set(path, '');
  for (const [key, part] of parts) {
    const isItem = schema.type === 'list';
    const inner =
      schema.type === 'struct'
        ? schema.fields.get(key)!.schema
        : schema.type === 'map'
          ? schema.values
          : schema.items;
    const isEmptyPart = Object.keys(part as object).length === 0;
    if (schema.type === 'struct' && inner.type !== 'struct' && isEmptyPart) continue;
    const element = isItem ? itemElement(schema, part) : `f:${key}`;
    for (const [rest, shown] of pathsIn(inner, part, `${path}/${element}`)) found.set(rest, shown);
  }
  return found;
}

function itemElement(schema: ListSchema, item: unknown): string {
  if (schema.listType === 'set') return `v:${JSON.stringify(item)}`;
  return `k:${JSON.stringify({ name: (item as { name: string }).name })}`;
}

function sortedText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(Object.entries(value!).sort()) : String(value);
}

function membersOf(set: FieldSet | undefined, prefix = ''): string[] {
  const members: string[] = [];
  for (const [element, node] of Object.entries(set ?? {})) {
    if (element === '.') continue;
    const here = `${prefix}/${element}`;
    if (isMember(node)) members.push(here);
    if (!isLeaf(node)) members.push(...membersOf(node, here));
  }
  return members.sort();
}

function scalar(): Schema {
  return { type: 'scalar', scalar: 'string' };
}

function list(items: Schema, type: Pick<ListSchema, 'listType' | 'keys'>): ListSchema {
  return { type: 'list', items, patchMerge: false, ...type };
}

function struct(fields: Readonly<Record<string, Schema>>): StructSchema {
  const named = Object.entries(fields).map(
    ([name, schema]) => [name, { name, schema, required: false }] as const,
  );
  return { type: 'struct', name: 'T', definition: 'T', fields: new Map(named), atomic: false };
}
