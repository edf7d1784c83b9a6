/** What exists, by API group: a declaration for each kind, and the rules that others share with it. */
export { mutatingWebhookConfiguration } from './admissionregistration/mutating-webhook-configuration.ts';
export { validateRule as validateWebhookRule } from './admissionregistration/validate-webhooks.ts';
export { validateWebhookClient } from './admissionregistration/validate-webhook-client.ts';
export { validatingWebhookConfiguration } from './admissionregistration/validating-webhook-configuration.ts';
export {
  type AddressedPort,
  type WebhookAddress,
  addressOf,
  readWebhookAddress,
} from './admissionregistration/webhook-address.ts';
export { apiService } from './apiregistration/api-service.ts';
export { controllerRevision } from './apps/controller-revision.ts';
export { daemonSet } from './apps/daemon-set.ts';
export { deployment } from './apps/deployment.ts';
export { replicaSet } from './apps/replica-set.ts';
export { statefulSet } from './apps/stateful-set.ts';
export { type AuthorizationMode, authorizationModes } from './authorization/authorization-mode.ts';
export {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectReview,
  selfSubjectRulesReview,
  subjectAccessReview,
  tokenRequest,
  tokenReview,
} from './authorization/reviews.ts';
export {
  horizontalPodAutoscaler,
  horizontalPodAutoscalerV1,
  horizontalPodAutoscalerV2Beta1,
  horizontalPodAutoscalerV2Beta2,
} from './autoscaling/horizontal-pod-autoscaler.ts';
export {
  missingScale,
  scale,
  scaleOf,
  scalePart,
  scaleResource,
  scaleToChange,
} from './autoscaling/scaling.ts';
export { cronJob, cronJobBeta } from './batch/cron-job.ts';
export { job } from './batch/job.ts';
export { trackingAnnotation } from './batch/job-labels.ts';
export { certificateSigningRequest } from './certificates/certificate-signing-request.ts';
export { clusterTrustBundle } from './certificates/cluster-trust-bundle.ts';
export {
  faultOfKubeletClient,
  faultOfKubeletServing,
  kubeletClientSigner,
  kubeletServingSigner,
} from './certificates/kubelet-certificates.ts';
export { podCertificateRequest } from './certificates/pod-certificate-request.ts';
export { lease } from './coordination/lease.ts';
export { leaseCandidate } from './coordination/lease-candidate.ts';
export { configMap } from './core/config/config-map.ts';
export { secret } from './core/config/secret.ts';
export { serviceAccount } from './core/config/service-account.ts';
export { event, eventBeta, eventOfEventsGroup } from './core/event/event.ts';
export { namespace } from './core/namespace/namespace.ts';
export { componentStatus } from './core/node/component-status.ts';
export {
  matchesNodeSelector,
  matchesNodeSelectorTerm,
  matchesRequiredNodes,
} from './core/node/node-affinity.ts';
export { type KubeletCondition, kubeletConditions, node } from './core/node/node.ts';
export { binding } from './core/pod/binding.ts';
export { type HostPort, hostPortsCollide, hostPortsOf } from './core/pod/host-ports.ts';
export {
  type ResourceAmounts,
  amountOf,
  podRequests,
  qosClassOf,
  resourceAmounts,
  shortages,
} from './core/pod/pod-requests.ts';
export {
  getPodCondition,
  isPodActive,
  isPodAvailable,
  isPodReady,
  isPodTerminal,
  neverProbed,
  untilNextAvailable,
  whyInactive,
} from './core/pod/pod-status.ts';
export { withLabelKeys } from './core/pod/merged-keys.ts';
export { withDisruption, type Disruption } from './core/pod/disruption-target.ts';
export { isSidecar } from './core/pod/sidecars.ts';
export { podTemplate } from './core/pod/pod-template.ts';
export { pod } from './core/pod/pod.ts';
export { replicationController } from './core/pod/replication-controller.ts';
export {
  findUntoleratedTaint,
  schedulingEffects,
  toleratesTaint,
  tolerationsTolerateTaint,
} from './core/pod/tolerations.ts';
export {
  type Charge,
  type ChargeEvidence,
  type QuotaRequest,
  type QuotaState,
  type QuotaVerdict,
  chargedWith,
  judgeQuotas,
  quotaMatches,
} from './core/quota/admit.ts';
export { type Amounts, amountsOf, quantitiesOf } from './core/quota/amounts.ts';
export type { QuotaEvaluator } from './core/quota/evaluator.ts';
export { quotaEvaluatorOf } from './core/quota/evaluators.ts';
export { limitRange } from './core/quota/limit-range.ts';
export {
  type ObjectShare,
  namespaceShares,
  namespaceUsage,
  trackedBy,
} from './core/quota/namespace-usage.ts';
export { isPodCounted } from './core/quota/pod-usage.ts';
export { changesClaimScope, changesScope } from './core/quota/scopes.ts';
export { resourceQuota } from './core/quota/resource-quota.ts';
export type { ScopeRequirement } from './core/quota/scopes.ts';
export { endpoints } from './core/service/endpoints.ts';
export { ingressClassAnnotation } from './core/service/load-balancer.ts';
export {
  hasClusterIp,
  hasSelector,
  headlessLabel,
  hostnameBehind,
  isPodListed,
  lastChangeAnnotation,
  leaderAnnotation,
  podIpsOf,
  podReference,
  sliceManagerLabel,
  sliceServiceLabel,
  targetPortOf,
  whyUnlisted,
} from './core/service/service-endpoints.ts';
export { planFamilies } from './core/service/service-families.ts';
export {
  isExternal,
  needsClusterIp,
  needsHealthCheck,
  needsNodePorts,
  noClusterIp,
} from './core/service/service-needs.ts';
export { pairClusterIp } from './core/service/service-strategy.ts';
export {
  defaultServiceIpRange,
  ipsOfService,
  nodePortRange,
  portsOfService,
} from './core/service/service-numbers.ts';
export { service } from './core/service/service.ts';
export { hintsAnnotation, modeAnnotation } from './core/service/validate-service.ts';
export { attachableName, isAttached, isInUse } from './core/volume/attachable-volumes.ts';
export { persistentVolumeClaim } from './core/volume/persistent-volume-claim.ts';
export { persistentVolume } from './core/volume/persistent-volume.ts';
export { claimKeysOf, claimsOfPod } from './core/volume/pod-claims.ts';
export {
  betaProvisionerAnnotation,
  bindCompletedAnnotation,
  boundByControllerAnnotation,
  boundTo,
  hasSameMode,
  isReachableFrom,
  isReservedFor,
  matchingVolume,
  misfitOf,
  obstacleOf,
  noProvisioner,
  provisionedByAnnotation,
  provisionerAnnotation,
  selectedNodeAnnotation,
  type Obstacle,
} from './core/volume/volume-matching.ts';
export {
  attributesClassProtection,
  claimProtection,
  accessModesText,
  classOfClaim,
  classOfVolume,
  sizeOfClaim,
  storageClassAnnotation,
  volumeProtection,
} from './core/volume/volume-rules.ts';
export { endpointSlice, endpointSliceBeta } from './discovery/endpoint-slice.ts';
export { defaultFlowSchemas, defaultPriorityLevels } from './flowcontrol/flow-control-defaults.ts';
export {
  flowSchema,
  flowSchemaBeta1,
  flowSchemaBeta3,
  flowSchemaV1,
} from './flowcontrol/flow-schema.ts';
export {
  priorityLevelConfiguration,
  priorityLevelConfigurationBeta1,
  priorityLevelConfigurationBeta3,
  priorityLevelConfigurationV1,
} from './flowcontrol/priority-level-configuration.ts';
export { nodeMetrics, podMetrics } from './metrics/metrics.ts';
export {
  EXTERNAL_METRIC_PREFIX,
  PUBLISHED_WINDOW_MS,
  externalText,
  metricsVersions,
  publishedMetrics,
  publishedQuantity,
  publishedText,
} from './metrics/published-metrics.ts';
export { ingressClass, isDefaultIngressClass } from './networking/ingress-class.ts';
export { ingress } from './networking/ingress.ts';
export { ipAddress } from './networking/ip-address.ts';
export { networkPolicy } from './networking/network-policy.ts';
export { serviceCidr } from './networking/service-cidr.ts';
export { runtimeClass, runtimeClassBeta, runtimeClassOfKubernetes } from './node/runtime-class.ts';
export {
  ageColumn,
  column,
  columnsBesideName,
  columnsOf,
  createdAtColumn,
  wide,
} from './object/columns.ts';
export { defaultTransitionTimes, getCondition, setCondition } from './object/conditions.ts';
export type { CustomForm } from './object/custom-form.ts';
export { decodeAs, decodingAs } from './object/decode-as.ts';
export type { Filled } from './object/kind-rules.ts';
export type { FieldReader } from './object/kind-wire.ts';
export { defineKind } from './object/define-kind.ts';
export { sameInVersion } from './object/served-version.ts';
export { ofRelease } from './object/form-of.ts';
export { unsetMetadata } from './object/nested-metadata.ts';
export type { Column } from './object/kind-table.ts';
export {
  type Kind,
  type Subresource,
  apiVersionOf,
  defaultRank,
  groupOfVersion,
  resourceOf,
} from './object/kind.ts';
export type { ObjectPart, Requester, ScaleState, Scaling, StrategyContext } from './object/part.ts';
export { type ObjectKey, bucketOf, objectKey, served } from './object/stored.ts';
export {
  isPassedOn,
  scalingOf,
  specListPart,
  statusAlone,
  statusPart,
  subresourceOf,
} from './object/subresources.ts';
export { worded } from './object/worded.ts';
export { warningTexts } from './late-checks.ts';
export { type Late, late, together, withCode } from './object/late.ts';
export { problemOfDeleteOptions, validateDryRun } from './object/validate-delete-options.ts';
export { validateConditions } from './object/validate-conditions.ts';
export {
  validateAnnotations,
  validateLabels,
  validateLabelSelector,
  validateLabelKey,
  validateLabelValues,
} from './object/validate-labels.ts';
export {
  validateAnyUpdate,
  validateMetadata,
  validateMetadataUpdate,
  validatePlainMetadata,
  standardFinalizers,
  validatePlainMetadataUpdate,
  validateSame,
} from './object/validate-metadata.ts';
export { validateNonNegative, validateOneOf } from './object/validate-values.ts';
export {
  type EvictionEvidence,
  disrupt,
  evictionActor,
  stillProcessed,
} from './policy/eviction.ts';
export { podDisruptionBudget, podDisruptionBudgetBeta } from './policy/pod-disruption-budget.ts';
export { podSecurityPolicy } from './policy/pod-security-policy.ts';
export { gateNames } from './profile/effective-gates.ts';
export { type ReleaseChanges, releaseChanges } from './profile/changes/changes.ts';
export { textOfType } from './profile/changes/fields.ts';
export { gatesIn, textOfGate } from './profile/changes/gates.ts';
export { type ServedKind, servedIn } from './profile/changes/kinds.ts';
export {
  canTurnOn,
  type DroppedField,
  droppedFields,
  droppedText,
  gatesFor,
  usesDisabledFields,
  withoutDisabledFields,
} from './profile/gated-fields.ts';
export {
  type Profile,
  type RuntimeConfig,
  defaultProfile,
  hasEnabled,
  makeProfile,
  profileNamed,
  profileOf,
  releaseName,
  withGates,
} from './profile/profile.ts';
export {
  isServed,
  readRuntimeConfig,
  runtimeConfigIn,
  withRuntimeConfig,
} from './profile/runtime-config.ts';
export { readGates } from './profile/read-gates.ts';
export { latestMinor, minorOf, minorsNamed, releases } from './profile/releases.ts';
export { profileAfter, upgradeProblem } from './profile/upgrade.ts';
export { hasMinor } from './profile/ranges.ts';
export { groupRank, isInRelease, rankedGroups } from './profile/group-ranks.ts';
export { stateText } from './profile/state-text.ts';
export { foreignFieldText } from './profile/foreign-fields.ts';
export { foreignOf, LostFieldsLog, type LostFields } from './profile/lost-fields.ts';
export {
  deviceClassBeta,
  resourceClaimBeta,
  resourceClaimTemplateBeta,
  resourceSliceBeta,
  resourceSliceBeta2,
} from './resource/beta.ts';
export { deviceClass } from './resource/device-class.ts';
export { deviceTaintRule } from './resource/device-taint-rule.ts';
export { resourceClaim, resourceClaimTemplate } from './resource/resource-claim.ts';
export { resourceSlice } from './resource/resource-slice.ts';
export { clusterRoleBinding } from './rbac/cluster-role-binding.ts';
export { clusterRole } from './rbac/cluster-role.ts';
export { type Granting, rbacGroup, subjectKinds } from './rbac/rbac.ts';
export { roleBinding } from './rbac/role-binding.ts';
export { role } from './rbac/role.ts';
export { priorityClass, systemPriorityClasses } from './scheduling/priority-class.ts';
export { listOf } from './schemas/list-of.ts';
export { reviewSchemas } from './schemas/reviews.ts';
export { schemas } from './schemas/schemas.ts';
export { csiDriver } from './storage/csi-driver.ts';
export { csiNode } from './storage/csi-node.ts';
export { csiStorageCapacity, csiStorageCapacityBeta } from './storage/csi-storage-capacity.ts';
export { isDefaultStorageClass, storageClass } from './storage/storage-class.ts';
export { volumeAttachment } from './storage/volume-attachment.ts';
export { volumeAttributesClass } from './storage/volume-attributes-class.ts';
export { storageVersionMigration } from './storagemigration/storage-version-migration.ts';
export { deprecationIn, formIn, servedForms, storedIn, type ServedForm } from './profile/served.ts';
