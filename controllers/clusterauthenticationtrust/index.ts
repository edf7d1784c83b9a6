/**
 * The API server's own controller for the ConfigMap `extension-apiserver-authentication`, by which API servers behind
 * APIServices know the certificates of users, and that a request which names its user comes from this server.
 */
import { configMap } from '#kinds';
import { deepEqual, isNotFound } from '#values';
import type { ConfigMap } from '#types';
import type { Client, ControllerDefinition } from '#runtime';
import { dataWith, type Trust } from './plan.ts';

export type { Trust } from './plan.ts';

const ref = { namespace: 'kube-system', name: 'extension-apiserver-authentication' };

/** v1.24 looks at it this often, and also when it changes. */
const periodMs = 60_000;

export function clusterAuthenticationTrust(trust: Trust): ControllerDefinition {
  return {
    name: 'clusterauthenticationtrust',
    actor: 'kube-apiserver',
    start(context) {
      context.every({ name: 'sync', periodMs, initialDelayMs: 0 }, ({ client }) =>
        sync(client, trust),
      );
    },
  };
}

async function sync(client: Client, trust: Trust): Promise<void> {
  const present = await found(client);
  const data = dataWith(present?.data ?? {}, trust);
  if (present === undefined) await client.create(configMap, { metadata: ref, data });
  else if (!deepEqual(present.data, data)) await client.update(configMap, { ...present, data });
}

async function found(client: Client): Promise<ConfigMap | undefined> {
  try {
    return await client.get(configMap, ref);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
