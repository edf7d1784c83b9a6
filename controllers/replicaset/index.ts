/**
 * The ReplicaSet controller, which keeps ReplicationControllers as well: as many pods as desired.
 */
import { bucketOf, pod } from '#kinds';
import {
  addControllerIndexes,
  DeletionTrackingExpectations,
  type ControllerDefinition,
  type WorkQueue,
} from '#runtime';
import { Census } from './census.ts';
import {
  countsTerminating,
  replicaSets,
  replicationControllers,
  type Flavour,
  type Replicated,
} from './flavour.ts';
import { podHandlers, setHandlers } from './handlers.ts';
import { sync, type Caches } from './sync.ts';

export const replicaSet: ControllerDefinition = define(replicaSets);

export const replicationController: ControllerDefinition = define(replicationControllers);

function define<T extends Replicated>(flavour: Flavour<T>): ControllerDefinition {
  return {
    name: flavour.name,
    actor: flavour.actor,
    keys: bucketOf(flavour.kind),
    start(context) {
      const { clock, features } = context;
      const sets = context.informer(flavour.kind);
      const pods = context.informer(pod);
      addControllerIndexes(sets);
      addControllerIndexes(pods);
      const expectations = new DeletionTrackingExpectations(clock);
      const countsLeaving = countsTerminating(flavour, features);
      const census = new Census(flavour, pods.lister, countsLeaving);
      const caches: Caches<T> = {
        clock,
        profile: features,
        flavour,
        sets: sets.lister,
        pods: pods.lister,
        census,
        countsLeaving,
        expectations,
      };
      const queue: WorkQueue = context.queue({
        workers: 5,
        async reconcile(key, tools) {
          const delayMs = await sync(key, caches, tools);
          if (delayMs !== undefined) queue.addAfter(key, delayMs, { timer: 'look again' });
        },
      });
      const handlerContext = { flavour, queue, expectations, census, sets: sets.lister };
      sets.addHandlers(setHandlers(handlerContext));
      pods.addHandlers(census.handlers);
      pods.addHandlers(podHandlers(handlerContext));
    },
  };
}
