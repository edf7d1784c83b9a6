/** What distinguishes the kinds of custom resources from built-in ones. */
import type { ConformOptions } from '#schema';
import type { KubeObject, Resumable } from '#values';
import type { JSONSchemaProps, WebhookConversion } from '#types';

/**
 * How a version of a custom resource is read, stored and published. Its objects have no Go type: a
 * schema says which fields they have, and which values.
 */
export interface CustomForm<T extends KubeObject = KubeObject> {
  /**
   * Reads JSON as an object: without unknown fields, which are reported in alphabetical order, and
   * with defaults. The same value when nothing changes.
   * @throws {UnreadableValue} @throws {TypeMismatch} @throws {ApiError} 422 for another kind
   */
  decode(value: unknown, options?: ConformOptions): T;
  /** The same in parts. */
  decoding(value: unknown, options?: ConformOptions): Resumable<T>;
  /**
   * A stored object as this version shows it now: it may have been stored through another version,
   * or before the schema changed. Strategy, checks and field ownership see this form. With a webhook
   * it takes what that has made of an object of another version.
   */
  read(stored: KubeObject): T;
  /** The object in the version that is stored. */
  write(object: T): KubeObject;
  /** The apiVersion that is stored. */
  readonly stored: string;
  /** An object of any version as that version is now, with its defaults. */
  inOwnVersion(object: KubeObject): KubeObject;
  /** What converts between versions; absent: only apiVersion differs, and fields may be missing. */
  readonly webhook?: WebhookConversion | undefined;
  /** Its definition is being deleted: there are no new objects. */
  readonly isTerminating: boolean;
  /** The name of one object, in lower case. */
  readonly singular: string;
  readonly listKind: string;
  /** What OpenAPI publishes. */
  readonly schema: JSONSchemaProps;
  /** The path of the number of replicas, such as `.spec.replicas`; absent: there is no `/scale`. */
  readonly replicasPath?: string | undefined;
}
