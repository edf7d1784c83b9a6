/** The names of types in the messages of Go's decoder. */
import type { FieldSchema, Schema, ScalarName, StructSchema, UnionSchema } from '../schema.ts';

/** The type of a whole value. */
export interface GoForm {
  readonly root: StructSchema;
  /** The version, such as `v1beta1`, if it uses the types of another version under the same names. */
  readonly version: string | undefined;
}

const scalars: Readonly<Record<ScalarName, string>> = {
  string: 'string',
  boolean: 'bool',
  int32: 'int32',
  int64: 'int64',
  double: 'float64',
  bytes: '[]uint8',
  Time: 'string',
  MicroTime: 'string',
  Quantity: 'resource.Quantity',
  IntOrString: 'int32',
  JSON: 'v1.JSON',
  any: 'interface {}',
};

/** Strings with a named type in Go, by `Struct.field` or by the field alone. */
const namedStrings: Readonly<Record<string, string>> = {
  'APIServiceCondition.status': 'ConditionStatus',
  'APIServiceCondition.type': 'APIServiceConditionType',
  'AttachedVolume.name': 'UniqueVolumeName',
  'AzureDiskVolumeSource.cachingMode': 'AzureDataDiskCachingMode',
  'AzureDiskVolumeSource.kind': 'AzureDataDiskKind',
  'CSIDriverSpec.fsGroupPolicy': 'FSGroupPolicy',
  'CSIDriverSpec.volumeLifecycleModes': 'VolumeLifecycleMode',
  'Capabilities.add': 'Capability',
  'Capabilities.drop': 'Capability',
  'CertificateSigningRequestCondition.status': 'ConditionStatus',
  'CertificateSigningRequestCondition.type': 'RequestConditionType',
  'CertificateSigningRequestSpec.usages': 'KeyUsage',
  'ComponentCondition.status': 'ConditionStatus',
  'ComponentCondition.type': 'ComponentConditionType',
  'Condition.status': 'ConditionStatus',
  'ContainerResourceMetricSource.name': 'ResourceName',
  'ContainerResourceMetricStatus.name': 'ResourceName',
  'CustomResourceConversion.strategy': 'ConversionStrategyType',
  'CustomResourceDefinitionCondition.status': 'ConditionStatus',
  'CustomResourceDefinitionCondition.type': 'CustomResourceDefinitionConditionType',
  'CustomResourceDefinitionSpec.scope': 'ResourceScope',
  'DaemonSetCondition.status': 'ConditionStatus',
  'DaemonSetCondition.type': 'DaemonSetConditionType',
  'DaemonSetUpdateStrategy.type': 'DaemonSetUpdateStrategyType',
  'DeleteOptions.propagationPolicy': 'DeletionPropagation',
  'DeploymentCondition.status': 'ConditionStatus',
  'DeploymentCondition.type': 'DeploymentConditionType',
  'DeploymentStrategy.type': 'DeploymentStrategyType',
  'EmptyDirVolumeSource.medium': 'StorageMedium',
  'HTTPIngressPath.pathType': 'PathType',
  'HorizontalPodAutoscalerCondition.status': 'ConditionStatus',
  'HostPathVolumeSource.type': 'HostPathType',
  'JSONSchemaProps.$schema': 'JSONSchemaURL',
  'JobCondition.status': 'ConditionStatus',
  'JobCondition.type': 'JobConditionType',
  'JobSpec.completionMode': 'CompletionMode',
  'LabelSelectorRequirement.operator': 'LabelSelectorOperator',
  'LimitRangeItem.type': 'LimitType',
  'ManagedFieldsEntry.operation': 'ManagedFieldsOperationType',
  'MutatingWebhook.reinvocationPolicy': 'ReinvocationPolicyType',
  'NamespaceCondition.status': 'ConditionStatus',
  'NamespaceCondition.type': 'NamespaceConditionType',
  'NamespaceSpec.finalizers': 'FinalizerName',
  'NamespaceStatus.phase': 'NamespacePhase',
  'NetworkPolicySpec.policyTypes': 'PolicyType',
  'NodeAddress.type': 'NodeAddressType',
  'NodeCondition.status': 'ConditionStatus',
  'NodeCondition.type': 'NodeConditionType',
  'NodeSelectorRequirement.operator': 'NodeSelectorOperator',
  'NodeStatus.phase': 'NodePhase',
  'NodeStatus.volumesInUse': 'UniqueVolumeName',
  'PersistentVolumeClaimCondition.status': 'ConditionStatus',
  'PersistentVolumeClaimCondition.type': 'PersistentVolumeClaimConditionType',
  'PersistentVolumeClaimStatus.phase': 'PersistentVolumeClaimPhase',
  'PersistentVolumeClaimStatus.resizeStatus': 'PersistentVolumeClaimResizeStatus',
  'PersistentVolumeSpec.persistentVolumeReclaimPolicy': 'PersistentVolumeReclaimPolicy',
  'PersistentVolumeStatus.phase': 'PersistentVolumePhase',
  'PodCondition.status': 'ConditionStatus',
  'PodCondition.type': 'PodConditionType',
  'PodOS.name': 'OSName',
  'PodReadinessGate.conditionType': 'PodConditionType',
  'PodSecurityPolicySpec.allowedCapabilities': 'Capability',
  'PodSecurityPolicySpec.allowedProcMountTypes': 'ProcMountType',
  'PodSecurityPolicySpec.defaultAddCapabilities': 'Capability',
  'PodSecurityPolicySpec.requiredDropCapabilities': 'Capability',
  'PodStatus.phase': 'PodPhase',
  'PodStatus.qosClass': 'PodQOSClass',
  'ReplicaSetCondition.status': 'ConditionStatus',
  'ReplicaSetCondition.type': 'ReplicaSetConditionType',
  'ReplicationControllerCondition.status': 'ConditionStatus',
  'ReplicationControllerCondition.type': 'ReplicationControllerConditionType',
  'ResourceMetricSource.name': 'ResourceName',
  'ResourceMetricStatus.name': 'ResourceName',
  'ResourceQuotaSpec.scopes': 'ResourceQuotaScope',
  'RuleWithOperations.operations': 'OperationType',
  'RuleWithOperations.scope': 'ScopeType',
  'ScopedResourceSelectorRequirement.operator': 'ScopeSelectorOperator',
  'ScopedResourceSelectorRequirement.scopeName': 'ResourceQuotaScope',
  'SeccompProfile.type': 'SeccompProfileType',
  'Secret.type': 'SecretType',
  'ServiceSpec.type': 'ServiceType',
  'StatefulSetCondition.status': 'ConditionStatus',
  'StatefulSetCondition.type': 'StatefulSetConditionType',
  'StatefulSetUpdateStrategy.type': 'StatefulSetUpdateStrategyType',
  'StorageClass.reclaimPolicy': 'PersistentVolumeReclaimPolicy',
  'StorageClass.volumeBindingMode': 'VolumeBindingMode',
  'Toleration.operator': 'TolerationOperator',
  accessModes: 'PersistentVolumeAccessMode',
  dnsPolicy: 'DNSPolicy',
  effect: 'TaintEffect',
  externalTrafficPolicy: 'ServiceExternalTrafficPolicyType',
  failurePolicy: 'FailurePolicyType',
  fsGroupChangePolicy: 'PodFSGroupChangePolicy',
  imagePullPolicy: 'PullPolicy',
  internalTrafficPolicy: 'ServiceInternalTrafficPolicyType',
  ipFamilies: 'IPFamily',
  ipFamilyPolicy: 'IPFamilyPolicyType',
  matchPolicy: 'MatchPolicyType',
  mountPropagation: 'MountPropagationMode',
  podManagementPolicy: 'PodManagementPolicyType',
  preemptionPolicy: 'PreemptionPolicy',
  procMount: 'ProcMountType',
  protocol: 'Protocol',
  restartPolicy: 'RestartPolicy',
  scheme: 'URIScheme',
  sessionAffinity: 'ServiceAffinity',
  sideEffects: 'SideEffectClass',
  terminationMessagePolicy: 'TerminationMessagePolicy',
  volumeMode: 'PersistentVolumeMode',
  whenDeleted: 'PersistentVolumeClaimRetentionPolicyType',
  whenScaled: 'PersistentVolumeClaimRetentionPolicyType',
  whenUnsatisfiable: 'UnsatisfiableConstraintAction',
};

