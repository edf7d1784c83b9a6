/** What the controllers of EndpointSlices do alike: they write slices, and repair what others change. */
import { endpointSlice } from '#kinds';
import {
  isNamespaceTerminating,
  isNotFound,
  type Cause,
  type KubeObject,
  type NewObject,
} from '#values';
import type { discoveryV1 } from '#types';
import type { Client } from '#request';
import type { Handlers } from './informer.ts';
import type { SliceTracker } from './slice-tracker.ts';

type Slice = discoveryV1.EndpointSlice;

export interface SlicePlan {
  readonly create: readonly NewObject<Slice>[];
  readonly update: readonly Slice[];
  readonly delete: readonly Slice[];
}

/**
 * Creates, updates and deletes slices.
 * @param owner what they are made for: while it is being deleted, none are created
 */
export async function writeSlices(
  client: Client,
  tracker: SliceTracker,
  key: string,
  { metadata }: KubeObject,
  planned: SlicePlan,
): Promise<void> {
  // What belongs to an owner that is going away is about to be collected.
  for (const slice of metadata.deletionTimestamp == null ? planned.create : []) {
    try {
      tracker.wrote(key, await client.create(endpointSlice, slice));
    } catch (error) {
      if (isNamespaceTerminating(error)) return;
      throw error;
    }
  }
  for (const slice of planned.update) tracker.wrote(key, await client.update(endpointSlice, slice));
  for (const slice of planned.delete) {
    await removeSlice(client, slice);
    tracker.removed(key, slice);
  }
}

/** Deletes a slice, if it is still there. */
export async function removeSlice(client: Client, { metadata }: Slice): Promise<void> {
  const { namespace, name } = metadata;
  try {
    await client.delete(endpointSlice, { namespace, name });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/**
 * Handlers that see what others do to slices.
 * @param keyFor whose slice it is; undefined: of nothing that the controller manages
 * @param repair called with that key when it is not as it was written
 */
export function sliceRepairs(
  tracker: SliceTracker,
  keyFor: (slice: Slice) => string | undefined,
  repair: (key: string, cause: Cause) => void,
): Handlers<Slice> {
  const check = (slice: Slice, cause: Cause): void => {
    const key = keyFor(slice);
    if (key !== undefined && tracker.isUnexpected(key, slice)) repair(key, cause);
  };
  return {
    added: check,
    updated(slice, old, cause) {
      const before = keyFor(old);
      if (before !== undefined && before !== keyFor(slice)) repair(before, cause);
      check(slice, cause);
    },
    deleted(slice, cause) {
      const key = keyFor(slice);
      if (key !== undefined && tracker.isUnexpectedDeletion(key, slice)) repair(key, cause);
    },
  };
}
