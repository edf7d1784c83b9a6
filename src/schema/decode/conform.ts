/**
 * Makes JSON fit its type, as the API server's decoder does: removes unknown fields, brings times
 * and quantities into canonical form, and shows zero values as Go writes them. Where Go cannot
 * distinguish zero from absent, the field is either omitted or always written, whether it was given
 * or not; where Go has a pointer, a given zero stays. Null counts as absent. Empty lists and maps
 * stay until the value is stored (see `storable`).
 */
import {
  copyOf,
  emptyMap,
  finishing,
  walkResumably,
  isResumable,
  roundResource,
  setOwn,
  shareLateOwners,
  type Resumable,
} from '#values';
import type {
  FieldSchema,
  ListSchema,
  MapSchema,
  ScalarName,
  ScalarSchema,
  Schema,
  StructSchema,
  UnionSchema,
} from '../schema.ts';
import { variantOf } from '../union.ts';
import { zeroOf } from '../zero.ts';
import { isCut } from './exact-times.ts';
import { goPathOf } from './go-types.ts';
import { TypeMismatch, UnreadableValue } from './mismatch.ts';
import { ofUnion, PathsInOrder, Walk, type ConformOptions } from './walk.ts';
import { checkSelfDecoding } from './self-decoding.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The value in the form of its type. Shares the parts that fit; returns the same value when all of
 * it fits.
 *
 * @throws {TypeMismatch} @throws {UnreadableValue} both with the message of Go's decoder
 */
export function conform(
  schema: StructSchema,
  value: unknown,
  options: ConformOptions = {},
): unknown {
  const { onExact, fitting } = options;
  const walk = Walk.of(schema, options);
  try {
    const conformed = conformStruct(schema, value, fitting, walk, schema.name);
    if (onExact !== undefined && walk.cutsTimes) {
      onExact(conformStruct(schema, value, undefined, walk.ofExactTimes(), schema.name));
    }
    return conformed;
  } catch (error) {
    throw firstError(walk, schema, value, error);
  }
}

/** {@link conform}, in parts where lists are long. */
export function conforming(
  schema: StructSchema,
  value: unknown,
  options: ConformOptions = {},
): object | Resumable<object> {
  const { onExact, onUnknown, fitting } = options;
  const unknown = onUnknown && new PathsInOrder();
  const walk = Walk.of(schema, options, unknown);
  const begun = conformingIn(walk, schema, value, fitting);
  if (isResumable(begun) || (onExact !== undefined && walk.cutsTimes)) {
    return completing(walk, schema, value, options, begun, unknown);
  }
  unknown?.forEach(onUnknown!);
  return begun;
}

function* completing(
  walk: Walk,
  schema: StructSchema,
  value: unknown,
  { onExact, onUnknown }: ConformOptions,
  begun: JsonObject | Resumable<JsonObject>,
  unknown: PathsInOrder | undefined,
): Resumable<object> {
  const conformed = yield* finishing(begun);
  const losesParts = onExact !== undefined && walk.cutsTimes;
  const exact = losesParts && (yield* finishing(conformingIn(walk.ofExactTimes(), schema, value)));
  unknown?.forEach(onUnknown!);
  if (exact !== false) onExact!(exact);
  return conformed;
}

function conformingIn(
  walk: Walk,
  schema: StructSchema,
  value: unknown,
  fitting?: unknown,
): JsonObject | Resumable<JsonObject> {
  let begun: JsonObject | Resumable<JsonObject>;
  try {
    begun = walkResumably((lists) =>
      conformStruct(schema, value, fitting, walk.leavingTo(lists), schema.name),
    );
  } catch (error) {
    throw firstError(walk, schema, value, error);
  }
  return isResumable(begun) ? conformingRest(walk, schema, value, begun) : begun;
}

function* conformingRest(
  walk: Walk,
  schema: StructSchema,
  value: unknown,
  rest: Resumable<JsonObject>,
): Resumable<JsonObject> {
  try {
    return yield* rest;
  } catch (error) {
    throw firstError(walk, schema, value, error);
  }
}

