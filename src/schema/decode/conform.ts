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
  mapShared,
  restarting,
  roundResource,
  setOwn,
  type Parts,
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
import { isCut, readingExactTimes } from './exact-times.ts';
import type { GoForm } from './go-types.ts';
import { TypeMismatch, UnreadableValue } from './mismatch.ts';
import { jsonReader, type ValueReader } from './readers.ts';
import { checkSelfDecoding } from './self-decoding.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** @param type the one that lacks the field */
export type OnForeign = (type: StructSchema, field: string) => void;

export interface ConformOptions {
  /** Gets the paths of unknown fields, such as `spec.containers[0].foo`, in document order. */
  readonly onUnknown?: ((path: string) => void) | undefined;
  /** Gets the type and the name of each unknown field; it may get one twice. */
  readonly onForeign?: OnForeign | undefined;
  /** A value that already fits, such as the stored object: parts shared with it are not checked. */
  readonly fitting?: unknown;
  /** Default: {@link jsonReader}. */
  readonly reader?: ValueReader;
  /** Gets the value with the fractions of seconds that its times lost, if they lost any. */
  readonly onExact?: (exact: unknown) => void;
  /** The version of the value, if its types are those of a newer version. Messages name it. */
  readonly version?: string;
}

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
  const { reader = jsonReader, onExact, version, onUnknown, onForeign } = options;
  const walk = new Walk(reader, { root: schema, version }, { onUnknown, onForeign });
  const conformed = conformWith(walk, schema, value, options.fitting);
  if (onExact !== undefined && walk.cutsTimes) onExact(exactly(walk, schema, value));
  return conformed;
}

/**
 * {@link conform}, in parts where lists are long. Unknown fields are reported in document order, each
 * once.
 */
export function conforming(
  schema: StructSchema,
  value: unknown,
  options: ConformOptions = {},
): object | Parts<object> {
  const { reader = jsonReader, onExact, onUnknown, onForeign, version, fitting } = options;
  // After a pause only what is left is walked: both remember what was found before.
  const unknown = onUnknown && new Set<string>();
  const report = unknown && ((path: string): void => void unknown.add(path));
  const walk = new Walk(reader, { root: schema, version }, { onUnknown: report, onForeign });
  return restarting(() => {
    const conformed = conformWith(walk, schema, value, fitting);
    const losesParts = onExact !== undefined && walk.cutsTimes;
    const exact = losesParts ? exactly(walk, schema, value) : undefined;
    unknown?.forEach((path) => onUnknown!(path));
    if (losesParts) onExact(exact);
    return conformed;
  });
}

function conformWith(
  walk: Walk,
  schema: StructSchema,
  value: unknown,
  fitting: unknown,
): JsonObject {
  const { reader, form } = walk;
  walk.begin();
  try {
    return conformStruct(schema, value, fitting, walk, schema.name);
  } catch (error) {
    if (reader.readsOn && isOfForm(error)) checkSelfDecoding(schema, value, reader, form);
    throw error;
  }
}

function isOfForm(error: unknown): boolean {
  return error instanceof TypeMismatch || error instanceof UnreadableValue;
}

/** The value with the fractions of seconds of its times. */
function exactly({ reader, form }: Walk, schema: StructSchema, value: unknown): JsonObject {
  return conformWith(new Walk(readingExactTimes(reader), form), schema, value, undefined);
}

/** The path of walks that track none. */
const untracked: string[] = [];

/** How values are read, and the current path, which is tracked only when a caller needs it. */
class Walk {
  readonly reader: ValueReader;
  readonly form: GoForm;
  /** A time that was read lost a fraction of its second. */
  cutsTimes = false;
  readonly #onUnknown: ((path: string) => void) | undefined;
  readonly #onForeign: OnForeign | undefined;
  readonly #path: string[];

  constructor(
    reader: ValueReader,
    form: GoForm,
    { onUnknown, onForeign }: Pick<ConformOptions, 'onUnknown' | 'onForeign'> = {},
  ) {
    this.reader = reader;
    this.form = form;
    this.#onUnknown = onUnknown;
    this.#onForeign = onForeign;
    this.#path = onUnknown === undefined ? untracked : [];
  }

