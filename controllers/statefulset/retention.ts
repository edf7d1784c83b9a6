/**
 * Who owns the claims of a StatefulSet's pods (gate StatefulSetAutoDeletePVC): claims that are to go with the set, or
 * with a pod that it no longer wants, are collected with it. Pure.
 */
import { apiVersionOf, pod as podKind, statefulSet as statefulSetKind, type Profile } from '#kinds';
import type { OwnerReference, PersistentVolumeClaim, StatefulSet } from '#types';
import { firstOrdinal, desiredReplicas } from './pods.ts';

/** The two that may own a claim. */
export interface Owners {
  readonly set: StatefulSet;
  readonly ordinal: number;
  /** Without uid: a pod that is about to be made. */
  readonly pod: { readonly name: string; readonly uid?: string | undefined };
  readonly profile: Profile;
}

/** Returns the owners that a claim is to have; undefined where it has them, or is not to be touched. */
export function ownersOf(
  claim: PersistentVolumeClaim,
  owners: Owners,
): readonly OwnerReference[] | undefined {
  const references = claim.metadata.ownerReferences ?? [];
  const desired = desiredOwners(owners);
  const ours = references.filter(({ uid }) => isOurs(uid, owners));
  if (!owners.profile.enabled('ClaimOwnersControl')) {
    const missing = desired.filter(({ uid }) => ours.every((each) => each.uid !== uid));
    const remaining = references.filter(
      (each) => !ours.includes(each) || desired.some(({ uid }) => uid === each.uid),
    );
    const isRight = missing.length === 0 && remaining.length === references.length;
    return isRight ? undefined : [...remaining, ...missing];
  }
  if (isStale(claim, owners)) return undefined;
  const others = references.filter((each) => !isNamed(each, owners));
  if (isControlledElsewhere(claim, owners)) return ours.length === 0 ? undefined : others;
  const isRight =
    ours.length === desired.length &&
    ours.every(({ controller, uid }) => {
      return controller === true && desired.some((each) => each.uid === uid);
    });
  return isRight ? undefined : [...others, ...desired];
}

/** Returns whether a claim has another controller, so that the policy does not apply to it. */
export function isControlledElsewhere(
  { metadata }: PersistentVolumeClaim,
  owners: Owners,
): boolean {
  const { whenScaled, whenDeleted } = policyOf(owners.set);
  if (whenScaled !== 'Delete' && whenDeleted !== 'Delete') return false;
  const { ownerReferences: references = [] } = metadata;
  return references.some((each) =>
    isNamed(each, owners) ? !isOurs(each.uid, owners) : each.controller === true,
  );
}

/** Returns whether a claim goes with a pod of the same name that is gone: another pod must not use it. */
export function goesWithAnother(claim: PersistentVolumeClaim, owners: Owners): boolean {
  if (policyOf(owners.set).whenScaled !== 'Delete') return false;
  const ofPod = claim.metadata.ownerReferences?.find((each) => isPod(each, owners));
  return ofPod !== undefined && ofPod.uid !== owners.pod.uid;
}

function isStale({ metadata }: PersistentVolumeClaim, owners: Owners): boolean {
  const { ownerReferences: references = [] } = metadata;
  return references.some((each) => isNamed(each, owners) && !isOurs(each.uid, owners));
}

function isOurs(uid: string, { set, pod }: Owners): boolean {
  return uid === set.metadata.uid || uid === pod.uid;
}

function isNamed(reference: OwnerReference, owners: Owners): boolean {
  const { apiVersion, kind, name } = reference;
  const isSet =
    apiVersion === apiVersionOf(statefulSetKind) &&
    kind === statefulSetKind.kind &&
    name === owners.set.metadata.name;
  return isSet || isPod(reference, owners);
}

function isPod({ apiVersion, kind, name }: OwnerReference, { pod }: Owners): boolean {
  return apiVersion === 'v1' && kind === podKind.kind && name === pod.name;
}

function policyOf({ spec }: StatefulSet): { whenDeleted?: string; whenScaled?: string } {
  return spec.persistentVolumeClaimRetentionPolicy ?? {};
}

/** Returns the pod where the set no longer wants it, and else the set: each where the policy says so. */
function desiredOwners({ set, ordinal, pod, profile }: Owners): readonly OwnerReference[] {
  const { whenDeleted, whenScaled } = policyOf(set);
  const control = profile.enabled('ClaimOwnersControl') && {
    controller: true,
    blockOwnerDeletion: true,
  };
  const first = firstOrdinal(set, profile);
  const isUnwanted = ordinal < first || ordinal >= first + desiredReplicas(set);
  if (whenScaled === 'Delete' && isUnwanted) {
    const { name, uid = '' } = pod;
    return [{ apiVersion: 'v1', kind: podKind.kind, name, uid, ...control }];
  }
  if (whenDeleted !== 'Delete') return [];
  const { name, uid } = set.metadata;
  const apiVersion = apiVersionOf(statefulSetKind);
  return [{ apiVersion, kind: statefulSetKind.kind, name, uid, ...control }];
}
