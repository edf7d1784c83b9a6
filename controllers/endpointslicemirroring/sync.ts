/** One pass over what mirrors an Endpoints object: look, plan, write. */
import {
  endpointSlice as sliceKind,
  isNamespaceTerminating,
  isNotFound,
  type discoveryV1,
  type Endpoints,
  type Service,
} from '#kinds';
import type { Client, Lister, ReconcileResult, ReconcileTools, SliceTracker } from '#runtime';
import { isMirrored, MAX_ADDRESSES, plan, type Plan } from './plan.ts';

type Slice = discoveryV1.EndpointSlice;

/** All that a reconcile reads, and its state between reconciles. */
export interface Caches {
  readonly services: Lister<Service>;
  readonly endpoints: Lister<Endpoints>;
  /** What mirrors the Endpoints of this key. */
  readonly slicesOf: (key: string) => readonly Slice[];
  readonly tracker: SliceTracker;
}

export async function sync(
  key: string,
  caches: Caches,
  { client, events }: ReconcileTools,
): Promise<ReconcileResult | undefined> {
  const { services, endpoints, slicesOf, tracker } = caches;
  const written = endpoints.getByKey(key);
  const service = services.getByKey(key);
  const slices = slicesOf(key);
  const isWanted = written !== undefined && isMirrored(written);
  // With a selector, the service's slices are the business of another controller.
  if (!isWanted || service === undefined || service.spec.selector != null) {
    tracker.forget(key);
    for (const slice of slices) await remove(slice, client);
    return undefined;
  }
  if (tracker.isStale(key, slices)) {
    return { retry: true, requeueReason: 'own writes not seen yet' };
  }
  const planned = plan(written, slices);
  const { invalid, skipped } = planned;
  if (invalid > 0) {
    const text = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`;
    events.event(written, 'Warning', 'InvalidIPAddress', text);
  }
  if (skipped > invalid) {
    const text = `A max of ${MAX_ADDRESSES} addresses can be mirrored to EndpointSlices per Endpoints subset. ${skipped} addresses were skipped`;
    events.event(written, 'Warning', 'TooManyAddressesToMirror', text);
  }
  await write(key, planned, written, tracker, client);
  return undefined;
}

async function write(
  key: string,
  planned: Plan,
  { metadata }: Endpoints,
  tracker: SliceTracker,
  client: Client,
): Promise<void> {
  // What mirrors Endpoints that are going away is about to be collected.
  for (const slice of metadata.deletionTimestamp == null ? planned.create : []) {
    try {
      tracker.wrote(key, await client.create(sliceKind, slice));
    } catch (error) {
      if (isNamespaceTerminating(error)) return;
      throw error;
    }
  }
  for (const slice of planned.update) tracker.wrote(key, await client.update(sliceKind, slice));
  for (const slice of planned.delete) {
    await remove(slice, client);
    tracker.removed(key, slice);
  }
}

async function remove({ metadata }: Slice, client: Client): Promise<void> {
  const { namespace, name } = metadata;
  try {
    await client.delete(sliceKind, { namespace, name });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
