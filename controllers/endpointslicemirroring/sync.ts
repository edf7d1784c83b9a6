/** One pass over what mirrors an Endpoints object: look, plan, write. */
import type { discoveryV1, Endpoints, Service } from '#types';
import {
  removeSlice,
  writeSlices,
  type Lister,
  type ReconcileResult,
  type ReconcileTools,
  type SliceTracker,
} from '#runtime';
import { isMirrored, MAX_ADDRESSES, plan } from './plan.ts';

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
    for (const slice of slices) await removeSlice(client, slice);
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
  await writeSlices(client, tracker, key, written, planned);
  return undefined;
}
