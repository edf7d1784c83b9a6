/** What a kind declares about requests, answers and how its objects are kept. */
import type { KubeObject } from '#values';
import type { ObjectMeta } from '#types';

/** How requests about objects of a kind differ from the usual ones: most kinds declare little of it. */
export interface KindWire<T extends KubeObject = KubeObject> {
  /** Supports only get and list: nothing is stored, objects are computed on request. */
  readonly readOnly?: boolean;
  /** PUT on a missing object creates it. */
  readonly createOnUpdate?: boolean;
  /** PUT without resourceVersion is rejected. */
  readonly requiresVersion?: boolean;
  /** Does not support deletecollection. */
  readonly lacksDeleteCollection?: boolean;
  /** DELETE answers with the object instead of a Status. */
  readonly deleteAnswersObject?: boolean;
  /** The warning for a delete that does not say what happens to dependents. */
  readonly deletionWarning?: string;
  /**
   * What happens to dependents when a delete does not say. Default: background. None: also when it
   * does say, because nothing depends on such objects.
   */
  readonly defaultPropagation?: 'Background' | 'Orphan' | 'None';
  /**
   * v1.24 stores new objects without some defaults, which reads add. The first write of such an object
   * stores them too, and so makes a version even when it changes nothing.
   */
  completedByWrite?(object: T): boolean;
  /**
   * What PartialObjectMetadata shows: without fields that only the served form adds. Absent: all of
   * it.
   */
  partialMetadata?(metadata: ObjectMeta): ObjectMeta;
  /**
   * Readers of the selectable fields other than metadata.name and metadata.namespace. A map, so
   * that unknown fields can be rejected without an object, and only the requested fields are read.
   */
  readonly selectableFields?: Readonly<Record<string, FieldReader<T>>>;
  /** The minor releases since which there are those that not all have. */
  readonly selectableSince?: Readonly<Record<string, number>>;
  /** How fields that cannot be selected on are rejected, where v1.24 has a message of its own. */
  unknownField?(field: string): string;
  /** v1.24 has no list cache for it, so lists at resourceVersion 0 are paginated. */
  readonly uncached?: boolean;
  /** The path segment of its key in v1.24's etcd, which messages show. Default: its plural. */
  readonly storagePath?: string;
  /** The apiVersion in which v1.24 keeps it in etcd, where that is not the one declared here. */
  readonly storageVersion?: string;
  /** Objects expire this many virtual ms after their last write (events). */
  readonly ttlMs?: number;
}

/** Reads a selectable field. (Taken from a method, so that kinds of all types fit one list.) */
export type FieldReader<T> = { read(object: T): string }['read'];
