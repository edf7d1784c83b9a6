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
import {
  inField,
  invalid,
  required,
  show,
  type FieldErrors,
  type Resumable,
  showJson,
  checkDns1035Label,
  checkPathSegment,
  runToEnd,
  type LongLists,
  mapShared,
  Pace,
  goOf,
  jsonOf,
  type Release,
} from '#values';
import { validatePlainMetadata } from '#kinds';
import type { ObjectMeta } from '#types';
import { changeFields, gone } from './change.ts';
import { checkingDeep } from './checks/deep.ts';
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

/** Each embedded object has an apiVersion and a kind of good form, and good metadata. */
export function checkEmbedded(
  errors: FieldErrors,
  structure: Structure,
  value: unknown,
  path = '',
  isBrief = false,
): void {
  runToEnd(checkingEmbedded(errors, structure, value, path, isBrief));
}

/**
 * {@link checkEmbedded} in parts.
 *
 * @param isBrief whether messages about what is missing leave out that it must not be empty
 * @param pace shared by all of one work
 */
export function checkingEmbedded(
  errors: FieldErrors,
  structure: Structure,
  value: unknown,
  path = '',
  isBrief = false,
  pace = new Pace(),
): Resumable<void> {
  return checkingDeep(errors, structure, value, path, pace, (found, of, held, at) => {
    if (of.isEmbedded && at !== '' && isObject(held)) checkObject(found, held, at, isBrief);
    return undefined;
  });
}

function checkObject(
  errors: FieldErrors,
  object: JsonObject,
  path: string,
  isBrief: boolean,
): void {
  const missing = isBrief ? '' : 'must not be empty';
  checkText(errors, object['apiVersion'], `${path}.apiVersion`, missing, (version) =>
    version.split('/').length > 2 ? `unexpected GroupVersion string: ${version}` : undefined,
  );
  checkText(errors, object['kind'], `${path}.kind`, missing, (kind) => {
    const faults = checkDns1035Label(kind.toLowerCase());
    if (faults.length === 0) return undefined;
    return `may have mixed case, but should otherwise match: ${faults.join(',')}`;
  });
  const metadata = object['metadata'];
  if (isObject(metadata)) checkMetadata(errors, metadata, `${path}.metadata`);
}

function checkText(
  errors: FieldErrors,
  value: unknown,
  field: string,
  missing: string,
  faultOf: (text: string) => string | undefined,
): void {
  if (value === undefined || value === '') {
    errors.push(required(field, missing));
    return;
  }
  if (typeof value !== 'string') {
    errors.push(invalid(field, showJson(value), 'must be a string'));
    return;
  }
  const fault = faultOf(value);
  if (fault !== undefined) errors.push(invalid(field, show(value), fault));
}

/** The checks of any metadata, except that a name is any part of a path, and not required. */
function checkMetadata(errors: FieldErrors, metadata: JsonObject, path: string): void {
  const { name = '', namespace } = metadata as unknown as ObjectMeta;
  const named = { ...(metadata as unknown as ObjectMeta), name: name || 'fakename' };
  const kind = { namespaced: !!namespace, rules: { validateName: checkPathSegment } };
  const found: FieldErrors = [];
  validatePlainMetadata(found, named, kind);
  for (const error of found) {
    errors.push(inField(error, error.field.replace(/^metadata/, path)));
  }
}
