/** Shapes one by one: the value of a node, or what is wrong with it, at both sides of each bound. */
import { describe, expect, it } from 'vitest';
import { comparison, parseComparison } from '../../../src/scenario/checks/comparison.ts';
import type { Problem } from '../../../src/scenario/problem.ts';
import { Checker } from '../../../src/scenario/shape/checker.ts';
import { fields } from '../../../src/scenario/shape/fields.ts';
import {
  nodeGroups,
  nodeNames,
  nodeObjects,
  parseTaint,
  taintText,
} from '../../../src/scenario/shape/node-group.ts';
import {
  anyMap,
  anything,
  duration,
  flag,
  integer,
  list,
  mapOf,
  text,
  type Shape,
} from '../../../src/scenario/shape/shape.ts';
import type { Library } from '../../../src/scenario/source/library.ts';
import { parseText } from '../../../src/scenario/source/parse.ts';
import type { Source } from '../../../src/scenario/source/source.ts';
import { calendarTime, moment } from '../../../src/scenario/timing/moment.ts';

/** The value of a text by a shape, or its problems, each as `LINE:COLUMN: message (hint)`. */
function read(shape: Shape<unknown>, written: string): unknown {
  const { lines, roots } = parseText(written, 'scenario');
  const found: string[] = [];
  const add = ({ line, column, message, hint }: Problem): void =>
    void found.push(`${line}:${column}: ${message}${hint === undefined ? '' : ` (${hint})`}`);
  const source = { file: 'x', shown: 'x', text: written, lines, roots } as unknown as Source;
  const value = shape.check(
    roots[0]!,
    new Checker(source, { problems: { add } } as unknown as Library),
  );
  if (value === undefined) return found;
  expect(found).toEqual([]);
  return { value };
}

const doc = 'it';

describe('text', () => {
  it.each<[shape: Shape<string>, written: string, expected: unknown]>([
    [text({ doc }), 'a b', { value: 'a b' }],
    [text({ doc }), "''", { value: '' }],
    [text({ doc }), '5', ["1:1: expected text (it), found the number 5; quote it: '5'"]],
    [text({ doc }), '1.30', ["1:1: expected text (it), found the number 1.3; quote it: '1.30'"]],
    [text({ doc }), 'true', ["1:1: expected text (it), found the boolean true; quote it: 'true'"]],
    [text({ doc }), '~', ['1:1: expected text (it), found nothing']],
    [text({ doc }), '[a]', ['1:1: expected text (it), found a list']],
    [text({ doc }), '{ a: b }', ['1:1: expected text (it), found a map']],
    [text({ doc, oneOf: ['one', 'two'] }), 'two', { value: 'two' }],
    [
      text({ doc, oneOf: ['one', 'two'] }),
      'twoo',
      ['1:1: expected one of one, two, found "twoo" (did you mean "two"?)'],
    ],
    [text({ doc, pattern: /^a+$/ }), 'aa', { value: 'aa' }],
    [text({ doc, pattern: /^a+$/ }), 'b', ['1:1: expected it, found "b"']],
    [text({ doc, pattern: /^a+$/, expected: 'some a' }), 'b', ['1:1: expected some a, found "b"']],
  ])('of %j: %s', (shape, written, expected) => {
    expect(read(shape, written)).toEqual(expected);
  });
});

describe('a whole number', () => {
  const bounded = integer({ doc, min: 1, max: 3 });
  const wrong = (found: string, bounds = ' of at least 1, at most 3'): string[] => [
    `1:1: expected a whole number${bounds} (it), found ${found}`,
  ];
  it.each<[shape: Shape<number>, written: string, expected: unknown]>([
    [bounded, '1', { value: 1 }],
    [bounded, '3', { value: 3 }],
    [bounded, '0', wrong('the number 0')],
    [bounded, '4', wrong('the number 4')],
    [bounded, '1.5', wrong('the number 1.5')],
    [bounded, "'2'", wrong('the text "2"')],
    [bounded, '[2]', wrong('a list')],
    [integer({ doc }), '-5', { value: -5 }],
    [integer({ doc }), '9007199254740991', { value: 9007199254740991 }],
    [integer({ doc, min: 0 }), '-1', wrong('the number -1', ' of at least 0')],
    [integer({ doc, max: 0 }), '1', wrong('the number 1', ', at most 0')],
  ])('of %j: %s', (shape, written, expected) => {
    expect(read(shape, written)).toEqual(expected);
  });

  it('has its bounds in the schema', () => {
    expect(bounded.schema).toEqual({
      type: 'integer',
      description: doc,
      minimum: 1,
      maximum: 3,
    });
    expect(integer({ doc }).schema).toEqual({ type: 'integer', description: doc });
  });
});