/** Returns the error to report. @throws that of a value that decodes itself: it comes first */
function firstError(
  { reader, form }: Walk,
  schema: StructSchema,
  value: unknown,
  error: unknown,
): unknown {
  if (reader.readsOn && isOfForm(error)) checkSelfDecoding(schema, value, reader, form);
  return error;
}

function isOfForm(error: unknown): boolean {
  return error instanceof TypeMismatch || error instanceof UnreadableValue;
}

/** @param fitting what is at the same place in the value that already fits */
function conformValue(
  schema: Schema,
  value: unknown,
  fitting: unknown,
  walk: Walk,
  place: string,
): unknown {
  switch (schema.type) {
    case 'scalar':
      return conformScalar(schema, value, walk, place);
    case 'struct':
      return conformStruct(schema, value, fitting, walk, place);
    case 'list':
      return conformList(schema, value, fitting, walk, place);
    case 'map':
      return conformMap(schema, value, walk, place);
    case 'union':
      return conformUnion(schema, value, walk, place);
  }
}

function conformScalar(schema: ScalarSchema, value: unknown, walk: Walk, place: string): unknown {
  const result = walk.reader.scalar(schema, value, place, walk.form);
  if (schema.scalar === 'Time' && isCut(value, result)) walk.cutsTimes = true;
  return result;
}

function conformStruct(
  schema: StructSchema,
  value: unknown,
  fitting: unknown,
  walk: Walk,
  place: string,
): JsonObject {
  if (!isObject(value)) throw walk.reader.mismatch(schema, value, place, walk.form);
  const { fields, zero } = schema;
  const known = isObject(fitting) ? fitting : undefined;
  const fits = known === undefined ? undefined : ownersThatFit(schema, value, known);
  let conformed: Record<string, unknown> | undefined;
  for (const name in value) {
    if (name === fits) {
      if (conformed !== undefined) conformed[name] = value[name];
      continue;
    }
    const input = value[name];
    // Most of an object is as it was.
    if (known !== undefined && input != null && input === known[name]) {
      if (conformed !== undefined) conformed[name] = input;
      continue;
    }
    const field = fields.get(name);
    let result: unknown;
    if (field === undefined) walk.unknown(schema, name);
    else {
      if (input == null) result = zero?.get(name);
      else {
        result = conformField(schema, field, input, known?.[name], walk);
        if (countsAsAbsent(field, result)) result = zero?.get(name);
      }
    }
    if (result === undefined) conformed ??= fieldsBefore(name, value);
    else if (result !== input) (conformed ??= fieldsBefore(name, value))[name] = result;
    else if (conformed !== undefined) conformed[name] = result;
  }
  return zero === undefined ? (conformed ?? value) : withZeros(zero, value, conformed);
}

/** Returns the name of the field whose value fits though it is not decided; undefined where there is none. */
function ownersThatFit(
  { name }: StructSchema,
  value: JsonObject,
  known: JsonObject,
): string | undefined {
  return name === 'ObjectMeta' && shareLateOwners(value, known) ? 'managedFields' : undefined;
}

/** Adds what is always written and was not given. */
function withZeros(
  zero: ReadonlyMap<string, unknown>,
  value: JsonObject,
  conformed: Record<string, unknown> | undefined,
): JsonObject {
  let whole = conformed;
  for (const [name, none] of zero) {
    if (!Object.hasOwn(value, name)) (whole ??= copyOf(value))[name] = none;
  }
  return whole ?? value;
}

