import { apiextensionsV1 } from './apiextensions-v1.ts';
import { admissionregistrationV1 } from './admissionregistration-v1.ts';
import { apiregistrationV1 } from './apiregistration-v1.ts';
import { appsV1 } from './apps-v1.ts';
import { authenticationV1 } from './authentication-v1.ts';
import { authorizationV1 } from './authorization-v1.ts';
import { autoscalingV1 } from './autoscaling-v1.ts';
import { autoscalingV2, autoscalingV2Beta2 } from './autoscaling-v2.ts';
import { autoscalingV2Beta1 } from './autoscaling-v2beta1.ts';
import { batchV1, batchV1Beta1 } from './batch-v1.ts';
import { certificatesV1 } from './certificates-v1.ts';
import { coordinationV1 } from './coordination-v1.ts';
import { coreV1Containers } from './core-v1-containers.ts';
import { coreV1Network } from './core-v1-network.ts';
import { coreV1Nodes } from './core-v1-nodes.ts';
import { coreV1PersistentVolumes } from './core-v1-persistent-volumes.ts';
import { coreV1Pods } from './core-v1-pods.ts';
import { coreV1Policy } from './core-v1-policy.ts';
import { coreV1Shared } from './core-v1-shared.ts';
import { coreV1Volumes } from './core-v1-volumes.ts';
import { discoveryV1 } from './discovery-v1.ts';
import { discoveryV1Beta1 } from './discovery-v1beta1.ts';
import { eventsV1 } from './events-v1.ts';
import { flowcontrol } from './flowcontrol.ts';
import { metaV1Discovery } from './meta-v1-discovery.ts';
import { metaV1 } from './meta-v1.ts';
import { metricsV1Beta1 } from './metrics-v1beta1.ts';
import { networkingV1 } from './networking-v1.ts';
import { nodeV1 } from './node-v1.ts';
import { policyV1 } from './policy-v1.ts';
import { rbacV1 } from './rbac-v1.ts';
import { policyV1Beta1 } from './policy-v1beta1.ts';
import { schedulingV1 } from './scheduling-v1.ts';
import { storageV1, storageV1Beta1 } from './storage-v1.ts';
import type { SchemaModule } from './schemas.ts';

/** Every module. Those after core/v1 may use its types, and all may use those of meta/v1. */
export const schemaModules: readonly SchemaModule[] = [
  {
    name: 'meta/v1',
    apiVersion: 'v1',
    definitions: 'io.k8s.apimachinery.pkg.apis.meta.v1',
    texts: [metaV1, metaV1Discovery],
  },
  {
    name: 'core/v1',
    apiVersion: 'v1',
    definitions: 'io.k8s.api.core.v1',
    texts: [
      coreV1Shared,
      coreV1Pods,
      coreV1Containers,
      coreV1Volumes,
      coreV1PersistentVolumes,
      coreV1Nodes,
      coreV1Network,
      coreV1Policy,
    ],
  },
  group('apps', 'v1', 'apps', appsV1),
  group('batch', 'v1', 'batch', batchV1),
  { ...group('batch', 'v1beta1', 'batch', batchV1Beta1), uses: 'batch/v1' },
  group('autoscaling', 'v1', 'autoscaling', autoscalingV1),
  group('autoscaling', 'v2', 'autoscaling', autoscalingV2),
  group('autoscaling', 'v2beta1', 'autoscaling', autoscalingV2Beta1),
  group('autoscaling', 'v2beta2', 'autoscaling', autoscalingV2Beta2),
  group('networking', 'v1', 'networking.k8s.io', networkingV1),
  group('policy', 'v1', 'policy', policyV1),
  group('policy', 'v1beta1', 'policy', policyV1Beta1),
  group('node', 'v1', 'node.cluster.io', nodeV1),
  group('node', 'v1beta1', 'node.k8s.io', nodeV1),
  group('rbac', 'v1', 'rbac.authorization.k8s.io', rbacV1),
  group('storage', 'v1', 'storage.k8s.io', storageV1),
  group('storage', 'v1beta1', 'storage.k8s.io', storageV1Beta1),
  group('scheduling', 'v1', 'scheduling.k8s.io', schedulingV1),
  group('coordination', 'v1', 'coordination.k8s.io', coordinationV1),
  group('discovery', 'v1', 'discovery.k8s.io', discoveryV1),
  group('discovery', 'v1beta1', 'discovery.k8s.io', discoveryV1Beta1),
  group('events', 'v1', 'events.k8s.io', eventsV1),
  group('events', 'v1beta1', 'events.k8s.io', eventsV1),
  group('certificates', 'v1', 'certificates.k8s.io', certificatesV1),
  group('flowcontrol', 'v1beta1', 'flowcontrol.apiserver.k8s.io', flowcontrol),
  group('flowcontrol', 'v1beta2', 'flowcontrol.apiserver.k8s.io', flowcontrol),
  {
    name: 'apiregistration/v1',
    apiVersion: 'apiregistration.k8s.io/v1',
    definitions: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1',
    texts: [apiregistrationV1],
  },
  group('authentication', 'v1', 'authentication.k8s.io', authenticationV1),
  group('authorization', 'v1', 'authorization.k8s.io', authorizationV1),
  {
    name: 'apiextensions/v1',
    apiVersion: 'apiextensions.k8s.io/v1',
    definitions: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1',
    texts: [apiextensionsV1],
  },
  group('admissionregistration', 'v1', 'admissionregistration.k8s.io', admissionregistrationV1),
  group('metrics', 'v1beta1', 'metrics.k8s.io', metricsV1Beta1),
];

function group(name: string, version: string, apiGroup: string, text: string): SchemaModule {
  return {
    name: `${name}/${version}`,
    apiVersion: `${apiGroup}/${version}`,
    definitions: `io.k8s.api.${name}.${version}`,
    texts: [text],
  };
}
