/** Bodies of server-side apply against a schema, and the order of merged lists. */
import { defaultProfile } from '#kinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { checkTyped, TypedError } from '../../../../src/api/patch/apply-typed.ts';
import { arrange, checkOrder } from '../../../../src/api/patch/strategic-order.ts';

const registry = new KindRegistry(defaultProfile);
const schemaOf = (kind: string) => registry.byName(kind)!.schema;

function faultsOf(kind: string, value: object): string {
  try {
    checkTyped(schemaOf(kind), value);
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(TypedError);
    return (error as Error).message;
  }
}

describe('a body', () => {
  const container = { name: 'a', image: 'i' };
  const pod = (spec: object): object => ({ apiVersion: 'v1', kind: 'Pod', spec });
  it.each<[string, object, string]>([
    ['Pod', pod({ containers: [container] }), 'none'],
    ['Pod', pod({ containers: null, hostNetwork: null }), 'none'],
    [
      'Pod',
      pod({ priority: 5, hostNetwork: true, nodeName: 'n', nodeSelector: { a: 'b' } }),
      'none',
    ],
    ['Pod', pod({ none: 1 }), '.spec.none: field not declared in schema'],
    ['Pod', { spec: 'x' }, '.spec: expected map, got &{x}'],
    ['Pod', { spec: [1, null] }, '.spec: expected map, got &{[1 <nil>]}'],
    ['Pod', pod({ containers: {} }), '.spec.containers: expected list, got &{map[]}'],
    [
      'Pod',
      pod({ containers: { b: 1, a: [true] } }),
      '.spec.containers: expected list, got &{map[a:[true] b:1]}',
    ],
    [
      'Pod',
      pod({ nodeName: 5 }),
      '.spec.nodeName: expected string, got &value.valueUnstructured{Value:5}',
    ],
    ['Pod', pod({ hostNetwork: 'yes' }), '.spec.hostNetwork: expected boolean, got &{yes}'],
    ['Pod', pod({ priority: 'x' }), '.spec.priority: expected numeric (int or float), got string'],
    ['Pod', pod({ priority: true }), '.spec.priority: expected numeric (int or float), got bool'],
    [
      'Pod',
      pod({ priority: [] }),
      '.spec.priority: expected numeric (int or float), got []interface {}',
    ],
    [
      'Pod',
      pod({ priority: {} }),
      '.spec.priority: expected numeric (int or float), got map[string]interface {}',
    ],
    [
      'Pod',
      pod({ nodeSelector: { a: 1, b: 'c' } }),
      '.spec.nodeSelector.a: expected string, got &value.valueUnstructured{Value:1}',
    ],
    ['Pod', pod({ nodeSelector: [] }), '.spec.nodeSelector: expected map, got &{[]}'],
    // Elements are identified by their keys.
    [
      'Pod',
      pod({ containers: [container, container] }),
      '.spec.containers: duplicate entries for key [name="a"]',
    ],
    [
      'Pod',
      pod({ containers: [container, null] }),
      '.spec.containers: element 1: associative list with keys may not have a null element',
    ],
    [
      'Pod',
      pod({ containers: ['a'] }),
      '.spec.containers: element 0: associative list with keys may not have non-map elements',
    ],
    [
      'Pod',
      pod({ containers: [{ image: 'i' }, { image: 'j' }] }),
      '.spec.containers: duplicate entries for key [name=""]',
    ],
    [
      'Pod',
      pod({ containers: [{ name: 'a', image: 1 }] }),
      '.spec.containers[name="a"].image: expected string, got &value.valueUnstructured{Value:1}',
    ],
    [
      'Pod',
      pod({ containers: [{ ...container, ports: [{ containerPort: 1 }, { containerPort: 1 }] }] }),
      '.spec.containers[name="a"].ports: duplicate entries for key [containerPort=1,protocol="TCP"]',
    ],
    ['Pod', pod({ containers: [{ ...container, args: ['a', 'a', null] }] }), 'none'],
    [
      'Pod',
      pod({ containers: [{ ...container, args: ['a', 5] }] }),
      '.spec.containers[name="a"].args[1]: expected string, got &value.valueUnstructured{Value:5}',
    ],
    ['Pod', { metadata: { finalizers: ['a', 'b'] } }, 'none'],
    [
      'Pod',
      { metadata: { finalizers: ['a', 'a'] } },
      '.metadata.finalizers: duplicate entries for key [="a"]',
    ],
    [
      'Pod',
      { metadata: { finalizers: [null] } },
      ".metadata.finalizers: element 0: associative list without keys has an element that's an explicit null",
    ],
    [
      'Pod',
      { metadata: { finalizers: [[]] } },
      '.metadata.finalizers: element 0: not supported: associative list with lists as elements',
    ],
    [
      'Pod',
      { metadata: { finalizers: [{}] } },
      ".metadata.finalizers: element 0: associative list without keys has an element that's a map type",
    ],
    [
      'Pod',
      pod({ nodeName: 5, hostNetwork: 1 }),
      'errors:\n  .spec.nodeName: expected string, got &value.valueUnstructured{Value:5}\n  .spec.hostNetwork: expected boolean, got &{1}',
    ],
    ['ConfigMap', { data: { a: 'b' }, immutable: true }, 'none'],
    [
      'ConfigMap',
      { binaryData: { a: 5 } },
      '.binaryData.a: expected string, got &value.valueUnstructured{Value:5}',
    ],
  ])('for a %s: %j: %s', (kind, value, faults) => {
    expect(faultsOf(kind, value)).toBe(faults);
  });
});

