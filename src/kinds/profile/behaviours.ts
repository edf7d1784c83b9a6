/**
 * Behaviours that changed in a release without a feature gate: names that code asks a profile for, as
 * it does for gates. A line says since which minor release of Kubernetes 1 each is so, and until which.
 */
export const behaviours = {
  /** Discovery in one document has a stable version. */
  AggregatedDiscoveryV2: { since: 30 },
  /** Options of a deletion that cannot be read are a bad request, not a failure of the server. */
  BadDeleteOptionsAreRequests: { since: 35 },
  /** A list at a version that is not a number is a bad request, not a failure of the server. */
  BadVersionsInListsAreRequests: { since: 33 },
  /** `/version` has the release that is imitated. */
  EmulationInVersion: { since: 33 },
  /** The level of exempt requests has shares that others may borrow. */
  ExemptLevelsLend: { since: 28 },
  /** Flow schemas know only leases as locks, no longer endpoints and config maps. */
  FlowSchemasOfLeases: { since: 34 },
  /** Lists and watches look at `sendInitialEvents`, if only to refuse it. */
  InitialEventsKnown: { since: 27 },
  /** Priority levels say how much of their shares others may borrow. */
  PriorityLevelsLend: { since: 26 },
  /** Messages quote the names of other fields. */
  QuotedFieldNames: { since: 32 },
  /** 406 lists the representations that there are. */
  RepresentationsInNotAcceptable: { since: 25 },
  /** Resources have a singular name in discovery. */
  SingularNamesInDiscovery: { since: 27 },
  /** What types state about their fields is checked after all else, in plain words. */
  StatedChecks: { since: 37 },
  /** The type of an object that is applied is checked first, and named as a whole. */
  TypeOfAppliedFirst: { since: 28 },
  /** Priority levels may have no share at all. */
  ZeroConcurrencyShares: { since: 29 },
} as const satisfies Readonly<Record<string, Behaviour>>;

/** Minor releases of Kubernetes 1, both included. */
export interface Behaviour {
  readonly since: number;
  readonly until?: number;
}
