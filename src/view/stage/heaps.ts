/** Pods counted by node, version and state: a moment that moves changes only what has changed. */
import type { Pod } from '#types';
import type { KubeObject } from '#values';
import type { Follower } from '../moving-lists.ts';
import { stateOf, type PodState } from '../pod-state.ts';
import type { Versions } from './versions.ts';

/** Pods of one node, version and state. */
export interface Heap {
  /** The number of the node; absent: on no node. */
  readonly node?: number;
  readonly version: number;
  readonly state: PodState;
  readonly count: number;
}

interface Counted {
  /** Empty: on no node. */
  readonly node: string;
  readonly version: number;
  readonly state: PodState;
  count: number;
}

export class PodHeaps implements Follower {
  readonly #versions: Versions;
  readonly #heaps = new Map<string, Counted>();
  #nodes = new Map<string, number>();

  constructor(versions: Versions) {
    this.#versions = versions;
  }

  clear(): void {
    this.#heaps.clear();
    this.#nodes.clear();
  }

  change(before: KubeObject | undefined, after: KubeObject | undefined): void {
    if (before !== undefined) this.#count(before as Pod, -1);
    if (after !== undefined) this.#count(after as Pod, 1);
  }

  /** The names of the nodes that pods are on. */
  get nodes(): Iterable<string> {
    return this.#nodes.keys();
  }

  /** In the order of the nodes, of the versions, and of the states from the floor. */
  list(numbers: ReadonlyMap<string, number>): Heap[] {
    const rank = ({ node, version, state }: Counted): number =>
      ((numbers.get(node) ?? -1) + 1) * 1e6 + version * 10 + order.indexOf(state);
    return [...this.#heaps.values()]
      .map((heap) => ({ heap, rank: rank(heap) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ heap: { node, version, state, count } }) => {
        const number = numbers.get(node);
        return { version, state, count, ...(number !== undefined && { node: number }) };
      });
  }

  #count(pod: Pod, by: 1 | -1): void {
    const node = pod.spec.nodeName ?? '';
    const version = this.#versions.of(pod);
    const [state] = stateOf(pod);
    const key = `${node} ${version} ${state}`;
    let heap = this.#heaps.get(key);
    if (heap === undefined) this.#heaps.set(key, (heap = { node, version, state, count: 0 }));
    heap.count += by;
    if (heap.count === 0) this.#heaps.delete(key);
    if (node === '') return;
    const count = (this.#nodes.get(node) ?? 0) + by;
    if (count === 0) this.#nodes.delete(node);
    else this.#nodes.set(node, count);
  }
}

/** As they are stacked, from the floor. */
const order: readonly PodState[] = [
  'ready',
  'running',
  'starting',
  'terminating',
  'succeeded',
  'failing',
  'failed',
  'waiting',
];
