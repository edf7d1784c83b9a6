/**
 * Claims that a pod needs, and the volumes that they get with it. Mirrors the VolumeBinding plugin
 * of v1.24; where there is no storage at all, claims need no volumes.
 */
import {
  bindCompletedAnnotation,
  claimsOfPod,
  classOfClaim,
  isReachableFrom,
  matchingVolume,
  noProvisioner,
  selectedNodeAnnotation,
  sizeOfClaim,
} from '#kinds';
import { controllerOf, keyOf } from '#values';
import type { Node, PersistentVolume, PersistentVolumeClaim, StorageClass } from '#types';
import type { VolumeChoice } from './assumed-claims.ts';
import type { ClusterCache } from './cluster-cache.ts';
import { volumeConflict } from './messages.ts';
import type { Storage } from './placed-pods.ts';
import type { Candidate } from './pod-info.ts';
import { hasRoom } from './storage-capacity.ts';
import type { Filter } from './plugin.ts';

export const VOLUME_BINDING = 'VolumeBinding';

/** Why the pod cannot be anywhere yet; undefined when its claims are all there. */
export function claimProblem(candidate: Candidate, cluster: ClusterCache): string | undefined {
  const { metadata } = candidate.pod;
  for (const { name, isOwn } of claimsOfPod(candidate.pod)) {
    const claim = cluster.surroundings.claim(metadata.namespace!, name);
    const shown = JSON.stringify(name);
    if (claim === undefined)
      return isOwn ? `${notMade} ${shown}` : `${kindText} ${shown} not found`;
    if (claim.status?.phase === 'Lost') {
      const volume = JSON.stringify(claim.spec.volumeName ?? '');
      return `persistentvolumeclaim ${shown} bound to non-existent persistentvolume ${volume}`;
    }
    if (claim.metadata.deletionTimestamp != null) {
      return `persistentvolumeclaim ${shown} is being deleted`;
    }
    if (isOwn && controllerOf(claim)?.uid !== metadata.uid) {
      const pod = `${metadata.namespace}/${metadata.name}`;
      return `PVC ${keyOf(claim)} was not created for pod ${pod} (pod is not owner)`;
    }
  }
  return needsOf(candidate, cluster)?.isBlocked === true ? unboundImmediate : undefined;
}

const kindText = 'persistentvolumeclaim';
const notMade = `waiting for ephemeral volume controller to create the ${kindText}`;
const unboundImmediate = 'pod has unbound immediate PersistentVolumeClaims';
const bindConflict = "node(s) didn't find available persistent volumes to bind";
const noRoom = 'node(s) did not have enough free storage';
const volumeMissing = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';

/** What the claims of a pod still need. */
interface Needs {
  readonly storage: Storage;
  /** Names of the volumes of bound claims. */
  readonly bound: readonly string[];
  /** Claims that wait for the pod to have a node. */
  readonly waiting: readonly PersistentVolumeClaim[];
  /** Whether others have to bind a claim first. */
  readonly isBlocked: boolean;
}

/** Undefined for a pod without claims, and where there is no storage. */
function needsOf(candidate: Candidate, { surroundings }: ClusterCache): Needs | undefined {
  const claims = claimsOfPod(candidate.pod);
  const storage = claims.length === 0 ? undefined : surroundings.storage?.();
  if (storage === undefined) return undefined;
  const bound: string[] = [];
  const waiting: PersistentVolumeClaim[] = [];
  let isBlocked = false;
  for (const { name } of claims) {
    const claim = surroundings.claim(candidate.pod.metadata.namespace!, name);
    if (claim === undefined) continue;
    const { volumeName } = claim.spec;
    if (volumeName && isBound(claim)) bound.push(volumeName);
    else if (!volumeName && waits(claim, storage)) waiting.push(claim);
    else isBlocked = true;
  }
  // The smallest choose first: each takes a volume from the others.
  waiting.sort((a, b) => sizeOfClaim(a).cmp(sizeOfClaim(b)));
  return { storage, bound, waiting, isBlocked };
}

function isBound({ metadata }: PersistentVolumeClaim): boolean {
  return metadata.annotations?.[bindCompletedAnnotation] !== undefined;
}

function waits(claim: PersistentVolumeClaim, storage: Storage): boolean {
  const found = storage.storageClass(classOfClaim(claim));
  return found?.volumeBindingMode === 'WaitForFirstConsumer';
}

/** Undefined when the claims of the pod make no difference to where it can be. */
export function volumeFilter(candidate: Candidate, cluster: ClusterCache): Filter | undefined {
  const needs = needsOf(candidate, cluster);
  if (needs === undefined || (needs.bound.length === 0 && needs.waiting.length === 0)) {
    return undefined;
  }
  return {
    name: VOLUME_BINDING,
    unresolvable: true,
    reasons(_, { node }) {
      const reasons: string[] = [];
      const volumes = needs.bound.map((name) => needs.storage.volume(name));
      if (volumes.includes(undefined)) return [volumeMissing];
      if (volumes.some((volume) => !isReachableFrom(volume!, node))) reasons.push(volumeConflict);
      const choice = choose(needs, node, cluster);
      if (typeof choice === 'string') reasons.push(choice);
      return reasons.length === 0 ? undefined : reasons;
    },
  };
}

/** The volumes on a node for the claims that wait; undefined when it needs nothing, or does not fit. */
export function chosenVolumes(
  candidate: Candidate,
  node: Node,
  cluster: ClusterCache,
): VolumeChoice | undefined {
  const needs = needsOf(candidate, cluster);
  if (needs === undefined || needs.waiting.length === 0) return undefined;
  const choice = choose(needs, node, cluster);
  return typeof choice === 'string' ? undefined : choice;
}

/** Why the node does not do for all of them, if it does not. */
function choose(
  { storage, waiting }: Needs,
  node: Node,
  { assumedClaims }: ClusterCache,
): VolumeChoice | string {
  const taken: { claim: PersistentVolumeClaim; volume: PersistentVolume }[] = [];
  const result: PersistentVolumeClaim[] = [];
  if (waiting.length === 0) return { taken, toProvision: result };
  const except = assumedClaims.takenVolumes();
  for (const claim of waiting) {
    const assumed = assumedClaims.get(keyOf(claim));
    const nodeName = assumed?.nodeName ?? claim.metadata.annotations?.[selectedNodeAnnotation];
    if (assumed?.volume !== undefined) {
      if (!isReachableFrom(assumed.volume, node)) return bindConflict;
      taken.push({ claim, volume: assumed.volume });
      continue;
    }
    if (nodeName !== undefined) {
      if (nodeName !== node.metadata.name) return bindConflict;
      result.push(claim);
      continue;
    }
    const volume = matchingVolume(claim, storage.volumes, { node, except });
    if (volume !== undefined) {
      taken.push({ claim, volume });
      except.add(volume.metadata.name);
      continue;
    }
    const storageClass = storage.storageClass(classOfClaim(claim));
    if (storageClass === undefined || !canBeMadeFor(node, storageClass)) return bindConflict;
    if (!hasRoom(node, claim, storageClass, storage.capacities)) return noRoom;
    result.push(claim);
  }
  return { taken, toProvision: result };
}

function canBeMadeFor(
  { metadata }: Node,
  { provisioner, allowedTopologies: topologies = [] }: StorageClass,
): boolean {
  if (!provisioner || provisioner === noProvisioner) return false;
  if (topologies.length === 0) return true;
  return topologies.some(({ matchLabelExpressions = [] }) =>
    matchLabelExpressions.every(({ key, values }) => {
      const value = metadata.labels?.[key];
      return value !== undefined && values.includes(value);
    }),
  );
}
