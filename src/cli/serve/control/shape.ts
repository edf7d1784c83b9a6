/**
 * Shapes of what the control API reads and answers. One declaration checks a value, types it, and
 * yields its JSON Schema for the OpenAPI document.
 */
import { durationOf, type Millis } from '#clock';
import { badRequest, nearest, parseTime } from '#values';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Shape<T> {
  readonly schema: JsonSchema;
  /**
   * The typed value.
   * @param place what messages call it: `seconds`, `until.kind`; empty for a whole body
   * @throws {ApiError} 400 with the place and what is expected there
   */
  read(value: unknown, place: string): T;
}

/** A field that can be left out. */
export interface Optional<T> extends Shape<T | undefined> {
  readonly isOptional: true;
}

export type ValueOf<S> = S extends Shape<infer T> ? T : never;

export type Fields = Readonly<Record<string, Shape<unknown>>>;

/** The values of fields, by name. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Optional<unknown> ? never : K]: ValueOf<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: ValueOf<F[K]>;
};

/** @param place empty: the body as a whole */
export function wrong(place: string, expected: string): Error {
  return badRequest(place === '' ? expected : `${place}: ${expected}`);
}

export function optional<T>(shape: Shape<T>): Optional<T> {
  return {
    schema: shape.schema,
    isOptional: true,
    read: (value, place) => (value === undefined ? undefined : shape.read(value, place)),
  };
}

export function isOptional(shape: Shape<unknown>): boolean {
  return 'isOptional' in shape;
}

interface TextOptions {
  readonly doc: string;
  /** A value that is right. */
  readonly example: string;
}

/** Text that is not empty. */
export function text(options: TextOptions): Shape<string> {
  const { doc, example } = options;
  return {
    schema: { type: 'string', description: doc, examples: [example] },
    read(value, place) {
      if (typeof value === 'string' && value !== '') return value;
      throw wrong(place, `expected a value such as ${example}`);
    },
  };
}

/** One of a few words. */
export function word<const T extends string>(
  words: readonly T[],
  { doc }: { readonly doc: string },
): Shape<T> {
  return {
    schema: { type: 'string', description: doc, enum: words },
    read(value, place) {
      const found = words.find((each) => each === value);
      if (found !== undefined) return found;
      const what = value === undefined ? '' : `, found ${JSON.stringify(value)}`;
      throw wrong(place, `expected one of ${words.join(', ')}${what}`);
    },
  };
}

export function number(options: {
  readonly doc: string;
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}): Shape<number> {
  const { doc, min, max, isWhole = false } = options;
  return {
    schema: {
      type: isWhole ? 'integer' : 'number',
      description: doc,
      minimum: min,
      ...(max < Infinity && { maximum: max }),
    },
    read(value, place) {
      const isRight =
        typeof value === 'number' &&
        value >= min &&
        value <= max &&
        (!isWhole || Number.isInteger(value));
      if (isRight) return value;
      const kind = isWhole ? 'a whole number' : 'a number';
      throw wrong(place, `expected ${kind} from ${min} to ${max}`);
    },
  };
}

export function flag({ doc }: { readonly doc: string }): Shape<boolean> {
  return {
    schema: { type: 'boolean', description: doc },
    read(value, place) {
      if (typeof value === 'boolean') return value;
      throw wrong(place, 'expected true or false');
    },
  };
}

/** A span of virtual time, in ms: `90s`, `10m`, or a number of seconds. */
export function duration({ doc }: { readonly doc: string }): Shape<Millis> {
  return {
    schema: {
      description: `${doc} A duration such as 90s, 10m or 1h30m, or a number of seconds.`,
      oneOf: [{ type: 'string' }, { type: 'number', minimum: 0 }],
      examples: ['10m'],
    },
    read(value, place) {
      const ms = durationOf(value);
      if (ms !== undefined && ms >= 0) return ms;
      throw wrong(place, 'expected a duration such as 90s, 10m or 1h30m, or a number of seconds');
    },
  };
}

