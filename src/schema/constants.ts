/** Constant defaults: what the notation says is filled in where a field is absent. */
import { copyOf, walkResumably, withField, type LongLists, type Resumable } from '#values';
import { changeStructs, Reach, type Fields } from './reach.ts';
import type { FieldSchema, StructSchema } from './schema.ts';

const filled = new Reach(
  (source) => source.says(/ default=/),
  ({ fill }) => fill !== undefined,
);

/**
 * Returns an object with the constants of its type, at any depth; the same object when nothing is
 * absent. Where Go has no pointer, an empty text, a 0 and false count as absent.
 */
export function fillConstants<T extends object>(struct: StructSchema, object: T): T {
  return fillStruct(struct, object as Fields) as T;
}

/** Tells whether a type states constants, at any depth. */
export function hasConstants(struct: StructSchema): boolean {
  return filled.in(struct).length > 0;
}

/** {@link fillConstants}, in parts where lists are long. */
export function fillingConstants<T extends object>(
  struct: StructSchema,
  object: T,
): T | Resumable<T> {
  return walkResumably((lists) => fillStruct(struct, object as Fields, lists) as T);
}

function fillStruct(struct: StructSchema, object: Fields, lists?: LongLists): Fields {
  const fill =
    lists === undefined
      ? fillStruct
      : (type: StructSchema, each: Fields): Fields => fillStruct(type, each, lists);
  let next = object;
  for (const { name, field, isMeant } of filled.in(struct)) {
    const value = next[name];
    if (!isMeant) {
      if (value != null)
        next = withField(next, name, changeStructs(field.schema, value, fill, lists));
    } else if (isAbsent(field, value)) {
      if (next === object) next = copyOf(object);
      (next as Record<string, unknown>)[name] = field.fill;
    }
  }
  return next;
}

function isAbsent({ pointer }: FieldSchema, value: unknown): boolean {
  return pointer === true ? value == null : !value;
}
