/** The built-in controllers. Their order is part of determinism. */
import type { ControllerDefinition } from '#runtime';
import { attachDetach } from './attachdetach/index.ts';
import { clusterRoleAggregation } from './clusterroleaggregation/index.ts';
import { csrApproving } from './csrapproving/index.ts';
import { csrCleaner } from './csrcleaner/index.ts';
import { csrSigning } from './csrsigning/index.ts';
import { cronJob } from './cronjob/index.ts';
import { daemonSet } from './daemonset/index.ts';
import { deployment } from './deployment/index.ts';
import { disruption } from './disruption/index.ts';
import { endpoints } from './endpoints/index.ts';
import { endpointSlice } from './endpointslice/index.ts';
import { endpointSliceMirroring } from './endpointslicemirroring/index.ts';
import { garbageCollector } from './garbagecollector/index.ts';
import { horizontalPodAutoscaler } from './horizontalpodautoscaler/index.ts';
import { job } from './job/index.ts';
import { loadBalancer } from './loadbalancer/index.ts';
import { ephemeralVolume } from './ephemeralvolume/index.ts';
import { namespace } from './namespace/index.ts';
import { nodeLifecycle } from './nodelifecycle/index.ts';
import { persistentVolumeBinder } from './persistentvolume/index.ts';
import { podGarbageCollector } from './podgc/index.ts';
import { pvcProtection } from './pvcprotection/index.ts';
import { pvProtection } from './pvprotection/index.ts';
import { replicaSet, replicationController } from './replicaset/index.ts';
import { resourceClaims } from './resourceclaim/index.ts';
import { resourceQuota } from './resourcequota/index.ts';
import { rootCaCertPublisher } from './rootcacertpublisher/index.ts';
import { scheduler } from './scheduler/index.ts';
import { serviceCidrs } from './servicecidr/index.ts';
import { serviceAccount } from './serviceaccount/index.ts';
import { statefulSet } from './statefulset/index.ts';
import { taintEviction } from './tainteviction/index.ts';
import { ttlAfterFinished } from './ttlafterfinished/index.ts';
import { vacProtection } from './vacprotection/index.ts';
import { validatingAdmissionPolicyStatus } from './validatingadmissionpolicystatus/index.ts';
import { volumeAttacher } from './volumeattacher/index.ts';
import { volumeProvisioner } from './volumeprovisioner/index.ts';

export { accountants } from './accountants.ts';
export { rootCaCertPublisher };
export { cronJobCalendar } from './cronjob/calendar.ts';
export { limitsOf as daemonSetLimits } from './daemonset/limits.ts';
export { deploymentBounds } from './deployment/limits.ts';
export { loadDeviceSelectors } from './scheduler/devices/late-selectors.ts';
export { awaitedPod } from './statefulset/awaited.ts';
export { customResourceDefinitions } from './customresourcedefinitions/index.ts';
export { clusterAuthenticationTrust, type Trust } from './clusterauthenticationtrust/index.ts';
export { kubernetesService, type ApiEndpoint } from './kubernetesservice/index.ts';
export { serverIdentity } from './serveridentity/index.ts';

export const controllers: readonly ControllerDefinition[] = [
  daemonSet,
  scheduler,
  nodeLifecycle,
  taintEviction,
  podGarbageCollector,
  cronJob,
  endpoints,
  replicaSet,
  replicationController,
  deployment,
  resourceQuota,
  job,
  ttlAfterFinished,
  horizontalPodAutoscaler,
  serviceAccount,
  rootCaCertPublisher,
  namespace,
  pvcProtection,
  endpointSlice,
  endpointSliceMirroring,
  statefulSet,
  disruption,
  garbageCollector,
  clusterRoleAggregation,
  persistentVolumeBinder,
  pvProtection,
  volumeProvisioner,
  loadBalancer,
  csrApproving,
  csrSigning,
  csrCleaner,
  ephemeralVolume,
  attachDetach,
  volumeAttacher,
  serviceCidrs,
  validatingAdmissionPolicyStatus,
  resourceClaims,
  vacProtection,
];

/** What the keys of their work name. */
export const reconcilers = controllers.map(({ name, keys }) => ({
  controller: name,
  ...(keys !== undefined && { keys }),
}));