describe('a duration', () => {
  const any = duration({ doc });
  const positive = duration({ doc, min: 'positive' });
  const second = duration({ doc, min: 'second' });
  const example = '1:1: expected a duration such as 90s, 1m30s or 500ms, found';
  it.each<[shape: Shape<number>, written: string, expected: unknown]>([
    [any, '1m30s', { value: 90_000 }],
    [any, '2', { value: 2000 }],
    [any, '0s', { value: 0 }],
    [any, '-1s', ['1:1: expected a time that is not negative, found -1s']],
    [any, '-1', ['1:1: expected a time that is not negative, found -1']],
    [any, 'soon', [`${example} the text "soon"`]],
    [any, '[1s]', [`${example} a list`]],
    [any, '~', [`${example} nothing`]],
    [positive, '1ms', { value: 1 }],
    [positive, '0s', ['1:1: expected more than no time at all (it)']],
    [second, '1s', { value: 1000 }],
    [second, '999ms', ['1:1: expected a second or more (it)']],
    [second, '0s', ['1:1: expected a second or more (it)']],
  ])('of %j: %s', (shape, written, expected) => {
    expect(read(shape, written)).toEqual(expected);
  });
});

describe('a point in time', () => {
  const example = 'a time such as 2026-01-01T00:00:00Z';
  it.each<[shape: Shape<unknown>, written: string, expected: unknown]>([
    [moment({ doc }), '90s', { value: { sinceStart: 90_000 } }],
    [moment({ doc }), '0', { value: { sinceStart: 0 } }],
    [moment({ doc }), '1970-01-01T00:00:01Z', { value: { absolute: 1000 } }],
    [moment({ doc }), '1970-01-01T01:00:01+01:00', { value: { absolute: 1000 } }],
    [moment({ doc }), '-1s', ['1:1: expected a time that is not negative, found -1s']],
    [
      moment({ doc }),
      '1970-13-01T00:00:01Z',
      [
        `1:1: expected a duration such as 90s, 1m30s or 500ms, or ${example}, found the text "1970-13-01T00:00:01Z"`,
      ],
    ],
    [
      moment({ doc }),
      '[1s]',
      [`1:1: expected a duration such as 90s, 1m30s or 500ms, or ${example}, found a list`],
    ],
    [calendarTime({ doc }), '1970-01-01T00:00:01Z', { value: 1000 }],
    [calendarTime({ doc }), '90s', [`1:1: expected ${example}, found the text "90s"`]],
    [calendarTime({ doc }), '5', [`1:1: expected ${example}, found the number 5`]],
  ])('of %j: %s', (shape, written, expected) => {
    expect(read(shape, written)).toEqual(expected);
  });
});

describe('lists and maps', () => {
  const two = list(integer({ doc: 'n' }), { doc, min: 2 });
  const keyed = mapOf(integer({ doc: 'n' }), { doc, keys: ['alpha', 'beta'] });
  const record = fields({
    doc,
    required: { first: integer({ doc: 'n' }) },
    optional: { second: flag({ doc: 'so' }) },
  });
  it.each<[shape: Shape<unknown>, written: string, expected: unknown]>([
    [two, '[1, 2]', { value: [1, 2] }],
    [two, '[1]', ['1:1: expected at least 2 here (it)']],
    [two, 'a', ['1:1: expected a list (it), found the text "a"']],
    [
      two,
      '[1, a, b]',
      [
        '1:5: expected a whole number (n), found the text "a"',
        '1:8: expected a whole number (n), found the text "b"',
      ],
    ],
    [list(flag({ doc }), { doc }), '[]', { value: [] }],
    [keyed, '{ alpha: 1, beta: 2 }', { value: { alpha: 1, beta: 2 } }],
    [keyed, '{}', { value: {} }],
    [
      keyed,
      '{ alpa: 1, beta: x }',
      [
        '1:3: unknown name "alpa" (it); known are alpha, beta (did you mean "alpha"?)',
        '1:18: expected a whole number (n), found the text "x"',
      ],
    ],
    [keyed, '[alpha]', ['1:1: expected a map (it), found a list']],
    [mapOf(text({ doc }), { doc }), '{ 1: a, b: c }', { value: { 1: 'a', b: 'c' } }],
    [record, '{ first: 1 }', { value: { first: 1 } }],
    [record, '{ second: false, first: 0 }', { value: { first: 0, second: false } }],
    [record, '{ second: true }', ['1:1: field "first" is missing (it)']],
    [record, 'first', ['1:1: expected a map (it), found the text "first"']],
    [
      record,
      '{ first: 1, secnd: true }',
      ['1:13: unknown field "secnd" (it); known are first, second (did you mean "second"?)'],
    ],
    [record, '{ first: 1, second: 1 }', ['1:21: expected true or false (so), found the number 1']],
    [anyMap({ doc }), '{ a: [1], b: }', { value: { a: [1], b: null } }],
    [anyMap({ doc }), '[1]', ['1:1: expected a map (it), found a list']],
    [anything({ doc }), '[1, { a: b }]', { value: [1, { a: 'b' }] }],
  ])('of %j: %s', (shape, written, expected) => {
    expect(read(shape, written)).toEqual(expected);
  });
});

