/** Maps with named fields. */
import type { Form, JsonSchema, MapWords, Reader, ValueOf } from './form.ts';

/** A field that can be left out. */
export interface Optional<T> extends Form<T> {
  readonly isOptional: true;
}

export type Fields = Readonly<Record<string, Form<unknown>>>;

/** The values of fields, by name. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Optional<unknown> ? never : K]: ValueOf<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: ValueOf<F[K]>;
};

export interface FieldsOptions {
  /** What it is, in the schema. */
  readonly doc?: string;
  /** What messages call it. */
  readonly called?: string;
  /** Further keywords of the schema. */
  readonly schema?: JsonSchema;
}

export function optional<T>(form: Form<T>): Optional<T> {
  return {
    schema: form.schema,
    isOptional: true,
    check: (value, reader) => form.check(value, reader),
  };
}

/** All of these fields can be left out. */
export function optionals<F extends Fields>(
  all: F,
): { readonly [K in keyof F]: Optional<ValueOf<F[K]>> } {
  const each = Object.entries(all).map(([name, form]) => [name, optional(form)]);
  return Object.fromEntries(each) as { readonly [K in keyof F]: Optional<ValueOf<F[K]>> };
}

export function isOptional(form: Form<unknown>): boolean {
  return 'isOptional' in form;
}

/**
 * Returns a map with these fields and no others; its value has them in the order in which they are
 * written.
 */
export function fields<F extends Fields>(all: F, options: FieldsOptions = {}): Form<ValuesOf<F>> {
  const names = Object.keys(all);
  const required = names.filter((name) => !isOptional(all[name]!));
  const words = { names, doc: options.called };
  return {
    schema: {
      type: 'object',
      ...(options.doc !== undefined && { description: options.doc }),
      properties: Object.fromEntries(names.map((name) => [name, all[name]!.schema])),
      ...(required.length > 0 && { required }),
      ...options.schema,
      additionalProperties: false,
    },
    check: (value, reader) => readFields(all, words, value, reader),
  };
}

function readFields<F extends Fields>(
  all: F,
  words: MapWords,
  value: unknown,
  reader: Reader,
): ValuesOf<F> | undefined {
  const entries = reader.entries(value);
  if (entries === undefined) return reader.notMap(value, words);
  const result: Record<string, unknown> = {};
  let ok = true;
  const read = (name: string, at: unknown): void => {
    const checked = at === undefined ? undefined : all[name]!.check(at, reader);
    if (checked === undefined) ok = false;
    else result[name] = checked;
  };
  for (const entry of entries) {
    if (Object.hasOwn(all, entry.name)) read(entry.name, entry.value);
    else {
      reader.unknownField(entry, words);
      ok = false;
    }
  }
  const written = new Set(entries.map(({ name }) => name));
  for (const name of words.names) {
    if (written.has(name) || isOptional(all[name]!)) continue;
    read(name, reader.absent(value, name, words));
  }
  return ok ? (result as ValuesOf<F>) : undefined;
}
