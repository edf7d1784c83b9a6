/** What wakes a Deployment: itself, its ReplicaSets, and the end of its last pod. */
import {
  controllerOf,
  keyOf,
  selectorOf,
  type Cause,
  type Deployment,
  type Pod,
  type ReplicaSet,
} from '#kinds';
import { controlledBy, controllerIn, type Handlers, type WorkQueue } from '#runtime';
import type { Caches } from './pass.ts';

export interface Woken extends Caches {
  readonly queue: WorkQueue;
}

export function deploymentHandlers({ queue }: Woken): Handlers<Deployment> {
  return {
    added: (deployment, cause) => queue.add(keyOf(deployment), cause),
    updated: (deployment, _, cause) => queue.add(keyOf(deployment), cause),
    deleted: (deployment, cause) => queue.add(keyOf(deployment), cause),
  };
}

export function replicaSetHandlers(woken: Woken): Handlers<ReplicaSet> {
  const { queue, deployments } = woken;
  const wakeOwner = (set: ReplicaSet, cause: Cause): void => {
    const owner = controllerIn(deployments, 'Deployment', set);
    if (owner !== undefined) queue.add(keyOf(owner), cause);
  };
  return {
    added(set, cause) {
      if (controllerOf(set) !== undefined) wakeOwner(set, cause);
      else if (set.metadata.deletionTimestamp === undefined) wakeMatching(set, woken, cause);
    },
    updated(set, old, cause) {
      const [present, former] = [controllerOf(set), controllerOf(old)];
      const isHanded = present?.uid !== former?.uid;
      if (isHanded) wakeOwner(old, cause);
      if (present !== undefined) wakeOwner(set, cause);
      else if (isHanded || set.metadata.labels !== old.metadata.labels) {
        wakeMatching(set, woken, cause);
      }
    },
    deleted: wakeOwner,
  };
}

/** A Deployment that recreates its pods waits for the last one to be gone. */
export function podHandlers({ queue, deployments, sets, pods }: Woken): Handlers<Pod> {
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
function wakeMatching({ metadata }: ReplicaSet, { deployments, queue }: Woken, cause: Cause): void {
  for (const deployment of deployments.list(metadata.namespace)) {
    const selector = selectorOf(deployment.spec.selector);
    if (!selector.isEmpty() && selector.matches(metadata.labels)) {
      queue.add(keyOf(deployment), cause);
    }
  }
}
