/** The functions of expressions, with the names that CEL and Kubernetes give them. */
import {
  ExactQuantity,
  parseGoDuration,
  parseQuantity,
  parseTime,
  regexOf,
  type Regex,
} from '#values';
import type { Cost } from './cost.ts';
import { EvaluationError } from './error.ts';
import { any, boolean, duration, number, quantity, text, time, type Type } from './types.ts';
import { calculate, compare, isAbsent, Instant, show, Span } from './values.ts';

/** @throws {EvaluationError | CostError} */
export type Run = (cost: Cost, ...values: readonly unknown[]) => unknown;

export type CallSignature = Signature &
  (
    | { readonly run: Run }
    /** Created for each call site: it may cache results for earlier values. */
    | { readonly site: () => Run }
  );

interface Signature {
  /** Which kinds each value may be of; `nothing` when it may be left out. */
  readonly takes: readonly (readonly (Type['is'] | 'nothing')[])[];
  /** The type of the result; may depend on the first value. */
  readonly type: Type | ((first: Type) => Type);
  /** What is wrong with a literal value. */
  readonly check?: (value: unknown, position: number) => string | undefined;
}

/** Returns the error of a function in words, undefined when there is none. */
function problemOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns a function that reads a text. */
function reading(
  type: Type,
  kinds: CallSignature['takes'][number],
  read: (value: unknown) => unknown,
): CallSignature {
  return {
    takes: [kinds],
    type,
    check: (value) => problemOf(() => read(value)),
    run(cost, value) {
      if (typeof value === 'string') cost.spendOnText(value.length);
      try {
        return read(value);
      } catch (error) {
        throw new EvaluationError((error as Error).message);
      }
    },
  };
}

const size: CallSignature = {
  takes: [['text', 'list', 'map', 'struct']],
  type: number,
  run(cost, value) {
    if (typeof value === 'string') {
      cost.spendOnText(value.length);
      return [...value].length;
    }
    return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
  },
};

export const functions: ReadonlyMap<string, CallSignature> = new Map([
  ['size', size],
  [
    'int',
    reading(number, ['number', 'text', 'quantity', 'duration'], (value) =>
      Math.trunc(numberOf(value)),
    ),
  ],
  ['double', reading(number, ['number', 'text', 'quantity', 'duration'], numberOf)],
  [
    'string',
    {
      takes: [['any']],
      type: text,
      run(cost, value) {
        const text = stringOf(value);
        cost.spendOnText(text.length);
        return text;
      },
    },
  ],
  ['duration', reading(duration, ['text'], (value) => new Span(parseGoDuration(stringOf(value))))],
  ['timestamp', reading(time, ['text'], (value) => new Instant(parseTime(stringOf(value))))],
  ['quantity', reading(quantity, ['text', 'number'], (value) => parseQuantity(stringOf(value)))],
]);

/** Numbers as they are, texts read, quantities in their base unit, durations in seconds. */
function numberOf(value: unknown): number {
  if (isAbsent(value)) return 0;
  if (value instanceof Span) return value.ms / 1000;
  if (value instanceof ExactQuantity) return Number(value.unscaled) * 10 ** value.exponent;
  const read = typeof value === 'string' && value.trim() === '' ? NaN : Number(value);
  if (Number.isNaN(read)) throw new EvaluationError(`expected a number, found ${show(value)}`);
  return read;
}

function stringOf(value: unknown): string {
  if (isAbsent(value)) return '';
  return typeof value === 'string' ? value : show(value);
}

/** Returns a method of texts. */
function ofText(
  type: Type,
  more: number,
  run: (value: string, ...args: readonly string[]) => unknown,
): CallSignature {
  return {
    takes: [['text'], ...Array<readonly ['text']>(more).fill(['text'])],
    type,
    run(cost, ...values) {
      const texts = values.map(stringOf) as [string, ...string[]];
      for (const each of texts) cost.spendOnText(each.length);
      return run(...texts);
    },
  };
}

const matches: CallSignature = {
  takes: [['text'], ['text']],
  type: boolean,
  site() {
    let known: { readonly pattern: string; readonly regex: Regex } | undefined;
    return (cost, value, input) => {
      const [text, pattern] = [stringOf(value), stringOf(input)];
      if (known?.pattern !== pattern) {
        known = { pattern, regex: readRegex(pattern) };
        cost.spend(known.regex.parts);
      }
      cost.spendOnText(text.length * Math.ceil(known.regex.parts / 10));
      return known.regex.test(text);
    };
  },
  check: (value, position) =>
    position === 1 ? problemOf(() => readRegex(String(value))) : undefined,
};

function readRegex(pattern: string): Regex {
  try {
    return regexOf(pattern);
  } catch (error) {
    throw new EvaluationError((error as Error).message);
  }
}

/** Functions that are called as methods of a value. */
export const methods: ReadonlyMap<string, CallSignature> = new Map([
  ['size', size],
  ['contains', ofText(boolean, 1, (value, part) => value.includes(part!))],
  ['startsWith', ofText(boolean, 1, (value, part) => value.startsWith(part!))],
  ['endsWith', ofText(boolean, 1, (value, part) => value.endsWith(part!))],
  ['matches', matches],
  ['lowerAscii', ofText(text, 0, (value) => value.toLowerCase())],
  ['upperAscii', ofText(text, 0, (value) => value.toUpperCase())],
  ['trim', ofText(text, 0, (value) => value.trim())],
  ['split', ofText({ is: 'list', of: text }, 1, (value, by) => value.split(by!))],
  [
    'join',
    {
      takes: [['list'], ['text', 'nothing']],
      type: text,
      run(cost, list, by) {
        const items = listOf(list).map(stringOf);
        const between = stringOf(by);
        for (const item of items) cost.spendOnText(10 + item.length + between.length);
        return items.join(between);
      },
    },
  ],
  [
    'sum',
    ofList((items, cost) => items.reduce((a, b) => calculate('+', a, b, cost), undefined) ?? 0),
  ],
  ['min', ofList((items, cost) => items.reduce((a, b) => (compare(b, a, cost) < 0 ? b : a)))],
  ['max', ofList((items, cost) => items.reduce((a, b) => (compare(b, a, cost) > 0 ? b : a)))],
]);

function ofList(run: (items: readonly unknown[], cost: Cost) => unknown): CallSignature {
  return {
    takes: [['list']],
    type: (list) => (list.is === 'list' ? list.of : any),
    run(cost, list) {
      const items = listOf(list);
      cost.spend(items.length);
      return items.length === 0 ? undefined : run(items, cost);
    },
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

interface Macro {
  /** The condition on an item must be a boolean. */
  readonly needsBoolean: boolean;
  type(holder: Type, body: Type): Type;
  run(items: readonly unknown[], body: (item: unknown) => unknown): unknown;
}

/** `list.exists(item, item.ready)`: a condition on each item. */
export const macros: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ['exists', { needsBoolean: true, type: () => boolean, run: (items, body) => items.some(body) }],
  ['all', { needsBoolean: true, type: () => boolean, run: (items, body) => items.every(body) }],
  [
    'exists_one',
    {
      needsBoolean: true,
      type: () => boolean,
      run: (items, body) => items.filter(body).length === 1,
    },
  ],
  [
    'filter',
    {
      needsBoolean: true,
      type: (holder) => (holder.is === 'list' ? holder : { is: 'list', of: text }),
      run: (items, body) => items.filter(body),
    },
  ],
  [
    'map',
    {
      needsBoolean: false,
      type: (_, body) => ({ is: 'list', of: body }),
      run: (items, body) => items.map(body),
    },
  ],
]);
