/**
 * The structural schema of API types: what decoding, defaulting helpers, patches,
 * server-side apply, managed fields and OpenAPI are all derived from.
 *
 * A schema is a graph (types may refer to themselves, as JSONSchemaProps does), so
 * walk it together with a value, never on its own.
 */

import type { FieldFacts } from './notation.ts';

/**
 * Scalar types by their wire form. `any` is free-form JSON (RawExtension, FieldsV1), and so is
 * `JSON`, which is published as any value at all.
 */
export type ScalarName =
  | 'string'
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'double'
  | 'bytes'
  | 'Time'
  | 'MicroTime'
  | 'Quantity'
  | 'IntOrString'
  | 'JSON'
  | 'any';

export interface ScalarSchema {
  readonly type: 'scalar';
  readonly scalar: ScalarName;
  /** Allowed values, where the published type lists them. */
  readonly enum?: readonly string[];
  /**
   * For `any`: server-side apply takes the parts of a value from the value itself. The fields of
   * objects have owners of their own; lists are owned as a whole.
   */
  readonly deduced?: boolean;
}

export interface FieldSchema {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** Go has a pointer: a given zero value stays. Absent: zero cannot be distinguished from absent. */
  readonly pointer?: boolean;
  /** Go writes it even when it is zero or absent: the {@link StructSchema.zero} of its struct has it. */
  readonly written?: boolean;
  /** A list, or bytes, for which empty is not the same as absent. */
  readonly keepsEmpty?: boolean;
  /** A struct whose type is atomic: here, server-side apply owns its fields. */
  readonly granular?: boolean;
  /** Default value published with the type (server-side apply uses it in list keys). */
  readonly default?: unknown;
  /**
   * Strategic merge of a struct-valued field, where it is not the plain merge: `replace`
   * takes the patch's struct whole; `retainKeys` honours the `$retainKeys` directive, which
   * drops every key that the patch does not list. (Lists say this of their elements.)
   */
  readonly patchStrategy?: 'replace' | 'retainKeys';
  /** What it means, in words. */
  readonly description?: string;
  /** Its number in protobuf, behind those of the inlined messages that it is in, the outermost first. */
  readonly number?: readonly number[];
  /** A list that is field 1 of a nested message, or a text that is a message of nanoseconds. */
  readonly form?: 'wrapped' | 'duration';
  /** The feature gate without which writes lose it. */
  readonly gate?: string;
  /** With the gate off: what takes the place of other values. Absent: the field is removed. */
  readonly off?: unknown;
  /** What it holds stays whatever gates say: checks refuse it there, or nothing looks at it. */
  readonly ungated?: boolean;
  /** What is filled in where it is absent, without being published. */
  readonly fill?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  /** In characters or elements. */
  readonly maxLength?: number;
  /** An update does not change it. */
  readonly immutable?: boolean;
}

/** Which minor releases of Kubernetes 1 have a field, both included, and the newest gate it is behind. */
export type FieldReleases = Pick<FieldFacts, 'since' | 'until' | 'gate'>;

/** The text of a type, which tells without being read what the type may hold. */
export interface TypeSource {
  /** The minor release of Kubernetes 1 whose fields the type has; undefined: those of all releases. */
  readonly minor: number | undefined;
  /** Returns which releases have a field; undefined where none has it. Reads the text. */
  releasesOf(field: string): FieldReleases | undefined;
  /** Whether a field of the type says one of these words. */
  says(words: RegExp): boolean;
  /** The feature gates of its fields. */
  readonly gates: readonly string[];
  /** The types that its fields may have, and perhaps some more. */
  readonly types: readonly (StructSchema | UnionSchema)[];
}

export interface StructSchema {
  readonly type: 'struct';
  /** Short type name, such as `DaemonSetSpec`. */
  readonly name: string;
  /** Published definition name, such as `io.k8s.api.apps.v1.DaemonSetSpec`. */
  readonly definition: string;
  /** For a top-level kind, the apiVersion it is published under, such as `apps/v1`. */
  readonly apiVersion?: string;
  /** In the order of the published type, which is alphabetical. */
  readonly fields: ReadonlyMap<string, FieldSchema>;
  /**
   * The fields that are always written, with their values when nothing is given. Absent: there are
   * none.
   */
  readonly zero?: ReadonlyMap<string, unknown>;
  /** The fields that may hold empty lists or maps, at any depth. */
  readonly emptiable?: ReadonlyMap<string, FieldSchema>;
  /** The type of fields that are not in {@link fields}. Absent: there are none. */
  readonly others?: Schema;
  /** An atomic struct has one owner in server-side apply. */
  readonly atomic: boolean;
  /** What it means, in words; absent where nothing is said. */
  readonly description?: string | undefined;
  /** Absent for types that are not written in the notation. */
  readonly source?: TypeSource;
}

export interface ListSchema {
  readonly type: 'list';
  readonly items: Schema;
  /** How server-side apply merges: by keys (`map`), by value (`set`), or not (`atomic`). */
  readonly listType: 'atomic' | 'set' | 'map';
  /** Key fields of a `map` list. */
  readonly keys: readonly string[];
  /** The published type says how server-side apply merges; else it follows from what patches do. */
  readonly isStated?: boolean;
  /** Strategic merge: merge elements (by `patchMergeKey`, or as a set of scalars), else replace. */
  readonly patchMerge: boolean;
  readonly patchMergeKey?: string;
  /** Strategic merge: elements honour the `$retainKeys` directive of a patch. */
  readonly retainKeys?: boolean;
}

export interface MapSchema {
  readonly type: 'map';
  readonly values: Schema;
  readonly atomic: boolean;
  /** For quantities: they are not rounded to thousandths. */
  readonly exact?: boolean;
}

/**
 * A value of one of several types, which its JSON form tells apart: an object, a list or a boolean.
 * In Go it is a struct of which one field is set; JSON has that field's value alone.
 */
export interface UnionSchema {
  readonly type: 'union';
  readonly name: string;
  readonly definition: string;
  /** Of each form at most one. */
  readonly fields: ReadonlyMap<string, FieldSchema>;
  readonly source?: TypeSource;
}

export type Schema = ScalarSchema | StructSchema | ListSchema | MapSchema | UnionSchema;
