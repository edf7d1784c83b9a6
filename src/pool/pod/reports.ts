/** What kubelets of later releases report of pods, too. */
import { profileOf, releases, type Profile } from '#kinds';
import type { Node } from '#types';

export interface Reports {
  /** What containers that run have, as pods can be resized there (gate InPlacePodVerticalScaling). */
  readonly resources: boolean;
  /** Which generation of the pod the status is about (gate PodObservedGenerationTracking). */
  readonly generation: boolean;
  /** Whether the pod has a sandbox, in which containers can start (gate PodReadyToStartContainersCondition). */
  readonly sandbox: boolean;
  /** The addresses of the node as a list (gate PodHostIPs). */
  readonly hostIps: boolean;
}

/** Returns what kubelets of a release report. */
export function reportsOf(profile: Profile): Reports {
  return {
    resources: profile.enabled('InPlacePodVerticalScaling'),
    generation: profile.enabled('PodObservedGenerationTracking'),
    sandbox: profile.enabled('PodReadyToStartContainersCondition'),
    hostIps: profile.enabled('PodHostIPs'),
  };
}

/** Returns what the kubelet of a node reports: one that has not been upgraded yet is of a release before. */
export function reportsOn(node: Node | undefined, profile: Profile): Reports {
  const minor = Number(/^v1\.(\d+)/.exec(node?.status.nodeInfo?.kubeletVersion ?? '')?.[1]);
  return reportsOf(minor < profile.minor && releases.has(minor) ? profileOf(minor) : profile);
}
