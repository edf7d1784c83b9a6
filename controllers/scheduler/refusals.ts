/** What nodes have against a pod. */
import type { Node } from '#types';
import type { NodeState } from './node-info.ts';
import type { Candidate } from './pod-info.ts';
import type { Filter } from './plugin.ts';

/** What the first filter that rejects a node has against it; those behind it are not asked. */
export interface Refusal {
  readonly filter: Filter;
  readonly reasons: readonly string[];
}

/** Asks filters, in their order, until one rejects the node; undefined when all admit the pod. */
export function firstRefusal(
  candidate: Candidate,
  node: NodeState,
  filters: readonly Filter[],
): Refusal | undefined {
  for (const filter of filters) {
    const reasons = filter.reasons(candidate, node);
    if (reasons !== undefined) return { filter, reasons };
  }
  return undefined;
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

  add(node: Node, refusal: Refusal): void {
    this.#count(refusal, 1);
    if (isUnresolvable(refusal)) this.unresolvable.add(node.metadata.name);
  }

  /** Takes back what was added for the node. */
  remove(node: Node, refusal: Refusal): void {
    this.#count(refusal, -1);
    this.unresolvable.delete(node.metadata.name);
  }

  #count({ filter, reasons }: Refusal, by: 1 | -1): void {
    count(this.#filters, filter.name, by);
    for (const reason of reasons) count(this.reasons, reason, by);
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
