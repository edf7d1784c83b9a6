/** JSONPath as kubectl takes it. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { KindRegistry } from '#catalog';
import {
  Cost,
  CostError,
  ExpressionError,
  JsonPath,
} from '../../../../src/scenario/expression/index.ts';

const object = {
  metadata: { name: 'web', labels: { app: 'web', 'a.b/c': 'x' } },
  spec: {
    containers: [
      { name: 'a', image: 'one', ports: [{ containerPort: 80 }] },
      { name: 'b', image: 'two' },
      { name: 'c', image: 'three', ports: [{ containerPort: 8080 }] },
    ],
  },
  status: { conditions: [{ type: 'Ready', status: 'True' }], phase: 'Running' },
};

describe('a path', () => {
  it.each<[string, unknown[]]>([
    ['{.status.phase}', ['Running']],
    ['.status.phase', ['Running']],
    ['status.phase', ['Running']],
    ['{$.status.phase}', ['Running']],
    ['{@.status.phase}', ['Running']],
    ["{['status']['phase']}", ['Running']],
    ['{.status.reason}', []],
    ['{.nothing.at.all}', []],
    ['{.metadata.labels.a\\.b/c}', ['x']],
    ["{.metadata.labels['a.b/c']}", ['x']],
    ['{.metadata.labels["a.b/c"]}', ['x']],
    ['{.spec.containers[0].name}', ['a']],
    ['{.spec.containers[-1].name}', ['c']],
    ['{.spec.containers[9].name}', []],
    ['{.spec.containers[*].name}', ['a', 'b', 'c']],
    ['{.spec.containers[0:2].name}', ['a', 'b']],
    ['{.spec.containers[1:].name}', ['b', 'c']],
    ['{.spec.containers[:-1].name}', ['a', 'b']],
    ['{.spec.containers[::2].name}', ['a', 'c']],
    ['{.spec.containers[0,2].name}', ['a', 'c']],
    ["{.spec.containers[0]['name','image']}", ['a', 'one']],
    ['{.metadata.labels.*}', ['web', 'x']],
    ['{.spec.containers[?(@.name=="b")].image}', ['two']],
    ["{.spec.containers[?(@.name != 'b')].image}", ['one', 'three']],
    ["{.spec.containers[?(@.nothing != 'b')].image}", []],
    ['{.spec.containers[?(@.name != @.nothing)].image}', []],
    ['{.spec.containers[?(@.ports)].name}', ['a', 'c']],
    ['{.spec.containers[?(@.ports[0].containerPort >= 100)].name}', ['c']],
    ['{.spec.containers[?(@.ports[0].containerPort < 80)].name}', []],
    ['{.spec.containers[?(@.ports[0].containerPort <= 80)].name}', ['a']],
    ['{.spec.containers[?(@.ports[0].containerPort > 80)].name}', ['c']],
    ['{.spec.containers[?(@.ports[0].containerPort >= 80)].name}', ['a', 'c']],
    // What has no order is neither more nor less.
    ['{.spec.containers[?(@.name > 5)].name}', []],
    ['{.spec.containers[?(@.ports < 5)].name}', []],
    ['{.status.conditions[?(@.type=="Ready")].status}', ['True']],
    ['{..containerPort}', [80, 8080]],
    ['{.spec..name}', ['a', 'b', 'c']],
  ])('%s', (path, found) => {
    expect(JsonPath.parse(path).find(object, new Cost())).toEqual(found);
  });
});

describe('a bad path', () => {
  it.each([
    ['', '0 expected the name of a field, found the end'],
    ['{.status.phase', '14 expected "}", found the end'],
    ['{.status.}', '9 expected the name of a field, found "}"'],
    ['{.status.phase} {.spec}', '16 expected the end of the path, found "{"'],
    ['{.spec.containers[a]}', '18 expected a number, a quoted name, *, or ?(...), found "a"'],
    ['{.spec.containers[0}', '19 expected "]", found "}"'],
    ['{.spec.containers[?(@.name==)]}', '28 expected @.field, a quoted text'],
    ['{.spec.containers[?(@.name="a")]}', '26 expected ==, !=, <, <=, > or >=, or ")", found "="'],
    ["{['status]}", '2 the text has no end'],
    ['{.spec.containers[::0]}', '21 expected a step of at least 1'],
  ])('%s', (path, problem) => {
    expect(problemOf(() => JsonPath.parse(path))).toContain(problem);
  });

  it.each([
    ['{.status.faze}', '9 PodStatus has no field "faze"'],
    ['{.spec.containers[*].imag}', '21 Container has no field "imag"'],
    ['{.status.conditions[?(@.typ=="Ready")].status}', '24 PodCondition has no field "typ"'],
    ['{.status.phase[0]}', '15 expected a list or a map, found text'],
  ])('of a pod: %s', (path, problem) => {
    const schema = new KindRegistry(defaultProfile).byName('Pod')!.schema;
    expect(problemOf(() => JsonPath.parse(path).check({ is: 'struct', schema }))).toContain(
      problem,
    );
  });

  it.each([
    ['{.spec.containers[0,1].whatever}', 'none'],
    ["{.status['phase','faze']}", '17 PodStatus has no field "faze"'],
    ["{.status['faze','phase']}", '9 PodStatus has no field "faze"'],
    ['{.spec..whatever}', 'none'],
    ['{.spec.containers[0:1].imag}', '23 Container has no field "imag"'],
    ['{.status.phase[0:1]}', '15 expected a list or a map, found text'],
    ['{.status.phase[*]}', '15 expected a list or a map, found text'],
    ['{.spec.containers[?(@.name==@.imag)].name}', '30 Container has no field "imag"'],
    ['{.spec.containers[?(@.name=="x")].imag}', '34 Container has no field "imag"'],
    ['{.spec.containers[?(@.name=="x")].name}', 'none'],
  ])('of a pod, in just these words: %s', (path, problem) => {
    const schema = new KindRegistry(defaultProfile).byName('Pod')!.schema;
    expect(problemOf(() => JsonPath.parse(path).check({ is: 'struct', schema }))).toBe(problem);
  });

  it('is reported for any text, and never anything else', () => {
    const signs = fc.constantFrom(
      '{',
      '}',
      '.',
      '..',
      '[',
      ']',
      '?(',
      ')',
      '@',
      "'a'",
      '1',
      ':',
      '*',
      'a',
      '==',
      ',',
      '-',
    );
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 12 }), (parts) => {
        problemOf(() => JsonPath.parse(parts.join('')).find(object, new Cost()));
      }),
    );
  });
});

/** `OFFSET message`; other errors are thrown again. */
function problemOf(run: () => unknown): string {
  try {
    run();
    return 'none';
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `${error.offset} ${error.message}`;
  }
}

describe('what a path may cost', () => {
  it.each([
    '..*'.repeat(9),
    '[*,*,*,*,*,*,*,*]'.repeat(6),
    '..[?(@..name)]..[?(@..name)]..[?(@..name)]',
  ])('is bounded: %s', (path) => {
    let deep: unknown = { name: 'x' };
    for (let i = 0; i < 8; i++) deep = { name: 'x', a: deep, b: { name: deep } };
    const cost = new Cost(100_000);
    expect(() => JsonPath.parse(path).find(deep, cost)).toThrow(CostError);
  });

  it('is bounded in comparisons too', () => {
    const [a, b] = ['x'.repeat(100_000), 'x'.repeat(100_000)];
    const path = JsonPath.parse('{.items[?(@.a < @.b)]}');
    expect(() => path.find({ items: [{ a, b }] }, new Cost(1_000))).toThrow(CostError);
    expect(path.find({ items: [{ a, b }] }, new Cost(10_000_000))).toEqual([]);
  });
});
