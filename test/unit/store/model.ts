/**
 * The store as naively as can be: the list of all changes, and every answer worked out by
 * replaying it. What engines are checked against.
 */
import type { Change } from '#store';

/** What of a change the model foretells. */
export type Expected = Pick<Change, 'revision' | 'time' | 'bucket' | 'key' | 'type'> & {
  /** What was written, to tell values apart. */
  readonly mark: string;
  /** Who wrote it. */
  readonly actor: string;
};

interface Deadline {
  readonly due: number;
  readonly bucket: string;
  readonly key: string;
}

export interface ModelList {
  readonly marks: readonly string[];
  readonly next: string | undefined;
  readonly remaining: number;
}

export class Model {
  readonly changes: Expected[] = [];
  compacted = 0;
  /** Over the window with what has to be read first: writes wait. */
  full = false;
  readonly #keep: number;
  /** The first revision that a watch which holds the clock has not read; Infinity when there is none. */
  readonly #unread: () => number;
  /** In the order in which they were set. */
  #deadlines: Deadline[] = [];

  constructor(keep: number, unread: () => number) {
    this.#keep = keep;
    this.#unread = unread;
  }

  get revision(): number {
    return this.changes.length;
  }

  /** Forgets what is over the window, but what is unread only beyond twice the window. */
  trim(): void {
    this.full = false;
    for (let kept = this.revision - this.compacted; kept > this.#keep && !this.full; kept--) {
      this.full = kept <= 2 * this.#keep && this.compacted + 1 >= this.#unread();
      if (!this.full) this.compacted++;
    }
  }

  compact(revision: number): void {
    this.compacted = Math.max(this.compacted, revision);
    if (this.full) this.trim();
  }

  /** What existed at a revision, in order of keys. */
  at(bucket: string, revision: number): Map<string, Expected> {
    const found = new Map<string, Expected>();
    for (const change of this.changes) {
      if (change.bucket !== bucket || change.revision > revision) continue;
      if (change.type === 'deleted') found.delete(change.key);
      else found.set(change.key, change);
    }
    return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  get(bucket: string, key: string): Expected | undefined {
    return this.at(bucket, this.revision).get(key);
  }

  list(
    bucket: string,
    { revision = this.revision, prefix = '', after = '', limit = 0 },
  ): ModelList {
    const all = [...this.at(bucket, revision)].filter(
      ([key]) => key.startsWith(prefix) && (after === '' || key > after),
    );
    const page = limit === 0 ? all : all.slice(0, limit);
    const remaining = all.length - page.length;
    return {
      marks: page.map(([, change]) => change.mark),
      next: remaining > 0 ? page.at(-1)![0] : undefined,
      remaining,
    };
  }

  put(bucket: string, key: string, mark: string, time: number, ttlMs: number | undefined): void {
    const type = this.get(bucket, key) === undefined ? 'created' : 'updated';
    this.#write({ revision: 0, time, bucket, key, type, mark, actor: 'test' });
    if (ttlMs !== undefined) this.#deadlines.push({ due: time + ttlMs, bucket, key });
  }

  /** Whether it happens: what expires is not repeated, nor what is not there. */
  repeat(bucket: string, key: string, mark: string, time: number): boolean {
    const expires = this.#deadlines.some((d) => d.bucket === bucket && d.key === key);
    if (expires || this.get(bucket, key) === undefined) return false;
    this.put(bucket, key, mark, time, undefined);
    return true;
  }

  delete(bucket: string, key: string, time: number, actor = 'test'): void {
    const { mark } = this.get(bucket, key)!;
    this.#write({ revision: 0, time, bucket, key, type: 'deleted', mark, actor });
  }

  /** Deletes what falls due up to `time`. */
  expire(time: number): void {
    const due = this.#deadlines.filter((d) => d.due <= time).sort((a, b) => a.due - b.due);
    for (const { bucket, key, due: at } of due) this.delete(bucket, key, at, 'store');
  }

  /** The changes that a watch is owed. */
  watched(bucket: string | undefined, prefix: string, after: number): Expected[] {
    return this.changes.filter(
      (change) =>
        (bucket === undefined || change.bucket === bucket) &&
        change.key.startsWith(prefix) &&
        change.revision > after,
    );
  }

  #write(change: Expected): void {
    this.#deadlines = this.#deadlines.filter(
      (d) => d.bucket !== change.bucket || d.key !== change.key,
    );
    this.changes.push({ ...change, revision: this.revision + 1 });
    this.trim();
  }
}
