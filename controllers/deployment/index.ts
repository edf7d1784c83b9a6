/** The Deployment controller: moves pods from one template to the next, by way of ReplicaSets. */
import { bucketOf, deployment as deploymentKind, late, pod, replicaSet, withCode } from '#kinds';
import { isNamespaceTerminating } from '#values';
import { addControllerIndexes, type ControllerDefinition, type ReconcileResult } from '#runtime';
import { deploymentHandlers, podHandlers, replicaSetHandlers } from './handlers.ts';
import type { Caches } from './pass.ts';

/** After this many failures in a row a Deployment waits until something happens to it. */
const MAX_RETRIES = 15;

const reconciling = late(() => import('./sync.ts'));

export const deployment: ControllerDefinition = {
  name: 'deployment',
  actor: 'deployment-controller',
  keys: bucketOf(deploymentKind),
  load: reconciling.load,
  start(context) {
    const { clock, features } = context;
    const deployments = context.informer(deploymentKind);
    const sets = context.informer(replicaSet);
    const pods = context.informer(pod);
    addControllerIndexes(sets);
    addControllerIndexes(pods);
    const caches: Caches = {
      clock,
      profile: features,
      deployments: deployments.lister,
      sets: sets.lister,
      pods: pods.lister,
    };
    const queue = context.queue({
      workers: 5,
      maxRetries: MAX_RETRIES,
      async reconcile(key, tools): Promise<ReconcileResult | undefined> {
        try {
          const requeueAfterMs = await withCode(reconciling, ({ sync }) =>
            sync(key, caches, tools),
          );
          if (requeueAfterMs === undefined) return undefined;
          const requeueReason = 'progress deadline';
          return requeueAfterMs === 0
            ? { retry: true, requeueReason }
            : { requeueAfterMs, requeueReason };
        } catch (error) {
          if (!isNamespaceTerminating(error)) throw error;
          return undefined;
        }
      },
    });
    const handlerContext = { ...caches, queue };
    deployments.addHandlers(deploymentHandlers(handlerContext));
    sets.addHandlers(replicaSetHandlers(handlerContext));
    pods.addHandlers(podHandlers(handlerContext));
  },
};