/**
 * Strings for which each version of their kind has its own type. Where structs of several kinds share
 * a name, the kind stands first.
 */
const versionedStrings: Readonly<Record<string, string>> = {
  'CronJobSpec.concurrencyPolicy': 'ConcurrencyPolicy',
  'EndpointSlice.addressType': 'AddressType',
  'FSGroupStrategyOptions.rule': 'FSGroupStrategyType',
  'FlowDistinguisherMethod.type': 'FlowDistinguisherMethodType',
  'FlowSchema Subject.kind': 'SubjectKind',
  'FlowSchemaCondition.status': 'ConditionStatus',
  'FlowSchemaCondition.type': 'FlowSchemaConditionType',
  'HPAScalingPolicy.type': 'HPAScalingPolicyType',
  'HPAScalingRules.selectPolicy': 'ScalingPolicySelect',
  'HorizontalPodAutoscalerCondition.type': 'HorizontalPodAutoscalerConditionType',
  'LimitResponse.type': 'LimitResponseType',
  'MetricSpec.type': 'MetricSourceType',
  'MetricStatus.type': 'MetricSourceType',
  'MetricTarget.type': 'MetricTargetType',
  'PodSecurityPolicySpec.volumes': 'FSType',
  'PriorityLevelConfigurationCondition.status': 'ConditionStatus',
  'PriorityLevelConfigurationCondition.type': 'PriorityLevelConfigurationConditionType',
  'PriorityLevelConfigurationSpec.type': 'PriorityLevelEnablement',
  'RunAsGroupStrategyOptions.rule': 'RunAsGroupStrategy',
  'RunAsUserStrategyOptions.rule': 'RunAsUserStrategy',
  'SELinuxStrategyOptions.rule': 'SELinuxStrategy',
  'SupplementalGroupsStrategyOptions.rule': 'SupplementalGroupsStrategyType',
};

