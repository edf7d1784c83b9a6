/** The objects of a bucket at a moment that moves: a step looks only at what changed since the last one. */
import { keyOf, type KubeObject } from '#kinds';
import type { Past } from '#store';

/** Steps of more revisions read all objects again. */
const FAR = 50_000;

export class MovingList {
  readonly #past: Past;
  readonly #bucket: string;
  readonly #far: number;
  #revision = 0;
  readonly #objects = new Map<string, KubeObject>();
  /** As a list in order of the keys; absent once anything has changed. */
  #list: readonly KubeObject[] | undefined = [];
  /** The keys in order; absent once objects have come or gone. */
  #keys: readonly string[] | undefined = [];

  constructor(past: Past, bucket: string, far = FAR) {
    this.#far = far;
    this.#past = past;
    this.#bucket = bucket;
  }

  /** The objects at a revision, as {@link Past.list} has them. */
  at(revision: number): readonly KubeObject[] {
    if (Math.abs(revision - this.#revision) > this.#far) return this.#readAgain(revision);
    if (revision > this.#revision) this.#forward(revision);
    else this.#back(revision);
    this.#revision = revision;
    this.#keys ??= inOrder([...this.#objects.keys()]);
    return (this.#list ??= this.#keys.map((key) => this.#objects.get(key)!));
  }

  #readAgain(revision: number): readonly KubeObject[] {
    const list = this.#past.list(this.#bucket, revision);
    this.#revision = revision;
    this.#objects.clear();
    for (const each of list) this.#objects.set(keyOf(each), each);
    this.#keys = [...this.#objects.keys()];
    return (this.#list = list);
  }

  #forward(revision: number): void {
    for (const change of this.#past.changes(this.#revision)) {
      if (change.revision > revision) return;
      if (change.bucket !== this.#bucket) continue;
      this.#set(change.key, change.type === 'deleted' ? undefined : change.value);
    }
  }

  #back(revision: number): void {
    for (const change of this.#past.changesBefore(this.#revision + 1)) {
      if (change.revision <= revision) return;
      if (change.bucket === this.#bucket) this.#set(change.key, change.previous);
    }
  }

  #set(key: string, value: KubeObject | undefined): void {
    this.#list = undefined;
    if (value === undefined || !this.#objects.has(key)) this.#keys = undefined;
    if (value === undefined) this.#objects.delete(key);
    else this.#objects.set(key, value);
  }
}

/** As stores order keys: by their bytes. */
function inOrder(keys: string[]): readonly string[] {
  return keys.sort((a, b) => (a < b ? -1 : 1));
}
