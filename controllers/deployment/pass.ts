/** What a reconcile of a Deployment works with, and the two writes that it makes repeatedly. */
import type { Clock } from '#clock';
import { deployment as deploymentKind, replicaSet, type Profile } from '#kinds';
import type { Deployment, Pod, ReplicaSet } from '#types';
import type { Client, Lister, ReconcileTools } from '#runtime';
import { withSizes } from './annotations.ts';
import type { Finding } from './conditions.ts';
import { replicasOf } from './replica-sets.ts';
import { scaledText, type Resize } from './rolling-update.ts';

/** All that a reconcile reads. */
export interface Caches {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly deployments: Lister<Deployment>;
  readonly sets: Lister<ReplicaSet>;
  readonly pods: Lister<Pod>;
}

export interface Pass extends Caches, Pick<ReconcileTools, 'client' | 'events'> {
  /** A client whose writes carry their purpose. */
  clientKnowing(evidence: Evidence): Client;
}

/** The purpose of a status write: a reconcile may make several, one after the other. */
export type Evidence =
  /** The numbers alone, or with the progress of the rollout. */
  | { readonly counted: 'numbers' | 'progress' }
  /** What the reconcile did, or found; the condition reports only that. */
  | { readonly told: Finding }
  /** Two templates with the same hash. */
  | { readonly collided: string }
  /** A selector that selects everything. */
  | { readonly refused: string };

/**
 * Writes status and annotations; the rest of the reconcile works with the answer. (v1.24 drops
 * it, meets a conflict at its next write and starts over.)
 */
export async function writeStatus(
  pass: Pass,
  deployment: Deployment,
  evidence: Evidence,
): Promise<Deployment> {
  const client = pass.clientKnowing(evidence);
  return client.update(deploymentKind, deployment, { subresource: 'status' });
}

/** Writes sizes one after the other and records an event for each that changes. */
export async function applySizes(
  pass: Pass,
  deployment: Deployment,
  resizes: readonly Resize[],
): Promise<void> {
  const written = new Map<string, ReplicaSet>();
  for (const plan of resizes) {
    const { set: planned, replicas } = plan;
    const { uid } = planned.metadata;
    const set = written.get(uid) ?? planned;
    const annotations = withSizes(deployment, set.metadata.annotations);
    const isSized = replicasOf(set) === replicas;
    if (isSized && annotations === set.metadata.annotations) continue;
    const next = {
      ...set,
      metadata: { ...set.metadata, annotations },
      spec: { ...set.spec, replicas },
    };
    written.set(uid, await pass.client.update(replicaSet, next));
    if (isSized) continue;
    const message = scaledText(pass.profile, plan, replicasOf(set));
    pass.events.event(deployment, 'Normal', 'ScalingReplicaSet', message);
  }
}
