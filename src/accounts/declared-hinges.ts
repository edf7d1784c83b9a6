/**
 * The feature gates and behaviours on which fields and events hang, by who writes them. Where a controller accounts for a
 * field, `why` finds out by itself which of them decide; this is for events, for what is set in passing, and for
 * questions about a field as such.
 */

/** By kind, then by field; for events by the kind that they are about, and their reason. */
type Hinges = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const ofMetrics = [
  'AverageMetricsDescribeObjects',
  'MemoryInBinaryUnits',
  'MetricErrorsInFull',
  'MetricErrorsNameMetrics',
  'MetricsDespiteErrors',
  'ObjectMetricErrorsInOrder',
];
const ofSizes = [
  'AutoscalersCountSidecars',
  'ContainersMayLackMetrics',
  'EvenRatiosAssumeNothing',
  'HPAConfigurableTolerance',
  'HPAScaleToZero',
  'MissingPodsUseTargets',
  'PodLevelResources',
  'PoliciesCountBothDirections',
  'ScaledToZeroRemembered',
  'ToleranceBoundsIncluded',
];
const ofScheduling = [
  'ClaimsToDeallocateNamed',
  'FirstReasonsAlone',
  'PreemptionTextsEndTwice',
  'TaintsUnnamed',
  'VolumeAffinityNamed',
];
const ofOrder = [
  'EndedPodsGoFirst',
  'MaxUnavailableStatefulSet',
  'ParallelUpdatesSpareReadyPods',
  'StatefulSetSemanticRevisionComparison',
  'StatefulSetStartOrdinal',
  'SucceededPodsReplaced',
  'UnavailablePodsHoldSets',
];
const ofTracking = ['JobTrackingWithFinalizers', 'JobTrackingAnnotations'];
const ofJobEnds = ['JobManagedBy', 'JobPodReplacementPolicy', 'JobsEndInSteps'];
const ofJobSuccess = [...ofJobEnds, 'JobSuccessPolicy', 'JobConditionsRenewed'];
const ofJobFailure = [
  ...ofJobEnds,
  'JobBackoffLimitPerIndex',
  'JobConditionsRenewed',
  'JobPodFailurePolicy',
  'PodDisruptionConditions',
];

