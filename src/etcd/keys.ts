/** The keys of Kubernetes: `/registry/services/specs/default/web` is `default/web` of `services`. */
import { bucketOf, type ObjectKey, type Kind } from '#kinds';

/** Ours, beside Kubernetes' own: no API server reads them. */
export const ownPrefix = '/orrery/';
/** Where the write of a revision says who made it and why; each overwrites the last. */
export const originKey = `${ownPrefix}origin`;
/** Exists while a server leads; its value says which. */
export const leaderKey = `${ownPrefix}leader`;
/** Names the newest release that has written. */
export const releaseKey = `${ownPrefix}release`;
/** Where v1.24's API servers agree on the next compaction. */
export const compactionKey = 'compact_rev_key';

/** All keys: from the least one, without end. */
export const everything = { key: '\0', end: '\0' } as const;

export class Keys {
  readonly #prefix: string;
  readonly #pathOf = new Map<string, string>();
  readonly #bucketOf = new Map<string, string>();

  /** @param prefix of an API server's keys, such as `/registry` @param kinds of the release */
  constructor(prefix: string, kinds: readonly Kind[]) {
    const names = prefix.split('/').filter((name) => name !== '');
    this.#prefix = `/${names.map((name) => `${name}/`).join('')}`;
    for (const kind of kinds) {
      if (kind.wire.readOnly === true || kind.storage !== undefined) continue;
      const path = kind.wire.storagePath ?? kind.plural;
      this.#pathOf.set(bucketOf(kind), path);
      this.#bucketOf.set(path, bucketOf(kind));
    }
  }

  /** The range of all objects. */
  get all(): { readonly key: string; readonly end: string } {
    return { key: this.#prefix, end: `${this.#prefix.slice(0, -1)}0` };
  }

  /** Of what is not an object: `ranges/serviceips`. */
  at(path: string): string {
    return this.#prefix + path;
  }

  of(bucket: string, key: string): string {
    return `${this.#prefix}${this.#pathOf.get(bucket) ?? customPath(bucket)}/${key}`;
  }

  /** Undefined for a key that is not an object's. */
  read(key: string): ObjectKey | undefined {
    if (!key.startsWith(this.#prefix)) return undefined;
    const parts = key.slice(this.#prefix.length).split('/');
    const [first = '', second = ''] = parts;
    const simple = this.#bucketOf.get(first);
    if (simple !== undefined) return objectIn(simple, parts.slice(1));
    const nested = this.#bucketOf.get(`${first}/${second}`);
    // Groups of custom resources have dots; what a server keeps for itself (`ranges/serviceips`) does not.
    const bucket = nested ?? (first.includes('.') ? `${second}.${first}` : undefined);
    return bucket === undefined ? undefined : objectIn(bucket, parts.slice(2));
  }
}

function objectIn(bucket: string, names: readonly string[]): ObjectKey | undefined {
  const isName = names.length === 1 || names.length === 2;
  return isName && !names.includes('') ? { bucket, key: names.join('/') } : undefined;
}

/** `widgets.example.com` is `example.com/widgets`. */
function customPath(bucket: string): string {
  const dot = bucket.indexOf('.');
  return dot < 0 ? bucket : `${bucket.slice(dot + 1)}/${bucket.slice(0, dot)}`;
}
