/** Forms of single values and lists. */
import type { Form, JsonSchema, Reader } from './form.ts';

export interface ScalarOptions<T> {
  readonly schema: JsonSchema;
  /** In words: `a whole number of at least 1`. */
  readonly expected: string;
  /** Undefined for an invalid value. */
  parse(value: unknown): T | undefined;
  /** Words that it may be, for the near miss in a message. */
  readonly known?: readonly string[];
  /** The message does not show what was found. */
  readonly isBrief?: boolean;
}

/** One value without parts. */
export function scalar<T>({ schema, expected, parse, known, isBrief }: ScalarOptions<T>): Form<T> {
  return {
    schema,
    check(value, reader) {
      const plain = reader.plain(value);
      const parsed = parse(plain);
      if (parsed !== undefined) return parsed;
      if (isBrief === true) return reader.problem(value, `expected ${expected}`);
      return reader.expected(value, expected, known && { word: String(plain), known });
    },
  };
}

/** One of a few words. */
export function word<const T extends string>(
  words: readonly T[],
  { doc }: { readonly doc: string },
): Form<T> {
  return scalar({
    schema: { type: 'string', description: doc, enum: words },
    expected: `one of ${words.join(', ')}`,
    parse: (value) => words.find((each) => each === value),
    known: words,
  });
}

/** Returns a list of at least `min` items, which is 0 by default. */
export function list<T>(
  items: Form<T>,
  { doc, min = 0 }: { readonly doc: string; readonly min?: number },
): Form<readonly T[]> {
  return {
    schema: {
      type: 'array',
      items: items.schema,
      description: doc,
      ...(min > 0 && { minItems: min }),
    },
    check(at, reader) {
      const places = reader.items(at);
      if (places === undefined) return reader.notList(at, doc);
      if (places.length < min) return reader.problem(at, `expected at least ${min} here (${doc})`);
      const values = places.map((each) => items.check(each, reader));
      return values.every((value) => value !== undefined) ? values : undefined;
    },
  };
}

/** Any value. */
export function anything({ doc }: { readonly doc: string }): Form<unknown> {
  return { schema: { description: doc }, check: (value, reader) => reader.plain(value) };
}

/** Returns a form whose values are made into others, or found wrong. */
export function mapForm<T, U>(
  form: Form<T>,
  make: (value: T, at: unknown, reader: Reader) => U | undefined,
): Form<U> {
  return {
    schema: form.schema,
    check(at, reader) {
      const value = form.check(at, reader);
      return value === undefined ? undefined : make(value, at, reader);
    },
  };
}
