/**
 * The nodes that refuse pods of a template, and what they have against them, added up. Both are kept
 * from search to search, so that a search does not look at full nodes, and a pod that fits nowhere
 * costs no more than one that fits.
 */
import type { ChangeLog } from './change-log.ts';
import type { NodeInfo } from './node-info.ts';
import { RefusalSum, type Refusal, type Refusals } from './refusals.ts';

export interface SearchResult {
  /** In the order of the search. */
  readonly fitting: readonly NodeInfo[];
  /** How many nodes the search passed. */
  readonly examined: number;
}

/** Of a place: its node has refused, and has not changed since. */
const CLOSED = 0;
/** Its node has not refused since it changed. */
const OPEN = 1;

export class Openings {
  readonly #refusalOf: (node: NodeInfo) => Refusal | undefined;
  #nodes: readonly NodeInfo[] = [];
  #places = new Uint8Array();
  /** By place: 1 where an open node was found to fit. */
  #fits = new Uint8Array();
  /** By place, where it is closed. */
  readonly #refused = new Map<number, Refusal>();
  #sum = new RefusalSum();
  /** Up to where the changes are counted in. */
  #position = 0;

  /** @param refusalOf what a node has against the pods as it is now */
  constructor(refusalOf: (node: NodeInfo) => Refusal | undefined) {
    this.#refusalOf = refusalOf;
  }

  /** What the closed nodes have against the pods: all that refuse, when a search found none. */
  get refusals(): Refusals {
    return this.#sum;
  }

  /** Opens the nodes that have changed since the last time. */
  catchUp(nodes: readonly NodeInfo[], changed: ChangeLog<NodeInfo>): void {
    const since = nodes === this.#nodes ? changed.since(this.#position) : undefined;
    this.#position = changed.end;
    if (since === undefined) this.#startOver(nodes);
    else since.forEach((node) => this.#reopen(node));
  }

  /** The first fitting nodes from a place on, round the list: as many as are wanted, if there are. */
  find(startAt: number, desired: number): SearchResult {
    const count = this.#nodes.length;
    const start = startAt % count;
    const fitting: NodeInfo[] = [];
    const last =
      this.#collect(fitting, desired, start, count) ?? this.#collect(fitting, desired, 0, start);
    return { fitting, examined: last === undefined ? count : ((last - start + count) % count) + 1 };
  }

  /** Adds the fitting nodes of some places; returns the place of the last that is wanted. */
  #collect(fitting: NodeInfo[], desired: number, from: number, to: number): number | undefined {
    const places = this.#places;
    for (
      let at = places.indexOf(OPEN, from);
      at !== -1 && at < to;
      at = places.indexOf(OPEN, at + 1)
    ) {
      if (this.#fits[at] === 0 && !this.#ask(at)) continue;
      if (fitting.push(this.#nodes[at]!) === desired) return at;
    }
    return undefined;
  }

  #ask(place: number): boolean {
    const info = this.#nodes[place]!;
    const refusal = this.#refusalOf(info);
    if (refusal === undefined) {
      this.#fits[place] = 1;
      return true;
    }
    this.#places[place] = CLOSED;
    this.#refused.set(place, refusal);
    this.#sum.add(info.node, refusal);
    return false;
  }

  #startOver(nodes: readonly NodeInfo[]): void {
    this.#nodes = nodes;
    this.#places = new Uint8Array(nodes.length).fill(OPEN);
    this.#fits = new Uint8Array(nodes.length);
    this.#refused.clear();
    this.#sum = new RefusalSum();
  }

  #reopen({ place, node }: NodeInfo): void {
    this.#fits[place] = 0;
    const refusal = this.#refused.get(place);
    if (refusal === undefined) return;
    this.#refused.delete(place);
    this.#places[place] = OPEN;
    this.#sum.remove(node, refusal);
  }
}
