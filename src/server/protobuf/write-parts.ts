/** Encodes large values as the writer of messages does, in parts. */
import { unionStruct, type Schema } from '#schema';
import type { Resumable } from '#values';
import { Sizes } from '../encode/sizes.ts';
import type { Message, Messages } from './message.ts';
import { MessageWriter } from './write.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Bytes = readonly Uint8Array[];

/** A length precedes its content, so the bytes are returned when all are known. */
export class PartsWriter {
  readonly #messages: Messages;
  readonly #sizes = new Sizes();

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  *message(message: Message, value: JsonObject): Resumable<Bytes> {
    if (!this.#sizes.isLarge(value))
      return [this.#written((writer) => writer.message(message, value))];
    const parts: Uint8Array[] = [];
    for (const entry of message.entries) {
      if ('inline' in entry) {
        add(parts, this.delimited(entry.number, yield* this.message(entry.inline, value)));
        continue;
      }
      const input = value[entry.name];
      if (input === undefined || input === null) continue;
      if (entry.form === 'plain') {
        add(parts, yield* this.#value(entry.number, entry.schema, input));
      } else {
        parts.push(this.#written((writer) => writer.field(entry, input)));
      }
    }
    return parts;
  }

  /** A field of known bytes. */
  delimited(number: number, bytes: Bytes): Bytes {
    const length = bytes.reduce((sum, part) => sum + part.length, 0);
    return [this.#written((writer) => writer.head(number, length)), ...bytes];
  }

  *#value(number: number, schema: Schema, value: unknown): Resumable<Bytes> {
    if (!this.#sizes.isLarge(value))
      return [this.#written((writer) => writer.value(number, schema, value))];
    yield;
    switch (schema.type) {
      case 'scalar':
        return [this.#written((writer) => writer.value(number, schema, value))];
      case 'struct': {
        const message = this.#messages.of(schema);
        return this.delimited(number, yield* this.message(message, value as JsonObject));
      }
      case 'union': {
        const message = this.#messages.of(schema);
        return this.delimited(number, yield* this.message(message, unionStruct(schema, value)));
      }
      case 'list':
        return yield* this.#list(number, schema.items, value as readonly unknown[]);
      case 'map':
        return yield* this.#map(number, schema.values, value as JsonObject);
    }
  }

  *#list(number: number, schema: Schema, items: readonly unknown[]): Resumable<Bytes> {
    const parts: Uint8Array[] = [];
    for (const run of this.#sizes.runsOf(items, (item) => item)) {
      if ('large' in run) add(parts, yield* this.#value(number, schema, run.large));
      else {
        parts.push(
          this.#written((writer) => {
            for (const item of run.small) writer.value(number, schema, item);
          }),
        );
      }
      yield;
    }
    return parts;
  }

  *#map(number: number, values: Schema, map: JsonObject): Resumable<Bytes> {
    const parts: Uint8Array[] = [];
    const keys = Object.keys(map).sort();
    for (const run of this.#sizes.runsOf(keys, (key) => map[key])) {
      yield;
      const some = 'large' in run ? [run.large] : run.small;
      parts.push(this.#written((writer) => writer.entries(number, values, map, some)));
    }
    return parts;
  }

  #written(write: (writer: MessageWriter) => void): Uint8Array {
    const writer = new MessageWriter(this.#messages);
    write(writer);
    return writer.finish();
  }
}

/** Spread out as arguments they could be too many. */
function add(parts: Uint8Array[], more: Bytes): void {
  for (const part of more) parts.push(part);
}
