/** The part of the behaviours that is about requests of every kind: forms, patches, apply, errors, metadata, discovery and OpenAPI. */
export const requestBehaviours = {
  /** What a strategic merge patch adds loses the parts of it that have a directive. */
  AddedDirectivesDropped: { since: 28 },
  /** Discovery in one document has a stable version. */
  AggregatedDiscoveryV2: { since: 30 },
  /** An apply that changes no value leaves the time of its entry. */
  ApplyTimesOfChanges: { since: 25 },
  /** Values that an apply does not write, such as those of the status, count as changes. */
  ApplyTimesOfUnwritten: { since: 29 },
  /** Options of a deletion that cannot be read are a bad request, not a failure of the server. */
  BadDeleteOptionsAreRequests: { since: 35 },
  /** A list at a version that is not a number is a bad request, not a failure of the server. */
  BadVersionsInListsAreRequests: { since: 33 },
  /** Deletions of collections read them in pages, and as lists with a limit are read. */
  CollectionsDeletedInPages: { since: 28 },
  /** A component that does not exist is not found, as other objects are. */
  ComponentsNotFound: { since: 33 },
  /** Conflicts of an apply name each field, though their paths begin alike. */
  ConflictPathsApart: { since: 29 },
  /** Fields of scales of custom resources have owners. */
  CustomScalesTyped: { since: 27 },
  /** Applied times and quantities that are lists or objects are refused before they are read. */
  AppliedScalarsChecked: { since: 29 },
  /** Answers to deletions have the version of the deletion. */
  DeletionsAnswerTheirVersion: { since: 26 },
  /** A name with dots that has to be a label is refused because of them. */
  DotsInLabelsNamed: { since: 27 },
  /** `/version` has the release that is imitated. */
  EmulationInVersion: { since: 33 },
  /** The API server deletes the Endpoints of a Service with it. */
  EndpointsEndWithServices: { since: 24, until: 36 },
  /** An error that several checks find is reported once, for all kinds but custom ones. */
  ErrorsReportedOnce: { since: 37 },
  /** Events of the older form name who reports them, as the newer do. */
  EventsNameTheirReporter: { since: 25 },
  /** The server applies the status of flow schemas, rather than updating it. */
  FlowStatusApplied: { since: 26 },
  /** Refused ingresses and network policies are named with the group that they came from. */
  NetworksOfExtensions: { since: 24, until: 25 },
  /** Refused daemon sets, deployments and replica sets are named with the group that they came from. */
  WorkloadsOfExtensions: { since: 26, until: 26 },
  /** Lists and watches look at `sendInitialEvents`, if only to refuse it. */
  InitialEventsKnown: { since: 27 },
  /** Items of a list may lack some of the several fields that name them. */
  ItemsMayLackKeys: { since: 34 },
  /** Messages show invalid values as JSON, before as Go code. */
  JsonValuesInMessages: { since: 34 },
  /** Messages count labels in bytes, before in characters, and call their keys label keys. */
  LabelLengthsInBytes: { since: 35 },
  /** Documents of OpenAPI name only the minor release. */
  MinorInOpenApi: { since: 31 },
  /** To impersonate groups without a user is a bad request, not a failure of the server. */
  MissingUsersAreRequests: { since: 35 },
  /** An update of an object that is missing says so, whatever uid it is for. */
  MissingBeforeUid: { since: 34 },
  /** Bindings name nodes that could be. */
  NodesOfBindingsChecked: { since: 37 },
  /** Lists of custom resources say in OpenAPI that they are objects. */
  ListsOfCustomKindsTyped: { since: 27 },
  /** Logs of pods have a parameter for one of the two streams. */
  LogStreamsPublished: { since: 32 },
  /** OpenAPI v3 has no defaults of elements of lists and of values of maps. */
  NoZerosOfElementsInOpenApi3: { since: 37 },
  /** OpenAPI v3 has no defaults of times, quantities and numbers that may be texts. */
  NoZerosOfTypedScalarsInOpenApi3: { since: 29 },
  /** Documents of OpenAPI are sent with media types of their own; version 3 describes API services, too. */
  OpenApiMediaTypes: { since: 27 },
  /** A document of OpenAPI v3 about one group names its options in this group only. */
  OptionsOfOneGroupInOpenApi3: { since: 36 },
  /** Owners that contradict each other are named with their kinds. */
  OwnersNameKinds: { since: 26 },
  /** Fields that an owner reference lacks are required, and named with its place. */
  OwnersRequireFields: { since: 37 },
  /** Owners of fields stay when a write leaves lists with items that have no name. */
  OwnersSurviveUnfitWrites: { since: 37 },
  /** The text of a patch is read before all else, and errors call it so. */
  PatchTextsComeFirst: { since: 37 },
  /** Refusals of updates that create say what they refuse, and missing roles are named by the request. */
  RefusedCreationsNamed: { since: 32 },
  /** Items that a list has several times have owners, instead of no field of the object. */
  RepeatedItemsHaveOwners: { since: 29 },
  /** 406 lists the representations that there are. */
  RepresentationsInNotAcceptable: { since: 25 },
  /** OpenAPI v3 says which bodies are needed. */
  RequiredBodiesInOpenApi3: { since: 29 },
  /** Values in expressions of selectors are checked. */
  SelectorValuesChecked: { since: 26 },
  /** The count of a series of events starts with the first one. */
  SeriesCountFirstEvent: { since: 27 },
  /** Lists have a parameter `shardSelector`, although nothing looks at it. */
  ShardSelectorPublished: { since: 36 },
  /** Parameters of OpenAPI v2 stand in one place, and operations refer to them. */
  SharedParametersInOpenApi2: { since: 28 },
  /** Resources have a singular name in discovery. */
  SingularNamesInDiscovery: { since: 27 },
  /** What the server sets in metadata is left out of new objects before their fields get owners. */
  SystemMetadataIgnored: { since: 25 },
  /** A version of a continue token that is not known is named without quotes. */
  TokenVersionsPlain: { since: 25 },
  /** Answers to requests for tokens have the uid of the account. */
  TokensNameTheirAccount: { since: 34 },
  /** Messages about long text say what it may not be more than. */
  TooLongInBytes: { since: 32 },
  /** The type of an object that is applied is checked first, and named as a whole. */
  TypeOfAppliedFirst: { since: 28 },
  /** A server that is to serve groups it does not know names them with their versions. */
  UnknownApisHaveVersions: { since: 36 },
  /** Deletions have a parameter for objects that cannot be read. */
  UnsafeDeletionPublished: { since: 32 },
  /** The end of the first events of a watch list has a list without items. */
  InitialEventsBlueprint: { since: 32, until: 33 },
  /** Objects that an update or an apply creates keep what they say about their deletion. */
  UpsertsKeepDeletions: { since: 25, until: 36 },
  /** Evictions that a budget forbids say more about why. */
  EvictionsSayWhy: { since: 35 },
  /** Tokens of accounts may be bound to nodes, with a gate. */
  NodesInTokens: { since: 29 },
  /** `/statusz` and `/flagz` have forms for programs, besides text. */
  ZPagesForPrograms: { since: 35 },
  /** The forms of `/statusz` and `/flagz` for programs have a version v1beta1; the one before it warns. */
  ZPagesInBeta: { since: 36 },
  /** Names are generated before anything else is made of a new object. */
  NamesGeneratedFirst: { since: 26 },
  /** A JSON patch that replaces the whole object by a number, a text or null is refused. */
  JsonPatchRootsChecked: { since: 35 },
} as const;
