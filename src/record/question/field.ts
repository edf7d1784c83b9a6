/** The field of a question, which has to exist in its kind. */
import { nearest, type KubeObject } from '#values';
import { variantOf, type Schema } from '#schema';
import type { Kind } from '#kinds';
import { parsePath, printPath, valueAt, type Segment } from '../why/path.ts';
import { QuestionError } from './error.ts';

/** What is known of the object that is asked about. */
export interface KnownObject {
  /** The types of the conditions that it has, or had. */
  readonly conditions: readonly string[];
  /** Fields to suggest. */
  readonly worth: readonly string[];
  /** The object itself. */
  readonly object?: KubeObject;
}

/**
 * Returns the path of a field, with or without the leading `status.`, `spec.` or `metadata.`; a
 * condition by its type alone, in any case; a field of the only item of a list in the status by its
 * name alone (`restartCount`).
 * @throws {QuestionError} for an invalid path, and for a field that the kind does not have
 */
export function fieldOf(
  text: string,
  kind: Kind,
  known: KnownObject = { conditions: [], worth: [] },
): readonly Segment[] {
  const path = readPath(text, kind);
  const short = conditionAt(path, kind, known) ?? itemFieldAt(path, kind, known);
  if (short !== undefined) return short;
  let schema: Schema = kind.schema;
  for (const [depth, segment] of path.entries()) {
    const next = below(schema, segment);
    if (next === undefined) throw noField(kind, schema, { path, depth }, known);
    schema = next;
  }
  return path;
}

function readPath(text: string, kind: Kind): readonly Segment[] {
  try {
    return fieldPath(text, kind);
  } catch (error) {
    if (error instanceof SyntaxError) throw new QuestionError(error.message);
    throw error;
  }
}

/** Returns the schema of a segment; undefined where there is none. */
function below(schema: Schema, segment: Segment): Schema | undefined {
  switch (schema.type) {
    case 'struct':
      return schema.fields.get(String(segment))?.schema ?? schema.others;
    case 'list':
      return schema.items;
    case 'map':
      return schema.values;
    case 'union': {
      const variant = variantOf(schema, typeof segment === 'number' ? [] : {});
      return variant && below(variant.schema, segment);
    }
    case 'scalar':
      return schema.scalar === 'any' || schema.scalar === 'JSON' ? schema : undefined;
  }
}

/** `status.AbleToScale.reason` is that of the condition, where the status has no such field. */
function conditionAt(
  [first, type, ...rest]: readonly Segment[],
  { schema }: Kind,
  { conditions }: KnownObject,
): readonly Segment[] | undefined {
  const status = schema.fields.get('status')?.schema;
  if (first !== 'status' || typeof type !== 'string' || status?.type !== 'struct') return undefined;
  if (status.fields.has(type)) return undefined;
  const found = conditions.find((each) => each.toLowerCase() === type.toLowerCase());
  return found === undefined ? undefined : ['status', 'conditions', found, ...rest];
}

/** `status.restartCount` is that of the pod's only container. */
function itemFieldAt(
  [first, name, ...rest]: readonly Segment[],
  { schema }: Kind,
  { object }: KnownObject,
): readonly Segment[] | undefined {
  const status = schema.fields.get('status')?.schema;
  if (first !== 'status' || typeof name !== 'string' || status?.type !== 'struct') return undefined;
  if (status.fields.has(name)) return undefined;
  for (const [list, { schema: items }] of status.fields) {
    if (list === 'conditions' || items.type !== 'list' || items.items.type !== 'struct') continue;
    const present = valueAt(object, ['status', list]);
    if (!Array.isArray(present) || present.length !== 1 || !items.items.fields.has(name)) continue;
    const { name: own } = present[0] as { readonly name?: unknown };
    if (typeof own === 'string') return ['status', list, own, name, ...rest];
  }
  return undefined;
}

function noField(
  { kind }: Kind,
  schema: Schema,
  { path, depth }: { readonly path: readonly Segment[]; readonly depth: number },
  { conditions, worth }: KnownObject,
): QuestionError {
  const where = depth === 0 ? kind : `${kind} ${printPath(path.slice(0, depth))}`;
  const name = String(path[depth]);
  const isInStatus = depth === 1 && path[0] === 'status';
  const known = schema.type === 'struct' ? [...schema.fields.keys()] : [];
  const near = nearest(name, isInStatus ? [...known, ...conditions] : known);
  const hint =
    near !== undefined
      ? ` (did you mean "${near}"?)`
      : isInStatus && worth.length > 0
        ? `; what can be asked: ${worth.join(', ')}`
        : '';
  return new QuestionError(`${where} has no field "${name}"${hint}`);
}

/** Where a field is looked for that the kind does not have at the top, so that `numberReady` is enough. */
const SECTIONS = ['status', 'spec', 'metadata'];

/**
 * Returns the path of a text: as it is written, or below the first section that has such a field.
 * @throws {SyntaxError} with the position
 */
function fieldPath(text: string, { schema }: Kind): readonly Segment[] {
  const path = parsePath(text);
  const first = String(path[0]);
  if (schema.fields.has(first) || !schema.fields.has('status')) return path;
  const section = SECTIONS.find((name) => {
    const found = schema.fields.get(name)?.schema;
    return found?.type === 'struct' && found.fields.has(first);
  });
  return [section ?? 'status', ...path];
}
