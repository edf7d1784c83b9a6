/** From JSON objects to messages. */
import protobuf from 'protobufjs/minimal.js';
import { parseGoDuration, parseMicroTime, parseTime, rawText } from '#values';
import { unionStruct, type ScalarName, type Schema } from '#schema';
import type { Field, Message, Messages } from './message.ts';
import { bit64, delimited, varint, type WireType } from './wire-type.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Writes values of a schema. Absent and null fields are not written: readers use zero for them.
 * Values from the store are not validated again; other values may give meaningless bytes.
 */
export class MessageWriter {
  readonly #messages: Messages;
  readonly #out = protobuf.Writer.create();

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  finish(): Uint8Array {
    return this.#out.finish();
  }

  message(message: Message, value: JsonObject): void {
    for (const entry of message.entries) {
      if ('inline' in entry) {
        this.#nested(entry.number, () => this.message(entry.inline, value));
        continue;
      }
      const input = value[entry.name];
      if (input === undefined || input === null) continue;
      this.field(entry, input);
    }
  }

  field({ number, schema, form }: Field, value: unknown): void {
    switch (form) {
      case 'plain':
        this.value(number, schema, value);
        return;
      case 'wrapped':
        this.#nested(number, () => this.value(1, schema, value));
        return;
      case 'duration': {
        const nanoseconds = Math.round(parseGoDuration(value as string) * 1e6);
        this.#nested(number, () => this.#int64(1, nanoseconds));
      }
    }
  }

  /** A field of type string. */
  string(number: number, text: string): void {
    this.#tag(number, delimited);
    this.#out.string(text);
  }

  /** A field of type bytes. */
  bytes(number: number, bytes: Uint8Array): void {
    this.#tag(number, delimited);
    this.#out.bytes(bytes);
  }

  /** The bytes before the content of a field of this length. */
  head(number: number, length: number): void {
    this.#tag(number, delimited);
    this.#out.uint32(length);
  }

  /** A field that is a message of strings, numbered from 1. */
  strings(number: number, texts: readonly string[]): void {
    this.#nested(number, () => {
      for (const [index, text] of texts.entries()) this.string(index + 1, text);
    });
  }

  /** A field that is a message of bytes, as RawExtension and FieldsV1 are. */
  raw(number: number, bytes: Uint8Array): void {
    this.#nested(number, () => this.bytes(1, bytes));
  }

  value(number: number, schema: Schema, value: unknown): void {
    switch (schema.type) {
      case 'scalar':
        this.#scalar(number, schema.scalar, value);
        return;
      case 'struct':
        this.#nested(number, () => this.message(this.#messages.of(schema), value as JsonObject));
        return;
      case 'union':
        this.#nested(number, () =>
          this.message(this.#messages.of(schema), unionStruct(schema, value)),
        );
        return;
      case 'list':
        for (const item of value as readonly unknown[]) this.value(number, schema.items, item);
        return;
      case 'map':
        this.#map(number, schema.values, value as JsonObject);
    }
  }

  /** Entries in the order of their keys. A list as a value is in a message of its own. */
  #map(number: number, values: Schema, map: JsonObject): void {
    this.entries(number, values, map, Object.keys(map).sort());
  }

  /** The entries of a map that have these keys. */
  entries(number: number, values: Schema, map: JsonObject, keys: readonly string[]): void {
    for (const key of keys) {
      this.#nested(number, () => {
        this.string(1, key);
        if (values.type === 'list') this.#nested(2, () => this.value(1, values, map[key]));
        else this.value(2, values, map[key]);
      });
    }
  }

  #scalar(number: number, scalar: ScalarName, value: unknown): void {
    switch (scalar) {
      case 'string':
        this.string(number, value as string);
        return;
      case 'boolean':
        this.#tag(number, varint);
        this.#out.bool(value as boolean);
        return;
      case 'int32':
        this.#tag(number, varint);
        this.#out.int32(value as number);
        return;
      case 'int64':
        this.#int64(number, value as number);
        return;
      case 'double':
        this.#tag(number, bit64);
        this.#out.double(value as number);
        return;
      case 'bytes':
        this.bytes(number, Buffer.from(value as string, 'base64'));
        return;
      case 'Quantity':
        this.strings(number, [value as string]);
        return;
      case 'JSON':
      case 'any':
        this.raw(number, Buffer.from(rawText(value)));
        return;
      case 'Time':
        this.#time(number, parseTime(value as string));
        return;
      case 'MicroTime':
        this.#time(number, parseMicroTime(value as string));
        return;
      case 'IntOrString':
        this.#intOrString(number, value as number | string);
    }
  }

  #time(number: number, ms: number): void {
    const seconds = Math.floor(ms / 1000);
    const micros = Math.round((ms - seconds * 1000) * 1000);
    this.#nested(number, () => {
      this.#int64(1, seconds);
      this.#tag(2, varint);
      this.#out.int32(micros * 1000);
    });
  }

  #intOrString(number: number, value: number | string): void {
    const isText = typeof value === 'string';
    this.#nested(number, () => {
      this.#int64(1, isText ? 1 : 0);
      this.#tag(2, varint);
      this.#out.int32(isText ? 0 : value);
      this.string(3, isText ? value : '');
    });
  }

  #int64(number: number, value: number): void {
    this.#tag(number, varint);
    this.#out.int64(value);
  }

  #nested(number: number, write: () => void): void {
    this.#tag(number, delimited);
    this.#out.fork();
    write();
    this.#out.ldelim();
  }

  #tag(number: number, wireType: WireType): void {
    this.#out.uint32((number << 3) | wireType);
  }
}
