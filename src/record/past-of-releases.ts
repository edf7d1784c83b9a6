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

/** How a release reads stored objects; what it has read it need not read again. */
class Reader {
  /** The last revision of the release before. */
  readonly behind: number;
  readonly #read: ReturnType<typeof readThrough>;
  readonly #known = new WeakMap<KubeObject, KubeObject>();

  constructor(behind: number, head: Releases) {
    const profile = profileAt(head, behind + 1);
    this.behind = behind;
    this.#read = readThrough(kindsOf(profile), profile);
  }

  read(bucket: string, stored: KubeObject): KubeObject {
    let form = this.#known.get(stored);
    if (form === undefined) this.#known.set(stored, (form = this.#read(bucket, stored)));
    return form;
  }
}

/** Objects that were last written before an upgrade are read by the releases since; changes stay as they were made. */
export class PastOfReleases implements Past {
  readonly #past: Past;
  readonly #head: Releases;
  readonly #readers: Reader[] = [];

  /** @param head its releases may grow */
  constructor(past: Past, head: Releases) {
    this.#past = past;
    this.#head = head;
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
    const forms = stored.map((object) => this.#read(bucket, object, revision));
    return forms.every((object, index) => object === stored[index]) ? stored : forms;
  }

  /** Reads an object by each release that came between its last write and a revision. */
  #read(bucket: string, stored: KubeObject, revision: number): KubeObject {
    const { releases = [] } = this.#head;
    const written = Number(stored.metadata.resourceVersion);
    let form = stored;
    for (const [index, { behind }] of releases.entries()) {
      if (behind >= revision) break;
      if (written > behind) continue;
      const reader = (this.#readers[index] ??= new Reader(behind, this.#head));
      form = reader.read(bucket, form);
    }
    return form;
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
