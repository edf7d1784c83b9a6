/** Reads the objects of one version of a custom resource. Pure: what stays is shared. */
import {
  conform,
  conforming,
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
  finishing,
  walkResumably,
  invalidObject,
  invalid,
  show,
  type FieldErrors,
  type KubeObject,
  type LongLists,
  type Resumable,
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
  if (isKnown(value, options)) return value as KubeObject;
  const metadata = metadataOf(names, value, options);
  const read = metadata && conform(names.metadata, metadata.value, metadata.options);
  let walked: unknown = typedObject(names, value, read);
  const { all, report } = walksOf(structure, names, options);
  for (const walk of all) walked = walk(walked);
  report();
  return walked as KubeObject;
}

/** {@link decode} in parts. */
export function* decoding(
  structure: Structure,
  names: TypeNames,
  value: unknown,
  options: ConformOptions = {},
): Resumable<KubeObject> {
  if (isKnown(value, options)) return value as KubeObject;
  const metadata = metadataOf(names, value, options);
  const read =
    metadata && (yield* finishing(conforming(names.metadata, metadata.value, metadata.options)));
  let walked: unknown = typedObject(names, value, read);
  const { all, report } = walksOf(structure, names, options);
  for (const walk of all) {
    const before = walked;
    walked = yield* finishing(walkResumably((lists) => walk(before, lists)));
  }
  report();
  return walked as KubeObject;
}

interface Walks {
  /** Each is through what the one before it has made. */
  readonly all: readonly ((value: unknown, lists?: LongLists) => unknown)[];
  /** Reports the unknown fields that they have found: of each by name, as the server does. */
  report(): void;
}

/** The walks through an object. */
function walksOf(structure: Structure, names: TypeNames, options: ConformOptions): Walks {
  const pruned = foundBy(options.onUnknown);
  const coerced = foundBy(ofMetadata(names, options));
  return {
    all: [
      (value, lists) => prune(structure, value, pruned.onUnknown, lists),
      (value, lists) => dropNulls(structure, value, lists),
      (value, lists) => coerceEmbedded(structure, value, names, coerced.onUnknown, '', lists),
      (value, lists) => fillDefaults(structure, value, lists),
    ],
    report() {
      pruned.report();
      coerced.report();
    },
  };
}

interface UnknownFields {
  readonly onUnknown: OnUnknown | undefined;
  report(): void;
}

function foundBy(onUnknown: OnUnknown | undefined): UnknownFields {
  const found: string[] = [];
  return {
    onUnknown: onUnknown && ((path) => void found.push(path)),
    report: () => found.sort().forEach((path) => onUnknown!(path)),
  };
}

/** Gets the unknown fields of metadata: v1.24 does not report them. */
function ofMetadata({ release }: TypeNames, { onUnknown }: ConformOptions): OnUnknown | undefined {
  return release?.enabled('CustomMetadataReported') === true ? onUnknown : undefined;
}

function isKnown(value: unknown, { fitting }: ConformOptions): boolean {
  return fitting !== undefined && value === fitting;
}

/** A stored object as the schema is now: without fields that it does not have, and with defaults. */
export function refresh(structure: Structure, stored: KubeObject): KubeObject {
  return fillDefaults(structure, convertedTo(structure, stored)) as KubeObject;
}

/** An object of another version without the fields that this one does not have. */
export function convertedTo(structure: Structure, object: KubeObject): KubeObject {
  return dropNulls(structure, prune(structure, object)) as KubeObject;
}

interface InputMetadata {
  readonly value: unknown;
  readonly options: ConformOptions;
}

/**
 * Metadata have a type, whatever the schema says. Undefined where they are absent, or those that are
 * known to fit.
 */
function metadataOf(
  names: TypeNames,
  value: unknown,
  options: ConformOptions,
): InputMetadata | undefined {
  if (!isObject(value)) throw new TypeMismatch(jsonTypeOf(value), 'map[string]interface {}');
  const { fitting, version } = options;
  const { metadata } = value;
  const known = isObject(fitting) ? fitting['metadata'] : undefined;
  if (metadata === undefined || metadata === known) return undefined;
  const onUnknown = ofMetadata(names, options);
  const report = onUnknown && ((path: string) => onUnknown(`metadata.${path}`));
  return { value: metadata ?? {}, options: { fitting: known, version, onUnknown: report } };
}

/** @param read its metadata in the form of their type; undefined: they stay as they are */
function typedObject(names: TypeNames, value: unknown, read: unknown): JsonObject {
  const object = value as JsonObject;
  const metadata = read === undefined ? object['metadata'] : withoutNoOwners(read as JsonObject);
  const typed = metadata === object['metadata'] ? object : { ...object, metadata };
  checkType(names, typed);
  return typed;
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
