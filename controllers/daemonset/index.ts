/** The DaemonSet controller: one pod on every node that the template matches. */
import { bucketOf, controllerRevision, daemonSet as daemonSetKind, node, pod } from '#kinds';
import { keyOf } from '#values';
import {
  addControllerIndexes,
  addNodeIndex,
  Backoff,
  Expectations,
  podsOnNode,
  type ControllerDefinition,
  type WorkQueue,
} from '#runtime';
import { nodeHandlers, podHandlers, revisionHandlers, setHandlers } from './handlers.ts';
import { noteNodes, setsToWake } from './node-updates.ts';
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
    if (features.enabled('NodesWakeSetsInNeed')) {
      addNodeIndex(pods);
      const changed = context.queue({
        name: 'nodes of DaemonSets',
        workers: 2,
        async reconcile(name, { causes }) {
          const changedNode = nodes.lister.get(undefined, name);
          if (changedNode === undefined) return;
          const there = podsOnNode(pods.lister, name);
          const [cause] = causes.first;
          for (const set of setsToWake(changedNode, sets.lister.list(), there))
            queue.add(keyOf(set), cause!);
        },
      });
      nodes.addHandlers(noteNodes(changed));
    } else {
      nodes.addHandlers(nodeHandlers(handlerContext));
    }
    revisions.addHandlers(revisionHandlers(handlerContext));
  },
};
