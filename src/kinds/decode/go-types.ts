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
  'Capabilities.add': 'Capability',
  'Capabilities.drop': 'Capability',
  'CronJobSpec.concurrencyPolicy': 'ConcurrencyPolicy',
  'DaemonSetUpdateStrategy.type': 'DaemonSetUpdateStrategyType',
  'DeploymentStrategy.type': 'DeploymentStrategyType',
  'JobSpec.completionMode': 'CompletionMode',
  'NamespaceSpec.finalizers': 'FinalizerName',
  'NamespaceStatus.phase': 'NamespacePhase',
  'PodStatus.phase': 'PodPhase',
  'PodStatus.qosClass': 'PodQOSClass',
  'ResourceQuotaSpec.scopes': 'ResourceQuotaScope',
  'ScopedResourceSelectorRequirement.operator': 'ScopeSelectorOperator',
  'ScopedResourceSelectorRequirement.scopeName': 'ResourceQuotaScope',
  'Secret.type': 'SecretType',
  'ServiceSpec.type': 'ServiceType',
  'StatefulSetUpdateStrategy.type': 'StatefulSetUpdateStrategyType',
  'Toleration.operator': 'TolerationOperator',
  accessModes: 'PersistentVolumeAccessMode',
  dnsPolicy: 'DNSPolicy',
  effect: 'TaintEffect',
  externalTrafficPolicy: 'ServiceExternalTrafficPolicyType',
  imagePullPolicy: 'PullPolicy',
  ipFamilies: 'IPFamily',
  ipFamilyPolicy: 'IPFamilyPolicyType',
  podManagementPolicy: 'PodManagementPolicyType',
  preemptionPolicy: 'PreemptionPolicy',
  protocol: 'Protocol',
  restartPolicy: 'RestartPolicy',
  scheme: 'URIScheme',
  sessionAffinity: 'ServiceAffinity',
  terminationMessagePolicy: 'TerminationMessagePolicy',
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
