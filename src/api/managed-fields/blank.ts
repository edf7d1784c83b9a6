/**
 * Objects before anybody has written to them. Go writes some parts of an object even when nothing
 * is in them; nobody comes to own these by creating the object, only what is in them.
 */
import type { StructSchema } from '#kinds';

/** The blank object of a kind. */
export function blankOf(schema: StructSchema): object {
  return Object.fromEntries(schema.zero ?? []);
}
