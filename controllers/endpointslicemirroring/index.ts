/**
 * The EndpointSlice mirroring controller: what people write into the Endpoints of services without
 * a selector is in slices too, where most clients read it.
 */
import {
  endpoints as endpointsKind,
  endpointSlice as sliceKind,
  service as serviceKind,
} from '#kinds';
import { keyOf, type Cause, type KubeObject } from '#values';
import type { Endpoints, Service } from '#types';
import { ManagedSlices, type ControllerDefinition } from '#runtime';
import { isMirrored, manager } from './plan.ts';
import { sync, type Caches } from './sync.ts';

/** Endpoints that fail more often in a row are left alone until something happens to them. */
const MAX_RETRIES = 15;

export const endpointSliceMirroring: ControllerDefinition = {
  name: 'endpointslicemirroring',
  actor: 'endpoint-slice-mirroring-controller',
  account: 'endpointslicemirroring-controller',
  start(context) {
    const services = context.informer(serviceKind);
    const endpoints = context.informer(endpointsKind);
    const slices = new ManagedSlices(context.informer(sliceKind), manager);
    const caches: Caches = {
      services: services.lister,
      endpoints: endpoints.lister,
      slicesOf: (key) => slices.of(key),
      tracker: slices.tracker,
    };
    const queue = context.queue({
      workers: 5,
      limiter: { baseMs: 1000, maxMs: 100_000, bucket: { perSecond: 10, burst: 100 } },
      maxRetries: MAX_RETRIES,
      reconcile: (key, tools) => sync(key, caches, tools),
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
    slices.onForeignChange((key, cause) => queue.add(key, cause));
  },
};
