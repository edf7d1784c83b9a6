/** Clients of other API servers, for programs in the process. */
import type { ReachServer } from '#api';
import { addressOf, type WebhookAddress } from '#kinds';
import type { RemoteClients } from '#remote';
import { Lru } from '#values';
import type { ProxyCertificate } from './remote-caller.ts';

/** How many clients are kept: one for each program that asks, and more where an authority is renewed. */
const mostClients = 256;

/**
 * Makes clients of the servers that addresses stand for, over HTTPS. What that takes is loaded with the first one.
 * @param addresses what stands for Services; the first that fits counts
 * @param shown by which the other server knows that it may believe who is named in a request
 */
export function serverReacher(
  addresses: readonly WebhookAddress[] = [],
  shown?: ProxyCertificate,
): ReachServer {
  const known = new Lru<Promise<RemoteClients>>(mostClients);
  return ({ service, authority, isInsecure }, { name, groups, profile }) => {
    const address = addressOf(addresses, service);
    if (address === undefined) return undefined;
    const connection = {
      url: `https://${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.hostPort}`,
      serverName: `${service.name}.${service.namespace}.svc`,
      insecure: isInsecure,
      headers: { 'x-remote-user': name, 'x-remote-group': groups },
    };
    const key = JSON.stringify([connection, authority, profile.minor]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const clients = import('#remote').then(({ RemoteClients }) => {
      const certificate = shown?.();
      const { cert = '', key: secret = '' } = certificate ?? {};
      const client = { certificate: Buffer.from(cert), key: Buffer.from(secret) };
      return new RemoteClients(
        {
          ...connection,
          ...(authority !== undefined && { authority: Buffer.from(authority) }),
          ...(certificate && { client }),
        },
        profile,
      );
    });
    known.set(key, clients);
    return clients;
  };
}
