/**
 * Makes what came as JSON fit its type, as the API server's decoder does: unknown fields go, nulls
 * are as good as absent, times and quantities take their canonical form.
 */
import { parseQuantity } from '../meta/quantity.ts';
import type { FieldSchema, ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.ts';
import { TypeMismatch } from './mismatch.ts';
import { jsonReader, type ValueReader } from './readers.ts';
import { zeroOf } from './scalars.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export interface ConformOptions {
  /** Is told the paths of unknown fields, such as `spec.containers[0].foo`, in document order. */
  readonly onUnknown?: (path: string) => void;
  /** A value that fits already, such as the stored object: what is shared with it is not looked at. */
  readonly fitting?: unknown;
  /** Default: {@link jsonReader}. */
  readonly reader?: ValueReader;
}

/**
 * The value as its type has it. Shares what fits; the very same value when all of it does.
 *
 * @throws {TypeMismatch} @throws {UnreadableValue} both with the message of Go's decoder
 */
export function conform(
  schema: StructSchema,
  value: unknown,
  { onUnknown, fitting, reader = jsonReader }: ConformOptions = {},
): unknown {
  return conformStruct(schema, value, fitting, new Walk(reader, onUnknown), schema.name);
}

/** How values are read, and where the walk is: kept only when somebody wants to know. */
class Walk {
  readonly reader: ValueReader;
  readonly #onUnknown: ((path: string) => void) | undefined;
  readonly #path: string[] = [];

  constructor(reader: ValueReader, onUnknown: ((path: string) => void) | undefined) {
    this.reader = reader;
    this.#onUnknown = onUnknown;
  }

  get isTold(): boolean {
    return this.#onUnknown !== undefined;
  }

  unknown(field: string): void {
    this.#onUnknown?.([...this.#path, `.${field}`].join('').slice(1));
  }

  enter(part: string): void {
    this.#path.push(part);
  }

  leave(): void {
    this.#path.pop();
  }
}

/** @param fitting what stands at the place in the value that fits already */
function conformValue(
  schema: Schema,
  value: unknown,
  fitting: unknown,
  walk: Walk,
  place: string,
): unknown {
  switch (schema.type) {
    case 'scalar':
      return walk.reader.scalar(schema, value, place);
    case 'struct':
      return conformStruct(schema, value, fitting, walk, place);
    case 'list':
      return conformList(schema, value, fitting, walk, place);
    case 'map':
      return conformMap(schema, value, walk, place);
  }
}

function conformStruct(
  schema: StructSchema,
  value: unknown,
  fitting: unknown,
  walk: Walk,
  place: string,
): unknown {
  if (!isObject(value)) throw walk.reader.mismatch(schema, value, place);
  const { fields } = schema;
  const known = isObject(fitting) ? fitting : nothing;
  let conformed: Record<string, unknown> | undefined;
  for (const name in value) {
    const given = value[name];
    const field = fields.get(name);
    let kept: unknown;
    if (field === undefined) walk.unknown(name);
    else if (given != null) {
      const old = known[name];
      kept = given === old ? given : conformField(schema, field, given, old, walk);
      if (given !== old && kept !== undefined && isAsGoodAsAbsent(field, kept)) kept = undefined;
    }
    if (kept === undefined) conformed ??= fieldsBefore(name, value);
    else if (kept !== given) (conformed ??= fieldsBefore(name, value))[name] = kept;
    else if (conformed !== undefined) conformed[name] = kept;
  }
  return conformed ?? value;
}

const nothing: JsonObject = Object.freeze({});

/** What comes before the field, which is the first that does not stay. */
function fieldsBefore(name: string, value: JsonObject): Record<string, unknown> {
  const before: Record<string, unknown> = {};
  for (const earlier in value) {
    if (earlier === name) break;
    before[earlier] = value[earlier];
  }
  return before;
}

function conformField(
  struct: StructSchema,
  { name, schema }: FieldSchema,
  value: unknown,
  fitting: unknown,
  walk: Walk,
): unknown {
  // The two that are met most, without the try and without a path to be told of.
  if (schema.type === 'scalar' && schema.scalar === 'string' && typeof value === 'string') {
    return value;
  }
  if (walk.isTold) walk.enter(`.${name}`);
  try {
    return conformValue(schema, value, fitting, walk, `${struct.name}.${name}`);
  } catch (error) {
    if (error instanceof TypeMismatch) error.within(struct.name, name);
    throw error;
  } finally {
    if (walk.isTold) walk.leave();
  }
}

/** Empty lists and maps are not written. (That managedFields are empty says something.) */
function isAsGoodAsAbsent({ name, schema, required }: FieldSchema, value: unknown): boolean {
  if (required || name === 'managedFields') return false;
  if (schema.type === 'list') return (value as readonly unknown[]).length === 0;
  if (schema.type !== 'map') return false;
  for (const _ in value as JsonObject) return false;
  return true;
}

function conformList(
  schema: ListSchema,
  value: unknown,
  fitting: unknown,
  walk: Walk,
  place: string,
): unknown {
  if (!Array.isArray(value)) throw walk.reader.mismatch(schema, value, place);
  const known: readonly unknown[] = Array.isArray(fitting) ? fitting : [];
  let conformed: unknown[] | undefined;
  for (let index = 0; index < value.length; index++) {
    const given: unknown = value[index];
    if (given === known[index] && given != null) continue;
    if (walk.isTold) walk.enter(`[${index}]`);
    const kept =
      given == null
        ? emptyOf(schema.items)
        : conformValue(schema.items, given, known[index], walk, place);
    if (walk.isTold) walk.leave();
    if (kept !== given) (conformed ??= [...(value as unknown[])])[index] = kept;
  }
  return conformed ?? value;
}

function conformMap(schema: MapSchema, value: unknown, walk: Walk, place: string): unknown {
  if (!isObject(value)) throw walk.reader.mismatch(schema, value, place);
  let conformed: Record<string, unknown> | undefined;
  const isResources = schema.values.type === 'scalar' && schema.values.scalar === 'Quantity';
  for (const key of Object.keys(value)) {
    const given = value[key];
    if (walk.isTold) walk.enter(`.${key}`);
    let kept =
      given == null
        ? emptyOf(schema.values)
        : conformValue(schema.values, given, undefined, walk, place);
    if (walk.isTold) walk.leave();
    if (isResources) kept = roundResource(kept as string);
    if (kept !== given) setOwn((conformed ??= { ...value }), key, kept);
  }
  return conformed ?? value;
}

/** Amounts of resources have no digits behind the thousandth; only these suffixes go below it. */
function roundResource(quantity: string): string {
  const isFine = quantity.endsWith('n') || quantity.endsWith('u');
  return isFine ? parseQuantity(quantity).roundUpToMilli().toString() : quantity;
}

function emptyOf(schema: Schema): unknown {
  if (schema.type === 'scalar') return zeroOf(schema.scalar);
  return schema.type === 'struct' ? {} : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As an ordinary field, also under a name such as `__proto__`. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') {
    object[key] = value;
    return;
  }
  const own = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(object, key, own);
}
