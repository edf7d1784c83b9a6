/** A page cannot call what the API calls elsewhere. */
import type { CallRemote, CallWebhook, ReachServer } from '#api';
import type { WebhookAddress } from '#kinds';

/** Each call fails, as with a webhook that is not there. */
export function webhookCaller(addresses: readonly WebhookAddress[] = []): CallWebhook {
  const known = addresses.length === 0 ? '' : ', also those whose address is given';
  return () => Promise.reject(new Error(`webhooks are not called in a browser${known}`));
}

export type ProxyCertificate = () => { readonly cert: string; readonly key: string };

/** No other API server can be reached. */
export function remoteCaller(
  addresses: readonly WebhookAddress[] = [],
  shown?: ProxyCertificate,
): CallRemote {
  void addresses;
  void shown;
  return () => undefined;
}

/** Makes clients of no server: none can be reached. */
export function serverReacher(
  addresses: readonly WebhookAddress[] = [],
  shown?: ProxyCertificate,
): ReachServer {
  void addresses;
  void shown;
  return () => undefined;
}
