/** The Endpoints controller: the addresses of the pods behind every service with a selector. */
import {
  bucketOf,
  endpoints as endpointsKind,
  leaderAnnotation,
  pod as podKind,
  service as serviceKind,
} from '#kinds';
import { keyOf, type Cause, type KubeObject } from '#values';
import type { Pod } from '#types';
import {
  addServiceIndexes,
  servicesBefore,
  servicesChangedBy,
  TriggerTimes,
  type ControllerDefinition,
  type WorkQueue,
} from '#runtime';
import { sync, type Caches } from './sync.ts';

/** A service that fails more often in a row is left alone until something happens to it. */
const MAX_RETRIES = 15;

/** Endpoints with this annotation are locks of elections, of times when there were no leases. */

export const endpoints: ControllerDefinition = {
  name: 'endpoints',
  actor: 'endpoint-controller',
  keys: bucketOf(endpointsKind),
  start(context) {
    const services = context.informer(serviceKind);
    const pods = context.informer(podKind);
    const listed = context.informer(endpointsKind);
    addServiceIndexes(services, pods);
    const caches: Caches = {
      services: services.lister,
      pods: pods.lister,
      endpoints: listed.lister,
      triggerTimes: new TriggerTimes(),
    };
    const queue: WorkQueue = context.queue({
      workers: 5,
      async reconcile(key, tools) {
        try {
          await sync(key, caches, tools);
        } catch (error) {
          if (queue.failures(key) < MAX_RETRIES) throw error;
        }
      },
    });
    const enqueue = (object: KubeObject, cause: Cause): void => queue.add(keyOf(object), cause);
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
    // Who edits endpoints may do so, until something happens to the service; who deletes them not.
    listed.addHandlers({ deleted: enqueue });
    const leftovers = context.queue({
      name: 'endpoints leftovers',
      workers: 1,
      async reconcile() {
        for (const left of listed.lister.list()) {
          if (services.lister.getByKey(keyOf(left)) !== undefined) continue;
          if (left.metadata.annotations?.[leaderAnnotation] !== undefined) continue;
          queue.add(keyOf(left), { timer: 'start' });
        }
      },
    });
    leftovers.add('all', { timer: 'start' });
  },
};
