import { apiextensionsV1 } from '../apiextensions/apiextensions-v1.api.ts';
import {
  admissionregistrationV1,
  admissionregistrationV1Alpha1,
  admissionregistrationV1Beta1,
} from '../admissionregistration/admissionregistration-v1.api.ts';
import { apiregistrationV1 } from '../apiregistration/apiregistration-v1.api.ts';
import { appsV1 } from '../apps/apps-v1.api.ts';
import { authenticationBeta, authenticationV1 } from '../authentication/authentication-v1.api.ts';
import { authorizationV1 } from '../authorization/authorization-v1.api.ts';
import { autoscalingV1 } from '../autoscaling/autoscaling-v1.api.ts';
import { autoscalingV2, autoscalingV2Beta2 } from '../autoscaling/autoscaling-v2.api.ts';
import { autoscalingV2Beta1 } from '../autoscaling/autoscaling-v2beta1.api.ts';
import { batchV1, batchV1Beta1 } from '../batch/batch-v1.api.ts';
import { certificatesBeta, certificatesV1 } from '../certificates/certificates-v1.api.ts';
import { coordinationBeta, coordinationV1 } from '../coordination/coordination-v1.api.ts';
import { coreV1Containers } from '../core/pod/containers.api.ts';
import { coreV1Network } from '../core/service/services.api.ts';
import { coreV1Nodes } from '../core/node/nodes.api.ts';
import { coreV1PersistentVolumes } from '../core/volume/persistent-volumes.api.ts';
import { coreV1Pods } from '../core/pod/pods.api.ts';
import { coreV1Policy } from '../core/quota/policy.api.ts';
import { coreV1Shared } from '../core/core-v1-shared.api.ts';
import { coreV1Volumes } from '../core/volume/volumes.api.ts';
import { discoveryV1 } from '../discovery/discovery-v1.api.ts';
import { discoveryV1Beta1 } from '../discovery/discovery-v1beta1.api.ts';
import { eventsV1 } from '../core/event/events-v1.api.ts';
import {
  flowcontrolBeta,
  flowcontrolV1,
  flowcontrolV1Beta3,
} from '../flowcontrol/flowcontrol.api.ts';
import { metaV1Discovery } from '../object/meta-v1-discovery.api.ts';
import { metaV1 } from '../object/meta-v1.api.ts';
import { metricsV1Beta1 } from '../metrics/metrics-v1beta1.api.ts';
import {
  networkingV1,
  networkingV1Alpha1,
  networkingV1Beta1,
} from '../networking/networking-v1.api.ts';
import { nodeV1 } from '../node/node-v1.api.ts';
import { policyV1 } from '../policy/policy-v1.api.ts';
import { rbacV1 } from '../rbac/rbac-v1.api.ts';
import { policyV1Beta1 } from '../policy/policy-v1beta1.api.ts';
import { resourceV1, resourceV1Alpha3, resourceV1Beta1 } from '../resource/resource-v1.api.ts';
import { schedulingV1Alpha3 } from '../scheduling/scheduling-v1alpha3.api.ts';
import { storageMigrationV1 } from '../storagemigration/storagemigration-v1.api.ts';
import { schedulingV1 } from '../scheduling/scheduling-v1.api.ts';
import { storageV1, storageV1Alpha1, storageV1Beta1 } from '../storage/storage-v1.api.ts';
import type { SchemaModule } from '#schema';

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
  { ...group('batch', 'v1', 'batch', batchV1), uses: ['scheduling/v1alpha3'] },
  { ...group('batch', 'v1beta1', 'batch', batchV1Beta1), uses: ['batch/v1'] },
  group('autoscaling', 'v1', 'autoscaling', autoscalingV1),
  group('autoscaling', 'v2', 'autoscaling', autoscalingV2),
  group('autoscaling', 'v2beta1', 'autoscaling', autoscalingV2Beta1),
  group('autoscaling', 'v2beta2', 'autoscaling', autoscalingV2Beta2),
  group('networking', 'v1', 'networking.k8s.io', networkingV1),
  group('networking', 'v1beta1', 'networking.k8s.io', networkingV1Beta1),
  group('networking', 'v1alpha1', 'networking.k8s.io', networkingV1Alpha1),
  group('policy', 'v1', 'policy', policyV1),
  group('policy', 'v1beta1', 'policy', policyV1Beta1),
  group('node', 'v1', 'node.cluster.io', nodeV1),
  group('node', 'v1beta1', 'node.k8s.io', nodeV1),
  group('rbac', 'v1', 'rbac.authorization.k8s.io', rbacV1),
  group('storage', 'v1', 'storage.k8s.io', storageV1),
  group('storage', 'v1beta1', 'storage.k8s.io', storageV1Beta1),
  group('storage', 'v1alpha1', 'storage.k8s.io', storageV1Alpha1),
  group('scheduling', 'v1', 'scheduling.k8s.io', schedulingV1),
  group('coordination', 'v1', 'coordination.k8s.io', coordinationV1),
  group('coordination', 'v1beta1', 'coordination.k8s.io', coordinationBeta),
  group('coordination', 'v1alpha2', 'coordination.k8s.io', coordinationBeta),
  group('discovery', 'v1', 'discovery.k8s.io', discoveryV1),
  group('discovery', 'v1beta1', 'discovery.k8s.io', discoveryV1Beta1),
  group('events', 'v1', 'events.k8s.io', eventsV1),
  group('events', 'v1beta1', 'events.k8s.io', eventsV1),
  group('certificates', 'v1', 'certificates.k8s.io', certificatesV1),
  group('certificates', 'v1beta1', 'certificates.k8s.io', certificatesBeta),
  group('certificates', 'v1alpha1', 'certificates.k8s.io', certificatesBeta),
  group('flowcontrol', 'v1', 'flowcontrol.apiserver.k8s.io', flowcontrolV1),
  group('flowcontrol', 'v1beta3', 'flowcontrol.apiserver.k8s.io', flowcontrolV1Beta3),
  group('flowcontrol', 'v1beta1', 'flowcontrol.apiserver.k8s.io', flowcontrolBeta),
  group('flowcontrol', 'v1beta2', 'flowcontrol.apiserver.k8s.io', flowcontrolBeta),
  {
    name: 'apiregistration/v1',
    apiVersion: 'apiregistration.k8s.io/v1',
    definitions: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1',
    texts: [apiregistrationV1],
  },
  group('authentication', 'v1', 'authentication.k8s.io', authenticationV1),
  ...['v1beta1', 'v1alpha1'].map((version) => ({
    ...group('authentication', version, 'authentication.k8s.io', authenticationBeta),
    uses: ['authentication/v1'],
  })),
  group('authorization', 'v1', 'authorization.k8s.io', authorizationV1),
  {
    name: 'apiextensions/v1',
    apiVersion: 'apiextensions.k8s.io/v1',
    definitions: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1',
    texts: [apiextensionsV1],
  },
  group('admissionregistration', 'v1', 'admissionregistration.k8s.io', admissionregistrationV1),
  group(
    'admissionregistration',
    'v1beta1',
    'admissionregistration.k8s.io',
    admissionregistrationV1Beta1,
  ),
  {
    ...group(
      'admissionregistration',
      'v1alpha1',
      'admissionregistration.k8s.io',
      admissionregistrationV1Alpha1,
    ),
    uses: ['admissionregistration/v1'],
  },
  group('resource', 'v1', 'resource.k8s.io', resourceV1),
  group('resource', 'v1beta2', 'resource.k8s.io', resourceV1),
  group('resource', 'v1beta1', 'resource.k8s.io', resourceV1Beta1),
  group('resource', 'v1alpha3', 'resource.k8s.io', resourceV1Alpha3),
  group('scheduling', 'v1alpha3', 'scheduling.k8s.io', schedulingV1Alpha3),
  group('storagemigration', 'v1', 'storagemigration.k8s.io', storageMigrationV1),
  group('storagemigration', 'v1beta1', 'storagemigration.k8s.io', storageMigrationV1),
  group('metrics', 'v1beta1', 'metrics.k8s.io', metricsV1Beta1),
];

/** @param texts one, or several, of which other versions have some too: joined they would be in a bundle twice */
function group(
  name: string,
  version: string,
  apiGroup: string,
  texts: string | readonly string[],
): SchemaModule {
  return {
    name: `${name}/${version}`,
    apiVersion: `${apiGroup}/${version}`,
    definitions: `io.k8s.api.${name}.${version}`,
    texts: [texts].flat(),
  };
}
