/** Reading fields: of which type they are, and what their JSON stands for. */
import { parseQuantity, parseTime } from '#values';
import { ExpressionError } from './error.ts';
import { any, typeOf, typeText, type Type } from './types.ts';
import { Instant } from './values.ts';

/** Returns the type of a field. @throws {ExpressionError} when there can be none */
export function fieldOf(type: Type, name: string, offset: number): Type {
  if (type.is === 'any') return any;
  if (type.is === 'map') return type.of;
  if (type.is !== 'struct') {
    const hint = type.is === 'list' ? '; expected an item, such as [0], or exists(item, ...)' : '';
    throw new ExpressionError(`${typeText(type)} has no field "${name}"${hint}`, offset);
  }
  const field = type.schema.fields.get(name);
  if (field !== undefined) return typeOf(field.schema);
  // A custom resource may keep fields that its schema does not name.
  if (type.schema.others !== undefined) return typeOf(type.schema.others);
  const known = type.schema.fields.keys();
  throw new ExpressionError(`${typeText(type)} has no field "${name}"`, offset, {
    word: name,
    known,
  });
}

/** Returns the type of an item. @throws {ExpressionError} when there can be none */
export function element(type: Type, offset: number): Type {
  if (type.is === 'any' || type.is === 'struct') return any;
  if (type.is === 'list' || type.is === 'map') return type.of;
  throw new ExpressionError(`expected a list or a map, found ${typeText(type)}`, offset);
}

/** Turns the JSON of a field into a value; a value stays what it is. */
export function reader(type: Type): (json: unknown) => unknown {
  if (type.is === 'time') return instantOf;
  return type.is === 'quantity' ? quantityOf : (json) => json;
}

function instantOf(json: unknown): Instant {
  if (json instanceof Instant) return json;
  return new Instant(typeof json === 'string' ? parseTime(json) : NaN);
}

function quantityOf(json: unknown): unknown {
  return typeof json === 'string' || typeof json === 'number' ? parseQuantity(json) : json;
}
