/**
 * Decodes JSON text into a type as Go does, where that differs from `JSON.parse`: in the order of
 * the text, merging fields that are given twice, and keeping how numbers are written. Much slower,
 * so a body is read this way only when one of these matters.
 */
import { quote, GivenFields, readJson, SpelledNumber } from '#values';
import type { FieldSchema, ScalarName, Schema, StructSchema, UnionSchema } from '../schema.ts';
import { variantOf } from '../union.ts';
import { isSelfDecoding } from './self-decoding.ts';

export interface Reread {
  /** Without unknown fields. A number that is not written like an integer is a {@link SpelledNumber}. */
  readonly value: unknown;
  /** Unknown fields, and fields that are given twice: `unknown field "spec.foo"`. */
  readonly complaints: readonly string[];
}

/** Go reports at most this many distinct errors. */
const mostComplaints = 100;
const plainInteger = /^-?[0-9]{1,15}$/;

/** @param text valid JSON */
export function rereadJson(text: string, schema: StructSchema): Reread {
  return settledWhole(schema, readJson(text, { keep: 'all' }));
}

/** {@link rereadJson} in two parts, so that other work can run in between. */
export function* rereadingJson(
  text: string,
  schema: StructSchema,
): Generator<undefined, Reread, undefined> {
  const input = readJson(text, { keep: 'all' });
  yield;
  return settledWhole(schema, input);
}

function settledWhole(schema: StructSchema, input: unknown): Reread {
  const walk = new Walk();
  const value = settled(schema, input, undefined, walk);
  return { value, complaints: [...walk.complaints] };
}

class Walk {
  readonly complaints = new Set<string>();
  readonly path: string[] = [];

  complain(what: 'unknown' | 'duplicate', field: string): void {
    if (this.complaints.size >= mostComplaints) return;
    this.complaints.add(`${what} field ${quote([...this.path, `.${field}`].join('').slice(1))}`);
  }

  within<T>(part: string, work: () => T): T {
    this.path.push(part);
    const result = work();
    this.path.pop();
    return result;
  }
}

/** @param before what the same field held when it was last given */
function settled(schema: Schema, input: unknown, before: unknown, walk: Walk): unknown {
  if (input instanceof GivenFields) {
    if (schema.type === 'struct') return settledStruct(schema, input, before, walk);
    if (schema.type === 'map') return settledMap(schema.values, input, before, walk);
    if (schema.type === 'union') return settledVariant(schema, {}, input);
  } else if (Array.isArray(input)) {
    if (schema.type === 'list') return settledList(schema.items, input, before, walk);
    if (schema.type === 'union') return settledVariant(schema, [], input);
  } else if (input instanceof SpelledNumber) return settledNumber(schema, input);
  return plain(input);
}

/** A union decodes itself: without regard to what was there before, and without complaints. */
function settledVariant(union: UnionSchema, form: object, input: unknown): unknown {
  const variant = variantOf(union, form);
  return variant === undefined
    ? plain(input)
    : settled(variant.schema, input, undefined, new Walk());
}

function settledStruct(
  { fields }: StructSchema,
  input: GivenFields,
  before: unknown,
  walk: Walk,
): unknown {
  return gathered(input, before, walk, (name, value, earlier) => {
    const field = fields.get(name);
    if (field === undefined) return undefined;
    if (value === null) return () => mergedWithNull(field, earlier);
    return () => settled(field.schema, value, earlier, walk);
  });
}

/**
 * Merges what is given into what was there before.
 * @param readerOf how a field is read; undefined for an unknown field
 */
function gathered(
  { entries }: GivenFields,
  before: unknown,
  walk: Walk,
  readerOf: (name: string, input: unknown, earlier: unknown) => (() => unknown) | undefined,
): unknown {
  const whole = new Map(entriesOf(before));
  const names = new Set<string>();
  // Each name is reported once: repeating it costs its text and adds nothing.
  const reported = new Set<string>();
  const complain = (what: 'unknown' | 'duplicate', name: string): void => {
    if (reported.has(name)) return;
    reported.add(name);
    walk.complain(what, name);
  };
  for (const [name, input] of entries) {
    const read = readerOf(name, input, whole.get(name));
    if (read === undefined) {
      complain('unknown', name);
      continue;
    }
    if (names.has(name)) complain('duplicate', name);
    names.add(name);
    whole.set(name, walk.within(`.${name}`, read));
  }
  return Object.fromEntries(whole);
}

/** Null empties what can be nil in Go; it has no effect on anything else. */
function mergedWithNull({ schema, pointer }: FieldSchema, earlier: unknown): unknown {
  const isNone = pointer === true || schema.type === 'list' || schema.type === 'map';
  if (isNone || isSelfDecoding(schema)) return null;
  return earlier ?? null;
}

/** Entries of a map are merged, but a value that is given again replaces the earlier one. */
function settledMap(values: Schema, input: GivenFields, before: unknown, walk: Walk): unknown {
  return gathered(input, before, walk, (_, value) => () => settled(values, value, undefined, walk));
}

/** Elements are decoded over the earlier elements, as in Go's memory. */
function settledList(
  items: Schema,
  input: readonly unknown[],
  before: unknown,
  walk: Walk,
): unknown[] {
  const earlier: readonly unknown[] = Array.isArray(before) ? before : [];
  return input.map((item, index) =>
    walk.within(`[${index}]`, () => settled(items, item, earlier[index], walk)),
  );
}

/** Only scalars of known types keep how their numbers are written: messages or values depend on it. */
function settledNumber(schema: Schema, { text, value }: SpelledNumber): unknown {
  if (schema.type !== 'scalar' || isFreeForm(schema.scalar)) return value;
  return plainInteger.test(text) ? value : new SpelledNumber(text);
}

function isFreeForm(scalar: ScalarName): boolean {
  return scalar === 'any' || scalar === 'JSON';
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.entries(value) : [];
}

/** The value that `JSON.parse` would return. */
function plain(input: unknown): unknown {
  if (input instanceof SpelledNumber) return input.value;
  if (input instanceof GivenFields) {
    return Object.fromEntries(input.entries.map(([name, value]) => [name, plain(value)]));
  }
  return Array.isArray(input) ? input.map(plain) : input;
}
