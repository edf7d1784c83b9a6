/** Which volume a claim gets: rules that the binder and the scheduler share. */
import { selectorOf, parseQuantity } from '#values';
import { matchesNodeSelector, type NodeIdentity } from '../node/node-affinity.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';
import { accessModesText, classOfClaim, classOfVolume, sizeOfClaim } from './volume-rules.ts';

/** Set on a claim once both sides of its binding are written. */
export const bindCompletedAnnotation = 'pv.kubernetes.io/bind-completed';
/** Set on what a controller bound, not a user. */
export const boundByControllerAnnotation = 'pv.kubernetes.io/bound-by-controller';
/** The node that the scheduler chose for the first pod of a claim. */
export const selectedNodeAnnotation = 'volume.kubernetes.io/selected-node';
/** Who made a volume for a claim. */
export const provisionedByAnnotation = 'pv.kubernetes.io/provisioned-by';
/** Who is to make a volume for a claim. */
export const provisionerAnnotation = 'volume.kubernetes.io/storage-provisioner';
/** The same, from before. */
export const betaProvisionerAnnotation = 'volume.beta.kubernetes.io/storage-provisioner';

/** The provisioner of classes whose volumes are made by hand. */
export const noProvisioner = 'kubernetes.io/no-provisioner';

/** Whether the volume is reserved for the claim: by its name, or by its uid as well. */
export function isReservedFor(
  { spec: { claimRef } }: PersistentVolume,
  { metadata }: PersistentVolumeClaim,
): boolean {
  if (claimRef == null) return false;
  if (claimRef.name !== metadata.name || claimRef.namespace !== metadata.namespace) return false;
  return !claimRef.uid || claimRef.uid === metadata.uid;
}

/** The volume as it is once it is bound to the claim; the same object if it is. */
export function boundTo(volume: PersistentVolume, claim: PersistentVolumeClaim): PersistentVolume {
  const { metadata, spec } = volume;
  const { namespace, name, uid, resourceVersion } = claim.metadata;
  const { claimRef } = spec;
  const isBound =
    claimRef?.uid === uid && claimRef.name === name && claimRef.namespace === namespace;
  if (isBound) return volume;
  const reference = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    namespace: namespace!,
    name,
    uid,
    resourceVersion,
  };
  const bound = { ...volume, spec: { ...spec, claimRef: reference } };
  if (isReservedFor(volume, claim)) return bound;
  const annotations = { ...metadata.annotations, [boundByControllerAnnotation]: 'yes' };
  return { ...bound, metadata: { ...metadata, annotations } };
}

/** Whether pods on the node can use the volume. */
export function isReachableFrom({ spec }: PersistentVolume, node: NodeIdentity): boolean {
  const required = spec.nodeAffinity?.required;
  return required == null || matchesNodeSelector(required, node);
}

export interface MatchOptions {
  /** The node that is to use it; absent for the binder, which does not know it. */
  readonly node?: NodeIdentity;
  /** The class binds its claims once a pod has a node: the binder, before, only finds reserved volumes. */
  readonly waits?: boolean;
  /** Names of volumes that are taken. */
  readonly except?: ReadonlySet<string>;
}

/** The volume that is reserved for the claim, or else the smallest that fits; undefined for none. */
export function matchingVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  options: MatchOptions,
): PersistentVolume | undefined {
  return options.node === undefined
    ? byAccessModes(claim, volumes, options)
    : smallestOf(claim, volumes, options);
}

/** The binder looks for volumes with as few access modes as possible first. */
function byAccessModes(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  options: MatchOptions,
): PersistentVolume | undefined {
  const groups = new Map<string, PersistentVolume[]>();
  for (const volume of volumes) {
    if (!offersModes(volume, claim)) continue;
    const modes = accessModesText(volume.spec.accessModes);
    const group = groups.get(modes);
    if (group === undefined) groups.set(modes, [volume]);
    else group.push(volume);
  }
  const modesOf = (text: string): number => text.split(',').length;
  for (const modes of [...groups.keys()].sort((a, b) => modesOf(a) - modesOf(b))) {
    const found = smallestOf(claim, groups.get(modes)!, options);
    if (found !== undefined) return found;
  }
  return undefined;
}

