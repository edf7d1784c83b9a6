/** The part of the behaviours that is about what controllers and kubelets do. */
export const controllerBehaviours = {
  /** The update revision of a StatefulSet becomes the current one with each strategy. */
  AllRolloutsEnd: { since: 37 },
  /** Autoscalers of the same pods are named by example, not all. */
  AmbiguityByExample: { since: 37 },
  /** Autoscalers do nothing while others select the same pods. */
  AmbiguousSelectorsRefused: { since: 26 },
  /** What sidecars request counts for autoscalers. */
  AutoscalersCountSidecars: { since: 29 },
  /** Autoscalers write a size once more when their target has changed meanwhile. */
  AutoscalersRetryConflicts: { since: 34 },
  /** The status of an autoscaler names the object of a metric that its pods share. */
  AverageMetricsDescribeObjects: { since: 33 },
  /** Budgets keep the other conditions of their status, and the time of their own. */
  BudgetsKeepConditions: { since: 27 },
  /** Autoscalers call the utilization of a container so. */
  ContainerMetricsNamed: { since: 27 },
  /** Messages about scheduling say that there are no claims to deallocate (gate DynamicResourceAllocation). */
  ClaimsToDeallocateNamed: { since: 30, until: 36 },
  /** Pods get their claims to devices as soon as there is the template. */
  ClaimTemplatesWakePods: { since: 36 },
  /** Claims that go with a StatefulSet or its pod have it as their controller. */
  ClaimOwnersControl: { since: 28 },
  /** Pods whose container is not measured count as those without metrics. */
  ContainersMayLackMetrics: { since: 33 },
  /** The status of a StatefulSet counts the pods that were there before it acted. */
  CountsOfSeenPods: { since: 25 },
  /** Finished jobs of a CronJob are cleaned up first, whatever its schedule has due. */
  CronJobsCleanedUpFirst: { since: 25 },
  /** The jobs of a CronJob are known by its uid, not by its name. */
  CronJobsOwnByUid: { since: 37 },
  /** CronJobs take over their job of a time that exists already. */
  CronJobsTakeOver: { since: 25 },
  /** The time of the last success is that of a complete job, as soon as it is known. */
  CronJobSuccessAtOnce: { since: 30 },
  /** Missed times of a CronJob are on its schedule, and their number is not reported. */
  CronJobTimesOnSchedule: { since: 25 },
  /** The status of a DaemonSet is written though its pods could not be created or deleted. */
  DaemonSetStatusDespiteErrors: { since: 25 },
  /** Messages about expressions that select devices name the device, and say how to ask for what it may lack. */
  DeviceErrorsInFull: { since: 37 },
  /** Pods of DaemonSets that have ended and are being deleted hold no node. */
  EndedDaemonsLeaveNodes: { since: 26 },
  /** StatefulSets make pods that have ended again once they are gone, without an event. */
  EndedPodsGoFirst: { since: 28 },
  /** A label of Endpoints names the controller that writes them. */
  EndpointsNameTheirController: { since: 33 },
  /** Autoscalers assume no use for pods without metrics when the others meet their target. */
  EvenRatiosAssumeNothing: { since: 28 },
  /** Of finished pods that are too many, evicted ones are collected first. */
  EvictedPodsCollectedFirst: { since: 27 },
  /** Conditions of jobs that turn are new ones: their probe time is not that of the first. */
  JobConditionsRenewed: { since: 25 },
  /** Failed pods and failed requests delay a job apart, and what changes in a second is looked at once. */
  JobDelaysApart: { since: 28 },
  /** New pods of a job wait for some time after the last failed one ended. */
  JobDelaysByEnds: { since: 27 },
  /** Jobs count their active pods while new ones wait for their time. */
  JobsCountDuringDelays: { since: 36 },
  /** Messages about scheduling say which node is cleared. */
  ClearedNodesNamed: { since: 37 },
  /** Claims to devices that are made for a pod keep it while it waits for them to be deleted. */
  MadeClaimsBlockPods: { since: 24, until: 34 },
  /** Containers that autoscalers measure have to exist. */
  MeasuredContainersExist: { since: 35 },
  /** The status of autoscalers has memory in binary units. */
  MemoryInBinaryUnits: { since: 34 },
  /** Errors of metrics name pod and container, and tell use from utilization. */
  MetricErrorsInFull: { since: 26 },
  /** Errors of resources and external metrics begin with their name. */
  MetricErrorsNameMetrics: { since: 25 },
  /** The status of an autoscaler has the metrics that could be read beside the others. */
  MetricsDespiteErrors: { since: 29 },
  /** Where no pod has metrics, autoscalers do not call the pods ready. */
  MetricsOfTargetedPods: { since: 27 },
  /** StatefulSets make claims again that a pending pod misses. */
  MissingClaimsMadeAgain: { since: 27 },
  /** StatefulSets report pods that are gone already as deleted. */
  MissingPodsCountAsDeleted: { since: 36 },
  /** Pods without metrics are assumed to use as much as a target above what they request. */
  MissingPodsUseTargets: { since: 26 },
  /** Messages about scheduling count no nodes for a reason that is known before nodes are looked at. */
  FirstReasonsAlone: { since: 26 },
  /** Autoscalers look at once at what is new. */
  NewAutoscalersAtOnce: { since: 37 },
  /** Nodes are given 50 s without a sign of life, not 40. */
  NodesHaveFiftySeconds: { since: 32 },
  /** Nodes that change wake the DaemonSets that have to make or delete a pod there, or have some out of place. */
  NodesWakeSetsInNeed: { since: 33 },
  /** Errors of metrics of objects have the object before the cause. */
  ObjectMetricErrorsInOrder: { since: 37 },
  /** Parallel StatefulSets update pods first that are not available. */
  ParallelUpdatesSpareReadyPods: { since: 37 },
  /** Scaling policies take back what was scaled the other way in their period. */
  PoliciesCountBothDirections: { since: 26 },
  /** The condition of victims names the scheduler so. */
  PreemptingSchedulerNamed: { since: 27 },
  /** Messages about scheduling have a second full stop behind what preemption says. */
  PreemptionTextsEndTwice: { since: 26, until: 28 },
  /** Events of victims have the uid of the pod that they go for. */
  PreemptorsNamed: { since: 29 },
  /** Overhead of a runtime counts as a limit for quotas only beside other limits. */
  QuotaOverheadBesideLimits: { since: 27 },
  /** A change that takes a pod to another scope counts for quotas at once. */
  QuotasFollowScopes: { since: 33 },
  /** ReplicaSets look at pods the moment that these become available. */
  ReplicasAvailableOnTime: { since: 34 },
  /** Rollouts of StatefulSets end when all desired pods are updated. */
  RolloutsEndWithAllReplicas: { since: 27 },
  /** Events about finished jobs of CronJobs name the condition as such. */
  SawCompletedCondition: { since: 31 },
  /** Autoscalers raise a target from zero only if they have lowered it. */
  ScaledToZeroRemembered: { since: 36 },
  /** Events about the size of a ReplicaSet have the size before in front. */
  ScalingEventsFromTo: { since: 32 },
  /** Events about the size of a ReplicaSet that is not new have the size before. */
  ScalingEventsNameOldSize: { since: 25 },
  /** Events of StatefulSets begin with a capital. */
  SetEventsCapitalized: { since: 35 },
  /** Endpoints are not written again before the last write is seen. */
  StaleEndpointsAwaited: { since: 28 },
  /** Nodes that turn Unknown are tainted at once, not at the next look at them. */
  SilentNodesTaintedAtOnce: { since: 34 },
  /** StatefulSets look at pods the moment that these become available. */
  SetsAvailableOnTime: { since: 35 },
  /** Where pods have restarted as often, restarts of their sidecars decide which goes first. */
  SidecarRestartsCompared: { since: 32 },
  /** A pod has ended, for the delays of jobs, once its sidecars have, too. */
  SidecarsEndPods: { since: 31 },
  /** DaemonSets replace pods that have succeeded. */
  SucceededDaemonsReplaced: { since: 26 },
  /** StatefulSets replace pods that have succeeded. */
  SucceededPodsReplaced: { since: 27 },
  /** Messages about scheduling do not name taints. */
  TaintsUnnamed: { since: 34 },
  /** Ratios at the very tolerance of an autoscaler are within it. */
  ToleranceBoundsIncluded: { since: 33 },
  /** Rollouts of DaemonSets that surge delete pods on nodes that should have none without replacing them. */
  SurgesSpareNodes: { since: 25 },
  /** Old pods of a DaemonSet that are not available count as such in rollouts. */
  UnavailableDaemonsCount: { since: 28 },
  /** StatefulSets wait for pods to be available before they delete others, not only healthy. */
  UnavailablePodsHoldSets: { since: 34 },
  /** Expressions of policies are checked against the types that they are about, and status says what does not fit. */
  PolicyTypesChecked: { since: 28 },
  /** That check knows the variables of a policy. */
  PolicyTypesKnowVariables: { since: 30 },
  /** Configurations of devices do not name the requests that they are for where these are all. */
  WholeConfigsUnnamed: { since: 37 },
  /** Messages about scheduling name the affinity of volumes. */
  VolumeAffinityNamed: { since: 33 },
} as const;
