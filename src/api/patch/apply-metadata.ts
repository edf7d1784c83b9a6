/** Server-side apply: the metadata of a body that v1.24 cannot read, and takes for none. */
import { conform, mapReader, TypeMismatch, UnreadableValue } from '#schema';
import { omitFields, parseTime } from '#values';
import type { ListSchema, StructSchema } from '#schema';

/**
 * Whether v1.24 can read managed fields that a body has: others count as none at first.
 * @param struct the type of the object
 */
export function areOwners(input: unknown, struct: StructSchema): boolean {
  if (!Array.isArray(input)) return false;
  const metadata = struct.fields.get('metadata')!.schema as StructSchema;
  const { items } = metadata.fields.get('managedFields')!.schema as ListSchema;
  try {
    for (const entry of input) conform(items as StructSchema, entry, { reader: mapReader });
    return true;
  } catch (error) {
    if (!(error instanceof TypeMismatch || error instanceof UnreadableValue)) throw error;
    return false;
  }
}

/** The merged object, which has no Go type, without times in its metadata that are none. */
export function withReadableTimes(merged: unknown): unknown {
  const { metadata, ...rest } = merged as Record<string, unknown>;
  if (typeof metadata !== 'object' || metadata === null) return merged;
  const odd = Object.entries(metadata).filter(
    ([name, value]) => times.includes(name) && typeof value === 'string' && !isTime(value),
  );
  if (odd.length === 0) return merged;
  return { ...rest, metadata: omitFields(metadata, odd.map(([name]) => name) as never) };
}

const times: readonly string[] = ['creationTimestamp', 'deletionTimestamp'];

function isTime(text: string): boolean {
  try {
    parseTime(text);
    return true;
  } catch {
    return false;
  }
}
