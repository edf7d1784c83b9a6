import type { Kind } from '#kinds';

/** Configurations of webhooks are never sent to webhooks: a broken one can always be removed. */
export function isReviewed({ group, kind }: Kind): boolean {
  return (
    group !== 'admissionregistration.k8s.io' ||
    !['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'].includes(kind)
  );
}