function smallestOf(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  options: MatchOptions,
): PersistentVolume | undefined {
  const wish = wishOf(claim, options);
  let best: PersistentVolume | undefined;
  for (const volume of volumes) {
    if (options.except?.has(volume.metadata.name) === true) continue;
    const obstacle = obstacleTo(volume, wish);
    const isReserved = volume.spec.claimRef != null && isReservedFor(volume, claim);
    if (isReserved && obstacle === undefined) return volume;
    if (isReserved && obstacle === 'node') return undefined;
    if (obstacle !== undefined) continue;
    if (best === undefined || sizeOf(best).cmp(sizeOf(volume)) > 0) best = volume;
  }
  return best;
}

/** What keeps a claim from getting a volume. */
export type Obstacle =
  | 'access modes'
  | 'claim'
  | 'size'
  | 'volume mode'
  | 'deletion'
  | 'first consumer'
  | 'phase'
  | 'selector'
  | 'class'
  | 'node';

/** The first thing that keeps a claim from getting the volume; undefined when it may. */
export function obstacleOf(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
  options: MatchOptions,
): Obstacle | undefined {
  return offersModes(volume, claim) ? obstacleTo(volume, wishOf(claim, options)) : 'access modes';
}

/** What a claim asks of volumes. */
interface Wish extends Pick<MatchOptions, 'node' | 'waits'> {
  readonly claim: PersistentVolumeClaim;
  readonly size: ReturnType<typeof sizeOfClaim>;
  readonly storageClass: string;
  readonly selected: ReturnType<typeof selectorOf> | undefined;
}

function wishOf(claim: PersistentVolumeClaim, { node, waits }: MatchOptions): Wish {
  const { selector } = claim.spec;
  return {
    claim,
    size: sizeOfClaim(claim),
    storageClass: classOfClaim(claim),
    selected: selector == null ? undefined : selectorOf(selector),
    ...(node !== undefined && { node }),
    ...(waits !== undefined && { waits }),
  };
}

function obstacleTo(volume: PersistentVolume, wish: Wish): Obstacle | undefined {
  const { claim, node } = wish;
  const { metadata, spec, status } = volume;
  const isReserved = isReservedFor(volume, claim);
  if (spec.claimRef != null && !isReserved) return 'claim';
  if (sizeOf(volume).cmp(wish.size) < 0) return 'size';
  if (!hasSameMode(volume, claim)) return 'volume mode';
  if (metadata.deletionTimestamp != null) return 'deletion';
  const isReachable = node === undefined || isReachableFrom(volume, node);
  if (isReserved) return isReachable ? undefined : 'node';
  if (node === undefined && wish.waits === true) return 'first consumer';
  if (status.phase !== 'Available') return 'phase';
  if (wish.selected?.matches(metadata.labels) === false) return 'selector';
  if (classOfVolume(volume) !== wish.storageClass) return 'class';
  if (!isReachable) return 'node';
  return node !== undefined && !offersModes(volume, claim) ? 'access modes' : undefined;
}

/** Why a volume that the claim names does not fit it, in the words of v1.24. */
export function misfitOf(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): string | undefined {
  if (volume.metadata.deletionTimestamp != null) {
    return `the volume is marked for deletion ${JSON.stringify(volume.metadata.name)}`;
  }
  if (sizeOf(volume).cmp(sizeOfClaim(claim)) < 0) return 'requested PV is too small';
  if (classOfVolume(volume) !== classOfClaim(claim)) return 'storageClassName does not match';
  if (!hasSameMode(volume, claim)) return 'incompatible volumeMode';
  return offersModes(volume, claim) ? undefined : 'incompatible accessMode';
}

/** File system or block device. */
export function hasSameMode(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (volume.spec.volumeMode ?? 'Filesystem') === (claim.spec.volumeMode ?? 'Filesystem');
}

function offersModes({ spec }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const offered = spec.accessModes ?? [];
  return (claim.spec.accessModes ?? []).every((mode) => offered.includes(mode));
}

function sizeOf({ spec }: PersistentVolume): ReturnType<typeof parseQuantity> {
  return parseQuantity(spec.capacity?.['storage'] ?? '0');
}
