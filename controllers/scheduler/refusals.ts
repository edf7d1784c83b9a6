/** What nodes have against a pod, added up. */
export interface Refusals {
  /** By reason: how many nodes give it. */
  readonly reasons: Map<string, number>;
  /** Names of the filters that rejected a node. */
  readonly refusedBy: Set<string>;
  /** Nodes where removing pods would not help. */
  readonly unresolvable: Set<string>;
}
