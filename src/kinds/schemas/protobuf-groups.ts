/** Every group but core: the numbers of fields in the protobuf encoding. Notation: see protobuf.ts. */

/** meta/v1 */
export const metaV1Numbers = `
Status metadata status message reason details code
StatusDetails name group kind causes retryAfterSeconds uid
StatusCause reason message field
ListMeta selfLink resourceVersion continue remainingItemCount
Condition type status observedGeneration lastTransitionTime reason message
DeleteOptions gracePeriodSeconds preconditions orphanDependents propagationPolicy dryRun
Preconditions uid resourceVersion
LabelSelector matchLabels matchExpressions
LabelSelectorRequirement key operator values
ObjectMeta name generateName namespace selfLink uid resourceVersion generation creationTimestamp
  deletionTimestamp deletionGracePeriodSeconds labels annotations ownerReferences finalizers
  clusterName 17:managedFields
ManagedFieldsEntry manager operation apiVersion time 6:fieldsType fieldsV1 subresource
OwnerReference kind 3:name uid apiVersion controller blockOwnerDeletion
WatchEvent type object
APIVersions versions serverAddressByClientCIDRs
ServerAddressByClientCIDR clientCIDR serverAddress
APIGroupList groups
APIGroup name versions preferredVersion serverAddressByClientCIDRs
GroupVersionForDiscovery groupVersion version
APIResourceList groupVersion resources
APIResource name namespaced kind (verbs) shortNames singularName categories group version
  storageVersionHash
`;

/** apps/v1 */
export const appsV1Numbers = `
ControllerRevision metadata data revision
DaemonSet metadata spec status
DaemonSetSpec selector template updateStrategy minReadySeconds 6:revisionHistoryLimit
DaemonSetUpdateStrategy type rollingUpdate
RollingUpdateDaemonSet maxUnavailable maxSurge
DaemonSetStatus currentNumberScheduled numberMisscheduled desiredNumberScheduled numberReady
  observedGeneration updatedNumberScheduled numberAvailable numberUnavailable collisionCount
  conditions
DaemonSetCondition type status lastTransitionTime reason message
Deployment metadata spec status
DeploymentSpec replicas selector template strategy minReadySeconds revisionHistoryLimit paused
  9:progressDeadlineSeconds
DeploymentStrategy type rollingUpdate
RollingUpdateDeployment maxUnavailable maxSurge
DeploymentStatus observedGeneration replicas updatedReplicas availableReplicas unavailableReplicas
  conditions readyReplicas collisionCount
DeploymentCondition type status 4:reason message lastUpdateTime lastTransitionTime
ReplicaSet metadata spec status
ReplicaSetSpec replicas selector template minReadySeconds
ReplicaSetStatus replicas fullyLabeledReplicas observedGeneration readyReplicas availableReplicas
  conditions
ReplicaSetCondition type status lastTransitionTime reason message
StatefulSet metadata spec status
StatefulSetSpec replicas selector template volumeClaimTemplates serviceName podManagementPolicy
  updateStrategy revisionHistoryLimit minReadySeconds persistentVolumeClaimRetentionPolicy
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted whenScaled
StatefulSetUpdateStrategy type rollingUpdate
RollingUpdateStatefulSetStrategy partition maxUnavailable
StatefulSetStatus observedGeneration replicas readyReplicas currentReplicas updatedReplicas
  currentRevision updateRevision 9:collisionCount conditions availableReplicas
StatefulSetCondition type status lastTransitionTime reason message
`;

/** batch/v1 */
export const batchV1Numbers = `
CronJob metadata spec status
CronJobSpec schedule startingDeadlineSeconds concurrencyPolicy suspend jobTemplate
  successfulJobsHistoryLimit failedJobsHistoryLimit timeZone
JobTemplateSpec metadata spec
JobSpec parallelism completions activeDeadlineSeconds selector manualSelector template
  backoffLimit ttlSecondsAfterFinished completionMode suspend
CronJobStatus active 4:lastScheduleTime lastSuccessfulTime
Job metadata spec status
JobStatus conditions startTime completionTime active succeeded failed completedIndexes
  uncountedTerminatedPods ready
JobCondition type status lastProbeTime lastTransitionTime reason message
UncountedTerminatedPods succeeded failed
`;

/** autoscaling/v1 */
export const autoscalingV1Numbers = `
HorizontalPodAutoscaler metadata spec status
HorizontalPodAutoscalerSpec scaleTargetRef minReplicas maxReplicas targetCPUUtilizationPercentage
CrossVersionObjectReference kind name apiVersion
HorizontalPodAutoscalerStatus observedGeneration lastScaleTime currentReplicas desiredReplicas
  currentCPUUtilizationPercentage
Scale metadata spec status
ScaleSpec replicas
ScaleStatus replicas selector
`;