/** Lists with a named type in Go, by `Struct.field`. */
const namedLists: Readonly<Record<string, string>> = {
  'CertificateSigningRequestSpec.extra': 'v1.ExtraValue',
  'JSONSchemaProps.x-kubernetes-validations': 'v1.ValidationRules',
};

/** Maps with a named type in Go, by `Struct.field`. */
const namedMaps: Readonly<Record<string, string>> = {
  'JSONSchemaProps.definitions': 'v1.JSONSchemaDefinitions',
  'JSONSchemaProps.dependencies': 'v1.JSONSchemaDependencies',
};

const uids: ReadonlySet<string> = new Set([
  'PodCertificateRequestSpec.nodeUID',
  'PodCertificateRequestSpec.podUID',
  'PodCertificateRequestSpec.serviceAccountUID',
  'UncountedTerminatedPods.failed',
  'UncountedTerminatedPods.succeeded',
]);

const plainUids: ReadonlySet<string> = new Set([
  'CertificateSigningRequestSpec.uid',
  'SubjectAccessReviewSpec.uid',
  'UserInfo.uid',
]);

/** Types that older versions of their group take from the newer one. */
const taken: ReadonlySet<string> = new Set(['io.k8s.api.batch.v1.JobSpec']);

/**
 * The Go type of a field's value: `int32`, `v1.PodSpec`, `[]v1.Container`.
 * @param place `Struct.field`
 */
