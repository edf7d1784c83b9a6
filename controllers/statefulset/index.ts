/** The StatefulSet controller: pods with names that stay, one after the other. */
import {
  bucketOf,
  controllerRevision,
  late,
  persistentVolumeClaim,
  pod,
  statefulSet as statefulSetKind,
  withCode,
} from '#kinds';
import { addControllerIndexes, type ControllerDefinition, type WorkQueue } from '#runtime';
import { podHandlers, setHandlers } from './handlers.ts';
import type { Caches } from './sync.ts';

const reconciling = late(() => import('./sync.ts'));

export const statefulSet: ControllerDefinition = {
  name: 'statefulset',
  actor: 'statefulset-controller',
  load: reconciling.load,
  loadedFor: bucketOf(statefulSetKind),
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
        const delayMs = await withCode(reconciling, ({ sync }) => sync(key, caches, tools));
        if (delayMs !== undefined) queue.addAfter(key, delayMs, { timer: 'look again' });
      },
    });
    const handlerContext = { queue, sets: sets.lister };
    sets.addHandlers(setHandlers(handlerContext));
    pods.addHandlers(podHandlers(handlerContext));
  },
};
