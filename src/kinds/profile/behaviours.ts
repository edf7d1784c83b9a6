import { clusterBehaviours } from './behaviours/cluster.ts';
import { controllerBehaviours } from './behaviours/controllers.ts';
import { customBehaviours } from './behaviours/custom.ts';
import { networkBehaviours } from './behaviours/network.ts';
import { podBehaviours } from './behaviours/pods.ts';
import { requestBehaviours } from './behaviours/requests.ts';
import { storageBehaviours } from './behaviours/storage.ts';
import { workloadBehaviours } from './behaviours/workloads.ts';

/**
 * Behaviours that changed in a release without a feature gate: names that code asks a profile for, as
 * it does for gates. A line says since which minor release of Kubernetes 1 each is so, and until which.
 */
export const behaviours = {
  ...requestBehaviours,
  ...customBehaviours,
  ...clusterBehaviours,
  ...podBehaviours,
  ...workloadBehaviours,
  ...networkBehaviours,
  ...storageBehaviours,
  ...controllerBehaviours,
} as const satisfies Readonly<Record<string, Behaviour>>;

/** Minor releases of Kubernetes 1, both included. */
export interface Behaviour {
  readonly since: number;
  readonly until?: number;
}
