/** Reasons of events and conditions, as controllers and kubelets of all releases write them. */
import { nearest } from '#values';
import type { Expression } from '../../expression/index.ts';
import { isList, isMap, isScalar, type Node } from '../../source/node.ts';
import type { Checker } from '../../shape/checker.ts';

const REASONS: ReadonlySet<string> = new Set(
  `AmbiguousSelector ApprovedAnnotation AutoApproved BackOff BackoffLimitExceeded CalculateExpectedPodCountFailed ClaimLost ClaimMisbound
    Completed CompletionsReached ConflictingController ContainerCreating ContainerStatusUnknown ContainersNotInitialized ContainersNotReady
    ContentDeleted ContentDeletionFailed ContentHasNoFinalizers ContentRemoved CrashLoopBackOff CreateContainerConfigError Created DeadlineExceeded DeletionByPodGC
    DeletionByTaintManager DeploymentPaused DeploymentResumed DeploymentRollback DeploymentRollbackRevisionNotFound
    DeploymentRollbackTemplateUnchanged DesiredWithinRange DiscoveryFailed EnsuredLoadBalancer EnsuringLoadBalancer ErrImagePull Error
    Evicted ExternalProvisioning Failed FailedAttachVolume FailedBinding FailedComputeMetricsReplicas FailedCreate FailedDaemonPod
    FailedDelete FailedGet FailedGetContainerResourceMetric FailedGetExternalMetric FailedGetObjectMetric FailedGetPodsMetric
    FailedGetResourceMetric FailedGetScale FailedIndexes FailedMount FailedRescale FailedResourceClaimCreation FailedScheduling FailedToCreateEndpoint FailedToUpdateEndpoint
    FailedToUpdateEndpointSlices FailedUpdateScale FailedUpdateStatus FoundNewReplicaSet ImagePullBackOff Installing InstanceDeletionCheck
    InstanceDeletionCompleted InstanceDeletionFailed InstanceDeletionInProgress InsufficientPods InvalidAnnotation InvalidIPAddress
    InvalidMetricSourceType InvalidRule InvalidSchedule InvalidSelector JobAlreadyActive JobResumed JobSuspended Killing
    KubeletHasNoDiskPressure KubeletHasSufficientMemory KubeletHasSufficientPID KubeletReady ListKindConflict LoadError
    MaxFailedIndexesExceeded MinimumReplicasAvailable MinimumReplicasUnavailable MissSchedule MissingAnnotation MissingJob
    MultiplePodDisruptionBudgets NamesAccepted NeverEstablished NewReplicaSetAvailable NewReplicaSetCreated NoPods NoPodsUsingPVC
    NodeAffinity NodeName NodeNotReady NodeNotSchedulable NodePorts NodeStatusNeverUpdated NodeStatusUnknown NotAccepted NotDeleted
    OutOfcpu OutOfmemory OutOfpods ParsedGroupVersions PluralConflict PodCompleted PodFailed PodFailurePolicy PodInitializing
    PodOSNotSupported PodUsingPVC Preempted ProgressDeadlineExceeded Provisioning ProvisioningFailed ProvisioningSucceeded Pulled Pulling
    ReadinessGatesNotReady ReadyForNewScale RecreatingFailedPod RegisteredNode RemovingNode ReplicaSetCreateError ReplicaSetUpdated
    Resizing ResourcesDiscovered Resumed SawCompletedJob ScaleDownLimit ScaleDownStabilized ScaleUpLimit ScaleUpStabilized ScalingDisabled
    ScalingReplicaSet Scheduled SchedulerError SelectingAll SelectorRequired ShortNamesConflict SignerValidationFailure SingularConflict
    SomeFinalizersRemain SomeResourcesRemain Started SucceededDaemonPod SucceededGetScale SucceededRescale SuccessPolicy
    SuccessfulAttachVolume SuccessfulCreate SuccessfulDelete SuccessfulRescale SufficientPods Suspended SyncFailed SysctlForbidden
    TaintManagerEviction TaintToleration Terminated Terminating TooFewReplicas TooManyAddressesToMirror TooManyMissedTimes TooManyReplicas
    TooManySucceededPods UnParseableCronJobSchedule UnapprovedAnnotation UnexpectedJob Unhealthy Unknown UnknownTimeZone UnmanagedPods
    UnparseableSchedule Unschedulable UnsupportedSchedule ValidMetricFound VolumeFailedDelete VolumeFailedRecycle VolumeMismatch
    VolumeRecycled VolumeResizeSuccessful VolumeUnknownReclaimPolicy WaitForFirstConsumer WaitForPodScheduled`.split(
    /\s+/,
  ),
);

/** Returns whether something here writes that reason. */
export function isKnownReason(reason: string): boolean {
  return REASONS.has(reason);
}

/** Notes a warning for a reason that is nearly a known one; others may be those of a user's own controller. */
export function warnOfReason(node: Node, reason: string, checker: Checker): void {
  if (REASONS.has(reason)) return;
  if (nearest(reason, REASONS) === undefined) return;
  const near = { word: reason, known: REASONS };
  checker.warning(node, `no controller writes the reason "${reason}"`, near);
}

/** The same for every `reason` in a part of an object, such as an expected status. */
export function warnOfReasonsIn(node: Node | undefined, checker: Checker): void {
  if (isList(node)) for (const item of node.items) warnOfReasonsIn(item, checker);
  if (!isMap(node)) return;
  for (const { key, value } of node.entries) {
    const isReason = isScalar(key) && key.value === 'reason' && isScalar(value);
    if (isReason && typeof value.value === 'string') warnOfReason(value, value.value, checker);
    else warnOfReasonsIn(value, checker);
  }
}

/** Returns the texts that an expression compares with a field `reason`. */
export function reasonsIn(expression: Expression): readonly string[] {
  switch (expression.op) {
    case 'literal':
    case 'name':
      return [];
    case 'field':
    case 'unary':
      return reasonsIn(expression.of);
    case 'index':
      return [expression.of, expression.index].flatMap(reasonsIn);
    case 'list':
      return expression.items.flatMap(reasonsIn);
    case 'call':
      return [...(expression.of ? [expression.of] : []), ...expression.args].flatMap(reasonsIn);
    case 'choice':
      return [expression.condition, expression.yes, expression.no].flatMap(reasonsIn);
    case 'binary':
      return [
        ...compared(expression.left, expression.right),
        ...compared(expression.right, expression.left),
      ];
  }
}

function compared(side: Expression, other: Expression): readonly string[] {
  const isReason = side.op === 'field' && side.name === 'reason' && other.op === 'literal';
  if (isReason && typeof other.value === 'string') return [other.value];
  return reasonsIn(side);
}
