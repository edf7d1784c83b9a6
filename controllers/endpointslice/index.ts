/** The EndpointSlice controller: the pods behind every service with a selector, in slices. */
import {
  endpointSlice as sliceKind,
  node as nodeKind,
  pod as podKind,
  service as serviceKind,
} from '#kinds';
import {
  addServiceIndexes,
  ManagedSlices,
  TriggerTimes,
  watchServices,
  type ControllerDefinition,
} from '#runtime';
import { manager } from './plan.ts';
import { sync, type Caches } from './sync.ts';

/** A service that fails more often in a row is left alone until something happens to it. */
const MAX_RETRIES = 15;

/** Who changes slices by hand is given so long before they are set right. */
const REPAIR_MS = 1000;

export const endpointSlice: ControllerDefinition = {
  name: 'endpointslice',
  actor: 'endpoint-slice-controller',
  account: 'endpointslice-controller',
  start(context) {
    const services = context.informer(serviceKind);
    const pods = context.informer(podKind);
    addServiceIndexes(services, pods);
    const slices = new ManagedSlices(context.informer(sliceKind), manager);
    const caches: Caches = {
      services: services.lister,
      pods: pods.lister,
      nodes: context.informer(nodeKind).lister,
      slicesOf: (key) => slices.of(key),
      triggerTimes: new TriggerTimes(),
      tracker: slices.tracker,
    };
    const queue = context.queue({
      workers: 5,
      limiter: { baseMs: 1000, maxMs: 1_000_000, bucket: { perSecond: 10, burst: 100 } },
      maxRetries: MAX_RETRIES,
      reconcile: (key, tools) => sync(key, caches, tools),
    });
    watchServices(services, pods, (key, cause) => queue.add(key, cause));
    slices.onForeignChange((key, cause) => queue.addAfter(key, REPAIR_MS, cause));
  },
};
