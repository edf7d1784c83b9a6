/** Checks that the notation states: bounds of numbers, lengths, and fields that stay as they are. */
import { Reach, memberOf, type FieldSchema, type Schema, type StructSchema } from '#schema';
import {
  checkEach,
  deepEqual,
  goText,
  invalid,
  show,
  tooLong,
  tooMany,
  utf8Length,
  type FieldErrors,
} from '#values';
import { validateRange } from './validate-values.ts';

type Fields = Readonly<Record<string, unknown>>;

const bounded = new Reach(
  (source) => source.says(/ (?:>=|\d+\.\.|max=|immutable)/),
  ({ minimum, maxLength, immutable }) =>
    minimum !== undefined || maxLength !== undefined || immutable === true,
);

/**
 * Adds what an object breaks of the bounds that its type states.
 *
 * @param old the stored object; undefined for a new one
 */
export function validateBounds(
  errors: FieldErrors,
  struct: StructSchema,
  object: object,
  old?: object,
): void {
  checkStruct(errors, struct, object as Fields, old as Fields | undefined, '');
}

function checkStruct(
  errors: FieldErrors,
  struct: StructSchema,
  object: Fields,
  old: Fields | undefined,
  path: string,
): void {
  for (const { name, field } of bounded.in(struct)) {
    const at = path === '' ? name : `${path}.${name}`;
    checkValue(errors, field, object[name], at);
    if (field.immutable === true && old !== undefined && !deepEqual(object[name], old[name])) {
      errors.push(invalid(at, shown(object[name]), 'field is immutable'));
    }
    checkInside(errors, field.schema, object[name], old?.[name], at);
  }
}

function checkValue(
  errors: FieldErrors,
  { minimum, maximum, maxLength }: FieldSchema,
  value: unknown,
  at: string,
): void {
  if (typeof value === 'number' && minimum !== undefined) {
    if (maximum !== undefined) validateRange(errors, value, minimum, maximum, at);
    else if (value < minimum) errors.push(invalid(at, show(value), atLeast(minimum)));
  }
  if (maxLength === undefined) return;
  if (typeof value === 'string' && utf8Length(value) > maxLength) {
    errors.push(tooLong(at, maxLength, errors.release));
  }
  if (Array.isArray(value) && value.length > maxLength) {
    errors.push(tooMany(at, value.length, maxLength));
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? show(value) : goText(value);
}

function atLeast(minimum: number): string {
  return `must be greater than or equal to ${minimum}`;
}

/** Elements of lists and maps have no counterpart in the stored object. */
function checkInside(
  errors: FieldErrors,
  schema: Schema,
  value: unknown,
  old: unknown,
  at: string,
): void {
  if (typeof value !== 'object' || value === null) return;
  switch (schema.type) {
    case 'scalar':
      return;
    case 'list':
      if (!Array.isArray(value)) return;
      checkEach(errors, value, (element, index) => {
        checkInside(errors, schema.items, element, undefined, `${at}[${index}]`);
      });
      return;
    case 'map':
      for (const [key, element] of Object.entries(value)) {
        checkInside(errors, schema.values, element, undefined, `${at}[${key}]`);
      }
      return;
    case 'struct':
      checkStruct(errors, schema, value as Fields, (old ?? undefined) as Fields | undefined, at);
      return;
    case 'union': {
      const member = memberOf(schema, value);
      if (member !== undefined) checkInside(errors, member, value, old, at);
    }
  }
}
