import type { CallRemote } from '#api';
import { addressOf, type WebhookAddress } from '#kinds';

/**
 * Passes requests on to other API servers, over HTTPS. What that takes is loaded with the first one.
 * @param addresses what stands for Services; the first that fits counts
 */
export function remoteCaller(addresses: readonly WebhookAddress[] = []): CallRemote {
  return (call) => {
    const address = addressOf(addresses, call.service);
    if (address === undefined) return undefined;
    return import('./remote-call.ts').then(({ callAddress }) => callAddress(call, address));
  };
}