/** autoscaling/v2 */
export const autoscalingV2Numbers = `
HorizontalPodAutoscaler metadata spec status
HorizontalPodAutoscalerSpec scaleTargetRef minReplicas maxReplicas metrics behavior
HorizontalPodAutoscalerBehavior scaleUp scaleDown
HPAScalingRules selectPolicy policies stabilizationWindowSeconds
HPAScalingPolicy type value periodSeconds
MetricSpec type object pods resource external 7:containerResource
ContainerResourceMetricSource name target container
MetricTarget type value averageValue averageUtilization
ExternalMetricSource metric target
MetricIdentifier name selector
ObjectMetricSource describedObject target metric
CrossVersionObjectReference kind name apiVersion
PodsMetricSource metric target
ResourceMetricSource name target
HorizontalPodAutoscalerStatus observedGeneration lastScaleTime currentReplicas desiredReplicas
  currentMetrics conditions
HorizontalPodAutoscalerCondition type status lastTransitionTime reason message
MetricStatus type object pods resource external 7:containerResource
ContainerResourceMetricStatus name current container
MetricValueStatus value averageValue averageUtilization
ExternalMetricStatus metric current
ObjectMetricStatus metric current describedObject
PodsMetricStatus metric current
ResourceMetricStatus name current
`;

/** autoscaling/v2beta1 */
export const autoscalingV2Beta1Numbers = `
HorizontalPodAutoscaler metadata spec status
HorizontalPodAutoscalerSpec scaleTargetRef minReplicas maxReplicas metrics
CrossVersionObjectReference kind name apiVersion
MetricSpec type object pods resource external 7:containerResource
ContainerResourceMetricSource name targetAverageUtilization targetAverageValue container
ExternalMetricSource metricName metricSelector targetValue targetAverageValue
ObjectMetricSource target metricName targetValue selector averageValue
PodsMetricSource metricName targetAverageValue selector
ResourceMetricSource name targetAverageUtilization targetAverageValue
HorizontalPodAutoscalerStatus observedGeneration lastScaleTime currentReplicas desiredReplicas
  currentMetrics conditions
HorizontalPodAutoscalerCondition type status lastTransitionTime reason message
MetricStatus type object pods resource external 7:containerResource
ContainerResourceMetricStatus name currentAverageUtilization currentAverageValue container
ExternalMetricStatus metricName metricSelector currentValue currentAverageValue
ObjectMetricStatus target metricName currentValue selector averageValue
PodsMetricStatus metricName currentAverageValue selector
ResourceMetricStatus name currentAverageUtilization currentAverageValue
`;

/** networking/v1 */
export const networkingV1Numbers = `
Ingress metadata spec status
IngressSpec defaultBackend tls rules ingressClassName
IngressStatus loadBalancer
IngressBackend 3:resource service
IngressServiceBackend name port
ServiceBackendPort name number
IngressRule host {http}
HTTPIngressRuleValue paths
HTTPIngressPath path backend pathType
IngressTLS hosts secretName
IngressClass metadata spec
IngressClassSpec controller parameters
IngressClassParametersReference apiGroup kind name scope namespace
NetworkPolicy metadata spec status
NetworkPolicySpec podSelector ingress egress policyTypes
NetworkPolicyStatus conditions
NetworkPolicyEgressRule ports to
NetworkPolicyIngressRule ports from
NetworkPolicyPort protocol port endPort
NetworkPolicyPeer podSelector namespaceSelector ipBlock
IPBlock cidr except
`;

/** policy/v1 */
export const policyV1Numbers = `
Eviction metadata deleteOptions
PodDisruptionBudget metadata spec status
PodDisruptionBudgetSpec minAvailable selector maxUnavailable
PodDisruptionBudgetStatus observedGeneration disruptedPods disruptionsAllowed currentHealthy
  desiredHealthy expectedPods conditions
`;

/** node/v1 */
export const nodeV1Numbers = `
RuntimeClass metadata handler overhead scheduling
Overhead podFixed
Scheduling nodeSelector tolerations
`;

/** storage/v1 */
export const storageV1Numbers = `
StorageClass metadata provisioner parameters reclaimPolicy mountOptions allowVolumeExpansion
  volumeBindingMode allowedTopologies
VolumeAttachment metadata spec status
VolumeAttachmentSpec attacher source nodeName
VolumeAttachmentSource persistentVolumeName inlineVolumeSpec
VolumeAttachmentStatus attached attachmentMetadata attachError detachError
VolumeError time message
CSIDriver metadata spec
CSIDriverSpec attachRequired podInfoOnMount volumeLifecycleModes storageCapacity fsGroupPolicy
  tokenRequests requiresRepublish
TokenRequest audience expirationSeconds
CSINode metadata spec
CSINodeSpec drivers
CSINodeDriver name nodeID topologyKeys allocatable
VolumeNodeResources count
CSIStorageCapacity metadata nodeTopology storageClassName capacity maximumVolumeSize
`;

