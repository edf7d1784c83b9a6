import { describe, expect, it } from 'vitest';
import { parseTime, type KubeObject } from '#values';
import { columnsFor } from '../../../src/custom/columns.ts';
import { JsonPath } from '../../../src/custom/json-path.ts';

const object = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: {
    name: 'w',
    annotations: { 'a.b/c': 'dotted' },
    creationTimestamp: '2026-11-20T20:00:00Z',
  },
  spec: {
    list: [
      { type: 'A', n: 1 },
      { type: 'B', n: 2 },
      { type: 'C', n: 3, ok: true },
    ],
    map: { x: { n: 4 } },
    none: null,
    num: 7.9,
    empty: '',
  },
};

describe('JSON paths', () => {
  it.each<[string, unknown]>([
    ['.metadata.name', 'w'],
    ['$.metadata.name', 'w'],
    ['.metadata.annotations.a\\.b/c', 'dotted'],
    [".metadata.annotations['a\\.b/c']", 'dotted'],
    ['.spec.list[0].type', 'A'],
    ['.spec.list[-1].type', 'C'],
    ['.spec.list[1:].type', 'B'],
    ['.spec.list[1:2].n', 2],
    ['.spec.list[*].type', 'A'],
    ['.spec.list[0,2].n', 1],
    ['.spec.list[?(@.type=="B")].n', 2],
    [".spec.list[?(@.type=='B')].n", 2],
    ['.spec.list[?(@.n>1)].type', 'B'],
    ['.spec.list[?(@.n>=3)].type', 'C'],
    ['.spec.list[?(@.n<1)].type', undefined],
    ['.spec.list[?(@.n<2)].type', 'A'],
    ['.spec.list[?(@.n<=1)].type', 'A'],
    ['.spec.list[?(@.n<=0)].type', undefined],
    ['.spec.list[?(@.ok)].type', 'C'],
    ['.spec.list[?(@.ok==true)].type', undefined],
    ['.spec.list[?(@.type!="A")].type', 'B'],
    ['.spec.map.*.n', 4],
    ['..n', 1],
    ['.spec.none', null],
    ['.spec.none.x', undefined],
    ['.spec.missing', undefined],
    ['.spec.list[9]', undefined],
    ['.spec.map[0]', undefined],
    ['.spec.map[?(@.n)]', undefined],
    ['.spec.constructor', undefined],
  ])('%s', (path, found) => {
    expect(new JsonPath(path).first(object)).toEqual(found);
  });

  it.each(['.spec[', '.spec[x]', '.spec[?(@.a', '.spec}'])('%s is refused', (path) => {
    expect(() => new JsonPath(path)).toThrow(SyntaxError);
  });
});

describe('columns', () => {
  const now = parseTime('2026-11-20T20:05:00Z');
  const cell = (type: string, jsonPath: string): unknown => {
    const [column] = columnsFor([{ name: 'X', type, jsonPath }]);
    return column!.cell(object as unknown as KubeObject, now);
  };

  it.each<[string, string, unknown]>([
    ['integer', '.spec.num', 7],
    ['integer', '.metadata.name', null],
    ['number', '.spec.num', 7.9],
    ['boolean', '.spec.list[2].ok', true],
    ['boolean', '.metadata.name', null],
    ['date', '.metadata.creationTimestamp', '5m'],
    ['date', '.metadata.name', '<invalid>'],
    ['date', '.spec.num', null],
    ['date', '.spec.empty', '<unknown>'],
    ['string', '.spec.num', '7.9'],
    ['string', '.spec.map', '{"x":{"n":4}}'],
    ['string', '.spec.none', '<no value>'],
    ['string', '.spec.missing', null],
  ])('%s of %s', (type, path, shown) => {
    expect(cell(type, path)).toBe(shown);
  });

  it('end before the first path that is not valid', () => {
    const given = (name: string, jsonPath: string) => ({ name, type: 'string', jsonPath });
    const columns = columnsFor([given('A', '.a'), given('B', '.b['), given('C', '.c')]);
    expect(columns.map(({ name }) => name)).toEqual(['A']);
    expect(columnsFor([given('B', '.b[')])).toEqual([]);
  });

  it('are the age where none are given', () => {
    const [age, ...others] = columnsFor([]);
    expect(others).toEqual([]);
    expect(age).toMatchObject({ name: 'Age', type: 'date', priority: 0, format: '' });
    expect(age!.cell(object as unknown as KubeObject, now)).toBe('5m');
  });

  it('say where they come from unless they have a description', () => {
    const given = { name: 'X', type: 'string', jsonPath: '.spec.x' };
    expect(columnsFor([given])[0]!.description).toBe(
      'Custom resource definition column (in JSONPath format): .spec.x',
    );
    expect(columnsFor([{ ...given, description: 'An X.' }])[0]!.description).toBe('An X.');
  });
});
