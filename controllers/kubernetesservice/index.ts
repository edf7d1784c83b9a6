/**
 * The API server's own controller: the Service `default/kubernetes`, by which pods reach the API,
 * with the endpoints that lead there. It runs whichever controllers run.
 */
import {
  endpoints as endpointsKind,
  endpointSlice as sliceKind,
  service as serviceKind,
  type Kind,
  type Profile,
} from '#kinds';
import { isAlreadyExists, isNotFound, type KubeObject, type NewObject } from '#values';
import type { Client, ControllerDefinition } from '#runtime';
import {
  endpointsOf,
  isRightEndpoints,
  isRightSlice,
  serviceOf,
  sliceOf,
  type ApiEndpoint,
} from './plan.ts';

export type { ApiEndpoint } from './plan.ts';

const PERIOD_MS = 10_000;

/** @param endpoint asked each time: servers of a shared store come and go */
export function kubernetesService(endpoint: () => ApiEndpoint): ControllerDefinition {
  return {
    name: 'kubernetesservice',
    actor: 'kube-apiserver',
    start(context) {
      context.every({ name: 'sync', periodMs: PERIOD_MS, initialDelayMs: 0 }, ({ client }) =>
        sync(client, endpoint(), context.features),
      );
    },
  };
}

/** Makes what is missing, and sets the endpoints right. A changed Service stays as it is. */
async function sync(client: Client, endpoint: ApiEndpoint, profile: Profile): Promise<void> {
  const isSingleStack = profile.enabled('OwnServiceSingleStack');
  await getOrCreate(client, serviceKind, serviceOf(endpoint, isSingleStack));
  await syncEndpoints(client, endpoint);
  await syncSlice(client, endpoint);
}

async function syncEndpoints(client: Client, endpoint: ApiEndpoint): Promise<void> {
  const desired = endpointsOf(endpoint);
  const present = await getOrCreate(client, endpointsKind, desired);
  if (isRightEndpoints(present, desired)) return;
  const labels = { ...present.metadata.labels, ...desired.metadata.labels };
  const metadata = { ...present.metadata, labels };
  await client.update(endpointsKind, { ...present, metadata, subsets: desired.subsets });
}

async function syncSlice(client: Client, endpoint: ApiEndpoint): Promise<void> {
  const desired = sliceOf(endpoint);
  const present = await getOrCreate(client, sliceKind, desired);
  if (isRightSlice(present, desired)) return;
  const { namespace, name } = present.metadata;
  if (present.addressType === desired.addressType) {
    const metadata = { ...present.metadata, labels: desired.metadata.labels };
    await client.update(sliceKind, { ...present, ...desired, metadata });
    return;
  }
  // The type of addresses cannot be changed.
  await client.delete(sliceKind, { namespace, name });
  await getOrCreate(client, sliceKind, desired);
}

async function getOrCreate<T extends KubeObject>(
  client: Client,
  kind: Kind<T>,
  desired: NewObject<T>,
): Promise<T> {
  const { namespace, name = '' } = desired.metadata;
  try {
    return await client.get(kind, { namespace, name });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  try {
    return await client.create(kind, desired);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return client.get(kind, { namespace, name });
  }
}
