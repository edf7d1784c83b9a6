/** Reads of the past of the memory engine. */
import type { Millis } from '#clock';
import type { KubeObject } from '#values';
import type { Bucket } from './bucket.ts';
import type { Change } from './change.ts';
import { CompactedError, FutureRevisionError } from './errors.ts';
import type { Log } from './log.ts';
import type { Past } from './past.ts';

/** What reads of the past need of the engine. */
export interface PastHost {
  /** All changes that are kept. */
  readonly changes: Log<Change>;
  readonly buckets: ReadonlyMap<string, Bucket>;
  revision(): number;
  compactedRevision(): number;
  /** When the latest compacted revision was written; absent while there is none. */
  compactedTime(): Millis | undefined;
}

export class KeptPast implements Past {
  readonly #host: PastHost;

  constructor(host: PastHost) {
    this.#host = host;
  }

  get beginning(): number {
    return this.#host.compactedRevision();
  }

  get revision(): number {
    return this.#host.revision();
  }

  get buckets(): Iterable<string> {
    return this.#host.buckets.keys();
  }

  get(bucket: string, key: string, revision: number): KubeObject | undefined {
    this.checkReadable(revision);
    return this.#host.buckets.get(bucket)?.get(key, revision);
  }

  list(bucket: string, revision: number, prefix?: string): readonly KubeObject[] {
    this.checkReadable(revision);
    return this.#host.buckets.get(bucket)?.list({ prefix }, revision).items ?? [];
  }

  change(revision: number): Change | undefined {
    const change = this.#lastAt(revision);
    return change?.revision === revision ? change : undefined;
  }

  *changes(after = 0): Iterable<Change> {
    const { changes } = this.#host;
    for (let at = this.#behind(after); at < changes.end; at++) yield changes.at(at);
  }

  *changesBefore(before: number): Iterable<Change> {
    const { changes } = this.#host;
    for (let at = this.#behind(before - 1) - 1; at >= changes.first; at--) yield changes.at(at);
  }

  *changesOf(bucket: string, key: string, upTo = this.revision): Iterable<Change> {
    const versions = this.#host.buckets.get(bucket);
    for (const revision of versions?.revisionsOf(key, upTo) ?? []) {
      const change = this.#changeTo(bucket, key, revision);
      if (change === undefined) return;
      yield change;
    }
  }

  /** Several objects may have been written at one revision. */
  #changeTo(bucket: string, key: string, revision: number): Change | undefined {
    const { changes } = this.#host;
    for (let at = this.#behind(revision) - 1; at >= changes.first; at--) {
      const change = changes.at(at);
      if (change.revision !== revision) return undefined;
      if (change.key === key && change.bucket === bucket) return change;
    }
    return undefined;
  }

  revisionAt(time: Millis): number {
    const { changes } = this.#host;
    const at = changes.firstWhere((change) => change.time > time) - 1;
    if (at >= changes.first) return changes.at(at).revision;
    const compacted = this.#host.compactedTime();
    return compacted !== undefined && time >= compacted ? this.beginning : 0;
  }

  timeOf(revision: number): Millis | undefined {
    const change = this.#lastAt(revision);
    if (change !== undefined) return change.time;
    return revision >= this.beginning ? this.#host.compactedTime() : undefined;
  }

  /** @throws {CompactedError} @throws {FutureRevisionError} */
  checkReadable(revision: number): void {
    if (revision > this.revision) throw new FutureRevisionError(revision, this.revision);
    if (revision < this.beginning) throw new CompactedError(revision, this.beginning);
  }

  /** The latest change up to a revision. */
  #lastAt(revision: number): Change | undefined {
    const { changes } = this.#host;
    const at = this.#behind(revision) - 1;
    return at >= changes.first ? changes.at(at) : undefined;
  }

  /** Position of the first change after a revision. */
  #behind(revision: number): number {
    return this.#host.changes.firstWhere((change) => change.revision > revision);
  }
}
