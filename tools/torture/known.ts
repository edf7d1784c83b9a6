/** What clients know of the objects that they have written: it must outlive every kill. */

export interface ConfigMap {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly data: { readonly count: string };
}

/** From this many objects on the oldest are deleted: each start reads all of them. */
const most = 5_000;

export class Known {
  /** By name, the oldest first: the latest state that was acknowledged, or that a watch has shown. */
  readonly #latest = new Map<string, ConfigMap>();
  /** Names whose deletion is not acknowledged: either is right. */
  readonly #leaving = new Set<string>();
  /** Names whose deletion was acknowledged. */
  readonly #gone = new Set<string>();

  note(object: ConfigMap): void {
    const { name, resourceVersion } = object.metadata;
    if (this.#leaving.has(name) || this.#gone.has(name)) return;
    const before = this.#latest.get(name)?.metadata.resourceVersion ?? '0';
    if (Number(resourceVersion) >= Number(before)) this.#latest.set(name, object);
  }

  /** The name of an object that the caller deletes; undefined as long as there are few. */
  takeOldest(): string | undefined {
    if (this.#latest.size <= most) return undefined;
    const [oldest] = this.#latest.keys();
    this.#latest.delete(oldest!);
    this.#leaving.add(oldest!);
    return oldest;
  }

  noteGone(name: string): void {
    this.#leaving.delete(name);
    this.#gone.add(name);
  }

  /** What is wrong with a list of all objects. Nothing may be written meanwhile. */
  compare(items: readonly ConfigMap[], revision: number): string[] {
    const found = new Map(items.map((item) => [item.metadata.name, item]));
    const problems: string[] = [];
    for (const known of this.#latest.values()) {
      const problem = problemOf(known, found.get(known.metadata.name));
      if (problem !== undefined) problems.push(problem);
      if (Number(known.metadata.resourceVersion) > revision)
        problems.push(`revision ${revision} is behind ${known.metadata.name}`);
    }
    for (const item of items) {
      const { name } = item.metadata;
      if (this.#gone.has(name)) problems.push(`${name} is back`);
      // A deletion that was not carried out is tried again.
      if (this.#leaving.delete(name)) this.note(item);
    }
    for (const name of this.#leaving) this.noteGone(name);
    return problems;
  }
}

function problemOf({ metadata, data }: ConfigMap, now: ConfigMap | undefined): string | undefined {
  const { name, uid, resourceVersion } = metadata;
  if (now === undefined) return `${name} is lost`;
  // The write that was under way may have been kept, too.
  if (Number(now.metadata.resourceVersion) < Number(resourceVersion))
    return `${name} has revision ${now.metadata.resourceVersion}, not ${resourceVersion}`;
  if (now.metadata.uid !== uid || Number(now.data.count) < Number(data.count))
    return `${name} is not what it was`;
  return undefined;
}
