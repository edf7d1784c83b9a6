/** The object of a bookmark: an object of the kind with nothing but a revision. */
import type { FieldSchema, ScalarName, Schema, StructSchema } from '#schema';
import type { KubeObject } from '#values';
import type { Served } from '../exchange/served-kinds.ts';

/** Structs that Go writes even when they are empty, because they are not pointers. */
const writtenWhenEmpty: readonly string[] = ['spec', 'status', 'strategy', 'updateStrategy'];

export function bookmarkOf(
  served: Served,
  revision: number,
  annotations?: Readonly<Record<string, string>>,
): KubeObject {
  const { kind, apiVersion, kinds } = served;
  const empty = kind.custom === undefined ? emptyStruct(kind.schema) : {};
  const metadata = {
    resourceVersion: String(revision),
    ...zerosOf(kinds.profile.schemas.of('meta/v1', 'ObjectMeta')),
    ...(annotations !== undefined && { annotations }),
  };
  return { ...empty, kind: kind.kind, apiVersion, metadata } as unknown as KubeObject;
}

/** Returns a list without items, in base64: what the objects before the bookmark would be listed in. */
export function blueprintOf({ kind, apiVersion }: Served): string {
  const list = { kind: `${kind.kind}List`, apiVersion, metadata: {}, items: null };
  return Buffer.from(`${JSON.stringify(list)}\n`).toString('base64');
}

/** A whole custom resource, which has no Go type, has nothing that is not set. */
export function untypedBookmark({ metadata, ...rest }: KubeObject): object {
  const { creationTimestamp, ...own } = metadata;
  return { ...rest, metadata: creationTimestamp === null ? own : metadata };
}

function emptyStruct({ fields }: StructSchema): Record<string, unknown> {
  const empty: Record<string, unknown> = {};
  for (const field of fields.values()) {
    const value = emptyField(field);
    if (value !== undefined) empty[field.name] = value;
  }
  return empty;
}

function emptyField({ name, schema, required }: FieldSchema): unknown {
  if (schema.type === 'struct' && schema.name === 'ObjectMeta') return zerosOf(schema);
  if (required) return emptyValue(schema);
  const isWritten = schema.type === 'struct' && writtenWhenEmpty.includes(name);
  return isWritten ? emptyStruct(schema) : undefined;
}

/** Returns the fields that are always written, such as the creation time, which is null until v1.33. */
function zerosOf({ zero = new Map() }: StructSchema): Record<string, unknown> {
  return Object.fromEntries(zero) as Record<string, unknown>;
}

function emptyValue(schema: Schema): unknown {
  if (schema.type === 'scalar') return emptyScalar(schema.scalar);
  // Lists, maps and the selectors, which are pointers.
  return schema.type === 'struct' && schema.name !== 'LabelSelector' ? emptyStruct(schema) : null;
}

function emptyScalar(scalar: ScalarName): unknown {
  switch (scalar) {
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'int32':
    case 'int64':
    case 'double':
    case 'IntOrString':
      return 0;
    case 'Quantity':
      return '0';
    case 'bytes':
    case 'Time':
    case 'MicroTime':
    case 'JSON':
    case 'any':
      return null;
  }
}
