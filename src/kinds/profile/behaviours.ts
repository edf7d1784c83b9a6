/**
 * Behaviours that changed in a release without a feature gate: names that code asks a profile for, as
 * it does for gates. A line says since which minor release of Kubernetes 1 each is so, and until which.
 */
export const behaviours = {
  /** The level of exempt requests has shares that others may borrow. */
  ExemptLevelsLend: { since: 28 },
  /** Flow schemas know only leases as locks, no longer endpoints and config maps. */
  FlowSchemasOfLeases: { since: 34 },
  /** Priority levels say how much of their shares others may borrow. */
  PriorityLevelsLend: { since: 26 },
  /** Messages quote the names of other fields. */
  QuotedFieldNames: { since: 32 },
  /** What types state about their fields is checked after all else, in plain words. */
  StatedChecks: { since: 37 },
  /** Priority levels may have no share at all. */
  ZeroConcurrencyShares: { since: 29 },
} as const satisfies Readonly<Record<string, Behaviour>>;

/** Minor releases of Kubernetes 1, both included. */
export interface Behaviour {
  readonly since: number;
  readonly until?: number;
}