describe('a list in the order of its patch', () => {
  const items = (text: string, more: object = {}) => [...text].map((name) => ({ name, ...more }));
  const removal = (name: string) => ({ name, $patch: 'delete' });

  it.each<[patch: readonly unknown[], order: readonly unknown[], fits: boolean]>([
    [items(''), items('ab'), true],
    [items('ba'), [], true],
    [items('ab'), items('ab'), true],
    [items('a'), items('ba'), true],
    [items('ac'), items('abc'), true],
    [items('ba'), items('ab'), false],
    [items('c'), items('ab'), false],
    [items('abc'), items('ab'), false],
    [[removal('c'), ...items('a')], items('ab'), true],
    [[...items('a'), removal('c')], items('a'), true],
    [[removal('c')], items('a'), true],
  ])('%j fits %j: %s', (patch, order, fits) => {
    const check = (): void => checkOrder(patch, order, 'name');
    if (fits) expect(check).not.toThrow();
    else expect(check).toThrow(/^The order in patch list:\n.*\n doesn't match \$setElementOrder/s);
  });

  it('fits as scalars too', () => {
    expect(() => checkOrder(['a', 'c'], ['a', 'b', 'c'], undefined)).not.toThrow();
    expect(() => checkOrder(['c', 'a'], ['a', 'b', 'c'], undefined)).toThrow('The order in patch');
  });

  it.each<[merged: string, order: string, stored: string, expected: string]>([
    ['', '', '', ''],
    ['abc', 'cba', 'abc', 'cba'],
    ['abc', 'ba', 'abc', 'bac'],
    ['abc', '', 'cba', 'cba'],
    ['abcd', 'db', 'abcd', 'acdb'],
    ['abx', 'ab', 'xab', 'xab'],
    ['abx', 'ab', 'abx', 'abx'],
    ['abx', 'ab', 'ab', 'abx'],
  ])('%s with order %s of stored %s is %s', (merged, order, stored, expected) => {
    const lists = [merged, order, stored] as const;
    const [a, b, c] = lists.map((list) => items(list));
    const names = (list: readonly unknown[]) => list.map((item) => (item as { name: string }).name);
    expect(names(arrange(a!, b!, c!, 'name')).join('')).toBe(expected);
    const [x, y, z] = lists.map((list) => [...list]);
    expect(arrange(x!, y!, z!, undefined).join('')).toBe(expected);
  });

  it('has every element once, those of the order as it has them', () => {
    const list = fc.uniqueArray(fc.constantFrom(...'abcdefg'));
    fc.assert(
      fc.property(list, list, list, (merged, order, stored) => {
        const found = arrange(merged, order, stored, undefined) as readonly string[];
        expect([...found].sort()).toEqual([...merged].sort());
        const inOrder = order.filter((item) => merged.includes(item));
        expect(found.filter((item) => order.includes(item))).toEqual(inOrder);
      }),
    );
  });

  it('needs the merge key, and maps', () => {
    expect(() => arrange([{}], [], [], 'name')).toThrow('name');
    expect(() => arrange(['a'], [], [], 'name')).toThrow('map[string]interface {}');
    expect(() => arrange(items('a'), ['a'], [], 'name')).toThrow('value for key 0 is not a map');
  });
});
