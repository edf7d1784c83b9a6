/** The past of a run that was upgraded: each release reads what those before it have stored in its own way. */
import { kindsOf, readThrough } from '#catalog';
import type { KubeObject } from '#values';
import type { Change, Past } from '#store';
import type { Millis } from '#clock';
import { profileAt, type Releases } from './read/kinds-of-run.ts';

/** Returns the past as the releases of a run have seen it; the past itself for a run of one release. */
export function pastOf(past: Past, head: Releases): Past {
  return head.releases === undefined ? past : new PastOfReleases(past, head);
}

interface Reader {
  /** The last revision of the release before. */
  readonly behind: number;
  read(bucket: string, stored: KubeObject): KubeObject;
}

class PastOfReleases implements Past {
  readonly #past: Past;
  readonly #readers: readonly Reader[];

  constructor(past: Past, head: Releases) {
    this.#past = past;
    this.#readers = (head.releases ?? []).map(({ behind }) => {
      const profile = profileAt(head, behind + 1);
      return { behind, read: readThrough(kindsOf(profile), profile) };
    });
  }

  get beginning(): number {
    return this.#past.beginning;
  }

  get revision(): number {
    return this.#past.revision;
  }

  get buckets(): Iterable<string> {
    return this.#past.buckets;
  }

  get(bucket: string, key: string, revision: number): KubeObject | undefined {
    const stored = this.#past.get(bucket, key, revision);
    return stored && this.#read(bucket, stored, revision);
  }

  list(bucket: string, revision: number, prefix?: string): readonly KubeObject[] {
    const stored = this.#past.list(bucket, revision, prefix);
    return stored.map((object) => this.#read(bucket, object, revision));
  }

  /** By each release that came between its last write and a revision. */
  #read(bucket: string, stored: KubeObject, revision: number): KubeObject {
    const written = Number(stored.metadata.resourceVersion);
    return this.#readers
      .filter(({ behind }) => written <= behind && behind <= revision)
      .reduce((object, reader) => reader.read(bucket, object), stored);
  }

  change(revision: number): Change | undefined {
    return this.#past.change(revision);
  }

  changes(after?: number): Iterable<Change> {
    return this.#past.changes(after);
  }

  changesBefore(before: number): Iterable<Change> {
    return this.#past.changesBefore(before);
  }

  changesOf(bucket: string, key: string, upTo?: number): Iterable<Change> {
    return this.#past.changesOf(bucket, key, upTo);
  }

  revisionAt(time: Millis): number {
    return this.#past.revisionAt(time);
  }

  timeOf(revision: number): Millis | undefined {
    return this.#past.timeOf(revision);
  }
}
