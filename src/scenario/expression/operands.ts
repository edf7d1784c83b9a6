/** What may stand on both sides of an operator. */
import { parseGoDuration, parseQuantity, parseTime } from '#values';
import { ExpressionError } from './error.ts';
import type { Expression } from './syntax.ts';
import {
  any,
  boolean,
  text as textType,
  duration,
  number,
  quantity,
  time,
  typeText,
  type Type,
} from './types.ts';

type Binary = Extract<Expression, { readonly op: 'binary' }>;

/**
 * Returns the type of `left SIGN right`. @throws {ExpressionError} when it can have no value, or
 * always the same one
 */
export function checkOperands(expression: Binary, left: Type, right: Type): Type {
  const { sign } = expression;
  if (sign === '==' || sign === '!=') {
    checkEquality(expression, left, right);
    return boolean;
  }
  if (sign === 'in') {
    if (['list', 'map', 'any'].includes(right.is)) return boolean;
    const found = typeText(right);
    const message = `expected a list or a map behind "in", found ${found}`;
    throw new ExpressionError(message, expression.right.from);
  }
  if (!['<', '<=', '>', '>='].includes(sign)) return resultOf(expression, left, right);
  checkOrder(expression, left, right);
  return boolean;
}

function checkEquality(expression: Binary, left: Type, right: Type): void {
  if (left.is === 'null' || right.is === 'null') return;
  checkComparable(expression, left, right);
  checkWord(left, expression.right);
  checkWord(right, expression.left);
}

const ORDERED: ReadonlySet<Type['is']> = new Set([
  'any',
  'number',
  'text',
  'time',
  'duration',
  'quantity',
]);

function checkOrder(expression: Binary, left: Type, right: Type): void {
  for (const [type, at] of [
    [left, expression.left],
    [right, expression.right],
  ] as const) {
    if (!ORDERED.has(type.is)) throw new ExpressionError(`${typeText(type)} has no order`, at.from);
  }
  checkComparable(expression, left, right);
}

/** How a text is read when the other operand is of this type. */
const readers: Readonly<Partial<Record<Type['is'], (text: string) => unknown>>> = {
  quantity: parseQuantity,
  time: parseTime,
  duration: parseGoDuration,
};
const EXAMPLES: Readonly<Partial<Record<Type['is'], string>>> = {
  quantity: 'a quantity such as "500m"',
  time: 'a time such as "2026-01-01T00:00:00Z"',
  duration: 'a duration such as "5s"',
};

function checkComparable({ left, right, sign }: Binary, a: Type, b: Type): void {
  if (a.is === 'any' || b.is === 'any' || a.is === b.is) return;
  const isComparable = (one: Type, other: Type, at: Expression): boolean => {
    const read = readers[one.is];
    if (read === undefined || other.is !== 'text')
      return one.is === 'quantity' && other.is === 'number';
    if (at.op === 'literal') checkText(String(at.value), read, EXAMPLES[one.is]!, at.from);
    return true;
  };
  if (isComparable(a, b, right) || isComparable(b, a, left)) return;
  const hint =
    a.is === 'number' && right.op === 'literal' && b.is === 'text' ? '; leave out the quotes' : '';
  throw new ExpressionError(
    `${typeText(a)} ${sign} ${typeText(b)} compares different things${hint}`,
    right.from,
  );
}

function checkText(
  value: string,
  read: (text: string) => unknown,
  example: string,
  at: number,
): void {
  try {
    read(value);
  } catch {
    throw new ExpressionError(`expected ${example}, found "${value}"`, at);
  }
}

/** Checks a word against a type that lists all its values. */
function checkWord(type: Type, other: Expression): void {
  if (type.is !== 'text' || type.oneOf === undefined || other.op !== 'literal') return;
  const word = String(other.value);
  if (word === '' || type.oneOf.includes(word)) return;
  throw new ExpressionError(
    `it is never "${word}", but one of ${type.oneOf.join(', ')}`,
    other.from,
    {
      word,
      known: type.oneOf,
    },
  );
}

/** The type of `number + number` and so on. */
const results: Readonly<Record<string, Type>> = {
  'time - time': duration,
  'time - duration': time,
  'time + duration': time,
  'duration + time': time,
  'duration + duration': duration,
  'duration - duration': duration,
  'duration * number': duration,
  'duration / number': duration,
  'quantity + quantity': quantity,
  'quantity - quantity': quantity,
  'text + text': textType,
};

function resultOf({ sign, left, right }: Binary, a: Type, b: Type): Type {
  if (a.is === 'number' && b.is === 'number') return number;
  if (a.is === 'any' || b.is === 'any') return any;
  const result = results[`${a.is} ${sign} ${b.is}`];
  if (result !== undefined) return result;
  if (sign === '+' && a.is === 'list' && b.is === 'list') return a;
  const hint = b.is === 'text' && right.op === 'literal' ? hintFor(a) : '';
  throw new ExpressionError(`${typeText(a)} ${sign} ${typeText(b)} has no value${hint}`, left.from);
}

function hintFor(type: Type): string {
  if (type.is === 'time' || type.is === 'duration') return "; expected duration('5s')";
  return type.is === 'quantity' ? "; expected quantity('500m')" : '';
}
