/** How types are laid out in the protobuf encoding, by the numbers that their fields have in the notation. */
import type { FieldSchema, StructSchema, UnionSchema } from './schema.ts';

/** What the type of a field does not say: a list that is field 1 of a nested message, or a duration. */
export type FieldForm = 'plain' | 'wrapped' | 'duration';

/** A field of a message, named as in JSON. */
export interface NumberedField {
  readonly number: number;
  readonly name: string;
  readonly form: FieldForm;
}

/** A nested message whose fields JSON shows in the outer one. */
export interface InlineMessage {
  readonly number: number;
  readonly inline: readonly NumberedEntry[];
}

export type NumberedEntry = NumberedField | InlineMessage;

/**
 * Returns the fields of a type in the order of their numbers. Those without a number (`apiVersion` and
 * `kind` of a kind) are not part of its message.
 *
 * @throws Error if two fields have the same number
 */
export function layoutOf(type: StructSchema | UnionSchema): readonly NumberedEntry[] {
  const numbered = [...type.fields.values()].filter(({ number }) => number !== undefined);
  return entriesOf(type.definition, numbered, 0);
}

/** @param depth how many inlined messages are around the fields */
function entriesOf(
  definition: string,
  fields: readonly FieldSchema[],
  depth: number,
): readonly NumberedEntry[] {
  const groups = new Map<number, FieldSchema[]>();
  for (const field of fields) {
    const number = field.number![depth]!;
    const group = groups.get(number);
    if (group === undefined) groups.set(number, [field]);
    else group.push(field);
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([number, group]) => entryOf(definition, number, group, depth));
}

/** @param group the fields with this number: several are fields of an inlined message */
function entryOf(
  definition: string,
  number: number,
  group: readonly FieldSchema[],
  depth: number,
): NumberedEntry {
  const [field, ...others] = group;
  if (field!.number!.length > depth + 1) {
    return { number, inline: entriesOf(definition, group, depth + 1) };
  }
  if (others.length > 0) throw new Error(`${definition}: two fields have the number ${number}`);
  return { number, name: field!.name, form: field!.form ?? 'plain' };
}