/** storage/v1beta1 */
export const storageV1Beta1Numbers = `
CSIStorageCapacity metadata nodeTopology storageClassName capacity maximumVolumeSize
`;

/** scheduling/v1 */
export const schedulingV1Numbers = `
PriorityClass metadata value globalDefault description preemptionPolicy
`;

/** coordination/v1 */
export const coordinationV1Numbers = `
Lease metadata spec
LeaseSpec holderIdentity leaseDurationSeconds acquireTime renewTime leaseTransitions
`;

/** discovery/v1 */
export const discoveryV1Numbers = `
EndpointSlice metadata endpoints ports addressType
Endpoint addresses conditions hostname targetRef deprecatedTopology nodeName zone hints
EndpointConditions ready serving terminating
EndpointHints forZones
ForZone name
EndpointPort name protocol port appProtocol
`;

/** discovery/v1beta1 */
export const discoveryV1Beta1Numbers = `
EndpointSlice metadata endpoints ports addressType
Endpoint addresses conditions hostname targetRef topology nodeName hints
EndpointConditions ready serving terminating
EndpointHints forZones
ForZone name
EndpointPort name protocol port appProtocol
`;

/** events/v1 */
export const eventsV1Numbers = `
Event metadata eventTime series reportingController reportingInstance action reason regarding
  related note type deprecatedSource deprecatedFirstTimestamp deprecatedLastTimestamp
  deprecatedCount
EventSeries count lastObservedTime
`;

/** rbac/v1 */
export const rbacV1Numbers = `
Role metadata rules
ClusterRole metadata rules aggregationRule
PolicyRule verbs apiGroups resources resourceNames nonResourceURLs
AggregationRule clusterRoleSelectors
RoleBinding metadata subjects roleRef
ClusterRoleBinding metadata subjects roleRef
RoleRef apiGroup kind name
Subject kind apiGroup name namespace
`;

/** authentication/v1 */
export const authenticationV1Numbers = `
TokenRequest metadata spec status
TokenRequestSpec audiences 3:boundObjectRef expirationSeconds
BoundObjectReference kind apiVersion name uid
TokenRequestStatus token expirationTimestamp
TokenReview metadata spec status
TokenReviewSpec token audiences
TokenReviewStatus authenticated user error audiences
UserInfo username uid groups extra
`;

/** authorization/v1 */
export const authorizationV1Numbers = `
SelfSubjectAccessReview metadata spec status
SelfSubjectAccessReviewSpec resourceAttributes nonResourceAttributes
NonResourceAttributes path verb
ResourceAttributes namespace verb group version resource subresource name
SubjectAccessReviewStatus allowed reason evaluationError denied
SelfSubjectRulesReview metadata spec status
SelfSubjectRulesReviewSpec namespace
SubjectRulesReviewStatus resourceRules nonResourceRules incomplete evaluationError
NonResourceRule verbs nonResourceURLs
ResourceRule verbs apiGroups resources resourceNames
SubjectAccessReview metadata spec status
LocalSubjectAccessReview metadata spec status
SubjectAccessReviewSpec resourceAttributes nonResourceAttributes user groups extra uid
`;

/** apiextensions/v1 */
export const apiextensionsV1Numbers = `
CustomResourceDefinition metadata spec status
CustomResourceDefinitionSpec group names scope 7:versions 9:conversion preserveUnknownFields
CustomResourceDefinitionNames plural singular shortNames kind listKind categories
CustomResourceDefinitionVersion name served storage schema subresources additionalPrinterColumns
  deprecated deprecationWarning
CustomResourceColumnDefinition name type format description priority jsonPath
CustomResourceSubresources status scale
CustomResourceSubresourceScale specReplicasPath statusReplicasPath labelSelectorPath
CustomResourceSubresourceStatus
CustomResourceConversion strategy webhook
WebhookConversion 2:clientConfig conversionReviewVersions
WebhookClientConfig service caBundle url
ServiceReference namespace name path port
CustomResourceDefinitionStatus conditions acceptedNames storedVersions
CustomResourceDefinitionCondition type status lastTransitionTime reason message
CustomResourceValidation openAPIV3Schema
JSONSchemaProps id $schema $ref description type format title default maximum exclusiveMaximum
  minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems multipleOf enum
  maxProperties minProperties required items allOf oneOf anyOf not properties additionalProperties
  patternProperties dependencies additionalItems definitions externalDocs example nullable
  x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource x-kubernetes-int-or-string
  x-kubernetes-list-map-keys x-kubernetes-list-type x-kubernetes-map-type x-kubernetes-validations
JSONSchemaPropsOrBool allows schema
JSONSchemaPropsOrArray schema jSONSchemas
JSONSchemaPropsOrStringArray schema property
ExternalDocumentation description url
ValidationRule rule message
`;

