import type { Kind } from '#kinds';

const configurations: readonly string[] = [
  ...['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
  ...['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'],
  ...['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'],
];

/**
 * Configurations of webhooks, and policies, are never sent to webhooks or looked at by policies: a
 * broken one can always be removed.
 */
export function isReviewed({ group, kind }: Kind): boolean {
  return group !== 'admissionregistration.k8s.io' || !configurations.includes(kind);
}
