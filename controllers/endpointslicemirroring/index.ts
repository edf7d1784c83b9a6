/**
 * The EndpointSlice mirroring controller: what people write into the Endpoints of services without
 * a selector is in slices too, where most clients read it.
 */
import {
  endpoints as endpointsKind,
  endpointSlice as sliceKind,
  service as serviceKind,
  sliceManagerLabel,
  sliceServiceLabel,
} from '#kinds';
import { keyOf, type Cause, type KubeObject } from '#values';
import type { discoveryV1, Endpoints, Service } from '#types';
import { sliceRepairs, SliceTracker, type ControllerDefinition, type WorkQueue } from '#runtime';
import { isMirrored, manager } from './plan.ts';
import { sync, type Caches } from './sync.ts';

type Slice = discoveryV1.EndpointSlice;

/** Endpoints that fail more often in a row are left alone until something happens to them. */
const MAX_RETRIES = 15;

const BY_SERVICE = 'mirrored, by service';

export const endpointSliceMirroring: ControllerDefinition = {
  name: 'endpointslicemirroring',
  actor: 'endpoint-slice-mirroring-controller',
  account: 'endpointslicemirroring-controller',
  start(context) {
    const services = context.informer(serviceKind);
    const endpoints = context.informer(endpointsKind);
    const slices = context.informer(sliceKind);
    slices.addIndex(BY_SERVICE, (slice) => {
      const key = mirroredFor(slice);
      return key === undefined ? [] : [key];
    });
    const tracker = new SliceTracker();
    const caches: Caches = {
      services: services.lister,
      endpoints: endpoints.lister,
      slicesOf: (key) => slices.lister.byIndex(BY_SERVICE, key),
      tracker,
    };
    const queue: WorkQueue = context.queue({
      workers: 5,
      limiter: { baseMs: 1000, maxMs: 100_000, bucket: { perSecond: 10, burst: 100 } },
      async reconcile(key, tools) {
        try {
          return await sync(key, caches, tools);
        } catch (error) {
          if (queue.failures(key) < MAX_RETRIES) throw error;
          return undefined;
        }
      },
    });
    const enqueue = (object: KubeObject, cause: Cause): void => queue.add(keyOf(object), cause);
    const enqueueUnselected = (service: Service, cause: Cause): void => {
      if (service.spec.selector == null) enqueue(service, cause);
    };
    services.addHandlers({
      added: enqueueUnselected,
      updated(service, old, cause) {
        const isSelecting = service.spec.selector != null;
        if (isSelecting !== (old.spec.selector != null)) enqueue(service, cause);
      },
      deleted: enqueueUnselected,
    });
    const enqueueMirrored = (object: Endpoints, cause: Cause): void => {
      if (isMirrored(object)) enqueue(object, cause);
    };
    endpoints.addHandlers({
      added: enqueueMirrored,
      updated(object, old, cause) {
        if (isMirrored(object) || isMirrored(old)) enqueue(object, cause);
      },
      deleted: enqueueMirrored,
    });
    const repair = (key: string, cause: Cause): void => queue.add(key, cause);
    slices.addHandlers(sliceRepairs(tracker, mirroredFor, repair));
  },
};

/** The key of the Endpoints that a slice mirrors. */
function mirroredFor({ metadata: { namespace, labels } }: Slice): string | undefined {
  if (labels?.[sliceManagerLabel] !== manager) return undefined;
  const service = labels[sliceServiceLabel];
  return service ? `${namespace}/${service}` : undefined;
}