describe('a comparison', () => {
  it.each<[written: unknown, text: string, accepted: readonly number[]]>([
    [3, '3', [3]],
    ['3', '3', [3]],
    ['== 3', '3', [3]],
    ['!=3', '!= 3', [1, 2, 4, 5]],
    [' >= 3 ', '>= 3', [3, 4, 5]],
    ['<= 3', '<= 3', [1, 2, 3]],
    ['> 03', '> 3', [4, 5]],
    ['< 3', '< 3', [1, 2]],
  ])('%j is %s', (written, shown, accepted) => {
    const found = parseComparison(written)!;
    expect(found.text).toBe(shown);
    expect([1, 2, 3, 4, 5].filter((count) => found.accepts(count))).toEqual(accepted);
  });

  it.each(['', '-1', '1.5', '=> 3', '= 3', '>= 3 4', 'many'])('%j is none', (written) => {
    expect(parseComparison(written)).toBeUndefined();
    expect(read(comparison({ doc }), JSON.stringify(written))).toEqual([
      `1:1: expected a number, or a comparison such as '>= 3', found the text ${JSON.stringify(written)}`,
    ]);
  });
});

describe('nodes', () => {
  it.each<[written: string, expected: unknown]>([
    ['0', { value: [] }],
    ['1', { value: [{ name: 'node', count: 1 }] }],
    ['10000', { value: [{ name: 'node', count: 10_000 }] }],
    [
      '10001',
      [
        '1:1: expected a whole number of at least 0, at most 10000 (A number of like nodes, called node-1, node-2, ...), found the number 10001',
      ],
    ],
    [
      '[{ name: a, count: 9999 }, { name: b }]',
      { value: [{ name: 'a', count: 9999 }, { name: 'b' }] },
    ],
    ['[{ name: a, count: 10000 }, { name: b }]', ['1:1: 10001 nodes; a cluster has at most 10000']],
    [
      '[{ name: a, capacity: { cpu: 4, memory: 8Gi } }]',
      { value: [{ name: 'a', capacity: { cpu: '4', memory: '8Gi' } }] },
    ],
    [`[{ name: ${'a'.repeat(63)} }]`, { value: [{ name: 'a'.repeat(63) }] }],
    [
      `[{ name: ${'a'.repeat(64)} }]`,
      [
        `1:10: expected a name of at most 63 small letters, digits, - and ., found "${'a'.repeat(64)}"`,
      ],
    ],
  ])('%s', (written, expected) => {
    expect(read(nodeGroups, written)).toEqual(expected);
  });

  it('of a group have its labels, taints and capacity', () => {
    const group = {
      name: 'a',
      count: 2,
      labels: {
        ...{ zone: 'z', 'sim/group': 'other', 'kubernetes.io/hostname': 'own' },
        'kubernetes.io/arch': 'arm64',
      },
      annotations: { n: 'm' },
      taints: ['k=v:NoSchedule'],
      capacity: { cpu: '4' },
    };
    const nodeOf = (name: string): object => ({
      metadata: {
        name,
        labels: {
          'beta.kubernetes.io/arch': 'amd64',
          'beta.kubernetes.io/os': 'linux',
          'kubernetes.io/arch': 'arm64',
          'kubernetes.io/os': 'linux',
          ...{ 'kubernetes.io/hostname': 'own', zone: 'z', 'sim/group': 'a' },
        },
        annotations: { n: 'm' },
      },
      spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] },
      status: { capacity: { cpu: '4' }, allocatable: { cpu: '4' } },
    });
    expect(nodeObjects(group)).toEqual([nodeOf('a-1'), nodeOf('a-2')]);
  });

  it('of a plain group have the labels of a kubelet of v1.24', () => {
    expect(nodeNames({ name: 'b' })).toEqual(['b']);
    expect(nodeObjects({ name: 'b' })).toEqual([
      {
        metadata: {
          name: 'b',
          labels: {
            'beta.kubernetes.io/arch': 'amd64',
            'beta.kubernetes.io/os': 'linux',
            'kubernetes.io/arch': 'amd64',
            'kubernetes.io/hostname': 'b',
            'kubernetes.io/os': 'linux',
            'sim/group': 'b',
          },
        },
        spec: {},
      },
    ]);
  });

  it.each<[written: string, taint: object | undefined]>([
    ['k=v:NoExecute', { key: 'k', value: 'v', effect: 'NoExecute' }],
    ['k=:NoSchedule', { key: 'k', value: '', effect: 'NoSchedule' }],
    ['k:PreferNoSchedule', { key: 'k', effect: 'PreferNoSchedule' }],
    ['k', undefined],
    ['k:Never', undefined],
    ['=v:NoExecute', undefined],
  ])('have the taint %s', (written, taint) => {
    const wrong = `1:1: expected a taint such as key=value:NoExecute or key:NoSchedule, found "${written}"`;
    expect(read(taintText, `'${written}'`)).toEqual(
      taint === undefined ? [wrong] : { value: written },
    );
    if (taint !== undefined) expect(parseTaint(written)).toEqual(taint);
  });
});
