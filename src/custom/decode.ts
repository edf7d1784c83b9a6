/** Reads the objects of one version of a custom resource. Pure: what stays is shared. */
import {
  conform,
  type ConformOptions,
  jsonTypeOf,
  TypeMismatch,
  UnreadableValue,
  isObject,
  type JsonObject,
  type Structure,
  type StructSchema,
} from '#schema';
import {
  invalidObject,
  invalid,
  show,
  type FieldErrors,
  type KubeObject,
  type Release,
} from '#values';
import { groupOfVersion } from '#kinds';
import { dropNulls, fillDefaults } from './defaults.ts';
import { coerceEmbedded } from './embedded.ts';
import { prune, type OnUnknown } from './prune.ts';

/** The names of a version, as its objects have them. */
export interface TypeNames {
  readonly group: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** The type of their metadata. */
  readonly metadata: StructSchema;
  readonly release?: Release;
}

/** @throws {UnreadableValue} @throws {TypeMismatch} @throws {ApiError} 422 for another type */
export function decode(
  structure: Structure,
  names: TypeNames,
  value: unknown,
  options: ConformOptions = {},
): KubeObject {
  const { fitting } = options;
  if (fitting !== undefined && value === fitting) return value as KubeObject;
  if (!isObject(value)) throw new TypeMismatch(jsonTypeOf(value), 'map[string]interface {}');
  const { onUnknown } = options;
  const ofMetadata =
    names.release?.enabled('CustomMetadataReported') === true ? onUnknown : undefined;
  const typed = withMetadata(value, names.metadata, { ...options, onUnknown: ofMetadata });
  checkType(names, typed);
  const pruned = inOrder(onUnknown, (report) => prune(structure, typed, report));
  const whole = dropNulls(structure, pruned);
  const coerced = inOrder(ofMetadata, (report) => coerceEmbedded(structure, whole, names, report));
  return fillDefaults(structure, coerced) as KubeObject;
}

/** Does the work, and reports the unknown fields that it finds by name, as the server does. */
function inOrder<T>(onUnknown: OnUnknown | undefined, work: (report?: OnUnknown) => T): T {
  if (onUnknown === undefined) return work();
  const found: string[] = [];
  const made = work((path) => void found.push(path));
  found.sort().forEach((path) => onUnknown(path));
  return made;
}

/** A stored object as the schema is now: without fields that it does not have, and with defaults. */
export function refresh(structure: Structure, stored: KubeObject): KubeObject {
  return fillDefaults(structure, convertedTo(structure, stored)) as KubeObject;
}

/** An object of another version without the fields that this one does not have. */
export function convertedTo(structure: Structure, object: KubeObject): KubeObject {
  return dropNulls(structure, prune(structure, object)) as KubeObject;
}

/** Metadata have a type, whatever the schema says. v1.24 does not report their unknown fields. */
function withMetadata(
  value: JsonObject,
  schema: StructSchema,
  { fitting, version, onUnknown }: ConformOptions,
): JsonObject {
  const { metadata } = value;
  if (metadata === undefined) return value;
  const known = isObject(fitting) ? fitting['metadata'] : undefined;
  if (metadata === known) return value;
  const report = onUnknown && ((path: string) => onUnknown(`metadata.${path}`));
  const read = conform(schema, metadata ?? {}, {
    fitting: known,
    version,
    onUnknown: report,
  }) as JsonObject;
  const told = withoutNoOwners(read);
  return told === metadata ? value : { ...value, metadata: told };
}

/** v1.24 cannot tell an empty list of owners from none: it does not remove the stored ones. */
function withoutNoOwners(metadata: JsonObject): JsonObject {
  const { managedFields, ...rest } = metadata;
  return Array.isArray(managedFields) && managedFields.length === 0 ? rest : metadata;
}

/** The error names the type that the object says that it has. */
function checkType(names: TypeNames, object: JsonObject): void {
  const { apiVersion = names.apiVersion, kind = names.kind, metadata } = object as Named;
  if (kind === names.kind && apiVersion === names.apiVersion) return;
  if (typeof kind !== 'string') {
    const why = `.kind accessor error: ${String(kind)} is of the type ${typeof kind}, expected string`;
    throw new UnreadableValue(why);
  }
  const faults: FieldErrors = [];
  if (kind !== names.kind) faults.push(invalid('kind', show(kind), `must be ${names.kind}`));
  if (apiVersion !== names.apiVersion) {
    faults.push(invalid('apiVersion', show(apiVersion), `must be ${names.apiVersion}`));
  }
  throw invalidObject(groupOfVersion(apiVersion), kind, metadata?.name ?? '', faults);
}

interface Named {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: { readonly name?: string };
}
