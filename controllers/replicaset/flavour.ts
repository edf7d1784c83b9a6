/**
 * ReplicaSets and ReplicationControllers are the same thing with different selectors. What the
 * controller has to know of either is here; all other files know only {@link Replicated}.
 */
import { replicaSet, replicationController, type Kind, type Profile } from '#kinds';
import { selectLabels, selectorOf, type KubeObject, type Selector } from '#values';
import type { PodTemplateSpec, ReplicaSet, ReplicaSetStatus, ReplicationController } from '#types';

/** An object that keeps a number of equal pods. */
export interface Replicated extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly minReadySeconds?: number;
    readonly template?: PodTemplateSpec;
  };
  readonly status: ReplicaSetStatus;
}

export interface Flavour<T extends Replicated> {
  /** Of the controller. */
  readonly name: string;
  readonly actor: string;
  readonly kind: Kind<T>;
  /** Of the object's pods. */
  readonly selectorOf: (object: T) => Selector;
  /** Whether its status has the pods that are on their way out (gate DeploymentReplicaSetTerminatingReplicas). */
  readonly hasTerminating: boolean;
}

export const replicaSets: Flavour<ReplicaSet> = {
  name: 'replicaset',
  actor: 'replicaset-controller',
  kind: replicaSet,
  selectorOf: ({ spec }) => selectorOf(spec.selector),
  hasTerminating: true,
};

export const replicationControllers: Flavour<ReplicationController> = {
  name: 'replicationcontroller',
  actor: 'replication-controller',
  kind: replicationController,
  selectorOf: ({ spec }) => selectLabels(spec.selector),
  hasTerminating: false,
};

/** Whether pods that are on their way out are counted. */
export function countsTerminating(
  { hasTerminating }: Pick<Flavour<never>, 'hasTerminating'>,
  profile: Profile,
): boolean {
  return hasTerminating && profile.enabled('DeploymentReplicaSetTerminatingReplicas');
}

/** The object's desired number of pods. */
export function desiredReplicas({ spec }: Replicated): number {
  return spec.replicas ?? 1;
}
