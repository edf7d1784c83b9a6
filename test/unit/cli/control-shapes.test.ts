/** What the control API reads: which values are right, and how the others are refused. */
import { describe, expect, it } from 'vitest';
import { fields, isOptional, list, optional, word, type Form } from '#forms';
import {
  duration,
  flag,
  map,
  number,
  readAs,
  text,
  time,
} from '../../../src/cli/serve/control/forms.ts';
import { DefectLog } from '../../../src/cli/serve/defects.ts';

const doc = 'about it';
const shapes: Readonly<Record<string, Form<unknown>>> = {
  text: text({ doc, example: 'x' }),
  word: word(['a', 'b'], { doc }),
  number: number({ doc, min: 1, max: 3 }),
  whole: number({ doc, min: 0, max: Infinity, isWhole: true }),
  flag: flag({ doc }),
  duration: duration({ doc }),
  time: time({ doc }),
  map: map({ doc }),
  list: list(flag({ doc }), { doc }),
  optional: optional(flag({ doc })),
  object: fields({ a: flag({ doc }), b: optional(text({ doc, example: 'y' })) }),
};

describe('a value', () => {
  it.each<[shape: string, value: unknown, read?: unknown]>([
    ['text', 'a'],
    ['word', 'b'],
    ['number', 1],
    ['number', 2.5],
    ['number', 3],
    ['whole', 0],
    ['flag', false],
    ['duration', '1m30s', 90_000],
    ['duration', 2, 2_000],
    ['duration', 0, 0],
    ['time', '1970-01-01T00:00:01Z', 1_000],
    ['map', { a: 1 }],
    ['list', [true, false]],
    ['optional', true],
    ['object', { a: true }],
    ['object', { a: true, b: 'c' }],
  ])('%s: %j', (name, value, read = value) => {
    expect(readAs(fields({ p: shapes[name]! }), { p: value })).toEqual({ p: read });
  });

  it.each<[shape: string, value: unknown, message: string]>([
    ['text', '', 'p: expected a value such as x'],
    ['text', 1, 'p: expected a value such as x'],
    ['word', 'c', 'p: expected one of a, b, found "c"'],
    ['word', undefined, 'p: expected one of a, b'],
    ['number', 0, 'p: expected a number from 1 to 3'],
    ['number', 3.5, 'p: expected a number from 1 to 3'],
    ['number', '2', 'p: expected a number from 1 to 3'],
    ['whole', 0.5, 'p: expected a whole number from 0 to Infinity'],
    ['flag', 'true', 'p: expected true or false'],
    ['duration', -1, 'p: expected a duration such as 90s, 10m or 1h30m, or a number of seconds'],
    ['duration', 'soon', 'p: expected a duration such as 90s'],
    ['time', 'soon', 'p: '],
    ['map', [], 'p: expected an object'],
    ['map', null, 'p: expected an object'],
    ['list', {}, 'p: expected a list'],
    ['list', [true, 1], 'p[1]: expected true or false'],
    ['optional', 1, 'p: expected true or false'],
    ['object', {}, 'p.a: expected true or false'],
    ['object', { a: true, b: 1 }, 'p.b: expected a value such as y'],
    ['object', { a: true, xyzxyz: 1 }, 'unknown field "p.xyzxyz"; expected a, b'],
    ['object', { aa: true }, 'unknown field "p.aa" (did you mean "a"?)'],
    ['object', 1, 'p: expected a JSON object with a, b'],
  ])('%s is not %j: %s', (name, value, message) => {
    expect(() => readAs(fields({ p: shapes[name]! }), { p: value })).toThrow(
      expect.objectContaining({ code: 400, message: expect.stringContaining(message) as string }),
    );
  });

  it('is refused as a whole where it has no place', () => {
    expect(() => readAs(shapes['flag']!, 1)).toThrow(/^expected true or false$/);
    expect(() => readAs(shapes['object']!, {})).toThrow(/^a: expected true or false$/);
  });
});

it('shapes have schemas', () => {
  const of = (name: string) => shapes[name]!.schema;
  expect(of('text')).toEqual({ type: 'string', description: doc, examples: ['x'] });
  expect(of('word')).toEqual({ type: 'string', description: doc, enum: ['a', 'b'] });
  expect(of('number')).toEqual({ type: 'number', description: doc, minimum: 1, maximum: 3 });
  expect(of('whole')).toEqual({ type: 'integer', description: doc, minimum: 0 });
  expect(of('flag')).toEqual({ type: 'boolean', description: doc });
  expect(of('map')).toEqual({ type: 'object', description: doc });
  expect(of('list')).toEqual({ type: 'array', description: doc, items: of('flag') });
  expect(of('time')).toMatchObject({ type: 'string', format: 'date-time' });
  expect(of('object')).toMatchObject({ type: 'object', required: ['a'] });
  expect(isOptional(shapes['optional']!)).toBe(true);
  expect(isOptional(shapes['flag']!)).toBe(false);
});

it('defects are reported with their stacks once, and no more than 50 of them', () => {
  const texts: string[] = [];
  const log = new DefectLog((each) => texts.push(each));
  const head = 'orrery serve: this is a defect; the server keeps running: ';
  const defect = (name: string): Error =>
    Object.assign(new Error(name), { stack: `${name}\n    at x` });
  const [first, ...others] = Array.from({ length: 51 }, (_, index) => defect(`e${index}`));
  for (const each of [first, first, ...others]) log.report(each);
  expect(texts.slice(0, 2)).toEqual([`${head}e0\n    at x\n`, `${head}e0\n`]);
  expect(texts.slice(-2)).toEqual([`${head}e49\n    at x\n`, `${head}e50\n`]);
  log.report('text');
  expect(texts.at(-1)).toBe(`${head}text\n`);
});
