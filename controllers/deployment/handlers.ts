/** What enqueues a Deployment: itself, its ReplicaSets, and the end of its last pod. */
import { controllerOf, keyOf, selectorOf, type Cause } from '#values';
import type { Deployment, Pod, ReplicaSet } from '#types';
import { controlledBy, controllerIn, type Handlers, type WorkQueue } from '#runtime';
import type { Caches } from './pass.ts';

export interface HandlerContext extends Caches {
  readonly queue: WorkQueue;
}

export function deploymentHandlers({ queue }: HandlerContext): Handlers<Deployment> {
  return {
    added: (deployment, cause) => queue.add(keyOf(deployment), cause),
    updated: (deployment, _, cause) => queue.add(keyOf(deployment), cause),
    deleted: (deployment, cause) => queue.add(keyOf(deployment), cause),
  };
}

export function replicaSetHandlers(context: HandlerContext): Handlers<ReplicaSet> {
  const { queue, deployments } = context;
  const enqueueOwner = (set: ReplicaSet, cause: Cause): void => {
    const owner = controllerIn(deployments, 'Deployment', set);
    if (owner !== undefined) queue.add(keyOf(owner), cause);
  };
  return {
    added(set, cause) {
      if (controllerOf(set) !== undefined) enqueueOwner(set, cause);
      else if (set.metadata.deletionTimestamp === undefined) enqueueMatching(set, context, cause);
    },
    updated(set, old, cause) {
      const [present, former] = [controllerOf(set), controllerOf(old)];
      const isHanded = present?.uid !== former?.uid;
      if (isHanded) enqueueOwner(old, cause);
      if (present !== undefined) enqueueOwner(set, cause);
      else if (isHanded || set.metadata.labels !== old.metadata.labels) {
        enqueueMatching(set, context, cause);
      }
    },
    deleted: enqueueOwner,
  };
}

/** A Deployment that recreates its pods waits for the last one to be gone. */
export function podHandlers({ queue, deployments, sets, pods }: HandlerContext): Handlers<Pod> {
  return {
    deleted(pod, cause) {
      const set = controllerIn(sets, 'ReplicaSet', pod);
      const deployment = set && controllerIn(deployments, 'Deployment', set);
      if (deployment?.spec.strategy?.type !== 'Recreate') return;
      const all = controlledBy(sets, deployment);
      if (all.every((each) => controlledBy(pods, each).length === 0)) {
        queue.add(keyOf(deployment), cause);
      }
    },
  };
}

/** An orphan may be adopted by any Deployment whose selector it matches. */
function enqueueMatching(
  { metadata }: ReplicaSet,
  { deployments, queue }: HandlerContext,
  cause: Cause,
): void {
  for (const deployment of deployments.list(metadata.namespace)) {
    const selector = selectorOf(deployment.spec.selector);
    if (!selector.isEmpty() && selector.matches(metadata.labels)) {
      queue.add(keyOf(deployment), cause);
    }
  }
}