/** A point in virtual time, in ms. */
export function time({ doc }: { readonly doc: string }): Shape<Millis> {
  return {
    schema: {
      type: 'string',
      format: 'date-time',
      description: doc,
      examples: ['2026-01-01T08:00:00Z'],
    },
    read(value, place) {
      try {
        return parseTime(String(value));
      } catch (error) {
        throw wrong(place, (error as Error).message);
      }
    },
  };
}

/** Anything; who reads it checks it. `name` is its schema's in the OpenAPI document, if it has one. */
export function anything(options: {
  readonly doc: string;
  readonly name?: string;
}): Shape<unknown> {
  const { doc, name } = options;
  const reference = name === undefined ? {} : { allOf: [{ $ref: schemaRef(name) }] };
  return { schema: { description: doc, ...reference }, read: (value) => value };
}

/** A map with any content. */
export function map(options: {
  readonly doc: string;
  readonly name?: string;
}): Shape<Readonly<Record<string, unknown>>> {
  const { schema } = anything(options);
  return {
    schema: options.name === undefined ? { ...schema, type: 'object' } : schema,
    read(value, place) {
      if (isMap(value)) return value;
      throw wrong(place, 'expected an object');
    },
  };
}

export function list<T>(items: Shape<T>, { doc }: { readonly doc: string }): Shape<readonly T[]> {
  return {
    schema: { type: 'array', description: doc, items: items.schema },
    read(value, place) {
      if (!Array.isArray(value)) throw wrong(place, 'expected a list');
      return value.map((item, i) => items.read(item, `${place}[${i}]`));
    },
  };
}

/** An object with these fields and no others. */
export function object<F extends Fields>(
  fields: F,
  { doc }: { readonly doc?: string } = {},
): Shape<ValuesOf<F>> {
  return {
    schema: {
      type: 'object',
      ...(doc !== undefined && { description: doc }),
      properties: Object.fromEntries(
        Object.entries(fields).map(([name, { schema }]) => [name, schema]),
      ),
      ...requiredOf(fields),
      additionalProperties: false,
    },
    read(value, place) {
      if (!isMap(value)) throw wrong(place, `expected a JSON object${namesText(fields)}`);
      return readFields(fields, value, place === '' ? '' : `${place}.`, 'field');
    },
  };
}

/**
 * Values by name, each read by its shape.
 * @param prefix what stands before a name in messages
 * @param what names are called in messages
 * @throws {ApiError} 400, also for unknown names
 */
export function readFields<F extends Fields>(
  fields: F,
  values: Readonly<Record<string, unknown>>,
  prefix: string,
  what: string,
): ValuesOf<F> {
  for (const name of Object.keys(values)) {
    if (Object.hasOwn(fields, name)) continue;
    throw badRequest(`unknown ${what} "${prefix}${name}"${hint(name, fields)}`);
  }
  const read = Object.entries(fields).map(([name, shape]) => [
    name,
    shape.read(Object.hasOwn(values, name) ? values[name] : undefined, prefix + name),
  ]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as ValuesOf<F>;
}

/** Where the OpenAPI document has a schema. */
export function schemaRef(name: string): string {
  return `#/components/schemas/${name}`;
}

function requiredOf(fields: Fields): { readonly required?: readonly string[] } {
  const names = Object.keys(fields).filter((name) => !isOptional(fields[name]!));
  return names.length === 0 ? {} : { required: names };
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hint(name: string, fields: Fields): string {
  const known = Object.keys(fields);
  if (known.length === 0) return '; none is expected';
  const meant = nearest(name, known);
  return meant === undefined ? `; expected ${known.join(', ')}` : ` (did you mean "${meant}"?)`;
}

function namesText(fields: Fields): string {
  const names = Object.keys(fields);
  return names.length === 0 ? '' : ` with ${names.join(', ')}`;
}
