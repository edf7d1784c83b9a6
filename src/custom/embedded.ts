/** Objects inside objects: they have a type and typed metadata too. */
import {
  conform,
  UnreadableValue,
  storable,
  isObject,
  type JsonObject,
  type Structure,
  type StructSchema,
} from '#schema';
import { showJson, type LongLists, mapShared, goOf, jsonOf, type Release } from '#values';
import { changeFields, gone } from './change.ts';
import type { OnUnknown } from './prune.ts';

interface OfMetadata {
  /** Their type. */
  readonly metadata: StructSchema;
  readonly release?: Release;
}

/**
 * The value with the metadata of embedded objects in the form of its type, without unknown fields.
 * @param of their type
 * @param onUnknown gets the unknown fields of the metadata
 * @throws {UnreadableValue} for metadata of another form
 */
export function coerceEmbedded(
  structure: Structure | undefined,
  value: unknown,
  of: OfMetadata,
  onUnknown?: OnUnknown,
  path = '',
  lists?: LongLists,
): unknown {
  if (structure === undefined) return value;
  if (Array.isArray(value)) {
    const { items } = structure;
    const coerce = (item: unknown, index: number): unknown =>
      coerceEmbedded(items, item, of, onUnknown, `${path}[${index}]`, lists);
    return mapShared(value, coerce, lists);
  }
  if (!isObject(value)) return value;
  const change = (part: unknown, name: string): unknown => {
    const field = structure.fields.get(name);
    const inside = field === undefined ? `${path}[${name}]` : path ? `${path}.${name}` : name;
    // The root's own metadata are read elsewhere.
    const input =
      structure.isEmbedded && path !== ''
        ? typed(part, name, of, `${path}.${name}`, onUnknown)
        : part;
    return coerceEmbedded(field ?? structure.others, input, of, onUnknown, inside, lists);
  };
  return changeFields(value, change, lists);
}

function typed(
  part: unknown,
  name: string,
  of: OfMetadata,
  path: string,
  onUnknown: OnUnknown | undefined,
): unknown {
  if (name === 'apiVersion' || name === 'kind') {
    if (typeof part === 'string') return part;
    throw unreadable(path, part, 'must be a string', of);
  }
  if (name !== 'metadata') return part;
  try {
    return readMetadata(part, of.metadata, onUnknown && ((field) => onUnknown(`${path}.${field}`)));
  } catch (error) {
    throw unreadable(path, part, (error as Error).message, of);
  }
}

/** In the form in which it is stored, without a time of creation that is not set. */
function readMetadata(
  value: unknown,
  schema: StructSchema,
  onUnknown: OnUnknown | undefined,
): JsonObject {
  const read = conform(schema, value ?? {}, { onUnknown }) as JsonObject;
  return changeFields(storable(schema, read), (part) => (part === null ? gone : part));
}

function unreadable(
  path: string,
  value: unknown,
  why: string,
  { release }: OfMetadata,
): UnreadableValue {
  const shown = showJson(value);
  const isJson = release?.enabled('JsonValuesInMessages') === true;
  return new UnreadableValue(
    `${path}: Invalid value: ${isJson ? jsonOf(shown) : goOf(shown)}: ${why}`,
  );
}
