/** How many of the pods of a query are on each node: counted once, then kept up to date. */
import type { Pod } from '#types';
import type { PodQuery } from './pod-query.ts';

/** By node; nodes without such pods are left out. */
export type NodeCounts = ReadonlyMap<string, number>;

/** Where a pod is, as far as a tally needs to know. */
export interface Whereabouts {
  readonly pod: Pod;
  readonly nodeName: string;
}

interface Tally {
  readonly query: PodQuery;
  readonly counts: Map<string, number>;
  /** By uid, so that no pod is counted twice, or subtracted without having been counted. */
  readonly counted: Set<string>;
}

/** Beyond this many, empty tallies are dropped. */
const MANY = 1000;

const EVERYWHERE = '*';

/**
 * A pod that comes or goes costs only as much as there are tallies that might mean it: they are
 * found by its namespace and its labels.
 */
export class Tallies {
  readonly #tallies = new Map<string, Tally>();
  readonly #buckets = new Map<string, Set<Tally>>();

  /** `candidates` finds, for a new tally, all pods that the query may mean. */
  countsOf(query: PodQuery, candidates: () => Iterable<Whereabouts>): NodeCounts {
    const known = this.#tallies.get(query.key);
    if (known !== undefined) return known.counts;
    if (this.#tallies.size >= MANY) this.#dropEmpty();
    const tally: Tally = { query, counts: new Map(), counted: new Set() };
    for (const each of candidates()) count(tally, each);
    this.#tallies.set(query.key, tally);
    for (const key of bucketsOf(query)) {
      const bucket = this.#buckets.get(key);
      if (bucket === undefined) this.#buckets.set(key, new Set([tally]));
      else bucket.add(tally);
    }
    return tally.counts;
  }

  add(placed: Whereabouts): void {
    if (this.#tallies.size > 0) this.#each(placed.pod, (tally) => count(tally, placed));
  }

  /** Of the pod as it was added. */
  remove(placed: Whereabouts): void {
    if (this.#tallies.size > 0) this.#each(placed.pod, (tally) => subtract(tally, placed));
  }

  #each({ metadata: { namespace, labels } }: Pod, act: (tally: Tally) => void): void {
    for (const tally of this.#buckets.get(EVERYWHERE) ?? []) act(tally);
    for (const tally of this.#buckets.get(namespace!) ?? []) act(tally);
    for (const name in labels) {
      for (const tally of this.#buckets.get(bucket(namespace!, name, labels[name]!)) ?? []) {
        act(tally);
      }
    }
  }

  #dropEmpty(): void {
    for (const [key, tally] of this.#tallies) {
      if (tally.counted.size > 0) continue;
      this.#tallies.delete(key);
      for (const name of bucketsOf(tally.query)) {
        const tallies = this.#buckets.get(name);
        tallies?.delete(tally);
        if (tallies?.size === 0) this.#buckets.delete(name);
      }
    }
  }
}

function bucketsOf({ namespaces, label }: PodQuery): readonly string[] {
  if (namespaces === undefined) return [EVERYWHERE];
  if (label === undefined) return namespaces;
  return namespaces.map((namespace) => bucket(namespace, label.name, label.value));
}

function bucket(namespace: string, name: string, value: string): string {
  return `${namespace}/${name}=${value}`;
}

function count({ query, counts, counted }: Tally, { pod, nodeName }: Whereabouts): void {
  const { uid } = pod.metadata;
  if (counted.has(uid) || !query.matches(pod)) return;
  counted.add(uid);
  counts.set(nodeName, (counts.get(nodeName) ?? 0) + 1);
}

function subtract({ counts, counted }: Tally, { pod, nodeName }: Whereabouts): void {
  if (!counted.delete(pod.metadata.uid)) return;
  const left = counts.get(nodeName)! - 1;
  if (left === 0) counts.delete(nodeName);
  else counts.set(nodeName, left);
}
