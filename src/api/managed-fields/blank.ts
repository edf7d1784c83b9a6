/**
 * Objects before any write. Go writes some parts of an object even when they are empty; creating
 * the object gives these parts no owner, only their contents.
 */
import type { StructSchema } from '#schema';

/** The blank object of a kind. */
export function blankOf(schema: StructSchema): object {
  return Object.fromEntries(schema.zero ?? []);
}
