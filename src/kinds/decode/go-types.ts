/** The names that Go's decoder gives to types in its messages. */
import type { Schema, ScalarName } from '../schema/schema.ts';

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
  any: 'interface {}',
};

/** Strings that have a type of their own in Go, by `Struct.field` or by the field alone. */
const namedStrings: Readonly<Record<string, string>> = {
  'AttachedVolume.name': 'UniqueVolumeName',
  'Capabilities.add': 'Capability',
  'Capabilities.drop': 'Capability',
  'Condition.status': 'ConditionStatus',
  'ContainerResourceMetricSource.name': 'ResourceName',
  'ContainerResourceMetricStatus.name': 'ResourceName',
  'CronJobSpec.concurrencyPolicy': 'ConcurrencyPolicy',
  'DaemonSetCondition.status': 'ConditionStatus',
  'DaemonSetCondition.type': 'DaemonSetConditionType',
  'DaemonSetUpdateStrategy.type': 'DaemonSetUpdateStrategyType',
  'DeploymentCondition.status': 'ConditionStatus',
  'DeploymentCondition.type': 'DeploymentConditionType',
  'DeploymentStrategy.type': 'DeploymentStrategyType',
  'EmptyDirVolumeSource.medium': 'StorageMedium',
  'HorizontalPodAutoscalerCondition.status': 'ConditionStatus',
  'HostPathVolumeSource.type': 'HostPathType',
  'JobCondition.status': 'ConditionStatus',
  'JobCondition.type': 'JobConditionType',
  'JobSpec.completionMode': 'CompletionMode',
  'LabelSelectorRequirement.operator': 'LabelSelectorOperator',
  'LimitRangeItem.type': 'LimitType',
  'ManagedFieldsEntry.operation': 'ManagedFieldsOperationType',
  'NamespaceCondition.status': 'ConditionStatus',
  'NamespaceCondition.type': 'NamespaceConditionType',
  'NamespaceSpec.finalizers': 'FinalizerName',
  'NamespaceStatus.phase': 'NamespacePhase',
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
  'PodCondition.status': 'ConditionStatus',
  'PodCondition.type': 'PodConditionType',
  'PodOS.name': 'OSName',
  'PodReadinessGate.conditionType': 'PodConditionType',
  'PodStatus.phase': 'PodPhase',
  'PodStatus.qosClass': 'PodQOSClass',
  'ReplicaSetCondition.status': 'ConditionStatus',
  'ReplicaSetCondition.type': 'ReplicaSetConditionType',
  'ReplicationControllerCondition.status': 'ConditionStatus',
  'ReplicationControllerCondition.type': 'ReplicationControllerConditionType',
  'ResourceMetricSource.name': 'ResourceName',
  'ResourceMetricStatus.name': 'ResourceName',
  'ResourceQuotaSpec.scopes': 'ResourceQuotaScope',
  'ScopedResourceSelectorRequirement.operator': 'ScopeSelectorOperator',
  'ScopedResourceSelectorRequirement.scopeName': 'ResourceQuotaScope',
  'SeccompProfile.type': 'SeccompProfileType',
  'Secret.type': 'SecretType',
  'ServiceSpec.type': 'ServiceType',
  'StatefulSetCondition.status': 'ConditionStatus',
  'StatefulSetCondition.type': 'StatefulSetConditionType',
  'StatefulSetUpdateStrategy.type': 'StatefulSetUpdateStrategyType',
  'Toleration.operator': 'TolerationOperator',
  accessModes: 'PersistentVolumeAccessMode',
  dnsPolicy: 'DNSPolicy',
  effect: 'TaintEffect',
  externalTrafficPolicy: 'ServiceExternalTrafficPolicyType',
  fsGroupChangePolicy: 'PodFSGroupChangePolicy',
  imagePullPolicy: 'PullPolicy',
  internalTrafficPolicy: 'ServiceInternalTrafficPolicyType',
  ipFamilies: 'IPFamily',
  ipFamilyPolicy: 'IPFamilyPolicyType',
  mountPropagation: 'MountPropagationMode',
  podManagementPolicy: 'PodManagementPolicyType',
  preemptionPolicy: 'PreemptionPolicy',
  procMount: 'ProcMountType',
  protocol: 'Protocol',
  restartPolicy: 'RestartPolicy',
  scheme: 'URIScheme',
  sessionAffinity: 'ServiceAffinity',
  terminationMessagePolicy: 'TerminationMessagePolicy',
  volumeMode: 'PersistentVolumeMode',
  whenDeleted: 'PersistentVolumeClaimRetentionPolicyType',
  whenScaled: 'PersistentVolumeClaimRetentionPolicyType',
  whenUnsatisfiable: 'UnsatisfiableConstraintAction',
};

/**
 * The Go type of what stands in a field: `int32`, `v1.PodSpec`, `[]v1.Container`.
 * @param place `Struct.field`
 */
export function goTypeOf(schema: Schema, place: string): string {
  switch (schema.type) {
    case 'scalar':
      return schema.scalar === 'string' ? goStringAt(place) : scalars[schema.scalar];
    case 'struct':
      return `${goPackageOf(schema.definition)}.${schema.name}`;
    case 'list':
      return `[]${goTypeOf(schema.items, place)}`;
    case 'map':
      return isQuantity(schema.values)
        ? 'v1.ResourceList'
        : `map[string]${goTypeOf(schema.values, place)}`;
  }
}

function goStringAt(place: string): string {
  const field = place.slice(place.indexOf('.') + 1);
  if (field === 'uid') return 'types.UID';
  const name = namedStrings[place] ?? namedStrings[field];
  return name === undefined ? 'string' : `v1.${name}`;
}

function isQuantity(schema: Schema): boolean {
  return schema.type === 'scalar' && schema.scalar === 'Quantity';
}

/** `v1` of `io.k8s.api.core.v1.PodSpec`: Go packages of API types are named after the version. */
function goPackageOf(definition: string): string {
  return definition.split('.').at(-2) ?? '';
}
