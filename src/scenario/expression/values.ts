/**
 * Values of expressions: plain JSON values, and times, durations and quantities made of their texts.
 * An absent field acts as the zero of the type it is compared with: 0, '', false, an empty list. v1.24
 * leaves zeros out, so the two look the same; `has` tests whether a field is present. Only times have
 * no zero: a comparison with an absent time is false.
 */
import {
  ExactQuantity,
  formatGoDuration,
  formatTime,
  parseGoDuration,
  parseQuantity,
  parseTime,
  quantityOf,
} from '#values';
import type { Cost } from './cost.ts';
import { EvaluationError } from './error.ts';

/** A point in virtual time; NaN if absent. */
export class Instant {
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }
}

/** A span of time; NaN if one of its ends is absent. */
export class Span {
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }
}

export function isAbsent(value: unknown): boolean {
  return (
    value === undefined || value === null || (value instanceof Instant && Number.isNaN(value.ms))
  );
}

export function isTrue(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (isAbsent(value)) return false;
  throw new EvaluationError(`expected true or false, found ${show(value)}`);
}

/** Deep equality; values of different types are different. */
export function equal(left: unknown, right: unknown, cost: Cost): boolean {
  spendOnPair(left, right, cost);
  if (left === right) return true;
  if (isAbsent(left)) return isAbsent(right) || isZero(right, cost);
  if (isAbsent(right)) return isZero(left, cost);
  const [a, b] = comparable(left, right);
  if (isOrdered(a) && isOrdered(b) && a.constructor === b.constructor) return order(a, b) === 0;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => equal(item, b[i], cost));
  }
  if (!isMap(a) || !isMap(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key], cost))
  );
}

/** The cost of comparing two values, without their parts. */
function spendOnPair(left: unknown, right: unknown, cost: Cost): void {
  cost.spend(1);
  if (typeof left !== 'string' || typeof right !== 'string') return;
  cost.spendOnText(Math.min(left.length, right.length));
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isOrdered(value);
}

/** Negative, 0 or positive; NaN where there is no order because a time is absent. @throws {EvaluationError} */
export function compare(left: unknown, right: unknown, cost: Cost): number {
  spendOnPair(left, right, cost);
  const isTime = left instanceof Instant || right instanceof Instant;
  if (isTime && (isAbsent(left) || isAbsent(right))) return NaN;
  if (isAbsent(left) && isAbsent(right)) return 0;
  const [a, b] = comparable(
    isAbsent(left) ? zeroLike(right) : left,
    isAbsent(right) ? zeroLike(left) : right,
  );
  if (isOrdered(a) && isOrdered(b) && a.constructor === b.constructor) return order(a, b);
  throw new EvaluationError(`${show(left)} and ${show(right)} cannot be compared`);
}

type Ordered = number | string | Instant | Span | ExactQuantity;

function isOrdered(value: unknown): value is Ordered {
  return (
    typeof value === 'number' ||
    typeof value === 'string' ||
    value instanceof Instant ||
    value instanceof Span ||
    value instanceof ExactQuantity
  );
}