/** admissionregistration/v1 */
export const admissionregistrationV1Numbers = `
MutatingWebhookConfiguration metadata webhooks
ValidatingWebhookConfiguration metadata webhooks
MutatingWebhook name clientConfig rules failurePolicy namespaceSelector sideEffects timeoutSeconds
  admissionReviewVersions matchPolicy reinvocationPolicy objectSelector
ValidatingWebhook name clientConfig rules failurePolicy namespaceSelector sideEffects timeoutSeconds
  admissionReviewVersions matchPolicy objectSelector
RuleWithOperations operations {apiGroups apiVersions resources scope}
WebhookClientConfig service caBundle url
ServiceReference namespace name path port
`;

/** metrics/v1beta1 */
export const metricsV1Beta1Numbers = `
PodMetrics metadata timestamp <window> containers
NodeMetrics metadata timestamp <window> usage
ContainerMetrics name usage
`;

/** flowcontrol/v1beta1 and flowcontrol/v1beta2 */
export const flowcontrolNumbers = `
FlowSchema metadata spec status
FlowSchemaSpec priorityLevelConfiguration matchingPrecedence distinguisherMethod rules
FlowDistinguisherMethod type
PriorityLevelConfigurationReference name
PolicyRulesWithSubjects subjects resourceRules nonResourceRules
NonResourcePolicyRule verbs 6:nonResourceURLs
ResourcePolicyRule verbs apiGroups resources clusterScope namespaces
Subject kind user group serviceAccount
GroupSubject name
ServiceAccountSubject namespace name
UserSubject name
FlowSchemaStatus conditions
FlowSchemaCondition type status lastTransitionTime reason message
PriorityLevelConfiguration metadata spec status
PriorityLevelConfigurationSpec type limited
LimitedPriorityLevelConfiguration assuredConcurrencyShares limitResponse
LimitResponse type queuing
QueuingConfiguration queues handSize queueLengthLimit
PriorityLevelConfigurationStatus conditions
PriorityLevelConfigurationCondition type status lastTransitionTime reason message
`;

/** certificates/v1 */
export const certificatesV1Numbers = `
CertificateSigningRequest metadata spec status
CertificateSigningRequestSpec request username uid groups usages extra signerName expirationSeconds
CertificateSigningRequestStatus conditions certificate
CertificateSigningRequestCondition type reason message lastUpdateTime lastTransitionTime status
`;

/** apiregistration/v1 */
export const apiregistrationV1Numbers = `
APIService metadata spec status
APIServiceSpec service group version insecureSkipTLSVerify caBundle 7:groupPriorityMinimum
  versionPriority
ServiceReference namespace name port
APIServiceStatus conditions
APIServiceCondition type status lastTransitionTime reason message
`;

/** policy/v1beta1 */
export const policyV1Beta1Numbers = `
PodDisruptionBudget metadata spec status
PodDisruptionBudgetSpec minAvailable selector maxUnavailable
PodDisruptionBudgetStatus observedGeneration disruptedPods disruptionsAllowed currentHealthy
  desiredHealthy expectedPods conditions
PodSecurityPolicy metadata spec
PodSecurityPolicySpec privileged defaultAddCapabilities requiredDropCapabilities
  allowedCapabilities volumes hostNetwork hostPorts hostPID hostIPC seLinux runAsUser
  supplementalGroups fsGroup readOnlyRootFilesystem defaultAllowPrivilegeEscalation
  allowPrivilegeEscalation allowedHostPaths allowedFlexVolumes allowedUnsafeSysctls
  forbiddenSysctls allowedProcMountTypes runAsGroup allowedCSIDrivers runtimeClass
AllowedCSIDriver name
AllowedFlexVolume driver
AllowedHostPath pathPrefix readOnly
FSGroupStrategyOptions rule ranges
HostPortRange min max
IDRange min max
RunAsGroupStrategyOptions rule ranges
RunAsUserStrategyOptions rule ranges
RuntimeClassStrategyOptions allowedRuntimeClassNames defaultRuntimeClassName
SELinuxStrategyOptions rule seLinuxOptions
SupplementalGroupsStrategyOptions rule ranges
`;
