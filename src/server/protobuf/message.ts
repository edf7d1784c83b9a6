/** Messages: the schema of a type's fields together with their numbers. */
import {
  layoutOf,
  type FieldForm,
  type NumberedEntry,
  type Schema,
  type StructSchema,
  type UnionSchema,
} from '#schema';

export interface Field {
  readonly number: number;
  /** As in JSON. */
  readonly name: string;
  readonly schema: Schema;
  /** Zero differs from absent, or is written in JSON although it is the default. */
  readonly keepsZero: boolean;
  readonly form: FieldForm;
}

/** A message whose fields are in the outer message's object. */
export interface Inline {
  readonly number: number;
  readonly inline: Message;
}

export interface Message {
  /** In Go's notation, for error messages: `DaemonSetSpec`. */
  readonly name: string;
  /** In the order of their numbers. */
  readonly entries: readonly (Field | Inline)[];
  readonly byNumber: ReadonlyMap<number, Field | Inline>;
}

/** The messages of types, each built on first use. */
export class Messages {
  readonly #messages = new WeakMap<StructSchema | UnionSchema, Message>();

  of(struct: StructSchema | UnionSchema): Message {
    let message = this.#messages.get(struct);
    if (message === undefined) {
      message = messageOf(struct, layoutOf(struct));
      this.#messages.set(struct, message);
    }
    return message;
  }

  /** A list of a kind: all lists have the same two fields. */
  add(struct: StructSchema, names: readonly string[]): void {
    const layout = names.map((name, index) => ({
      number: index + 1,
      name,
      form: 'plain' as const,
    }));
    this.#messages.set(struct, messageOf(struct, layout));
  }
}

/** @throws Error if a number is assigned to a field that the type does not have */
function messageOf(struct: StructSchema | UnionSchema, layout: readonly NumberedEntry[]): Message {
  const entries = layout.map((entry): Field | Inline => {
    const { number } = entry;
    if ('inline' in entry) return { number, inline: messageOf(struct, entry.inline) };
    const field = struct.fields.get(entry.name);
    if (field === undefined) throw new Error(`${struct.definition} has no ${entry.name}`);
    return {
      number,
      name: entry.name,
      schema: field.schema,
      keepsZero: field.pointer === true || field.written === true,
      form: entry.form,
    };
  });
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]));
  return { name: struct.name, entries, byNumber };
}