/** The fields before the first one that changes. */
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
  field: FieldSchema,
  value: unknown,
  fitting: unknown,
  walk: Walk,
): unknown {
  const { name, schema } = field;
  // The most common case, without the try.
  if (schema.type === 'scalar' && schema.scalar === 'string' && typeof value === 'string') {
    return value;
  }
  // Nothing in a scalar is left for later, nor unknown.
  if (schema.type === 'scalar') return conformScalarField(struct, field, schema, value, walk);
  if (walk.tracksPath) walk.enter(`.${name}`);
  walk.fields?.push({ struct: struct.name, name: goPathOf(struct, field) });
  try {
    return conformValue(schema, value, fitting, walk, `${struct.name}.${name}`);
  } catch (error) {
    if (error instanceof TypeMismatch) error.within(struct.name, goPathOf(struct, field));
    throw error;
  } finally {
    if (walk.tracksPath) walk.leave();
    walk.fields?.pop();
  }
}

function conformScalarField(
  struct: StructSchema,
  field: FieldSchema,
  schema: ScalarSchema,
  value: unknown,
  walk: Walk,
): unknown {
  try {
    return conformScalar(schema, value, walk, `${struct.name}.${field.name}`);
  } catch (error) {
    if (error instanceof TypeMismatch) error.within(struct.name, goPathOf(struct, field));
    throw error;
  }
}

/** Whether Go cannot distinguish the value from an absent one. */
function countsAsAbsent({ schema, pointer, keepsEmpty }: FieldSchema, value: unknown): boolean {
  if (pointer === true || keepsEmpty === true) return false;
  return schema.type === 'scalar' && isZero(schema.scalar, value);
}

function isZero(scalar: ScalarName, value: unknown): boolean {
  if (scalar === 'any' || scalar === 'JSON' || scalar === 'IntOrString') return false;
  return value === '' || value === 0 || value === false;
}

function conformList(
  schema: ListSchema,
  value: unknown,
  fitting: unknown,
  walk: Walk,
  place: string,
): unknown {
  if (!Array.isArray(value)) throw walk.reader.mismatch(schema, value, place, walk.form);
  const known: readonly unknown[] = Array.isArray(fitting) ? fitting : [];
  return walk.map(value, (input, index) => {
    if (input === known[index] && input != null) return input;
    if (input == null) return zeroOf(schema.items);
    if (walk.tracksPath) walk.enter(`[${index}]`);
    const result = conformValue(schema.items, input, known[index], walk, place);
    if (walk.tracksPath) walk.leave();
    return result;
  });
}

function conformMap(schema: MapSchema, value: unknown, walk: Walk, place: string): unknown {
  if (!isObject(value)) throw walk.reader.mismatch(schema, value, place, walk.form);
  let conformed: Record<string, unknown> | undefined;
  const keys = Object.keys(value);
  if (keys.length === 0) return emptyMap;
  const isRounded =
    schema.exact !== true && schema.values.type === 'scalar' && schema.values.scalar === 'Quantity';
  const isText = schema.values.type === 'scalar' && schema.values.scalar === 'string';
  for (const key of keys) {
    const input = value[key];
    // The most common case, without a path to report.
    if (isText && typeof input === 'string') continue;
    if (walk.tracksPath) walk.enter(`.${key}`);
    let result =
      input == null
        ? zeroOf(schema.values)
        : conformValue(schema.values, input, undefined, walk, place);
    if (walk.tracksPath) walk.leave();
    if (isRounded) result = roundResource(result as string);
    if (result !== input) setOwn((conformed ??= { ...value }), key, result);
  }
  return conformed ?? value;
}

/**
 * Returns undefined for what no variant has, which counts as absent.
 *
 * A union decodes itself, whatever reads the value around it: unknown fields in it are not
 * reported, and errors name the field that has the union.
 */
function conformUnion(schema: UnionSchema, value: unknown, walk: Walk, place: string): unknown {
  const variant = variantOf(schema, value);
  if (variant === undefined) {
    if (variantOf(schema, true) === undefined) return undefined;
    throw new UnreadableValue('boolean or JSON schema expected');
  }
  try {
    return conformValue(variant.schema, value, undefined, walk.ofUnion(), place);
  } catch (error) {
    throw ofUnion(error);
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
