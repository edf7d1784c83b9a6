import {
  apiService,
  bucketOf,
  defaultFlowSchemas,
  defaultPriorityLevels,
  flowSchema,
  ipAddress,
  priorityLevelConfiguration,
  serviceCidr,
  type Kind,
  type Profile,
} from '#kinds';
import type { KubeObject, NewObject } from '#values';
import { keepApiServices } from './api-services.ts';
import { refreshFlowSchemas } from './flow-schemas.ts';
import type { Keeper, KeeperOptions } from './keeper.ts';
import { retriable } from './retriable.ts';
import { keepIpAddresses, keepServiceCidr } from './service-addresses.ts';
import { createMissing, contextOf } from './write.ts';

/** By the buckets of the objects. */
export function keepers(options: KeeperOptions): ReadonlyMap<string, Keeper> {
  const levels = once(options, priorityLevelConfiguration, defaultPriorityLevels);
  const schemas = once(options, flowSchema, defaultFlowSchemas);
  return new Map<string, Keeper>([
    [bucketOf(apiService), keepApiServices(options)],
    [bucketOf(serviceCidr), keepServiceCidr(options)],
    [bucketOf(ipAddress), keepIpAddresses(options)],
    [bucketOf(priorityLevelConfiguration), { make: levels }],
    [
      bucketOf(flowSchema),
      {
        make: async () => {
          await levels();
          await schemas();
        },
        refresh: () => refreshFlowSchemas(options),
      },
    ],
  ]);
}

/** v1.24 writes them under this name. */
const producer = contextOf('api-priority-and-fairness-config-producer-v1', 'flow control');

function once<T extends KubeObject>(
  { api }: KeeperOptions,
  kind: Kind<T>,
  objects: (profile: Profile) => readonly NewObject<T>[],
): () => Promise<void> {
  return retriable(
    () => true,
    () => createMissing(api, producer, kind, objects(api.kinds.profile)),
  );
}
