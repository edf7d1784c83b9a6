import type { PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '#types';
import type { Selector } from '#values';
import { DeclaredTerms, type DeclaredTerm } from './declared-terms.ts';
import type { PlacedPod } from './placed-pod.ts';
import type { PodQuery } from './pod-query.ts';
import type { Capacities } from './storage-capacity.ts';
import { Tallies, type NodeCounts } from './tallies.ts';

/** What there is around nodes and pods that decisions read. */
export interface Surroundings {
  /** Pods of a namespace with that label. */
  labelled(namespace: string, name: string, value: string): readonly Pod[];
  namespaceLabels(namespace: string): Readonly<Record<string, string>> | undefined;
  /** Names, in order. */
  namespacesWith(selector: Selector): readonly string[];
  /** The pods of the same services and the same controller; undefined without these. */
  siblingsOf(pod: Pod): PodQuery | undefined;
  claim(namespace: string, name: string): PersistentVolumeClaim | undefined;
  /** Absent where there is none, so that claims need no volumes. */
  storage?(): Storage | undefined;
}

/** What claims are bound to. */
export interface Storage {
  readonly volumes: readonly PersistentVolume[];
  volume(name: string): PersistentVolume | undefined;
  storageClass(name: string): StorageClass | undefined;
  readonly capacities: Capacities;
}

/**
 * The pods that are on nodes, by all that decisions ask of them: who is on a node, how many of some
 * sort are where, their terms about others, how much they matter.
 */
export class PlacedPods {
  readonly #surroundings: Surroundings;
  readonly #byUid = new Map<string, PlacedPod>();
  readonly #byNode = new Map<string, Set<PlacedPod>>();
  readonly #tallies = new Tallies();
  /** How many there are of each priority. */
  readonly #priorities = new Map<number, number>();
  readonly #apart = new DeclaredTerms();
  readonly #pulls = new DeclaredTerms();

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Anti-affinity that keeps others away. */
  get apart(): Iterable<DeclaredTerm> & { readonly isEmpty: boolean } {
    return this.#apart;
  }

  /** What attracts others, or repels them. */
  get pulls(): Iterable<DeclaredTerm> & { readonly isEmpty: boolean } {
    return this.#pulls;
  }

  get(uid: string): PlacedPod | undefined {
    return this.#byUid.get(uid);
  }

  on(nodeName: string): Iterable<PlacedPod> {
    return this.#byNode.get(nodeName) ?? [];
  }

  hasAnyBelow(priority: number): boolean {
    for (const known of this.#priorities.keys()) if (known < priority) return true;
    return false;
  }

  /** Counts the pods that a query means. Asked again, it costs nothing. */
  countsOf(query: PodQuery): NodeCounts {
    return this.#tallies.countsOf(query, () => this.#candidates(query));
  }

  add(placed: PlacedPod): void {
    const { pod, nodeName, priority, terms } = placed;
    this.#byUid.set(pod.metadata.uid, placed);
    const group = this.#byNode.get(nodeName);
    if (group === undefined) this.#byNode.set(nodeName, new Set([placed]));
    else group.add(placed);
    this.#priorities.set(priority, (this.#priorities.get(priority) ?? 0) + 1);
    this.#tallies.add(placed);
    if (terms === undefined) return;
    this.#apart.add(terms.apart, nodeName);
    this.#pulls.add(terms.pulls, nodeName);
  }

  remove(placed: PlacedPod): void {
    const { pod, nodeName, priority, terms } = placed;
    this.#byUid.delete(pod.metadata.uid);
    const group = this.#byNode.get(nodeName)!;
    group.delete(placed);
    if (group.size === 0) this.#byNode.delete(nodeName);
    const left = this.#priorities.get(priority)! - 1;
    if (left > 0) this.#priorities.set(priority, left);
    else this.#priorities.delete(priority);
    this.#tallies.remove(placed);
    if (terms === undefined) return;
    this.#apart.remove(terms.apart, nodeName);
    this.#pulls.remove(terms.pulls, nodeName);
  }

  /** The same pod on the same node, as it is now. */
  update(placed: PlacedPod, pod: Pod): void {
    const [was, is] = [placed.pod.metadata, pod.metadata];
    const isSame = was.labels === is.labels && was.deletionTimestamp === is.deletionTimestamp;
    if (!isSame) this.#tallies.remove(placed);
    placed.pod = pod;
    placed.assumed = false;
    if (!isSame) this.#tallies.add(placed);
  }

  /** Whom a query may mean: by their label, where it asks for one. */
  #candidates({ namespaces, label }: PodQuery): Iterable<PlacedPod> {
    if (namespaces === undefined || label === undefined) return this.#byUid.values();
    const found: PlacedPod[] = [];
    for (const namespace of namespaces) {
      for (const { metadata } of this.#surroundings.labelled(namespace, label.name, label.value)) {
        const placed = this.#byUid.get(metadata.uid);
        if (placed !== undefined) found.push(placed);
      }
    }
    return found;
  }
}
