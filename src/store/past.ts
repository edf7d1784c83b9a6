/** The past that a store keeps: its states by revision, and the changes between them. */
import type { Millis } from '#clock';
import type { KubeObject } from '#values';
import type { Change } from './change.ts';

/**
 * Reads of the past. They are synchronous and copy nothing, as an explanation reads hundreds of
 * states; a store that keeps its objects elsewhere answers from the window that it has in memory.
 * Reads of a state reject a revision before the first or after the latest.
 */
export interface Past {
  /** The first state that is kept: 0 when nothing is compacted. */
  readonly beginning: number;
  /** The latest state. */
  readonly revision: number;
  /** The buckets that something was written to. */
  readonly buckets: Iterable<string>;
  /** An object at a revision. @throws {CompactedError} @throws {FutureRevisionError} */
  get(bucket: string, key: string, revision: number): KubeObject | undefined;
  /**
   * Objects at a revision, in byte order of their keys; with a prefix only those whose
   * key begins with it. @throws {CompactedError} @throws {FutureRevisionError}
   */
  list(bucket: string, revision: number, prefix?: string): readonly KubeObject[];
  /**
   * The change that made a revision: who, when and why; the last of several. Undefined where it is
   * not kept.
   */
  change(revision: number): Change | undefined;
  /** The changes that are kept, in order: those with a greater revision than `after`. */
  changes(after?: number): Iterable<Change>;
  /** The changes that are kept with a lesser revision than `before`, latest first. */
  changesBefore(before: number): Iterable<Change>;
  /** The changes that are kept of all objects that had this key, up to a revision, latest first. */
  changesOf(bucket: string, key: string, upTo?: number): Iterable<Change>;
  /** The last revision at or before a virtual time; 0 for a time before the beginning. */
  revisionAt(time: Millis): number;
  /** When a revision was written, or the last one before it; undefined before the beginning. */
  timeOf(revision: number): Millis | undefined;
}
