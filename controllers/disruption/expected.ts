/** How many pods a budget should cover, and how many of them have to be healthy. */
import { kindsOf } from '#catalog';
import { apiVersionOf, resourceOf, type Profile } from '#kinds';
import { controllerOf, scaledValue, type KubeObject } from '#values';
import type {
  Deployment,
  OwnerReference,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from '#types';
import type { Lister } from '#runtime';

/** The objects that have a desired number of pods. */
export interface Scalers {
  readonly replicationControllers: Lookup<ReplicationController>;
  readonly deployments: Lookup<Deployment>;
  readonly replicaSets: Lookup<ReplicaSet>;
  readonly statefulSets: Lookup<StatefulSet>;
  readonly profile: Profile;
}

type Lookup<T> = Pick<Lister<T>, 'get'>;

export interface Expected {
  readonly expectedPods: number;
  readonly desiredHealthy: number;
  /** Names of pods without a controller, where these could not be counted. */
  readonly unmanaged: readonly string[];
  /** Who said how many there should be; none where the pods themselves were counted. */
  readonly scalers: readonly Scaler[];
}

/** An object with a desired number of pods. */
export interface Scaler extends KubeObject {
  readonly spec: { readonly replicas?: number };
}

/**
 * What a budget asks of its pods. Shares round up. A number of pods that have to be available is
 * taken as it is; everything else is counted by the desired sizes of the pods' controllers.
 *
 * @param pods all that the budget selects
 * @throws Error when a controller is gone, or is none that can be scaled
 */
export function expectedOf(
  { spec }: PodDisruptionBudget,
  pods: readonly Pod[],
  scalers: Scalers,
): Expected {
  const { minAvailable, maxUnavailable } = spec;
  if (maxUnavailable != null) {
    const { total, ...from } = desiredPods(pods, scalers);
    const healthy = total - scaledValue(maxUnavailable, total, true);
    return { expectedPods: total, desiredHealthy: Math.max(0, healthy), ...from };
  }
  const from = { unmanaged: [], scalers: [] };
  if (minAvailable == null) return { expectedPods: 0, desiredHealthy: 0, ...from };
  if (typeof minAvailable === 'number') {
    return { expectedPods: pods.length, desiredHealthy: minAvailable, ...from };
  }
  const { total, ...rest } = desiredPods(pods, scalers);
  const desiredHealthy = scaledValue(minAvailable, total, true);
  return { expectedPods: total, desiredHealthy, ...rest };
}

/** The desired number of pods of a controller. */
export function replicasOf({ spec }: Scaler): number {
  return spec.replicas ?? 1;
}

interface DesiredPods extends Pick<Expected, 'unmanaged' | 'scalers'> {
  readonly total: number;
}

/** The sum of the desired sizes of all controllers of the pods, each counted once. */
function desiredPods(pods: readonly Pod[], scalers: Scalers): DesiredPods {
  const found = new Map<string, Scaler>();
  const unmanaged: string[] = [];
  for (const pod of pods) {
    const controller = controllerOf(pod);
    if (controller === undefined) {
      unmanaged.push(pod.metadata.name);
      continue;
    }
    if (found.has(controller.uid)) continue;
    const scaler = scalerOf(pod.metadata.namespace, controller, scalers);
    if (scaler === undefined) {
      throw new Error(`found no controllers for pod "${pod.metadata.name}"`);
    }
    found.set(scaler.metadata.uid, scaler);
  }
  let total = 0;
  for (const scaler of found.values()) total += replicasOf(scaler);
  return { total, unmanaged, scalers: [...found.values()] };
}

/** The object that decides how many pods there are: for a ReplicaSet, perhaps its Deployment. */
function scalerOf(
  namespace: string | undefined,
  reference: OwnerReference,
  scalers: Scalers,
): Scaler | undefined {
  const lister = listerOf(reference, scalers);
  const owner = lister.get(namespace, reference.name);
  if (owner?.metadata.uid !== reference.uid) return undefined;
  const above = controllerOf(owner);
  if (reference.kind !== 'ReplicaSet' || above?.kind !== 'Deployment') return owner;
  const deployment = scalers.deployments.get(namespace, above.name);
  return deployment?.metadata.uid === above.uid ? deployment : owner;
}

function listerOf({ apiVersion, kind }: OwnerReference, scalers: Scalers): Lookup<Scaler> {
  switch (`${apiVersion} ${kind}`) {
    case 'v1 ReplicationController':
      return scalers.replicationControllers;
    case 'apps/v1 ReplicaSet':
      return scalers.replicaSets;
    case 'apps/v1 StatefulSet':
      return scalers.statefulSets;
    case 'apps/v1 Deployment':
      return scalers.deployments;
  }
  const known = kindsOf(scalers.profile).find(
    (each) => each.kind === kind && apiVersionOf(each) === apiVersion,
  );
  throw new Error(
    known === undefined
      ? `no matches for kind "${kind}" in version "${apiVersion}"`
      : `${resourceOf(known)} does not implement the scale subresource`,
  );
}
