/** The field of a question, which has to exist in its kind. */
import { nearest, variantOf, type Kind, type Schema } from '#kinds';
import { parsePath, printPath, type Segment } from '../why/path.ts';
import { QuestionError } from './error.ts';

/**
 * The path of a field, with or without the leading `status.`.
 * @throws {QuestionError} for an invalid path, and for a field that the kind does not have
 */
export function fieldOf(text: string, kind: Kind): readonly Segment[] {
  const path = readPath(text, kind);
  let schema: Schema = kind.schema;
  for (const [depth, segment] of path.entries()) {
    const next = below(schema, segment);
    if (next === undefined) throw noField(kind, schema, path, depth);
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

/** The schema of a segment; undefined where there is none. */
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

function noField(
  { kind }: Kind,
  schema: Schema,
  path: readonly Segment[],
  depth: number,
): QuestionError {
  const where = depth === 0 ? kind : `${kind} ${printPath(path.slice(0, depth))}`;
  const name = String(path[depth]);
  const near = schema.type === 'struct' ? nearest(name, schema.fields.keys()) : undefined;
  const hint = near === undefined ? '' : ` (did you mean "${near}"?)`;
  return new QuestionError(`${where} has no field "${name}"${hint}`);
}

/**
 * The path of a text: as it is written, or below the status if the kind has no such field at the
 * top, so that `numberReady` is enough.
 * @throws {SyntaxError} with the position
 */
function fieldPath(text: string, { schema }: Kind): readonly Segment[] {
  const path = parsePath(text);
  const isTop = schema.fields.has(String(path[0])) || !schema.fields.has('status');
  return isTop ? path : ['status', ...path];
}
