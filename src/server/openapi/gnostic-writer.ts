/** gnostic's layout of OpenAPI documents in protobuf: the kinds of fields that both versions have. */
import protobuf from 'protobufjs/minimal.js';

type Json = Readonly<Record<string, unknown>>;

/** A message that is being written. */
type Writer = protobuf.Writer;

/** Writes a field of a message under its number; nothing if the value is absent. */
export type Field = (out: Writer, number: number, value: unknown) => void;

/**
 * The fields of a message, in the order in which they are written: from where in the document, under
 * which number, how. `x-` stands for a map of all extensions.
 */
type Layout = Readonly<Record<string, Numbered>>;
type Numbered = readonly [number: number, field: Field];
type Entries = readonly (readonly [name: string, field: Numbered])[];

/** Returns the bytes of a message. */
export function encode(value: Json, layout: Layout): Buffer {
  const out = protobuf.Writer.create();
  writeAll(out, value, Object.entries(layout));
  return Buffer.from(out.finish());
}

function writeAll(out: Writer, value: Json, layout: Entries): void {
  for (const [name, [number, field]] of layout) {
    field(out, number, name === 'x-' ? extensionsOf(value) : value[name]);
  }
}

function extensionsOf(value: Json): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name.startsWith('x-')));
}

function message(out: Writer, number: number, write: () => void): void {
  out.uint32((number << 3) | 2).fork();
  write();
  out.ldelim();
}

/** Returns a message. @param layout a function, where it holds itself */
export function one(layout: Layout | (() => Layout)): Field {
  let entries: Entries | undefined;
  return (out, number, value) => {
    if (value === undefined) return;
    const fields = (entries ??= Object.entries(typeof layout === 'function' ? layout() : layout));
    message(out, number, () => writeAll(out, value as Json, fields));
  };
}

/** Returns a message with a single field, which holds the whole value. */
export function inner(only: number, field: Field): Field {
  return either(() => [only, field]);
}

/** Returns a message with one of several fields, which holds the whole value. */
export function either(choose: (value: Json) => Numbered): Field {
  return (out, number, value) => {
    if (value === undefined) return;
    const [chosen, field] = choose(value as Json);
    message(out, number, () => field(out, chosen, value));
  };
}

/** Returns a list. */
export function each(field: Field): Field {
  return (out, number, values) => {
    for (const value of (values ?? []) as readonly unknown[]) field(out, number, value);
  };
}

/** Returns a map, which is a list of named values. */
export function byName(field: Field): Field {
  return (out, number, map) => {
    for (const [name, value] of Object.entries((map ?? {}) as Json)) {
      message(out, number, () => {
        text(out, 1, name);
        field(out, 2, value);
      });
    }
  };
}

export const text: Field = (out, number, value) => {
  if (value !== undefined) out.uint32((number << 3) | 2).string(value as string);
};

export const texts = each(text);

export const flag: Field = (out, number, value) => {
  if (value === true) out.uint32(number << 3).bool(true);
};

/** A value of any type, as YAML; JSON is valid YAML. */
export const yaml: Field = (out, number, value) => {
  message(out, number, () => text(out, 2, JSON.stringify(value)));
};

/** A message that holds only scalars: of an object it shows only that there is one. */
export const scalar: Field = (out, number, value) => {
  if (value === undefined) return;
  message(out, number, () => {
    if (typeof value === 'number') out.uint32((1 << 3) | 1).double(value);
    else if (typeof value === 'boolean') out.uint32(2 << 3).bool(value);
    else if (typeof value === 'string') text(out, 3, value);
  });
};
