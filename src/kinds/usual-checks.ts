/** What checks objects that most clusters have, loaded as one. */
export {
  validateApiServiceName,
  validateApiServiceSpec,
  validateApiServiceStatus,
} from './apiregistration/validate-api-service.ts';
export { validateDaemonSetSpec } from './apps/validate-daemon-set.ts';
export {
  validateDeploymentSpec,
  validateDeploymentStatus,
  validateReplicaSetSpec,
  validateReplicaSetStatus,
} from './apps/validate-deployment.ts';
export { validateCollisions, validateReplicatedTemplate } from './apps/validate-replicas.ts';
export {
  rulesOfStatefulSet,
  validateStatefulSetChange,
  validateStatefulSetSpec,
  validateStatefulSetStatus,
} from './apps/validate-stateful-set.ts';
export { validateCronJobName, validateCronJobSpec } from './batch/validate-cron-job.ts';
export { validateJobStatus } from './batch/validate-job-status.ts';
export { validateJob, validateJobSpecUpdate, validateLastPodName } from './batch/validate-job.ts';
export { validatePodTemplate } from './core/pod/validation/pod-spec.ts';
export { validatePodStatusUpdate } from './core/pod/validation/pod-status.ts';
export {
  validatePod,
  validatePodDebugUpdate,
  validatePodUpdate,
  validatePodWhole,
} from './core/pod/validation/pod.ts';
export { validateClaimStatus } from './core/volume/validate-claim-status.ts';
export { validateClaimChange, validateClaimSpec } from './core/volume/validate-claims.ts';
export {
  validateMountOptions,
  validateVolumeChange,
  validateVolumeSpec,
} from './core/volume/validate-persistent-volume.ts';
export {
  validateFlowConditions,
  validateFlowSchemaSpec,
} from './flowcontrol/validate-flow-schema.ts';
export { validatePriorityLevelSpec } from './flowcontrol/validate-priority-level.ts';
export {
  validateAggregation,
  validateBinding,
  validateBindingUpdate,
  validateRules,
} from './rbac/validate-roles.ts';
export {
  validateCsiNode,
  validateCsiNodeChange,
  validateDriverChange,
  validateDriverSpec,
} from './storage/validate-csi.ts';
export {
  validateParameters,
  validateProvisioner,
  validateStorageClass,
} from './storage/validate-storage-class.ts';
export {
  validateAttachment,
  validateAttachmentChange,
  validateNewAttachment,
} from './storage/validate-volume-attachment.ts';
