/** The DaemonSet controller: one pod on every node that the template matches. */
import { bucketOf, controllerRevision, daemonSet as daemonSetKind, node, pod } from '#kinds';
import {
  addControllerIndexes,
  Backoff,
  Expectations,
  type ControllerDefinition,
  type WorkQueue,
} from '#runtime';
import { nodeHandlers, podHandlers, revisionHandlers, setHandlers } from './handlers.ts';
import { sync, type Caches } from './sync.ts';

export const daemonSet: ControllerDefinition = {
  name: 'daemonset',
  actor: 'daemonset-controller',
  account: 'daemon-set-controller',
  keys: bucketOf(daemonSetKind),
  start(context) {
    const { clock, features } = context;
    const sets = context.informer(daemonSetKind);
    const pods = context.informer(pod);
    const nodes = context.informer(node);
    const revisions = context.informer(controllerRevision);
    addControllerIndexes(pods);
    addControllerIndexes(revisions);
    const caches: Caches = {
      clock,
      profile: features,
      sets: sets.lister,
      pods: pods.lister,
      nodes: nodes.lister,
      revisions: revisions.lister,
      expectations: new Expectations(clock),
      failedPods: new Backoff({ clock, initialMs: 1000, maxMs: 900_000 }),
    };
    const queue: WorkQueue = context.queue({
      workers: 2,
      async reconcile(key, tools) {
        const delays = await sync(key, caches, tools);
        for (const delayMs of delays) queue.addAfter(key, delayMs, { timer: 'look again' });
      },
    });
    const handlerContext = { queue, expectations: caches.expectations, sets: sets.lister };
    sets.addHandlers(setHandlers(handlerContext));
    pods.addHandlers(podHandlers(handlerContext));
    nodes.addHandlers(nodeHandlers(handlerContext));
    revisions.addHandlers(revisionHandlers(handlerContext));
  },
};
