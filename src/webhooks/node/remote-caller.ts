import type { CallRemote } from '#api';
import { addressOf, type WebhookAddress } from '#kinds';

/** What the caller shows, in PEM: a certificate and its key. */
export type ProxyCertificate = () => { readonly cert: string; readonly key: string };

/**
 * Passes requests on to other API servers, over HTTPS. What that takes is loaded with the first one.
 * @param addresses what stands for Services; the first that fits counts
 * @param shown by which the other server knows that it may believe who is named in a request; absent: nothing
 */
export function remoteCaller(
  addresses: readonly WebhookAddress[] = [],
  shown?: ProxyCertificate,
): CallRemote {
  return (call) => {
    const address = addressOf(addresses, call.service);
    if (address === undefined) return undefined;
    return import('./remote-call.ts').then(({ callAddress }) =>
      callAddress(call, address, shown?.()),
    );
  };
}
