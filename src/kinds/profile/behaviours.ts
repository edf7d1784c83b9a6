import { controllerBehaviours } from './controller-behaviours.ts';

/**
 * Behaviours that changed in a release without a feature gate: names that code asks a profile for, as
 * it does for gates. A line says since which minor release of Kubernetes 1 each is so, and until which.
 */
export const behaviours = {
  ...controllerBehaviours,
  /** Addresses and ranges are refused by example, host aliases and ranges of services by their place. */
  AddressesByExample: { since: 30 },
  /** All addresses and ranges that are not written as they should be have warnings, not only those of services. */
  AddressesWarnEverywhere: { since: 33 },
  /** The labels that the affinity of a volume names may be renamed. */
  AffinityLabelsRenamed: { since: 27 },
  /** Discovery in one document has a stable version. */
  AggregatedDiscoveryV2: { since: 30 },
  /** New pods get AppArmor profiles from annotations. */
  AppArmorAnnotationsRead: { since: 30 },
  /** New pods with AppArmor profiles get annotations of them. */
  AppArmorAnnotationsWritten: { since: 30, until: 33 },
  /** An apply that changes no value leaves the time of its entry. */
  ApplyTimesOfChanges: { since: 25 },
  /** Attachments are checked alike when they are new and when they change. */
  AttachmentsCheckedAlike: { since: 36 },
  /** Changes of attachments are checked once. */
  AttachmentsCheckedOnce: { since: 35 },
  /** The class of attributes of a claim may change. */
  AttributesClassesChangeable: { since: 29 },
  /** Only the class of attributes of a bound claim may change. */
  AttributesClassesOfBoundClaims: { since: 31 },
  /** A class of attributes stays once it is in use. */
  AttributesClassesStay: { since: 34 },
  /** Autoscalers have to name the API group of what they scale. */
  AutoscalersNameGroups: { since: 34 },
  /** Options of a deletion that cannot be read are a bad request, not a failure of the server. */
  BadDeleteOptionsAreRequests: { since: 35 },
  /** A list at a version that is not a number is a bad request, not a failure of the server. */
  BadVersionsInListsAreRequests: { since: 33 },
  /** Signing requests require fields without saying more. */
  BriefRequestFields: { since: 26 },
  /** Messages repeat neither the name of their field nor that it is required. */
  BriefMessages: { since: 34 },
  /** Repeated ranges of a node are refused by their family alone. */
  CidrRepetitionsImplied: { since: 33 },
  /** Claims of volumes and of devices and replication controllers are checked once when they change. */
  ClaimsCheckedOnce: { since: 35 },
  /** What pods say about claims that were made for them is kept; user ids may be large. */
  ClaimStatusesKept: { since: 37 },
  /** Fields of storage classes are immutable, in these words. */
  ClassFieldsImmutable: { since: 36 },
  /** Containers are checked as a whole, one after the other; init containers must not have probes. */
  ContainersCheckedInTurn: { since: 25 },
  /** Each change of the spec of a CSIDriver raises its generation. */
  CSIDriverSpecGeneration: { since: 30 },
  /** CSINodes have a status. */
  CSINodesHaveStatus: { since: 37 },
  /** New CSIStorageCapacities are checked twice. */
  CapacitiesCheckedTwice: { since: 24, until: 27 },
  /** Expressions know addresses and ranges of them. */
  CelAddresses: { since: 31 },
  /** Expressions know named formats of texts. */
  CelFormats: { since: 32 },
  /** Lists have later functions, such as distinct and sortBy. */
  CelLists: { since: 35 },
  /** Expressions know optional values, quantities, and numbers of different types side by side. */
  CelOptionalTypes: { since: 29 },
  /** Expressions know versions such as 1.2.3. */
  CelSemver: { since: 34 },
  /** Expressions format and quote texts, and take lists as sets. */
  CelStrings: { since: 30 },
  /** Macros may have two variables. */
  CelTwoVariables: { since: 33 },
  /** Claims, and those of ephemeral volumes, warn about parts of bytes. */
  ClaimFractionsWarned: { since: 26 },
  /** The history of a StatefulSet may get another limit. */
  ChangeableHistoryLimits: { since: 33 },
  /** The ordinals of a StatefulSet may change. */
  ChangeableOrdinals: { since: 26 },
  /** What may change of a pod is listed with commas only. */
  ChangeablePodFieldsByComma: { since: 27 },
  /** Services, secrets, slices and ingresses warn about what they have, such as annotations with new names. */
  ContentWarnings: { since: 27 },
  /** A component that does not exist is not found, as other objects are. */
  ComponentsNotFound: { since: 33 },
  /** Deletions of collections read them in pages, and as lists with a limit are read. */
  CollectionsDeletedInPages: { since: 28 },
  /** The time of the last success is that of a complete job, as soon as it is known. */
  CronJobSuccessAtOnce: { since: 30 },
  /** Missed times of a CronJob are on its schedule, and their number is not reported. */
  CronJobTimesOnSchedule: { since: 25 },
  /** Finished jobs of a CronJob are cleaned up first, whatever its schedule has due. */
  CronJobsCleanedUpFirst: { since: 25 },
  /** The jobs of a CronJob are known by its uid, not by its name. */
  CronJobsOwnByUid: { since: 37 },
  /** Conflicts of an apply name each field, though their paths begin alike. */
  ConflictPathsApart: { since: 29 },
  /** CronJobs take over their job of a time that exists already. */
  CronJobsTakeOver: { since: 25 },
  /** Unknown fields in the metadata of custom resources are reported. */
  CustomMetadataReported: { since: 25 },
  /** A write of the status of a custom resource owns no metadata. */
  CustomStatusOwnsNoMetadata: { since: 36 },
  /** Fields of scales of custom resources have owners. */
  CustomScalesTyped: { since: 27 },
  /** Budgets that set too much are shown with what they say about pods that are not ready. */
  BudgetsShowEvictionPolicies: { since: 26 },
  /** Decisions about signing requests that exclude each other are a fault of their list. */
  DecisionsOfWholeList: { since: 34 },
  /** Sources of claims say what the default group has. */
  DefaultGroupNamed: { since: 26 },
  /** Answers to deletions have the version of the deletion. */
  DeletionsAnswerTheirVersion: { since: 26 },
  /** The status of a DaemonSet is written though its pods could not be created or deleted. */
  DaemonSetStatusDespiteErrors: { since: 25 },
  /** Taints of devices may have no effect. */
  DeviceTaintsWithoutEffect: { since: 35 },
  /** A name with dots that has to be a label is refused because of them. */
  DotsInLabelsNamed: { since: 27 },
  /** Drivers of nodes are named by their field. */
  DriversNamedByField: { since: 33 },
  /** `/version` has the release that is imitated. */
  EmulationInVersion: { since: 33 },
  /** Drivers without a name lack a required value, and no more is said about the name. */
  EmptyDriversRequired: { since: 35 },
  /** A last port that is before the first one is shown itself. */
  EndPortsShown: { since: 37 },
  /** The API server deletes the Endpoints of a Service with it. */
  EndpointsEndWithServices: { since: 24, until: 36 },
  /** A label of Endpoints names the controller that writes them. */
  EndpointsNameTheirController: { since: 33 },
  /** Pods warn about ports, variables, selectors and volumes of Ceph that are probably not meant. */
  DoubtfulPodsWarned: { since: 28 },
  /** An error that several checks find is reported once, for all kinds but custom ones. */
  ErrorsReportedOnce: { since: 37 },
  /** Events of the older form name who reports them, as the newer do. */
  EventsNameTheirReporter: { since: 25 },
  /** The level of exempt requests has shares that others may borrow. */
  ExemptLevelsLend: { since: 28 },
  /** Quota scopes that need the operator Exists call it so. */
  ExistsOperatorNamed: { since: 31 },
  /** Services with external addresses warn that these are deprecated. */
  ExternalIPsDeprecated: { since: 36 },
  /** Expressions of policies that come to a wrong type are refused with that type. */
  ExpressionTypesNamed: { since: 32 },
  /** Services with external addresses have a policy for traffic from outside. */
  ExternalIPsHaveTrafficPolicy: { since: 29 },
  /** Services and volumes warn about fields that have no effect. */
  FieldsWithoutEffectWarn: { since: 28 },
  /** The server applies the status of flow schemas, rather than updating it. */
  FlowStatusApplied: { since: 26 },
  /** Flow schemas know only leases as locks, no longer endpoints and config maps. */
  FlowSchemasOfLeases: { since: 34 },
  /** Definitions warn about formats that are not known. */
  FormatWarnings: { since: 34 },
  /** Volumes of GlusterFS warn. */
  GlusterfsWarned: { since: 25 },
  /** Ingresses and network policies are named with the group that serves them. */
  GroupsNamedAsServed: { since: 26 },
  /** Claims have a status of growth for each resource. */
  GrowthOfEachResource: { since: 28 },
  /** Runtime classes require a handler. */
  HandlersRequired: { since: 36 },
  /** Headless services warn about fields that have no effect on them. */
  HeadlessServicesWarn: { since: 34 },
  /** Gates cannot be on without the gates that they need. */
  GatesCheckNeeds: { since: 35 },
  /** Pods can read all addresses of their host. */
  HostAddressesReadable: { since: 28 },
  /** Fields about namespaces of the host are checked after the security context. */
  HostFieldsLast: { since: 37 },
  /** Templates of pods on the host network get their host ports, as such pods do. */
  HostPortsInTemplates: { since: 24, until: 27 },
  /** Variables that are set again warn of what an apply may do to them. */
  HiddenVariablesMeetApply: { since: 30 },
  /** With the host network, the port of the host is refused, not that of the container. */
  HostPortsRefused: { since: 28 },
  /** Names that hosts cannot have warn, and so do negative grace periods; more volumes are gone. */
  HostnamesWarned: { since: 27 },
  /** Hosts of webhooks are to be specified, not provided. */
  HostsSpecified: { since: 25 },
  /** Pods with users of their own must not have block devices; messages name the field. */
  HostUsersRefuseDevices: { since: 34 },
  /** Growth of claims that cannot succeed is infeasible; before: failed. */
  InfeasibleGrowthNamed: { since: 31 },
  /** Some init containers may stay beside others, as messages say. */
  InitContainersMayStay: { since: 28 },
  /** Lists and watches look at `sendInitialEvents`, if only to refuse it. */
  InitialEventsKnown: { since: 27 },
  /** An annotation says whether the pods of a job are tracked; later all are. */
  JobTrackingAnnotations: { since: 24, until: 27 },
  /** Once set, the start of a job that is not suspended stays. */
  JobStartTimesFixed: { since: 36 },
  /** A job ends once none of its pods is left; a condition says before how it will end. */
  JobsEndInSteps: { since: 31 },
  /** Items of a list may lack some of the several fields that name them. */
  ItemsMayLackKeys: { since: 34 },
  /** A condition of jobs says that they have what they need, and which others may stand beside it. */
  JobsHaveSuccessCriteria: { since: 30 },
  /** Jobs with many indexes warn that these can get too many. */
  JobsWarnOfManyIndexes: { since: 28 },
  /** Jobs say that their selector is generated. */
  JobsStateManualSelector: { since: 29 },
  /** Messages show invalid values as JSON, before as Go code. */
  JsonValuesInMessages: { since: 34 },
  /** Custom resources know the formats of short and long names. */
  KubeNameFormats: { since: 35 },
  /** Load balancers may have the port of the kubelet. */
  KubeletPortsAccepted: { since: 33 },
  /** Messages count labels in bytes, before in characters, and call their keys label keys. */
  LabelLengthsInBytes: { since: 35 },
  /** Errors name the limit of requests that are too large, and the place of addresses that cannot be read. */
  LimitsNamed: { since: 27 },
  /** Errors about claims that were made for a pod name the field of the claim. */
  MadeClaimsNamed: { since: 36 },
  /** An autoscaler without `maxReplicas` lacks a required value. */
  MaxReplicasRequired: { since: 36 },
  /** Documents of OpenAPI name only the minor release. */
  MinorInOpenApi: { since: 31 },
  /** An update of an object that is missing says so, whatever uid it is for. */
  MissingBeforeUid: { since: 34 },
  /** More labels of nodes are said to have been replaced. */
  MoreNodeLabelsWarned: { since: 31 },
  /** Volumes warn about the annotation for mount options. */
  MountOptionAnnotationsDeprecated: { since: 31 },
  /** Service accounts warn about the annotation for secrets that may be mounted. */
  MountableSecretsDeprecated: { since: 32 },
  /** Network policies have a status. */
  NetworkPoliciesHaveStatus: { since: 24, until: 27 },
  /** Values of labels that node affinity requires are checked; others warn, and so do port names. */
  NodeAffinityValuesChecked: { since: 33 },
  /** Bindings name nodes that could be. */
  NodesOfBindingsChecked: { since: 37 },
  /** OpenAPI v3 has no defaults of elements of lists and of values of maps. */
  NoZerosOfElementsInOpenApi3: { since: 37 },
  /** OpenAPI v3 has no defaults of times, quantities and numbers that may be texts. */
  NoZerosOfTypedScalarsInOpenApi3: { since: 29 },
  /** Numbers of custom resources have to fit their format. */
  NumericFormats: { since: 36 },
  /** OpenAPI v3 has zeros as defaults, and says less of requests. (The documents of 1.24 are otherwise here.) */
  OpenApiAsPublished: { since: 25 },
  /** Documents of OpenAPI are sent with media types of their own, and their list as text. */
  OpenApiMediaTypes: { since: 27 },
  /** Volumes with files in each other's place warn. */
  OverlappingPathsWarned: { since: 32 },
  /** Owners that contradict each other are named with their kinds. */
  OwnersNameKinds: { since: 26 },
  /** Owners of fields stay when a write leaves lists with items that have no name. */
  OwnersSurviveUnfitWrites: { since: 37 },
  /** Fields that an owner reference lacks are required, and named with its place. */
  OwnersRequireFields: { since: 37 },
  /** Messages print names of resources without quotes. */
  PlainResourceNames: { since: 29, until: 33 },
  /** The text of a patch is read before all else, and errors call it so. */
  PatchTextsComeFirst: { since: 37 },
  /** Conditions of pods are looked for in their status; addresses there twice are too many of a family. */
  PodConditionsInStatus: { since: 33 },
  /** Pods have a generation. */
  PodGeneration: { since: 33 },
  /** Resources of pods as a whole may be resized, where a gate allows it. */
  PodLevelResizeGated: { since: 35 },
  /** The quality of service of a pod never changes. */
  PodQosClassFixed: { since: 32 },
  /** Messages tell restart policies of pods from those of containers, and count rules of restarts. */
  PodRestartPolicyNamed: { since: 36 },
  /** An update of a network policy is checked once. */
  PoliciesCheckedOnce: { since: 36 },
  /** Names of ports need a letter, as messages say; those of kernel parameters may have slashes. */
  PortNamesNeedLetters: { since: 25 },
  /** Services warn about a way to distribute traffic that has a new name. */
  PreferCloseDeprecated: { since: 35 },
  /** Labels of the pods of jobs have a prefix, too, and jobs select by that. */
  PrefixedJobLabels: { since: 27 },
  /** The marker for fields that are kept is named in full. */
  PreservingMarkerInFull: { since: 25 },
  /** Priority levels say how much of their shares others may borrow. */
  PriorityLevelsLend: { since: 26 },
  /** The value of a priority class that may not change is named in lower case, as it is spelled. */
  PriorityValuesNamed: { since: 25 },
  /** Quotas warn about requests that are more than their limits. */
  QuotaLimitsWarn: { since: 35 },
  /** Quotas may be about the claims of a class of attributes. */
  QuotasOfAttributesClasses: { since: 33 },
  /** Messages quote the names of other fields. */
  QuotedFieldNames: { since: 32 },
  /** Volumes warn that they are recycled. */
  RecyclingDeprecated: { since: 30 },
  /** StatefulSets name the count of ready replicas in full where more are available. */
  ReadyReplicasNamedInFull: { since: 25 },
  /** Refusals of updates that create say what they refuse, and missing roles are named by the request. */
  RefusedCreationsNamed: { since: 32 },
  /** Items that a list has several times have owners, instead of no field of the object. */
  RepeatedItemsHaveOwners: { since: 29 },
  /** 406 lists the representations that there are. */
  RepresentationsInNotAcceptable: { since: 25 },
  /** OpenAPI v3 says which bodies are needed. */
  RequiredBodiesInOpenApi3: { since: 29 },
  /** Messages of rules lose blanks at their ends. */
  RuleMessagesTrimmed: { since: 27 },
  /** The field that one rule names is not that of the rules after it. */
  RulePathsApart: { since: 30 },
  /** Errors of rules show scalar values, and nothing in place of others; before: the type. */
  RuleValuesShown: { since: 35 },
  /** Rules of a definition are checked where they stand, once its structure and defaults are right. */
  RulesCheckedInPlace: { since: 25 },
  /** Events about finished jobs of CronJobs name the condition as such. */
  SawCompletedCondition: { since: 31 },
  /** Where there is no object to scale, its resource is named, not that of its scale. */
  ScalesNameObjects: { since: 33 },
  /** Events about the size of a ReplicaSet have the size before in front. */
  ScalingEventsFromTo: { since: 32 },
  /** Events about the size of a ReplicaSet have the size before. */
  ScalingEventsNameOldSize: { since: 25 },
  /** New pods get seccomp profiles from annotations. */
  SeccompAnnotationsRead: { since: 24, until: 26 },
  /** New pods with seccomp profiles get annotations of them. */
  SeccompAnnotationsWritten: { since: 24, until: 24 },
  /** Values in expressions of selectors are checked. */
  SelectorValuesChecked: { since: 26 },
  /** The count of a series of events starts with the first one. */
  SeriesCountFirstEvent: { since: 27 },
  /** The service that a new StatefulSet names is a label. */
  ServiceNamesAreLabels: { since: 33 },
  /** Definitions warn about sets of items that have parts. */
  SetWarnings: { since: 37 },
  /** Lists have a parameter `shardSelector`, although nothing looks at it. */
  ShardSelectorPublished: { since: 36 },
  /** Parameters of OpenAPI v2 stand in one place, and operations refer to them. */
  SharedParametersInOpenApi2: { since: 28 },
  /** Resources have a singular name in discovery. */
  SingularNamesInDiscovery: { since: 27 },
  /** Where pods have restarted as often, restarts of their sidecars decide which goes first. */
  SidecarRestartsCompared: { since: 32 },
  /** A pod has ended, for the delays of jobs, once its sidecars have, too. */
  SidecarsEndPods: { since: 31 },
  /** Projected volumes count what each of their sources has, as messages say. */
  SourcesCountedEach: { since: 31 },
  /** Selectors of spread constraints are checked. */
  SpreadSelectorsChecked: { since: 27 },
  /** What types state about their fields is checked after all else, in plain words. */
  StatedChecks: { since: 37 },
  /** Names of StatefulSets are labels, and checked only for new ones. */
  StatefulSetNamesAreLabels: { since: 27 },
  /** StatefulSets check their pod templates, and new ones their claim templates. */
  StatefulSetTemplatesChecked: { since: 34 },
  /** A write of a status checks the status alone: paths in texts begin there. */
  StatusCheckedAlone: { since: 28 },
  /** Fields of a status that is checked alone are named from the root. */
  StatusFieldsNamedWhole: { since: 31 },
  /** A write of a status checks its lists, too. */
  StatusListsChecked: { since: 26 },
  /** Only services for load balancers have addresses in their status. */
  StatusOfBalancersOnly: { since: 29 },
  /** Values of a status that are not valid any more may stay as they are. */
  StatusRatchets: { since: 33 },
  /** Volumes and storage classes warn about labels of nodes that were renamed. */
  StorageWarnings: { since: 25 },
  /** Pods may not set for the host what belongs to its network or to its processes. */
  SysctlsOfHostRefused: { since: 29 },
  /** What the server sets in metadata is left out of new objects before their fields get owners. */
  SystemMetadataIgnored: { since: 25 },
  /** Answers to requests for tokens have the uid of the account. */
  TokensNameTheirAccount: { since: 34 },
  /** Operators of tolerations that compare are named, even where a gate forbids them. */
  ComparingTolerationsNamed: { since: 35 },
  /** Errors about tolerations of a runtime class name their place. */
  TolerationPathsOfRuntimeClasses: { since: 35 },
  /** Errors about values of tolerations show the value, not all of the toleration. */
  TolerationValuesShown: { since: 32 },
  /** Messages about long text say what it may not be more than. */
  TooLongInBytes: { since: 32 },
  /** The type of an object that is applied is checked first, and named as a whole. */
  TypeOfAppliedFirst: { since: 28 },
  /** Endpoints that stay the same are not checked again, and what is an address at all comes before its family. */
  UnchangedEndpointsStay: { since: 33 },
  /** A server that is to serve groups it does not know names them with their versions. */
  UnknownApisHaveVersions: { since: 36 },
  /** All time zones that do not exist are unknown, whatever their form. */
  UnknownZonesNamed: { since: 27 },
  /** Deletions have a parameter for objects that cannot be read. */
  UnsafeDeletionPublished: { since: 32 },
  /** ReplicaSets and DaemonSets, and the metadata of services, are checked once when they change. */
  UpdatesCheckedOnce: { since: 34 },
  /** Priority levels may have no share at all. */
  ZeroConcurrencyShares: { since: 29 },
  /** Messages about sleeping no time name the gate that allows it. */
  ZeroSleepNamesGate: { since: 32 },
  /** New schedules have no time zone in them. */
  ZonesOutsideOfSchedules: { since: 29 },
} as const satisfies Readonly<Record<string, Behaviour>>;

/** Minor releases of Kubernetes 1, both included. */
export interface Behaviour {
  readonly since: number;
  readonly until?: number;
}
