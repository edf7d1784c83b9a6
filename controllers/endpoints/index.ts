/** The Endpoints controller: the addresses of the pods behind every service with a selector. */
import {
  bucketOf,
  endpoints as endpointsKind,
  leaderAnnotation,
  pod as podKind,
  service as serviceKind,
} from '#kinds';
import { keyOf } from '#values';
import {
  addServiceIndexes,
  TriggerTimes,
  watchServices,
  type ControllerDefinition,
} from '#runtime';
import { sync, type Caches } from './sync.ts';

/** A service that fails more often in a row is left alone until something happens to it. */
const MAX_RETRIES = 15;

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
      profile: context.features,
      overwritten: new Map(),
    };
    const queue = context.queue({
      workers: 5,
      maxRetries: MAX_RETRIES,
      reconcile: (key, tools) => sync(key, caches, tools),
    });
    watchServices(services, pods, (key, cause) => queue.add(key, cause));
    // Who edits endpoints may do so, until something happens to the service; who deletes them not.
    listed.addHandlers({ deleted: (object, cause) => queue.add(keyOf(object), cause) });
    const leftovers = context.queue({
      name: 'endpoints leftovers',
      workers: 1,
      async reconcile() {
        for (const left of listed.lister.list()) {
          if (services.lister.getByKey(keyOf(left)) !== undefined) continue;
          // Locks of elections, from before there were leases.
          if (left.metadata.annotations?.[leaderAnnotation] !== undefined) continue;
          queue.add(keyOf(left), { timer: 'start' });
        }
      },
    });
    leftovers.add('all', { timer: 'start' });
  },
};
