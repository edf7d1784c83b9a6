/** The StatefulSet controller: pods with names that stay, one after the other. */
import {
  controllerRevision,
  persistentVolumeClaim,
  pod,
  statefulSet as statefulSetKind,
} from '#kinds';
import { addControllerIndexes, type ControllerDefinition, type WorkQueue } from '#runtime';
import { podHandlers, setHandlers } from './handlers.ts';
import { sync, type Caches } from './sync.ts';

export const statefulSet: ControllerDefinition = {
  name: 'statefulset',
  actor: 'statefulset-controller',
  start(context) {
    const { clock, features: profile } = context;
    const sets = context.informer(statefulSetKind);
    const pods = context.informer(pod);
    const revisions = context.informer(controllerRevision);
    const claims = context.informer(persistentVolumeClaim);
    addControllerIndexes(pods);
    addControllerIndexes(revisions);
    const caches: Caches = {
      ...{ clock, profile },
      sets: sets.lister,
      pods: pods.lister,
      revisions: revisions.lister,
      claims: claims.lister,
    };
    const queue: WorkQueue = context.queue({
      workers: 5,
      async reconcile(key, tools) {
        const delayMs = await sync(key, caches, tools);
        if (delayMs !== undefined) queue.addAfter(key, delayMs, { timer: 'look again' });
      },
    });
    const handlerContext = { queue, sets: sets.lister };
    sets.addHandlers(setHandlers(handlerContext));
    pods.addHandlers(podHandlers(handlerContext));
  },
};