/** By the name of the controller. */
export const declaredHinges: Readonly<Record<string, Hinges>> = {
  job: {
    Job: {
      'status.active': ['JobDelaysByEnds', 'JobsCountDuringDelays', 'JobsEndInSteps'],
      'status.ready': ['JobReadyPods', 'JobsEndInSteps'],
      'status.terminating': ['JobPodReplacementPolicy', 'JobsEndInSteps'],
      'status.succeeded': ofTracking,
      'status.failed': [...ofTracking, 'JobPodFailurePolicy', 'PodDisruptionConditions'],
      'status.uncountedTerminatedPods': ofTracking,
      'status.failedIndexes': ['JobBackoffLimitPerIndex'],
      'status.startTime': ['MutableSchedulingDirectivesForSuspendedJobs'],
      'status.conditions.Complete': ofJobSuccess,
      'status.conditions.SuccessCriteriaMet': ofJobSuccess,
      'status.conditions.Failed': ofJobFailure,
      'status.conditions.FailureTarget': ofJobFailure,
      'status.conditions.Suspended': ['JobConditionsRenewed'],
    },
    Pod: {
      "metadata.labels['batch.kubernetes.io/job-completion-index']": ['PodIndexLabel'],
      "metadata.annotations['batch.kubernetes.io/job-index-failure-count']": [
        'JobBackoffLimitPerIndex',
      ],
    },
    Event: {
      'Job Completed': ofJobEnds,
      'Job DeadlineExceeded': ofJobEnds,
      'Job BackoffLimitExceeded': ofJobEnds,
      'Job FailedIndexes': ['JobBackoffLimitPerIndex'],
      'Job MaxFailedIndexesExceeded': ['JobBackoffLimitPerIndex'],
      'Job PodFailurePolicy': ['JobPodFailurePolicy'],
    },
  },
  cronjob: {
    CronJob: {
      'status.active': ['CronJobsOwnByUid', 'CronJobsTakeOver'],
      'status.lastScheduleTime': ['CronJobTimeZone', 'CronJobTimesOnSchedule'],
      'status.lastSuccessfulTime': ['CronJobSuccessAtOnce'],
    },
    Job: {
      "metadata.annotations['batch.kubernetes.io/cronjob-scheduled-timestamp']": [
        'CronJobsScheduledAnnotation',
      ],
    },
    Event: {
      'CronJob SawCompletedJob': ['SawCompletedCondition'],
      'CronJob TooManyMissedTimes': ['CronJobTimesOnSchedule'],
    },
  },
  horizontalpodautoscaler: {
    HorizontalPodAutoscaler: {
      'status.desiredReplicas': ofSizes,
      'status.currentMetrics': ofMetrics,
      'status.observedGeneration': ['HPAGeneration'],
      'status.conditions.ScaledToZero': ['HPAScaleToZero', 'ScaledToZeroRemembered'],
      'status.conditions.ScalingActive': ['AmbiguousSelectorsRefused', ...ofMetrics],
      'status.conditions.AbleToScale': ['AutoscalersRetryConflicts'],
      'status.conditions.ScalingLimited': ofSizes,
    },
    Event: {
      'HorizontalPodAutoscaler AmbiguousSelector': [
        'AmbiguousSelectorsRefused',
        'AmbiguityByExample',
      ],
      'HorizontalPodAutoscaler FailedGetResourceMetric': ofMetrics,
      'HorizontalPodAutoscaler FailedGetContainerResourceMetric': ofMetrics,
      'HorizontalPodAutoscaler FailedGetObjectMetric': ofMetrics,
      'HorizontalPodAutoscaler FailedComputeMetricsReplicas': ofMetrics,
      'HorizontalPodAutoscaler SuccessfulRescale': ['ContainerMetricsNamed'],
    },
  },
  statefulset: {
    StatefulSet: {
      'status.replicas': ['CountsOfSeenPods', ...ofOrder],
      'status.readyReplicas': ['CountsOfSeenPods', ...ofOrder],
      'status.availableReplicas': ['CountsOfSeenPods', 'SetsAvailableOnTime', ...ofOrder],
      'status.currentReplicas': ['AllRolloutsEnd', 'RolloutsEndWithAllReplicas', ...ofOrder],
      'status.updatedReplicas': ['CountsOfSeenPods', ...ofOrder],
      'status.currentRevision': ['AllRolloutsEnd', 'RolloutsEndWithAllReplicas'],
      'status.updateRevision': ['StatefulSetSemanticRevisionComparison'],
    },
    Pod: { "metadata.labels['apps.kubernetes.io/pod-index']": ['PodIndexLabel'] },
    PersistentVolumeClaim: {
      'metadata.ownerReferences': ['StatefulSetAutoDeletePVC', 'ClaimOwnersControl'],
    },
    Event: {
      'StatefulSet SuccessfulCreate': ['SetEventsCapitalized'],
      'StatefulSet SuccessfulDelete': ['MissingPodsCountAsDeleted', 'SetEventsCapitalized'],
      'StatefulSet FailedCreate': ['SetEventsCapitalized'],
      'StatefulSet FailedDelete': ['MissingPodsCountAsDeleted', 'SetEventsCapitalized'],
    },
  },
  deployment: {
    Deployment: { 'status.terminatingReplicas': ['DeploymentReplicaSetTerminatingReplicas'] },
    Event: {
      'Deployment ScalingReplicaSet': ['ScalingEventsFromTo', 'ScalingEventsNameOldSize'],
    },
  },
  replicaset: {
    ReplicaSet: {
      'status.availableReplicas': ['ReplicasAvailableOnTime'],
      'status.terminatingReplicas': ['DeploymentReplicaSetTerminatingReplicas'],
    },
  },
  daemonset: {
    DaemonSet: {
      'status.currentNumberScheduled': ['EndedDaemonsLeaveNodes', 'SucceededDaemonsReplaced'],
      'status.numberAvailable': ['EndedDaemonsLeaveNodes', 'UnavailableDaemonsCount'],
      'status.updatedNumberScheduled': ['SurgesSpareNodes', 'UnavailableDaemonsCount'],
    },
  },
  disruption: {
    PodDisruptionBudget: { 'status.conditions': ['BudgetsKeepConditions'] },
  },
  endpoints: {
    Endpoints: {
      "metadata.labels['endpoints.kubernetes.io/managed-by']": ['EndpointsNameTheirController'],
    },
  },
  resourcequota: {
    ResourceQuota: {
      'status.used': ['PodLevelResources', 'QuotaOverheadBesideLimits', 'QuotasFollowScopes'],
    },
  },
  namespace: {
    Namespace: { 'status.conditions': ['OrderedNamespaceDeletion'] },
  },
  scheduler: {
    Pod: {
      'status.conditions.PodScheduled': ofScheduling,
      'status.nominatedNodeName': ['ClearingNominatedNodeNameAfterBinding'],
    },
    Event: {
      'Pod FailedScheduling': ofScheduling,
      'Pod Preempted': ['PreemptorsNamed'],
    },
  },
  pool: {
    Pod: {
      'metadata.generation': ['PodGeneration'],
      'status.observedGeneration': ['PodObservedGenerationTracking'],
      'status.hostIPs': ['PodHostIPs'],
      'status.qosClass': ['PodQosClassFixed', 'QosClassesAsSent'],
      'status.conditions.PodReadyToStartContainers': ['PodReadyToStartContainersCondition'],
      'status.conditions.DisruptionTarget': ['PodDisruptionConditions', 'PreemptingSchedulerNamed'],
      'status.containerStatuses.resources': ['InPlacePodVerticalScaling'],
    },
  },
};
