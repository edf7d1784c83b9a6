import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/api/patch/merge-draft.ts';
import { strategicMerge, strategicPatcher } from '../../../../src/api/patch/strategic.ts';
import { ApiError, type KubeObject } from '#values';
import { schemas, type Kind } from '#kinds';
import { deepFreeze, node } from './objects.ts';

const schema = schemas.of('core/v1', 'Pod');
const merge = (stored: JsonObject, patch: JsonObject) =>
  strategicMerge(deepFreeze(stored), deepFreeze(patch), schema);

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const variable = fc.record({ name, value: fc.constantFrom('1', '2') });
const container = fc.record(
  {
    name,
    image: fc.constantFrom('i1', 'i2'),
    env: fc.uniqueArray(variable, { selector: (item) => item.name, maxLength: 4 }),
    args: fc.array(name, { maxLength: 3 }),
  },
  { requiredKeys: ['name'] },
);
const podLike = fc.record(
  {
    metadata: fc.record(
      {
        labels: fc.dictionary(name, name, { maxKeys: 4 }),
        finalizers: fc.uniqueArray(name, { maxLength: 4 }),
      },
      { requiredKeys: [] },
    ),
    spec: fc.record(
      {
        nodeName: name,
        containers: fc.uniqueArray(container, { selector: (item) => item.name, maxLength: 4 }),
        tolerations: fc.array(fc.record({ key: name }), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

const namesIn = (pod: JsonObject): readonly string[] =>
  (pod as { spec?: { containers?: { name: string }[] } }).spec?.containers?.map(
    (item) => item.name,
  ) ?? [];

describe('strategic merge', () => {
  test('with an empty patch answers the very object', () => {
    fc.assert(fc.property(podLike, (pod) => merge(pod, {}) === pod));
  });

  test('with what is there already answers the very object', () => {
    fc.assert(fc.property(podLike, (pod) => merge(pod, pod) === pod));
  });

  test('does all at the first time', () => {
    fc.assert(
      fc.property(podLike, podLike, (pod, patch) => {
        const once = merge(pod, patch);
        expect(merge(once, patch)).toBe(once);
      }),
    );
  });

  test('keeps what is there, and puts what is new', () => {
    fc.assert(
      fc.property(podLike, podLike, (pod, patch) => {
        const merged = namesIn(merge(pod, patch));
        expect(new Set(merged)).toEqual(new Set([...namesIn(pod), ...namesIn(patch)]));
        expect(merged.filter((item) => namesIn(patch).includes(item))).toEqual(namesIn(patch));
      }),
    );
  });

  test('obeys the order that the patch gives', () => {
    fc.assert(
      fc.property(podLike, (pod) => {
        fc.pre(namesIn(pod).length > 0);
        const reversed = namesIn(pod).toReversed();
        const order = reversed.map((item) => ({ name: item }));
        const merged = merge(pod, { spec: { '$setElementOrder/containers': order } });
        expect(namesIn(merged)).toEqual(reversed);
      }),
    );
  });

  test('shares what stays', () => {
    const [first, second] = [
      { name: 'a', image: 'i1' },
      { name: 'b', image: 'i1' },
    ];
    const pod = { metadata: { labels: { a: '1' } }, spec: { containers: [first, second] } };
    const merged = merge(pod, { spec: { containers: [{ name: 'b', image: 'i2' }] } }) as typeof pod;
    expect(merged.spec.containers).toEqual([first, { name: 'b', image: 'i2' }]);
    expect(merged.spec.containers[0]).toBe(first);
    expect(merged.metadata).toBe(pod.metadata);
  });

  test.each<[string, JsonObject, string]>([
    [
      'another type in a list',
      { metadata: { finalizers: [['x']] } },
      'list element types are not identical: [[f1] [[x]]]',
    ],
    [
      'a directive that is not a text',
      { metadata: { $patch: 1 } },
      'unknown patch type: %!s(int64=1) in map: map[$patch:1]',
    ],
    [
      'a directive that is null',
      { metadata: { $patch: null } },
      'unknown patch type: %!s(<nil>) in map: map[$patch:<nil>]',
    ],
    [
      'a directive of many parts',
      { metadata: { $patch: { b: [1.5, 'x', null], a: true } } },
      'unknown patch type: map[a:%!s(bool=true) b:[%!s(float64=1.5) x %!s(<nil>)]] ' +
        'in map: map[$patch:map[a:true b:[1.5 x <nil>]]]',
    ],
    [
      'texts in a list of objects',
      { spec: { initContainers: ['x'] } },
      'expected a map[string]interface {}, but received a string',
    ],
    [
      'a directive without a list',
      { metadata: { $setElementOrder: ['x'] } },
      'invalid patch format of setElementOrder list',
    ],
    [
      'a deletion without a list',
      { metadata: { $deleteFromPrimitiveList: ['x'] } },
      'invalid patch format of primitive list',
    ],
    [
      'an order that is null',
      { metadata: { '$setElementOrder/finalizers': null } },
      'expected a []interface {}, but received a %!s(<nil>)',
    ],
    [
      'another order than the one that it names',
      {
        spec: {
          containers: [{ name: 'b' }, { name: 'a' }],
          '$setElementOrder/containers': [{ name: 'a' }, { name: 'b' }],
        },
      },
      "The order in patch list:\n[map[name:b] map[name:a]]\n doesn't match $setElementOrder " +
        'list:\n[map[name:a] map[name:b]]\n',
    ],
    [
      'merging as a directive of an element',
      { spec: { containers: [{ name: 'a', $patch: 'merge' }] } },
      'merging lists cannot yet be specified in the patch',
    ],
    [
      'fields that are set and not retained',
      { metadata: { $retainKeys: ['labels'], finalizers: [] } },
      'invalid patch format of retainKeys',
    ],
    [
      'lists of lists',
      { metadata: { finalizers: [['x']] } },
      'list element types are not identical: [[f1] [[x]]]',
    ],
    [
      'a field that the type does not know',
      { spec: { bogus: [1] } },
      'unable to find api field in struct PodSpec for the json field "bogus"',
    ],
  ])('refuses %s', (_what, patch, message) => {
    const pod = {
      metadata: { finalizers: ['f1'] },
      spec: { containers: [{ name: 'a' }], initContainers: [], bogus: [2] },
    };
    expect(() => merge(pod, patch)).toThrow(expect.objectContaining({ message }));
  });

  test('refuses an order of nothing', () => {
    const metadata = { finalizers: [], '$setElementOrder/finalizers': [] };
    const message = 'no elements in any of the given slices';
    expect(() => merge({ metadata: { finalizers: [] } }, { metadata })).toThrow(
      expect.objectContaining({ message }),
    );
  });

  test('puts elements that the order does not list where they were', () => {
    const pod = { metadata: { finalizers: ['a', 'b', 'c', 'd'] } };
    const order = { '$setElementOrder/finalizers': ['d', 'b'] };
    expect(merge(pod, { metadata: order })).toEqual({
      metadata: { finalizers: ['a', 'c', 'd', 'b'] },
    });
  });
});

describe('the API', () => {
  const kind = { schema: schemas.of('core/v1', 'Node') } as Kind;
  const refusal = (body: unknown): ApiError => {
    try {
      strategicPatcher(node, body, kind);
    } catch (error) {
      if (error instanceof ApiError) return error;
    }
    throw new Error('this should have been refused');
  };

  test('answers a bad form of directive with 400', () => {
    const { code, reason, message } = refusal({ metadata: { $retainKeys: 'labels' } });
    expect([code, reason, message]).toEqual([
      400,
      'BadRequest',
      'invalid patch format of retainKeys',
    ]);
  });

  test('answers an unknown directive with a bare 500', () => {
    expect(refusal({ metadata: { $patch: 'bogus' } }).status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'unknown patch type: bogus in map: map[$patch:bogus]',
      code: 500,
    });
  });

  test('answers a list of lists with 422', () => {
    const finalizers = [['x']];
    const withFinalizers = { ...node, metadata: { ...node.metadata, finalizers: [] } };
    expect(() =>
      strategicPatcher(withFinalizers as KubeObject, { metadata: { finalizers } }, kind),
    ).toThrow(expect.objectContaining({ code: 422, reason: 'Invalid' }));
  });

  test('takes null for a patch without fields', () => {
    expect(strategicPatcher(node, null, kind)).toBe(node);
  });

  test('retains keys beside directives', () => {
    const stored = {
      ...node,
      metadata: { ...node.metadata, finalizers: ['a', 'b'] },
    } as KubeObject;
    const metadata = {
      ...{ $retainKeys: ['name', 'finalizers'], '$setElementOrder/finalizers': ['b', 'a'] },
      '$deleteFromPrimitiveList/finalizers': ['a'],
      labels: null,
    };
    expect(strategicPatcher(stored, { metadata }, kind).metadata).toEqual({
      ...{ name: 'n1', finalizers: ['b'] },
    });
  });

  test('answers what is not an object with 400', () => {
    const { code, message } = refusal([1]);
    expect(code).toBe(400);
    expect(message).toBe(
      'json: cannot unmarshal array into Go value of type map[string]interface {}',
    );
  });
});