  get tracksPath(): boolean {
    return this.#onUnknown !== undefined;
  }

  begin(): void {
    this.#path.length = 0;
  }

  unknown(type: StructSchema, field: string): void {
    this.#onForeign?.(type, field);
    this.#onUnknown?.([...this.#path, `.${field}`].join('').slice(1));
  }

  enter(part: string): void {
    this.#path.push(part);
  }

  leave(): void {
    this.#path.pop();
  }
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
  const kept = walk.reader.scalar(schema, value, place, walk.form);
  if (schema.scalar === 'Time' && isCut(value, kept)) walk.cutsTimes = true;
  return kept;
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
  let conformed: Record<string, unknown> | undefined;
  let written = 0;
  for (const name in value) {
    const given = value[name];
    const field = fields.get(name);
    let kept: unknown;
    if (field === undefined) walk.unknown(schema, name);
    else {
      if (field.written === true) written++;
      if (given == null) kept = zero?.get(name);
      else if (known !== undefined && given === known[name]) kept = given;
      else {
        kept = conformField(schema, field, given, known?.[name], walk);
        if (countsAsAbsent(field, kept)) kept = zero?.get(name);
      }
    }
    if (kept === undefined) conformed ??= fieldsBefore(name, value);
    else if (kept !== given) (conformed ??= fieldsBefore(name, value))[name] = kept;
    else if (conformed !== undefined) conformed[name] = kept;
  }
  if (zero === undefined || written === zero.size) return conformed ?? value;
  return withZeros(zero, value, conformed ?? copyOf(value));
}

/** Adds what is always written and was not given. */
function withZeros(
  zero: ReadonlyMap<string, unknown>,
  value: JsonObject,
  conformed: Record<string, unknown>,
): JsonObject {
  for (const [name, none] of zero) if (!Object.hasOwn(value, name)) conformed[name] = none;
  return conformed;
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
  { name, schema }: FieldSchema,
  value: unknown,
  fitting: unknown,
  walk: Walk,
): unknown {
  // The two most common cases, without the try and without a path to report.
  if (schema.type === 'scalar' && schema.scalar === 'string' && typeof value === 'string') {
    return value;
  }
  if (walk.tracksPath) walk.enter(`.${name}`);
  try {
    return conformValue(schema, value, fitting, walk, `${struct.name}.${name}`);
  } catch (error) {
    if (error instanceof TypeMismatch) error.within(struct.name, name);
    throw error;
  } finally {
    if (walk.tracksPath) walk.leave();
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
  return mapShared(value as readonly unknown[], (given, index) => {
    if (given === known[index] && given != null) return given;
    if (given == null) return zeroOf(schema.items);
    if (walk.tracksPath) walk.enter(`[${index}]`);
    const kept = conformValue(schema.items, given, known[index], walk, place);
    if (walk.tracksPath) walk.leave();
    return kept;
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
    const given = value[key];
    // The most common case, without a path to report.
    if (isText && typeof given === 'string') continue;
    if (walk.tracksPath) walk.enter(`.${key}`);
    let kept =
      given == null
        ? zeroOf(schema.values)
        : conformValue(schema.values, given, undefined, walk, place);
    if (walk.tracksPath) walk.leave();
    if (isRounded) kept = roundResource(kept as string);
    if (kept !== given) setOwn((conformed ??= { ...value }), key, kept);
  }
  return conformed ?? value;
}

/**
 * A union decodes itself, whatever reads the value around it: unknown fields in it are not
 * reported, and errors name the field that has the union.
 */
function conformUnion(schema: UnionSchema, value: unknown, walk: Walk, place: string): unknown {
  const variant = variantOf(schema, value);
  if (variant === undefined) {
    if (variantOf(schema, true) === undefined) return null;
    throw new UnreadableValue('boolean or JSON schema expected');
  }
  try {
    const within = new Walk(jsonReader, walk.form);
    return conformValue(variant.schema, value, undefined, within, place);
  } catch (error) {
    throw error instanceof TypeMismatch ? new TypeMismatch(error.found, error.wanted) : error;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
