import type { CallWebhook } from '#api';
import type { WebhookAddress } from '#kinds';

/** Calls webhooks over HTTPS. What that takes is loaded with the first call. */
export function webhookCaller(addresses: readonly WebhookAddress[] = []): CallWebhook {
  let caller: Promise<CallWebhook> | undefined;
  return async (call) => {
    caller ??= import('./https-caller.ts').then(({ httpsCaller }) => httpsCaller(addresses));
    return (await caller)(call);
  };
}
