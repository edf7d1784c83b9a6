/** What checks objects that few clusters have, loaded as one. */
export { validateWebhooks } from './admissionregistration/validate-webhooks.ts';
export {
  validateAutoscalerSpec,
  validateAutoscalerStatus,
} from './autoscaling/validate-horizontal-pod-autoscaler.ts';
export {
  isCertificate,
  validateSigningRequest,
  validateSigningRequestChange,
} from './certificates/validate-certificate-signing-request.ts';
export {
  validateRequestOfPod,
  validateRequestStatus,
} from './certificates/validate-pod-certificate-request.ts';
export { validateSignerName } from './certificates/validate-signer-name.ts';
export { validateLimits } from './core/quota/validate-limit-range.ts';
export {
  validateResourceQuotaSpec,
  validateResourceQuotaStatus,
  validateScopesUnchanged,
} from './core/quota/validate-resource-quota.ts';
export { validateIngressClassSpec } from './networking/validate-ingress-class.ts';
export {
  formerFaults,
  validateIngressSpec,
  validateNewClass,
} from './networking/validate-ingress.ts';
export { rangesOf, validateNetworkPolicySpec } from './networking/validate-network-policy.ts';
export { validateHandler, validateRuntimeClass } from './node/validate-runtime-class.ts';
export {
  validatePodSecurityPolicySpec,
  validatePolicyAnnotations,
} from './policy/validate-pod-security-policy.ts';
export { validateClaimSpec, validateClaimStatus } from './resource/validate-claim.ts';
export {
  checkList,
  validateConfiguration,
  validateDriver,
  validateLabelName,
  validatePool,
  validateSelector,
  validateTaint,
} from './resource/validate-devices.ts';
export { validateSliceSpec } from './resource/validate-slice.ts';
