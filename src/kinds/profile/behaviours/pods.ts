/** The part of the behaviours that is about pods and what is in them. */
export const podBehaviours = {
  /** Pods that are given less than no time to end get a second. */
  NegativeGraceIsASecond: { since: 27 },
  /** The address of a pod comes with its list of addresses. */
  PodIpsPaired: { since: 37 },
  /** Messages about search paths show the pattern that they may have. */
  SearchPatternsNamed: { since: 34 },
  /** New pods get AppArmor profiles from annotations. */
  AppArmorAnnotationsRead: { since: 30 },
  /** New pods with AppArmor profiles get annotations of them. */
  AppArmorAnnotationsWritten: { since: 30, until: 33 },
  /** Standards of pods look at fields of AppArmor; before, at annotations only. */
  AppArmorFieldsInStandards: { since: 30 },
  /** What may change of a pod is listed with commas only. */
  ChangeablePodFieldsByComma: { since: 27 },
  /** Claims, and those of ephemeral volumes, warn about parts of bytes. */
  ClaimFractionsWarned: { since: 26 },
  /** What pods say about claims that were made for them is kept; user ids may be large. */
  ClaimStatusesKept: { since: 37 },
  /** Operators of tolerations that compare are named, even where a gate forbids them. */
  ComparingTolerationsNamed: { since: 35 },
  /** Containers are checked as a whole, one after the other; init containers must not have probes. */
  ContainersCheckedInTurn: { since: 25 },
  /** Pods warn about ports, variables, selectors and volumes of Ceph that are probably not meant. */
  DoubtfulPodsWarned: { since: 28 },
  /** Pods with gates say since when they are not scheduled. */
  GatedPodsTimed: { since: 31 },
  /** Volumes of GlusterFS warn. */
  GlusterfsWarned: { since: 25 },
  /** Runtime classes require a handler. */
  HandlersRequired: { since: 36 },
  /** Variables that are set again warn of what an apply may do to them. */
  HiddenVariablesMeetApply: { since: 30 },
  /** Pods can read all addresses of their host. */
  HostAddressesReadable: { since: 28 },
  /** Fields about namespaces of the host are checked after the security context. */
  HostFieldsLast: { since: 37 },
  /** Names that hosts cannot have warn, and so do negative grace periods; more volumes are gone. */
  HostnamesWarned: { since: 27 },
  /** Templates of pods on the host network get their host ports, as such pods do. */
  HostPortsInTemplates: { since: 24, until: 27 },
  /** With the host network, the port of the host is refused, not that of the container. */
  HostPortsRefused: { since: 28 },
  /** Pods with users of their own must not have block devices; messages name the field. */
  HostUsersRefuseDevices: { since: 34 },
  /** The restricted standard of pods allows volumes of images. */
  ImageVolumesInStandards: { since: 33 },
  /** Some init containers may stay beside others, as messages say. */
  InitContainersMayStay: { since: 28 },
  /** Errors name the limit of requests that are too large, and the place of addresses that cannot be read. */
  LimitsNamed: { since: 27 },
  /** Errors about claims that were made for a pod name the field of the claim. */
  MadeClaimsNamed: { since: 36 },
  /** A resize never lowers how much memory a container may use, unless it is started again. */
  MemoryLimitsGrow: { since: 33, until: 33 },
  /** More labels of nodes are said to have been replaced. */
  MoreNodeLabelsWarned: { since: 31 },
  /** Values of labels that node affinity requires are checked; others warn, and so do port names. */
  NodeAffinityValuesChecked: { since: 33 },
  /** Where a gate relaxes standards for pods with users of their own, these may show all of `/proc`, too. */
  OwnUsersMayUnmaskProc: { since: 31 },
  /** Volumes with files in each other's place warn. */
  OverlappingPathsWarned: { since: 32 },
  /** Messages print names of resources without quotes. */
  PlainResourceNames: { since: 29, until: 33 },
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
  /** A pod's status is written without the fields of gates that are off. */
  PodStatusGated: { since: 33 },
  /** Names of ports need a letter, as messages say; those of kernel parameters may have slashes. */
  PortNamesNeedLetters: { since: 25 },
  /** A resize may add any resource to a container that has asked for none. */
  ResizeAddsToNone: { since: 32, until: 34 },
  /** A resize is compared with the claims of a container; before, it may add them, and changes none that has some. */
  ResizeSeesClaims: { since: 37 },
  /** Messages name the init container that a resize may not change so. */
  ResizedInitContainersNamed: { since: 36 },
  /** Standards of pods name users and roles of SELinux that may not be set, also without a type. */
  SELinuxUsersAlwaysNamed: { since: 26 },
  /** A pod whose annotations of seccomp for containers change is checked against standards again. */
  SeccompAnnotationsOfContainersMatter: { since: 24, until: 26 },
  /** A pod whose own annotation of seccomp changes is checked against standards again. */
  SeccompAnnotationsOfPodsMatter: { since: 24, until: 24 },
  /** New pods get seccomp profiles from annotations. */
  SeccompAnnotationsRead: { since: 24, until: 26 },
  /** New pods with seccomp profiles get annotations of them. */
  SeccompAnnotationsWritten: { since: 24, until: 24 },
  /** Selectors of spread constraints are checked. */
  SpreadSelectorsChecked: { since: 27 },
  /** Pods may not set for the host what belongs to its network or to its processes. */
  SysctlsOfHostRefused: { since: 29 },
  /** Errors about tolerations of a runtime class name their place. */
  TolerationPathsOfRuntimeClasses: { since: 35 },
  /** Errors about values of tolerations show the value, not all of the toleration. */
  TolerationValuesShown: { since: 32 },
  /** What a namespace enforces of pods it also warns of, unless it asks for other warnings. */
  WarningsFollowEnforcement: { since: 26 },
  /** Messages about sleeping no time name the gate that allows it. */
  ZeroSleepNamesGate: { since: 32 },
  /** Pods that change are of the quality of service that their status says. */
  QosClassesCompared: { since: 29, until: 31 },
  /** New pods keep the quality of service that they are sent with. */
  QosClassesAsSent: { since: 29, until: 36 },
  /** Fields of ephemeral containers have owners. */
  EphemeralContainersOwned: { since: 33 },
  /** Pods have the same fields in Go's own types as in those that are served. */
  PodsInternallyAsServed: { since: 37 },
} as const;
