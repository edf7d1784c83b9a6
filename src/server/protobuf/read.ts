/** From messages to JSON objects. */
import protobuf from 'protobufjs/minimal.js';
import { formatGoDuration, formatMicroTime, formatTime, rawJson, setOwn } from '#values';
import { unionValue, type ListSchema, type MapSchema, type ScalarName, type Schema } from '#schema';
import type { Field, Inline, Message, Messages } from './message.ts';
import { bit64, delimited, varint, type WireType } from './wire-type.ts';

type JsonObject = Record<string, unknown>;

/** The bytes are not a valid message; with the message of Go's decoder. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

/** The wire types of scalars. */
const wireTypes: Readonly<Partial<Record<ScalarName, WireType>>> = {
  boolean: varint,
  int32: varint,
  int64: varint,
  double: bit64,
};

/** Reads values of a schema, one after the other, from a buffer. */
export class MessageReader {
  readonly #messages: Messages;
  readonly #in: protobuf.Reader;

  constructor(messages: Messages, bytes: Uint8Array) {
    this.#messages = messages;
    this.#in = protobuf.Reader.create(bytes);
  }

  /** Reads all bytes as one message. @throws {MalformedMessage} */
  whole(message: Message): JsonObject {
    const value: JsonObject = {};
    goErrors(() => this.#message(message, value, this.#in.len));
    return value;
  }

  /**
   * The length-delimited fields of all bytes by number, the last of each; other fields are skipped.
   * @throws {MalformedMessage}
   */
  delimitedFields(): ReadonlyMap<number, Uint8Array> {
    const fields = new Map<number, Uint8Array>();
    goErrors(() => {
      while (this.#in.pos < this.#in.len) {
        const tag = this.#in.uint32();
        if ((tag & 7) === delimited) fields.set(tag >>> 3, this.#in.bytes());
        else this.#skip(tag);
      }
    });
    return fields;
  }

  #message(message: Message, value: JsonObject, end: number): void {
    while (this.#in.pos < end) {
      const tag = this.#in.uint32();
      const entry = message.byNumber.get(tag >>> 3);
      if (entry === undefined) this.#skip(tag, message.name);
      else this.#entry(entry, value, tag & 7);
    }
    if (this.#in.pos > end) throw new MalformedMessage('unexpected EOF');
  }

  #entry(entry: Field | Inline, value: JsonObject, wireType: number): void {
    if ('inline' in entry) {
      expectWireType(entry.inline.name, delimited, wireType);
      this.#nested((end) => this.#message(entry.inline, value, end));
      return;
    }
    const { name, schema, form } = entry;
    expectWireType(name, wireTypeOf(schema), wireType);
    if (form === 'duration') {
      value[name] = formatGoDuration((this.#only(() => this.#int64()) ?? 0) / 1e6);
    } else if (schema.type === 'list') {
      if (form === 'wrapped') value[name] = this.#wrapped(schema);
      else ((value[name] ??= []) as unknown[]).push(this.#value(schema.items) ?? null);
    } else if (schema.type === 'map') {
      this.#mapEntry(schema, (value[name] ??= {}) as JsonObject);
    } else {
      const read = this.#value(schema);
      if (read !== undefined && (entry.keepsZero || !isZero(read))) value[name] = read;
    }
  }

  /** Undefined for a time that is not set, and for free-form JSON that is missing. */
  #value(schema: Schema): unknown {
    switch (schema.type) {
      case 'scalar':
        return this.#scalar(schema.scalar);
      case 'struct': {
        const value: JsonObject = {};
        this.#nested((end) => this.#message(this.#messages.of(schema), value, end));
        return value;
      }
      case 'union': {
        const struct: JsonObject = {};
        this.#nested((end) => this.#message(this.#messages.of(schema), struct, end));
        return unionValue(schema, struct);
      }
      case 'list':
        return this.#wrapped(schema);
      case 'map':
        throw new MalformedMessage('proto: maps of maps are not supported');
    }
  }

  /** A message whose field 1 is a list. */
  #wrapped({ items }: ListSchema): unknown[] {
    const list: unknown[] = [];
    this.#fields((number, tag) => {
      if (number === 1) list.push(this.#value(items));
      else this.#skip(tag);
    });
    return list;
  }

  #mapEntry({ values }: MapSchema, map: JsonObject): void {
    let key = '';
    let value: unknown = values.type === 'struct' ? {} : '';
    this.#fields((number, tag) => {
      if (number === 1) key = this.#in.string();
      else if (number === 2) value = this.#value(values);
      else this.#skip(tag);
    });
    setOwn(map, key, value ?? null);
  }

  #scalar(scalar: ScalarName): unknown {
    switch (scalar) {
      case 'string':
        return this.#in.string();
      case 'boolean':
        return this.#in.bool();
      case 'int32':
        return this.#in.int32();
      case 'int64':
        return this.#int64();
      case 'double':
        return this.#in.double();
      case 'bytes':
        return Buffer.from(this.#in.bytes()).toString('base64');
      case 'Quantity':
        return this.#only(() => this.#in.string()) ?? '';
      case 'JSON':
      case 'any':
        return this.#json();
      case 'Time':
        return this.#time(({ seconds }) => formatTime(seconds * 1000));
      case 'MicroTime':
        return this.#time(({ seconds, nanos }) =>
          formatMicroTime(seconds * 1000 + Math.trunc(nanos / 1000) / 1000),
        );
      case 'IntOrString':
        return this.#intOrString();
    }
  }

  #json(): unknown {
    const bytes = this.#only(() => this.#in.bytes());
    if (bytes === undefined || bytes.length === 0) return undefined;
    try {
      return rawJson(Buffer.from(bytes).toString('utf8'));
    } catch (error) {
      throw new MalformedMessage((error as Error).message);
    }
  }

  /** A time that is not set is an empty message. */
  #time(format: (time: { seconds: number; nanos: number }) => string): string | undefined {
    let [seconds, nanos, isSet] = [0, 0, false];
    this.#fields((number, tag) => {
      isSet = true;
      if (number === 1) seconds = this.#int64();
      else if (number === 2) nanos = this.#in.int32();
      else this.#skip(tag);
    });
    return isSet ? format({ seconds, nanos }) : undefined;
  }

  #intOrString(): number | string {
    let [type, number, text] = [0, 0, ''];
    this.#fields((field, tag) => {
      if (field === 1) type = this.#int64();
      else if (field === 2) number = this.#in.int32();
      else if (field === 3) text = this.#in.string();
      else this.#skip(tag);
    });
    return type === 1 ? text : number;
  }

  /** A message of which only field 1 is read. */
  #only<T>(read: () => T): T | undefined {
    let value: T | undefined;
    this.#fields((number, tag) => {
      if (number === 1) value = read();
      else this.#skip(tag);
    });
    return value;
  }

  #fields(read: (number: number, tag: number) => void): void {
    this.#nested((end) => {
      while (this.#in.pos < end) {
        const tag = this.#in.uint32();
        read(tag >>> 3, tag);
      }
      if (this.#in.pos > end) throw new MalformedMessage('unexpected EOF');
    });
  }

  #nested(read: (end: number) => void): void {
    const length = this.#in.uint32();
    const end = this.#in.pos + length;
    if (end > this.#in.len) throw new MalformedMessage('unexpected EOF');
    read(end);
  }

  #int64(): number {
    return Number(String(this.#in.int64()));
  }

  #skip(tag: number, name = 'Unknown'): void {
    const [number, wireType] = [tag >>> 3, tag & 7];
    if (number === 0) {
      throw new MalformedMessage(`proto: ${name}: illegal tag 0 (wire type ${wireType})`);
    }
    this.#in.skipType(wireType);
  }
}

function wireTypeOf(schema: Schema): WireType {
  if (schema.type === 'list') return wireTypeOf(schema.items);
  return schema.type === 'scalar' ? (wireTypes[schema.scalar] ?? delimited) : delimited;
}

/** Go names the field of the struct, which begins with a capital. */
function expectWireType(name: string, expected: WireType, found: number): void {
  if (expected === found) return;
  const field = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  throw new MalformedMessage(`proto: wrong wireType = ${found} for field ${field}`);
}

function isZero(value: unknown): boolean {
  return value === '' || value === 0 || value === false;
}

/** The library's own errors in Go's words: mostly an unexpected end. */
function goErrors(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof MalformedMessage) throw error;
    if (error instanceof RangeError) throw new MalformedMessage('unexpected EOF');
    const wireType = /invalid wire type (\d)/.exec((error as Error).message)?.[1];
    if (wireType === undefined) throw new MalformedMessage(`proto: ${(error as Error).message}`);
    throw new MalformedMessage(`proto: illegal wireType ${wireType}`);
  }
}
