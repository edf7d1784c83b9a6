/** Policies of admission: their kinds, and what their expressions decide about requests. */
export type { CompiledPolicy, Refusal, Subject } from './engine/index.ts';
export {
  deviceClass,
  deviceClassBeta,
  resourceClaim,
  resourceClaimBeta,
  resourceClaimTemplate,
  resourceClaimTemplateBeta,
} from './devices.ts';
export { compilerOf, engine, loadEngine } from './late.ts';
export { mutatingAdmissionPolicy, mutatingAdmissionPolicyBinding } from './mutating.ts';
export { mutatingWebhookConfiguration, validatingWebhookConfiguration } from './webhooks.ts';
export { validatingAdmissionPolicy, validatingAdmissionPolicyBinding } from './validating.ts';
