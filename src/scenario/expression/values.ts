/**
 * Values of expressions: plain JSON values, and times, durations and quantities made of their texts.
 * A field that is absent acts as the zero of what it meets: 0, '', false, an empty list. v1.24 leaves
 * zeros out, so nobody can tell them apart; `has` tells whether a field is there. Only times have no
 * zero: a comparison with a time that is absent is false.
 */
import {
  ExactQuantity,
  formatGoDuration,
  formatTime,
  parseGoDuration,
  parseQuantity,
  parseTime,
  quantityOf,
} from '#kinds';
import { EvaluationError } from './error.ts';

/** A point in virtual time. NaN stands for one that is absent. */
export class Instant {
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }
}

/** A span of time. NaN stands for that from or to a time that is absent. */
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

/** Equality in depth; values of different kinds are different. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (isAbsent(left)) return isAbsent(right) || isZero(right);
  if (isAbsent(right)) return isZero(left);
  const [a, b] = alike(left, right);
  if (isOrdered(a) && isOrdered(b) && a.constructor === b.constructor) return order(a, b) === 0;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => equal(item, b[i]));
  }
  if (!isMap(a) || !isMap(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
  );
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isOrdered(value);
}

/** Negative, 0 or positive; NaN where there is no order because a time is absent. @throws {EvaluationError} */
export function compare(left: unknown, right: unknown): number {
  const isTime = left instanceof Instant || right instanceof Instant;
  if (isTime && (isAbsent(left) || isAbsent(right))) return NaN;
  if (isAbsent(left) && isAbsent(right)) return 0;
  const [a, b] = alike(
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

/** Beside a quantity, a time or a duration a text is read as one, and a number as a quantity. */
function alike(a: unknown, b: unknown): readonly [unknown, unknown] {
  return [turned(a, b), turned(b, a)];
}

function turned(value: unknown, beside: unknown): unknown {
  try {
    if (beside instanceof ExactQuantity && (typeof value === 'number' || typeof value === 'string'))
      return parseQuantity(value);
    if (beside instanceof Instant && typeof value === 'string')
      return new Instant(parseTime(value));
    if (beside instanceof Span && typeof value === 'string')
      return new Span(parseGoDuration(value));
  } catch {
    // What cannot be read is different.
  }
  return value;
}

/** What absent means beside a value. */
function zeroLike(value: unknown): unknown {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return '';
  if (typeof value === 'boolean') return false;
  if (value instanceof ExactQuantity) return quantityOf(0);
  if (value instanceof Span) return new Span(0);
  if (value instanceof Instant) return new Instant(NaN);
  return Array.isArray(value) ? [] : undefined;
}

function isZero(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  const zero = zeroLike(value);
  return !isAbsent(zero) && equal(zero, value);
}

/** `a + b` and so on. @throws {EvaluationError} */
export function calculate(sign: string, left: unknown, right: unknown): unknown {
  const a = left ?? zeroLike(right) ?? 0;
  const b = right ?? zeroLike(left) ?? 0;
  if (typeof a === 'number' && typeof b === 'number') return arithmetic(sign, a, b);
  if (sign === '+' && typeof a === 'string' && typeof b === 'string') return a + b;
  if (sign === '+' && Array.isArray(a) && Array.isArray(b)) return [...a, ...b] as unknown[];
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

/** A value in words; long ones are cut. */
export function show(value: unknown): string {
  if (value instanceof Instant) return Number.isNaN(value.ms) ? 'nothing' : formatTime(value.ms);
  if (value instanceof Span) return Number.isNaN(value.ms) ? 'unknown' : formatGoDuration(value.ms);
  if (value instanceof ExactQuantity) return value.toString();
  if (isAbsent(value)) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