export function goTypeOf(schema: Schema, place: string, form: GoForm): string {
  switch (schema.type) {
    case 'scalar':
      return schema.scalar === 'string' ? goStringAt(place, form) : scalars[schema.scalar];
    case 'struct':
    case 'union':
      return `${goPackageOf(schema, form)}.${schema.name}`;
    case 'list':
      return namedLists[place] ?? `[]${goTypeOf(schema.items, place, form)}`;
    case 'map':
      return namedMaps[place] ?? goMapOf(schema.values, place, form);
  }
}

function goMapOf(values: Schema, place: string, form: GoForm): string {
  if (isOf(values, 'Quantity')) return 'v1.ResourceList';
  // A time is read from text, but in a map Go shows the type itself.
  return `map[string]${isOf(values, 'Time') ? 'v1.Time' : goTypeOf(values, place, form)}`;
}

function goStringAt(place: string, form: GoForm): string {
  const field = place.slice(place.indexOf('.') + 1);
  if ((field === 'uid' && !plainUids.has(place)) || uids.has(place)) return 'types.UID';
  if (place === 'PodCertificateRequestSpec.nodeName') return 'types.NodeName';
  const versioned = versionedStrings[`${form.root.name} ${place}`] ?? versionedStrings[place];
  if (versioned !== undefined) return `${goPackageOf(form.root, form)}.${versioned}`;
  const name = namedStrings[place] ?? namedStrings[field];
  return name === undefined ? 'string' : `v1.${name}`;
}

function isOf(schema: Schema, scalar: ScalarName): boolean {
  return schema.type === 'scalar' && schema.scalar === scalar;
}

/** `v1` of `io.k8s.api.core.v1.PodSpec`: Go packages of API types are named after the version. */
function goPackageOf(
  { definition }: StructSchema | UnionSchema,
  { root, version }: GoForm,
): string {
  const published = publishedIn(definition);
  const isOwn = published === publishedIn(root.definition) && !taken.has(definition);
  return (isOwn ? version : undefined) ?? published.slice(published.lastIndexOf('.') + 1);
}

/** `io.k8s.api.core.v1` of `io.k8s.api.core.v1.PodSpec` */
function publishedIn(definition: string): string {
  return definition.slice(0, definition.lastIndexOf('.'));
}

/** The structs in Go whose fields are among those of another struct, by that struct, the outermost first. */
const inlined: Readonly<Record<string, readonly string[]>> = {
  ConfigMapEnvSource: ['LocalObjectReference'],
  ConfigMapKeySelector: ['LocalObjectReference'],
  ConfigMapProjection: ['LocalObjectReference'],
  ConfigMapVolumeSource: ['LocalObjectReference'],
  DeviceAllocationConfiguration: ['DeviceConfiguration'],
  DeviceClaimConfiguration: ['DeviceConfiguration'],
  DeviceClassConfiguration: ['DeviceConfiguration'],
  EphemeralContainer: ['EphemeralContainerCommon'],
  IngressRule: ['IngressRuleValue'],
  NamedRuleWithOperations: ['RuleWithOperations', 'Rule'],
  PersistentVolumeSpec: ['PersistentVolumeSource'],
  Probe: ['ProbeHandler'],
  RuleWithOperations: ['Rule'],
  SecretEnvSource: ['LocalObjectReference'],
  SecretKeySelector: ['LocalObjectReference'],
  SecretProjection: ['LocalObjectReference'],
  Volume: ['VolumeSource'],
};

/** The first minor release whose messages name them. */
const namesInlinedSince = 35;

/** Returns a field as the path in a message has it. */
export function goPathOf({ name: struct, source }: StructSchema, field: FieldSchema): string {
  const { name, number = [] } = field;
  const { minor = namesInlinedSince } = source ?? {};
  if (number.length < 2 || minor < namesInlinedSince) return name;
  return [...(inlined[struct] ?? []).slice(0, number.length - 1), name].join('.');
}
