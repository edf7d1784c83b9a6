/** The past of a run: every version of every object, by revision and by time. */
import type { Millis } from '#clock';
import { resourceOf, type FeatureGates, type Kind, type KubeObject } from '#kinds';
import type { Change } from '#store';

/** Names an object: `default/agent` in `daemonsets.apps`. */
export interface ObjectKey {
  readonly bucket: string;
  /** `namespace/name`, or `name`. */
  readonly key: string;
}

/** An object as it stood when a history begins. */
export interface BaseObject extends ObjectKey {
  readonly value: KubeObject;
}

/** What there was before the first change that is kept. */
export interface HistoryBase {
  /** The state that the objects show; 0 when nothing came before. */
  readonly revision: number;
  readonly objects: readonly BaseObject[];
}

const EMPTY: HistoryBase = { revision: 0, objects: [] };

/**
 * Reads the changes of a run backward and sideways. Changes may be added while a run goes on. Of what
 * was written before its beginning only the result is known, not who wrote it or when.
 */
export class History {
  /** By revision; gaps where a record left something out. */
  readonly #changes = new Map<number, Change>();
  readonly #inOrder: Change[] = [];
  readonly #objects = new Map<string, Map<string, Change[]>>();

  /** The revision at which it begins; 0 for a history that is whole. */
  readonly beginning: number;
  readonly #base = new Map<string, Map<string, KubeObject>>();

  constructor(changes: Iterable<Change> = [], { revision, objects }: HistoryBase = EMPTY) {
    this.beginning = revision;
    for (const { bucket, key, value } of objects) {
      const known = this.#base.get(bucket);
      if (known === undefined) this.#base.set(bucket, new Map([[key, value]]));
      else known.set(key, value);
    }
    for (const change of changes) this.add(change);
  }

  /** Adds the next change; revisions must rise. */
  add(change: Change): void {
    this.#changes.set(change.revision, change);
    this.#inOrder.push(change);
    let bucket = this.#objects.get(change.bucket);
    if (bucket === undefined)
      this.#objects.set(change.bucket, (bucket = new Map<string, Change[]>()));
    const versions = bucket.get(change.key);
    if (versions === undefined) bucket.set(change.key, [change]);
    else versions.push(change);
  }

  /** Every change, in order. */
  get changes(): readonly Change[] {
    return this.#inOrder;
  }

  /** The latest revision; that of the beginning when nothing has happened. */
  get revision(): number {
    return this.#inOrder.at(-1)?.revision ?? this.beginning;
  }

  change(revision: number): Change | undefined {
    return this.#changes.get(revision);
  }

  /** The last revision at or before a virtual time (ms), 0 when there is none that is known. */
  revisionAt(time: Millis): number {
    return this.#inOrder[lastIndex(this.#inOrder, (change) => change.time <= time)]?.revision ?? 0;
  }

  /** The changes of one object, in order; of all that had its name. */
  changesOf({ bucket, key }: ObjectKey): readonly Change[] {
    return this.#objects.get(bucket)?.get(key) ?? [];
  }

  /** An object as it stood at a revision, from the beginning on; undefined when it was not there. */
  objectAt(object: ObjectKey, revision: number): KubeObject | undefined {
    const versions = this.changesOf(object);
    const version = versions[lastIndex(versions, (change) => change.revision <= revision)];
    if (version === undefined) return this.#base.get(object.bucket)?.get(object.key);
    return version.type === 'deleted' ? undefined : version.value;
  }

  /** Objects of a bucket as they stood at a revision, in the order of their keys. */
  list(bucket: string, revision: number, namespace?: string): readonly KubeObject[] {
    const prefix = namespace === undefined ? '' : `${namespace}/`;
    const found: BaseObject[] = [];
    for (const key of this.#keysOf(bucket)) {
      if (!key.startsWith(prefix)) continue;
      const value = this.objectAt({ bucket, key }, revision);
      if (value !== undefined) found.push({ bucket, key, value });
    }
    return found.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ value }) => value);
  }

  /** Of all objects that there ever were, each once. */
  #keysOf(bucket: string): Iterable<string> {
    const changed = this.#objects.get(bucket)?.keys() ?? [];
    const base = this.#base.get(bucket);
    return base === undefined ? changed : new Set([...base.keys(), ...changed]);
  }

  /** The cluster as a controller would have seen it at a revision. */
  view(revision: number, now: Millis, features: FeatureGates): PastCluster {
    return new PastCluster(this, revision, now, features);
  }
}

/** One state of the past, read by kind. Shaped as `PastView` of the runtime room asks for. */
export class PastCluster {
  readonly revision: number;
  readonly now: Millis;
  readonly features: FeatureGates;
  readonly #history: History;

  constructor(history: History, revision: number, now: Millis, features: FeatureGates) {
    this.#history = history;
    this.revision = revision;
    this.now = now;
    this.features = features;
  }

  get<T extends KubeObject>(
    kind: Kind<T>,
    ref: { readonly namespace?: string; readonly name: string },
  ): T | undefined {
    const found = this.#history.objectAt(keyOf(kind, ref), this.revision);
    return found && served(kind, found);
  }

  list<T extends KubeObject>(kind: Kind<T>, namespace?: string): readonly T[] {
    const bucket = bucketOf(kind);
    const stored = this.#history.list(bucket, this.revision, namespace);
    return stored.map((object) => served(kind, object));
  }

  at(time: Millis): PastCluster {
    return this.#history.view(this.#history.revisionAt(time), time, this.features);
  }
}

/** Where the objects of a kind are stored: served forms share the bucket of the stored one. */
export function bucketOf<T extends KubeObject>(kind: Kind<T>): string {
  return resourceOf(kind.storage?.kind ?? (kind as unknown as Kind));
}

export function keyOf<T extends KubeObject>(
  kind: Kind<T>,
  ref: { readonly namespace?: string; readonly name: string },
): ObjectKey {
  const key = kind.namespaced ? `${ref.namespace ?? 'default'}/${ref.name}` : ref.name;
  return { bucket: bucketOf(kind), key };
}

/** A stored object in the form of a kind that may be another version of it. */
export function served<T extends KubeObject>(kind: Kind<T>, stored: KubeObject): T {
  return kind.storage === undefined ? (stored as T) : kind.storage.fromStorage(stored);
}

/** Index of the last item that fits, of items whose fitting ones come first; -1 when none does. */
function lastIndex<T>(items: readonly T[], fits: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
