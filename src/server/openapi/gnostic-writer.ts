/** gnostic's layout of OpenAPI documents in protobuf: what both versions share. */
import protobuf from 'protobufjs/minimal.js';

export type Json = Readonly<Record<string, unknown>>;

/** A message that is being written. */
export type Writer = protobuf.Writer;
/** Writes the fields of a message. */
export type Write = (out: Writer, value: Json) => void;

/** The bytes of a message. */
export function encode(value: Json, write: Write): Buffer {
  const out = protobuf.Writer.create();
  write(out, value);
  return Buffer.from(out.finish());
}

/** Values of any type are YAML text; JSON is valid YAML. */
export function anyValues(out: Writer, number: number, values: unknown): void {
  for (const one of (values ?? []) as readonly unknown[]) {
    message(out, number, {}, (any) => string(any, 2, JSON.stringify(one)));
  }
}

export function extensions(out: Writer, number: number, value: Json): void {
  const own = Object.entries(value).filter(([name]) => name.startsWith('x-'));
  named(out, number, Object.fromEntries(own.map(([name, of]) => [name, { of }])), (any, { of }) =>
    string(any, 2, JSON.stringify(of)),
  );
}

/** A map: for each of its keys a message of the key and the value. */
export function named(out: Writer, number: number, map: Json, write: Write): void {
  for (const [name, value] of Object.entries(map)) {
    message(out, number, {}, (entry) => {
      string(entry, 1, name);
      message(entry, 2, value, write);
    });
  }
}

export function messages(out: Writer, number: number, values: unknown, write: Write): void {
  for (const value of (values ?? []) as readonly Json[]) message(out, number, value, write);
}

/** Writes nothing if the value is absent. */
export function message(out: Writer, number: number, value: unknown, write: Write): void {
  if (value === undefined) return;
  out.uint32((number << 3) | 2).fork();
  write(out, value as Json);
  out.ldelim();
}

export function strings(out: Writer, number: number, values: unknown): void {
  for (const value of (values ?? []) as readonly string[]) string(out, number, value);
}

export function string(out: Writer, number: number, value: unknown): void {
  if (value !== undefined) out.uint32((number << 3) | 2).string(value as string);
}

export function bool(out: Writer, number: number, value: unknown): void {
  if (value === true) out.uint32(number << 3).bool(true);
}