/** Of two values of one class. */
function order(a: Ordered, b: Ordered): number {
  if (a instanceof ExactQuantity) return a.cmp(b as ExactQuantity);
  if (a instanceof Instant || a instanceof Span) return a.ms - (b as Instant | Span).ms;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Compared with a quantity, a time or a duration, a text is read as one, and a number as a quantity. */
function comparable(a: unknown, b: unknown): readonly [unknown, unknown] {
  return [converted(a, b), converted(b, a)];
}

function converted(value: unknown, other: unknown): unknown {
  try {
    if (other instanceof ExactQuantity && (typeof value === 'number' || typeof value === 'string'))
      return parseQuantity(value);
    if (other instanceof Instant && typeof value === 'string') return new Instant(parseTime(value));
    if (other instanceof Span && typeof value === 'string') return new Span(parseGoDuration(value));
  } catch {
    // A text that cannot be read is different.
  }
  return value;
}

/** Returns what an absent field stands for when it is compared with a value. */
function zeroLike(value: unknown): unknown {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return '';
  if (typeof value === 'boolean') return false;
  if (value instanceof ExactQuantity) return quantityOf(0);
  if (value instanceof Span) return new Span(0);
  if (value instanceof Instant) return new Instant(NaN);
  return Array.isArray(value) ? [] : undefined;
}

function isZero(value: unknown, cost: Cost): boolean {
  if (Array.isArray(value)) return value.length === 0;
  const zero = zeroLike(value);
  return !isAbsent(zero) && equal(zero, value, cost);
}

/** `a + b` and so on. @throws {EvaluationError} */
export function calculate(sign: string, left: unknown, right: unknown, cost: Cost): unknown {
  const a = left ?? zeroLike(right) ?? 0;
  const b = right ?? zeroLike(left) ?? 0;
  if (typeof a === 'number' && typeof b === 'number') return arithmetic(sign, a, b);
  if (sign === '+' && typeof a === 'string' && typeof b === 'string') {
    cost.spendOnText(b.length);
    return a + b;
  }
  if (sign === '+' && Array.isArray(a) && Array.isArray(b)) {
    cost.spend(a.length + b.length);
    return [...a, ...b] as unknown[];
  }
  if (a instanceof ExactQuantity && b instanceof ExactQuantity) {
    if (sign === '+') return a.add(b);
    if (sign === '-') return a.sub(b);
  }
  const result = inTime(sign, a, b);
  if (result !== undefined) return result;
  throw new EvaluationError(`${show(left)} ${sign} ${show(right)} has no value`);
}

function arithmetic(sign: string, a: number, b: number): number {
  if (sign === '+') return a + b;
  if (sign === '-') return a - b;
  if (sign === '*') return a * b;
  if (b === 0) throw new EvaluationError(`${a} ${sign} 0 has no value`);
  return sign === '/' ? a / b : a % b;
}

function inTime(sign: string, a: unknown, b: unknown): Instant | Span | undefined {
  if (sign === '-' && a instanceof Instant && b instanceof Instant) return new Span(a.ms - b.ms);
  if (a instanceof Instant && b instanceof Span) {
    if (sign === '+') return new Instant(a.ms + b.ms);
    if (sign === '-') return new Instant(a.ms - b.ms);
  }
  if (sign === '+' && a instanceof Span && b instanceof Instant) return new Instant(a.ms + b.ms);
  if (a instanceof Span && b instanceof Span) {
    if (sign === '+') return new Span(a.ms + b.ms);
    if (sign === '-') return new Span(a.ms - b.ms);
  }
  if (a instanceof Span && typeof b === 'number') {
    if (sign === '*') return new Span(a.ms * b);
    if (sign === '/' && b !== 0) return new Span(a.ms / b);
  }
  return undefined;
}

/** Returns a value in words; long ones are cut. */
export function show(value: unknown, most = 80): string {
  let text = '';
  for (const part of partsOf(value, most)) {
    text += part;
    if (text.length > most) return `${text.slice(0, most - 3)}...`;
  }
  return text;
}

/** Returns the words of a value piece by piece: deeply nested lists can be extremely long. */
function* partsOf(value: unknown, most: number): Iterable<string> {
  if (value instanceof Instant) {
    yield Number.isNaN(value.ms) ? 'nothing' : formatTime(value.ms);
  } else if (value instanceof Span) {
    yield Number.isNaN(value.ms) ? 'unknown' : formatGoDuration(value.ms);
  } else if (value instanceof ExactQuantity) {
    yield value.toString();
  } else if (isAbsent(value)) {
    yield 'nothing';
  } else {
    yield* jsonOf(value, most);
  }
}

function* jsonOf(value: unknown, most: number): Iterable<string> {
  if (typeof value === 'string') {
    yield JSON.stringify(value.length > most ? value.slice(0, most + 1) : value);
  } else if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value ?? null);
  } else if (isOrdered(value)) {
    yield* partsOf(value, most);
  } else {
    const isList = Array.isArray(value);
    let before = isList ? '[' : '{';
    for (const [key, held] of Object.entries(value)) {
      if (held === undefined && !isList) continue;
      yield isList ? before : `${before}${JSON.stringify(key)}:`;
      yield* jsonOf(held, most);
      before = ',';
    }
    yield before === ',' ? '' : before;
    yield isList ? ']' : '}';
  }
}
