/** The objects of some buckets at a moment that moves: a step looks only at what changed since the last one. */
import { keyOf, type KubeObject } from '#values';
import type { Past } from '#store';

/** Steps of more revisions read all objects again. */
const FAR = 50_000;

/** The objects of a bucket. */
interface Bucket {
  readonly objects: Map<string, KubeObject>;
  follower?: Follower;
  /** As a list in order of the keys; absent once anything has changed. */
  list: readonly KubeObject[] | undefined;
  /** The keys in order; absent once objects have come or gone. */
  keys: readonly string[] | undefined;
}

/** Follows what changes in a bucket, as the moment moves on or back. */
export interface Follower {
  /** All objects are gone; what there is then comes as changes. */
  clear(): void;
  change(before: KubeObject | undefined, after: KubeObject | undefined): void;
}

export class MovingLists {
  readonly #past: Past;
  readonly #far: number;
  #revision = 0;
  readonly #buckets: ReadonlyMap<string, Bucket>;

  constructor(past: Past, buckets: readonly string[], far = FAR) {
    this.#far = far;
    this.#past = past;
    const empty = (): Bucket => ({ objects: new Map(), list: [], keys: [] });
    this.#buckets = new Map(buckets.map((bucket) => [bucket, empty()]));
  }

  /** From the next move on. */
  follow(name: string, follower: Follower): void {
    this.#buckets.get(name)!.follower = follower;
  }

  /** How many objects a bucket has at the moment. */
  size(name: string): number {
    return this.#buckets.get(name)!.objects.size;
  }

  /** Moves to a revision; lists that were answered stay as they are. */
  moveTo(revision: number): void {
    if (Math.abs(revision - this.#revision) > this.#far) this.#readAgain(revision);
    else if (revision > this.#revision) this.#forward(revision);
    else this.#back(revision);
    this.#revision = revision;
  }

  /** The objects of a bucket at the moment, as {@link Past.list} has them. */
  list(name: string): readonly KubeObject[] {
    const bucket = this.#buckets.get(name)!;
    bucket.keys ??= inOrder([...bucket.objects.keys()]);
    return (bucket.list ??= bucket.keys.map((key) => bucket.objects.get(key)!));
  }

  #readAgain(revision: number): void {
    for (const [name, bucket] of this.#buckets) {
      bucket.list = this.#past.list(name, revision);
      bucket.objects.clear();
      bucket.follower?.clear();
      for (const each of bucket.list) {
        bucket.objects.set(keyOf(each), each);
        bucket.follower?.change(undefined, each);
      }
      bucket.keys = [...bucket.objects.keys()];
    }
  }

  #forward(revision: number): void {
    for (const change of this.#past.changes(this.#revision)) {
      if (change.revision > revision) return;
      const bucket = this.#buckets.get(change.bucket);
      if (bucket === undefined) continue;
      set(bucket, change.key, change.type === 'deleted' ? undefined : change.value);
    }
  }

  #back(revision: number): void {
    for (const change of this.#past.changesBefore(this.#revision + 1)) {
      if (change.revision <= revision) return;
      const bucket = this.#buckets.get(change.bucket);
      if (bucket !== undefined) set(bucket, change.key, change.previous);
    }
  }
}

function set(bucket: Bucket, key: string, value: KubeObject | undefined): void {
  bucket.list = undefined;
  const before = bucket.objects.get(key);
  if (value === undefined || before === undefined) bucket.keys = undefined;
  bucket.follower?.change(before, value);
  if (value === undefined) bucket.objects.delete(key);
  else bucket.objects.set(key, value);
}

/** As stores order keys: by their bytes. */
function inOrder(keys: string[]): readonly string[] {
  return keys.sort((a, b) => (a < b ? -1 : 1));
}
