/** The EndpointSlice controller: the pods behind every service with a selector, in slices. */
import {
  endpointSlice as sliceKind,
  node as nodeKind,
  pod as podKind,
  service as serviceKind,
  sliceManagerLabel as managerLabel,
  sliceServiceLabel as serviceLabel,
} from '#kinds';
import { keyOf, type Cause } from '#values';
import type { discoveryV1, Pod, Service } from '#types';
import {
  addServiceIndexes,
  servicesBefore,
  servicesChangedBy,
  sliceRepairs,
  SliceTracker,
  TriggerTimes,
  type ControllerDefinition,
  type WorkQueue,
} from '#runtime';
import { manager } from './plan.ts';
import { sync, type Caches } from './sync.ts';

type Slice = discoveryV1.EndpointSlice;

/** A service that fails more often in a row is left alone until something happens to it. */
const MAX_RETRIES = 15;

/** Who changes slices by hand is given so long before they are set right. */
const REPAIR_MS = 1000;

const BY_SERVICE = 'managed, by service';

export const endpointSlice: ControllerDefinition = {
  name: 'endpointslice',
  actor: 'endpoint-slice-controller',
  account: 'endpointslice-controller',
  start(context) {
    const services = context.informer(serviceKind);
    const pods = context.informer(podKind);
    const slices = context.informer(sliceKind);
    addServiceIndexes(services, pods);
    slices.addIndex(BY_SERVICE, (slice) => {
      const key = managedFor(slice);
      return key === undefined ? [] : [key];
    });
    const tracker = new SliceTracker();
    const caches: Caches = {
      services: services.lister,
      pods: pods.lister,
      nodes: context.informer(nodeKind).lister,
      slicesOf: (key) => slices.lister.byIndex(BY_SERVICE, key),
      triggerTimes: new TriggerTimes(),
      tracker,
    };
    const queue: WorkQueue = context.queue({
      workers: 5,
      limiter: { baseMs: 1000, maxMs: 1_000_000, bucket: { perSecond: 10, burst: 100 } },
      async reconcile(key, tools) {
        try {
          return await sync(key, caches, tools);
        } catch (error) {
          if (queue.failures(key) < MAX_RETRIES) throw error;
          return undefined;
        }
      },
    });
    const enqueue = (service: Service, cause: Cause): void => queue.add(keyOf(service), cause);
    const enqueueServices = (pod: Pod, cause: Cause): void => {
      for (const service of servicesBefore(services.lister, pod)) enqueue(service, cause);
    };
    services.addHandlers({
      added: enqueue,
      updated: (service, _, cause) => enqueue(service, cause),
      deleted: enqueue,
    });
    pods.addHandlers({
      added: enqueueServices,
      updated(pod, old, cause) {
        for (const service of servicesChangedBy(services.lister, pod, old)) enqueue(service, cause);
      },
      deleted: enqueueServices,
    });
    const repair = (key: string, cause: Cause): void => queue.addAfter(key, REPAIR_MS, cause);
    slices.addHandlers(sliceRepairs(tracker, managedFor, repair));
  },
};

/** The key of the service that a managed slice belongs to. */
function managedFor({ metadata: { namespace, labels } }: Slice): string | undefined {
  if (labels?.[managerLabel] !== manager) return undefined;
  const service = labels[serviceLabel];
  return service ? `${namespace}/${service}` : undefined;
}
