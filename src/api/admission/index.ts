import {
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
} from './certificates.ts';
import { defaultIngressClass } from './default-ingress-class.ts';
import { defaultStorageClass } from './default-storage-class.ts';
import { defaultTolerationSeconds } from './default-toleration-seconds.ts';
import { persistentVolumeClaimResize } from './claim-resize.ts';
import { limitRanger } from './limit-ranger.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';
import type { AdmissionPlugin } from './plugin.ts';
import { mutatingAdmissionPolicies } from './policies/mutating.ts';
import { validatingAdmissionPolicies } from './policies/validating.ts';
import { podSecurity } from './pod-security/pod-security.ts';
import { priority } from './priority.ts';
import { resourceQuota } from './resource-quota.ts';
import { runtimeClass } from './runtime-class.ts';
import { serviceAccount } from './service-account.ts';
import { storageObjectInUseProtection } from './storage-protection.ts';
import { taintNodesByCondition } from './taint-nodes.ts';
import { podTopologyLabels } from './topology-labels.ts';
import { mutatingAdmissionWebhook } from './webhooks/mutating.ts';
import { validatingAdmissionWebhook } from './webhooks/validating.ts';

export type { AdmissionAccess } from './access.ts';
export { isIdle, trailFor, type Chain } from './admission.ts';
export type { AdmissionPlugin, AdmissionRequest, Operation } from './plugin.ts';
export { withTrail } from './webhooks/trail.ts';

/**
 * The plugins in the order in which v1.24 runs them, where all are enabled. A new one is a file and
 * a line. All of them mutate, then the object is validated by its kind, then all of them validate:
 * webhooks see what the built-in plugins made, and quotas are charged for what webhooks accept.
 */
const plugins: readonly AdmissionPlugin[] = [
  namespaceLifecycle,
  limitRanger,
  serviceAccount,
  taintNodesByCondition,
  podSecurity,
  priority,
  defaultTolerationSeconds,
  defaultStorageClass,
  storageObjectInUseProtection,
  persistentVolumeClaimResize,
  runtimeClass,
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  defaultIngressClass,
  podTopologyLabels,
  mutatingAdmissionPolicies,
  mutatingAdmissionWebhook,
  validatingAdmissionPolicies,
  validatingAdmissionWebhook,
  resourceQuota,
];

/**
 * Without service accounts of pods: simulated pods make no requests, and the volumes would only be
 * in the way.
 */
export const defaultPlugins: readonly AdmissionPlugin[] = pluginsWithout([serviceAccount.name]);

/** All plugins except those named. @throws {Error} for an unknown name, with the list of plugins */
export function pluginsWithout(names: readonly string[]): readonly AdmissionPlugin[] {
  const known = plugins.map(({ name }) => name);
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new Error(`unknown plugin ${JSON.stringify(name)}; there are ${known.join(', ')}`);
  }
  return plugins.filter(({ name }) => !names.includes(name));
}
