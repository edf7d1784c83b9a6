/** The pods of a StatefulSet: which is which, how it is, and what a new one looks like. */
import {
  isPodAvailable,
  isPodReady,
  isPodTerminal,
  statefulSet as statefulSetKind,
  type Profile,
} from '#kinds';
import type { NewObject } from '#values';
import type {
  PersistentVolumeClaim,
  Pod,
  PodSpec,
  PodTemplateSpec,
  StatefulSet,
  Volume,
} from '#types';
import { podFromTemplate, type Lister } from '#runtime';

/** Bears the name of the pod's revision. */
export const REVISION_LABEL = 'controller-revision-hash';
const POD_NAME_LABEL = 'statefulset.kubernetes.io/pod-name';
const POD_INDEX_LABEL = 'apps.kubernetes.io/pod-index';

/** A past or present template of a set, by the name of its ControllerRevision. */
export interface Revision {
  readonly name: string;
  readonly template: PodTemplateSpec;
}

/** The number at the end of the pod's name, if the rest is the set's name. */
export function ordinalOf(set: StatefulSet, { metadata }: Pod): number | undefined {
  const prefix = `${set.metadata.name}-`;
  if (!metadata.name.startsWith(prefix)) return undefined;
  const digits = metadata.name.slice(prefix.length);
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

/** The ordinal of the first pod. */
export function firstOrdinal({ spec }: StatefulSet, profile: Profile): number {
  return profile.enabled('StatefulSetStartOrdinal') ? (spec.ordinals?.start ?? 0) : 0;
}

/** Returns the set's desired number of pods. */
export function desiredReplicas({ spec }: StatefulSet): number {
  return spec.replicas ?? 1;
}

export function podName({ metadata }: StatefulSet, ordinal: number): string {
  return `${metadata.name}-${String(ordinal)}`;
}

/** The name of the pod's revision; empty without one. */
export function revisionOf({ metadata }: { readonly metadata: Partial<Pod['metadata']> }): string {
  return metadata.labels?.[REVISION_LABEL] ?? '';
}

export function isTerminating({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined;
}

export function isRunningAndReady(pod: Pod): boolean {
  return pod.status.phase === 'Running' && isPodReady(pod);
}

/** @param now virtual time, ms */
export function isAvailable(pod: Pod, { spec }: StatefulSet, now: number): boolean {
  return isRunningAndReady(pod) && isPodAvailable(pod, spec.minReadySeconds ?? 0, now);
}

/** Running, ready and there to stay. */
export function isHealthy(pod: Pod): boolean {
  return isRunningAndReady(pod) && !isTerminating(pod);
}

/** Whether it has ended, so that the set replaces it: until some release, only if it failed. */
export function isOver(pod: Pod, profile: Profile): boolean {
  return profile.enabled('SucceededPodsReplaced')
    ? isPodTerminal(pod)
    : pod.status.phase === 'Failed';
}

/** Whether nothing has to wait for the pod, in the sense of the release. */
export function isSettled(pod: Pod, set: StatefulSet, now: number, profile: Profile): boolean {
  if (!profile.enabled('UnavailablePodsHoldSets')) return isHealthy(pod);
  return isAvailable(pod, set, now) && !isTerminating(pod);
}

/** The pod of that ordinal as the revision has it. */
export function newPod(
  set: StatefulSet,
  revision: Revision,
  ordinal: number,
  profile: Profile,
): NewObject<Pod> {
  const { metadata } = podFromTemplate({ kind: statefulSetKind, object: set }, revision.template);
  const name = podName(set, ordinal);
  const labels = {
    ...metadata.labels,
    [POD_NAME_LABEL]: name,
    ...(profile.enabled('PodIndexLabel') && { [POD_INDEX_LABEL]: String(ordinal) }),
    [REVISION_LABEL]: revision.name,
  };
  const { serviceName } = set.spec;
  const spec: PodSpec = {
    ...revision.template.spec,
    hostname: name,
    ...(serviceName && { subdomain: serviceName }),
  };
  return {
    metadata: { ...metadata, name, labels },
    spec: withClaims(spec, claimsOf(set, ordinal)),
  };
}

/** The pod with the label of its name; the identical one if it has it. */
export function withIdentity(pod: Pod): Pod {
  const { metadata } = pod;
  if (metadata.labels?.[POD_NAME_LABEL] === metadata.name) return pod;
  const labels = { ...metadata.labels, [POD_NAME_LABEL]: metadata.name };
  return { ...pod, metadata: { ...metadata, labels } };
}

/** A claim for a pod, and the volume that it is to the pod. */
export interface VolumeClaim {
  readonly volume: string;
  readonly claim: NewObject<PersistentVolumeClaim>;
}

/** The claims of the pod of that ordinal: one for each template, there for any pod of the name. */
export function claimsOf({ metadata, spec }: StatefulSet, ordinal: number): readonly VolumeClaim[] {
  return (spec.volumeClaimTemplates ?? []).map((template) => {
    const volume = template.metadata?.name ?? '';
    const { labels, annotations } = template.metadata ?? {};
    return {
      volume,
      claim: {
        metadata: {
          name: `${volume}-${metadata.name}-${String(ordinal)}`,
          namespace: metadata.namespace,
          labels: { ...labels, ...spec.selector.matchLabels },
          ...(annotations && { annotations }),
        },
        spec: template.spec,
      },
    };
  });
}

/** Returns those that are there. */
export function claimsIn(
  lister: Lister<PersistentVolumeClaim>,
  set: StatefulSet,
  ordinal: number,
): readonly PersistentVolumeClaim[] {
  return claimsOf(set, ordinal).flatMap(
    ({ claim: { metadata } }) => lister.get(metadata.namespace, metadata.name!) ?? [],
  );
}

/** Claims take the place of volumes of the same name. */
function withClaims(spec: PodSpec, claims: readonly VolumeClaim[]): PodSpec {
  if (claims.length === 0) return spec;
  const claimed = claims.map(({ volume, claim }): Volume => ({
    name: volume,
    persistentVolumeClaim: { claimName: claim.metadata.name! },
  }));
  const others = (spec.volumes ?? []).filter(
    ({ name }) => !claims.some(({ volume }) => volume === name),
  );
  return { ...spec, volumes: [...claimed, ...others] };
}
