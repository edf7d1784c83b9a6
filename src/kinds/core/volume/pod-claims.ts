/** The claims that pods use: those that their volumes name, and those that are made for them. */
import type { Pod } from '#types';

export interface PodClaim {
  /** In the pod's namespace. */
  readonly name: string;
  /** Made for the pod alone, from the template of an ephemeral volume; the pod controls it. */
  readonly isOwn: boolean;
}

/** In the order of the volumes; each claim once. Most pods have none. */
export function claimsOfPod({ metadata, spec }: Pod): readonly PodClaim[] {
  let claims: PodClaim[] | undefined;
  for (const { name: volume, persistentVolumeClaim, ephemeral } of spec.volumes ?? []) {
    const isOwn = ephemeral != null;
    const name = isOwn ? `${metadata.name}-${volume}` : persistentVolumeClaim?.claimName;
    if (name === undefined || claims?.some((other) => other.name === name) === true) continue;
    (claims ??= []).push({ name, isOwn });
  }
  return claims ?? none;
}

/** Their keys: `namespace/name`. */
export function claimKeysOf(pod: Pod): readonly string[] {
  const claims = claimsOfPod(pod);
  return claims.length === 0
    ? noKeys
    : claims.map(({ name }) => `${pod.metadata.namespace!}/${name}`);
}

const none: readonly PodClaim[] = [];
const noKeys: readonly string[] = [];
