/** What nodes have against a pod. */
import type { Node } from '#kinds';
import type { Filter } from './plugin.ts';

/** What one filter has against a node. */
export interface Refusal {
  readonly filter: Filter;
  readonly reasons: readonly string[];
}

/** What all of them have, added up. */
export interface Refusals {
  /** By reason: how many nodes give it. */
  readonly reasons: ReadonlyMap<string, number>;
  /** Names of the filters that rejected a node. */
  readonly refusedBy: ReadonlySet<string>;
  /** Nodes where removing pods would not help. */
  readonly unresolvable: ReadonlySet<string>;
}

/** A sum that nodes are added to, and taken from as they change. */
export class RefusalSum implements Refusals {
  readonly reasons = new Map<string, number>();
  readonly unresolvable = new Set<string>();
  /** By name of the filter: how many nodes it rejected. */
  readonly #filters = new Map<string, number>();

  get refusedBy(): ReadonlySet<string> {
    return new Set(this.#filters.keys());
  }

  add(node: Node, refusals: readonly Refusal[]): void {
    this.#count(refusals, 1);
    if (refusals.some(isUnresolvable)) this.unresolvable.add(node.metadata.name);
  }

  /** Takes back what was added for the node. */
  remove(node: Node, refusals: readonly Refusal[]): void {
    this.#count(refusals, -1);
    this.unresolvable.delete(node.metadata.name);
  }

  #count(refusals: readonly Refusal[], by: 1 | -1): void {
    for (const { filter, reasons } of refusals) {
      count(this.#filters, filter.name, by);
      for (const reason of reasons) count(this.reasons, reason, by);
    }
  }
}

function count(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const sum = (counts.get(key) ?? 0) + by;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}

/** Whether the reasons will not go away with pods of the node. */
function isUnresolvable({ filter: { unresolvable }, reasons }: Refusal): boolean {
  if (typeof unresolvable === 'boolean') return unresolvable;
  return reasons.some((reason) => unresolvable.includes(reason));
}
