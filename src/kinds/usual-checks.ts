/** What checks pods and what runs them, loaded as one. */
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
export { validatePodTemplate } from './core/pod/validation/pod-spec.ts';
export { validatePodStatusUpdate } from './core/pod/validation/pod-status.ts';
export {
  validatePod,
  validatePodDebugUpdate,
  validatePodUpdate,
  validatePodWhole,
} from './core/pod/validation/pod.ts';
export { validateResizable, validateResize } from './core/pod/validation/resize.ts';
