/** Values in raw JSON fields, read with the exact text that the server sent. */
import { elementTexts, fieldTexts, type KubeObject } from '#values';
import { rawFieldsOf, withRawTexts, type StructSchema } from '#schema';
import type { ResourceType } from '#catalog';
import type { ObjectList } from '#request';

/** A kind, or a resource of which only metadata is requested. */
type ReadType = ResourceType & { readonly schema?: StructSchema };

/** @param text of the object, or that of an answer that holds it in a field */
export function readObject(kind: ReadType, object: KubeObject, text: string, field?: string) {
  const schema = schemaWithRaw(kind);
  if (schema === undefined) return object;
  const own = field === undefined ? text : fieldTexts(text, [field]).get(field);
  return own === undefined ? object : withRawTexts(object, own, schema);
}

export function readItems(
  { items }: ObjectList,
  kind: ReadType,
  text: string,
): readonly KubeObject[] {
  const schema = schemaWithRaw(kind);
  // An empty list may be written as null.
  if (schema === undefined || (items ?? []).length === 0) return items ?? [];
  const texts = elementTexts(fieldTexts(text, ['items']).get('items')!);
  return items.map((item, index) => withRawTexts(item, texts[index]!, schema));
}

function schemaWithRaw({ schema }: ReadType): StructSchema | undefined {
  return schema !== undefined && rawFieldsOf(schema).length > 0 ? schema : undefined;
}
