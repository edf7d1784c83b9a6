/** What each function of expressions gives, which operands go together, and the words about those that do not. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { parseQuantity, parseTime } from '#values';
import {
  any,
  compile,
  Cost,
  EvaluationError,
  ExpressionError,
  number,
  parseExpression,
  text as textType,
  type Type,
} from '../../../../src/scenario/expression/index.ts';
import { Instant, show, Span } from '../../../../src/scenario/expression/values.ts';

const noon = new Instant(parseTime('2026-01-01T12:00:00Z'));

function valueOf(text: string, x: unknown): unknown {
  const { run } = compile(parseExpression(text), new Map([['x', any]]));
  return run(() => x, new Cost());
}

it.each<[text: string, x: unknown, value: unknown]>([
  ['size(x)', 'añ😀', 3],
  ['size(x)', [1, 2], 2],
  ['size(x)', { a: 1 }, 1],
  ['size(x)', undefined, 0],
  ['size(x)', null, 0],
  ['size(x)', 7, 0],
  ['x.size()', 'ab', 2],
  ['int(x)', '7.9', 7],
  ['int(x)', '-7.9', -7],
  ['int(x)', undefined, 0],
  ['int(x)', new Span(1999), 1],
  ['double(x)', ' 1.5 ', 1.5],
  ['double(x)', new Span(1500), 1.5],
  ['double(x)', parseQuantity('1500m'), 1.5],
  ['double(x)', parseQuantity('2k'), 2000],
  ['string(x)', 7, '7'],
  ['string(x)', undefined, ''],
  ['string(x)', 'a', 'a'],
  ['string(x)', true, 'true'],
  ['x.contains("b")', 'abc', true],
  ['x.contains("d")', 'abc', false],
  ['x.startsWith("a")', 'abc', true],
  ['x.startsWith("c")', 'abc', false],
  ['x.endsWith("c")', 'abc', true],
  ['x.endsWith("a")', 'abc', false],
  ['x.contains("b")', undefined, false],
  ['x.matches("^a.c$")', 'abc', true],
  ['x.matches("^a.$")', 'abc', false],
  ['"abc".matches(x)', 'b', true],
  ['x.lowerAscii()', 'AbC', 'abc'],
  ['x.upperAscii()', 'AbC', 'ABC'],
  ['x.trim()', ' a b ', 'a b'],
  ['x.split(",")', 'a,,b', ['a', '', 'b']],
  ['x.join("-")', ['a', 1, undefined], 'a-1-'],
  ['x.join()', ['a', 'b'], 'ab'],
  ['x.join("-")', undefined, ''],
  ['x.sum()', [1, 2, 4], 7],
  ['x.sum()', [], undefined],
  ['x.sum()', undefined, undefined],
  ['x.sum()', [undefined], 0],
  ['x.min()', [2, 1, 3], 1],
  ['x.max()', [2, 3, 1], 3],
  ['x.min()', [], undefined],
  ['x.exists(i, i == 2)', [1, 2], true],
  ['x.exists(i, i == 3)', [1, 2], false],
  ['x.all(i, i > 1)', [1, 2], false],
  ['x.all(i, i > 0)', [1, 2], true],
  ['x.exists_one(i, i > 0)', [1, 2], false],
  ['x.exists_one(i, i > 1)', [1, 2], true],
  ['x.exists_one(i, i > 2)', [1, 2], false],
  ['x.filter(i, i > 1)', [1, 2, 3], [2, 3]],
  ['x.map(i, i * 2)', [1, 2, 3], [2, 4, 6]],
  ['x.map(k, k)', { a: 1, b: 2 }, ['a', 'b']],
])('%s of %j is %j', (text, x, value) => {
  expect(valueOf(text, x)).toEqual(value);
});

it.each<[text: string, x: unknown, message: string]>([
  ['int(x)', 'many', 'expected a number, found "many"'],
  ['double(x)', ' ', 'expected a number, found " "'],
  ['double(x)', [1, 2], 'expected a number, found [1,2]'],
  ['duration(x)', '5', 'time: missing unit in duration "5"'],
  ['"a".matches(x)', '(', 'error parsing regexp: missing closing ): `(`'],
])('%s of %j has no value: %s', (text, x, message) => {
  expect(() => valueOf(text, x)).toThrow(new EvaluationError(message));
});

it.each<[text: string, shown: string]>([
  ["duration('1m30s')", '1m30s'],
  ["timestamp('2026-01-01T13:00:00+01:00')", '2026-01-01T12:00:00Z'],
  ["quantity('1024Mi')", '1Gi'],
  ['quantity(2)', '2'],
])('%s is shown as %s', (text, shown) => {
  expect(show(valueOf(text, undefined))).toContain(shown);
});

const duration: Type = { is: 'duration' };
const quantity: Type = { is: 'quantity' };
const time: Type = { is: 'time' };
const boolean: Type = { is: 'boolean' };
const numbers: Type = { is: 'list', of: number };
const word: Type = { is: 'text', oneOf: ['Failed', 'Running'] };
const pod: Type = { is: 'struct', schema: new KindRegistry(defaultProfile).byName('Pod')!.schema };
const names = new Map<string, Type>(
  Object.entries({
    ...{ duration, quantity, time, boolean, numbers, word, any, number, pod },
    text: textType,
  }),
);

describe('operands', () => {
  it.each<[text: string, type: Type]>([
    ['time - time', duration],
    ['time - duration', time],
    ['time + duration', time],
    ['duration + time', time],
    ['duration + duration', duration],
    ['duration - duration', duration],
    ['duration * number', duration],
    ['duration / number', duration],
    ['quantity + quantity', quantity],
    ['quantity - quantity', quantity],
    ['text + text', textType],
    ['number % number', number],
    ['numbers + numbers', numbers],
    ['any * text', any],
    ['text - any', any],
    ['any == numbers', boolean],
    ['null == time', boolean],
    ['time != null', boolean],
    ['number < quantity', boolean],
    ["'5s' < duration", boolean],
    ["quantity >= '500m'", boolean],
    ["word == ''", boolean],
    ["'Failed' != word", boolean],
    ['word == text', boolean],
    ['boolean ? number : number', number],
    ['boolean ? number : text', any],
    ['boolean ? text : number', any],
    ['boolean ? pod : pod', any],
    ['boolean ? pod : number', any],
    ['1 in any', boolean],
    ['1 in numbers', boolean],
  ])('%s have a type', (text, type) => {
    expect(compile(parseExpression(text), names).type).toEqual(type);
  });

  it.each<[text: string, offset: number, message: string]>([
    ['time + time', 0, 'a time + a time has no value'],
    ["time - '5s'", 0, "a time - text has no value; expected duration('5s')"],
    ["duration + '5s'", 0, "a duration + text has no value; expected duration('5s')"],
    ["quantity + '1'", 0, "a quantity + text has no value; expected quantity('500m')"],
    ["number + '1'", 0, 'a number + text has no value'],
    ['time - text', 0, 'a time - text has no value'],
    ['numbers - numbers', 0, 'a list - a list has no value'],
    ['numbers < numbers', 0, 'a list has no order'],
    ['1 < boolean', 4, 'true or false has no order'],
    ['number == text', 10, 'a number == text compares different things'],
    ["number == '3'", 10, 'a number == text compares different things; leave out the quotes'],
    ["boolean == '3'", 11, 'true or false == text compares different things'],
    ['text == 3', 8, 'text == a number compares different things'],
    ['time == quantity', 8, 'a time == a quantity compares different things'],
    ["quantity == 'x'", 12, 'expected a quantity such as "500m", found "x"'],
    ["'x' == duration", 0, 'expected a duration such as "5s", found "x"'],
    ["time == 'x'", 8, 'expected a time such as "2026-01-01T00:00:00Z", found "x"'],
    ["word == 'Faild'", 8, 'it is never "Faild", but one of Failed, Running'],
    ["'Faild' == word", 0, 'it is never "Faild", but one of Failed, Running'],
    ['1 in text', 5, 'expected a list or a map behind "in", found text'],
    ['1 in time', 5, 'expected a list or a map behind "in", found a time'],
  ])('%s are refused', (text, offset, message) => {
    let found: unknown;
    try {
      compile(parseExpression(text), names);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      found = [error.offset, error.message];
    }
    expect(found).toEqual([offset, message]);
  });

  it('of a time come to a duration', () => {
    expect(valueOf("x - timestamp('2026-01-01T11:59:59Z') == duration('1s')", noon)).toBe(true);
    expect(valueOf("x - timestamp('2026-01-01T11:59:59Z') == duration('2s')", noon)).toBe(false);
  });
});
