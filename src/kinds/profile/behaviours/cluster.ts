/** The part of the behaviours that is about nodes, quotas, rights, reviews, signing requests, devices and other objects of a cluster. */
export const clusterBehaviours = {
  /** Signing requests require fields without saying more. */
  BriefRequestFields: { since: 26 },
  /** Repeated ranges of a node are refused by their family alone. */
  CidrRepetitionsImplied: { since: 33 },
  /** Claims of volumes and of devices and replication controllers are checked once when they change. */
  ClaimsCheckedOnce: { since: 35 },
  /** Decisions about signing requests that exclude each other are a fault of their list. */
  DecisionsOfWholeList: { since: 34 },
  /** Defaults outside of the range of a capacity are a fault of the default, not of the end that they exceed. */
  DefaultsOfRangesNamed: { since: 37 },
  /** Names of attributes and capacities that are wrong are a fault of all of them. */
  DeviceNamesOfMaps: { since: 36 },
  /** Taints of devices may have no effect. */
  DeviceTaintsWithoutEffect: { since: 35 },
  /** An attribute of a device without a value is invalid, as one with several is; before, it lacks one. */
  DeviceValuesAreUnions: { since: 35 },
  /** Drivers without a name lack a required value, and no more is said about the name. */
  EmptyDriversRequired: { since: 35 },
  /** The level of exempt requests has shares that others may borrow. */
  ExemptLevelsLend: { since: 28 },
  /** Quota scopes that need the operator Exists call it so. */
  ExistsOperatorNamed: { since: 31 },
  /** Conditions of flow control without a type are refused in plain words. */
  FlowConditionsPlain: { since: 34 },
  /** Flow schemas know only leases as locks, no longer endpoints and config maps. */
  FlowSchemasOfLeases: { since: 34 },
  /** Messages explain the whole form of names of attributes that lack a domain. */
  FullNamesExplained: { since: 35 },
  /** Gates cannot be on without the gates that they need. */
  GatesCheckNeeds: { since: 35 },
  /** Hosts of webhooks are to be specified, not provided. */
  HostsSpecified: { since: 25 },
  /** Service accounts warn about the annotation for secrets that may be mounted. */
  MountableSecretsDeprecated: { since: 32 },
  /** Priority levels say how much of their shares others may borrow. */
  PriorityLevelsLend: { since: 26 },
  /** Quotas warn about requests that are more than their limits. */
  QuotaLimitsWarn: { since: 35 },
  /** Quotas may be about the claims of a class of attributes. */
  QuotasOfAttributesClasses: { since: 33 },
  /** Messages quote the names of other fields. */
  QuotedFieldNames: { since: 33 },
  /** What types state about their fields is checked after all else, in plain words. */
  StatedChecks: { since: 37 },
  /** Priority levels may have no share at all. */
  ZeroConcurrencyShares: { since: 29 },
  /** The leases of API servers are called apiserver, with a label of their own. */
  IdentityLeasesRenamed: { since: 27 },
  /** Repeated devices and other entries of slices and claims are named by their index alone. */
  DuplicatesByIndex: { since: 35 },
  /** Of requests for devices that are made in both ways no more is said. */
  RequestsInBothWaysUnread: { since: 35 },
  /** Rules about taints of devices have a status. */
  TaintRulesHaveStatus: { since: 35 },
  /** Pods ask for certificates by requests that are signed; a key with its proof of possession is the old way. */
  RequestsOfPodsAreSigned: { since: 36 },
  /** Writes of a claim's status leave what clients set in its metadata as it is. */
  ClaimStatusKeepsMetadata: { since: 30 },
  /** Who writes the status of a claim owns nothing of its metadata. */
  ClaimStatusOwnsNoMetadata: { since: 35 },
  /** Writes of the status of a range of addresses leave what clients set in its metadata as it is. */
  ServiceCidrStatusKeepsMetadata: { since: 32 },
  /** Who writes the status of a range of addresses owns nothing of its metadata. */
  ServiceCidrStatusOwnsNoMetadata: { since: 36 },
  /** Who writes the status of a pod's request for a certificate owns nothing of its metadata. */
  CertificateRequestStatusOwnsNoMetadata: { since: 37 },
} as const;
