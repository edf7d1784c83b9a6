/** Claims that a pod's volumes need. Mirrors the first part of the VolumeBinding plugin of v1.24. */
import type { ClusterCache } from './cluster-cache.ts';
import type { Candidate } from './pod-info.ts';

export const VOLUME_BINDING = 'VolumeBinding';

/** Why the pod cannot be anywhere yet; undefined when its claims are all there. */
export function claimProblem({ pod }: Candidate, cluster: ClusterCache): string | undefined {
  for (const { persistentVolumeClaim } of pod.spec.volumes ?? []) {
    if (persistentVolumeClaim == null) continue;
    const name = persistentVolumeClaim.claimName;
    const claim = cluster.surroundings.claim(pod.metadata.namespace!, name);
    const shown = JSON.stringify(name);
    if (claim === undefined) return `persistentvolumeclaim ${shown} not found`;
    if (claim.status?.phase === 'Lost') {
      const volume = JSON.stringify(claim.spec.volumeName ?? '');
      return `persistentvolumeclaim ${shown} bound to non-existent persistentvolume ${volume}`;
    }
    if (claim.metadata.deletionTimestamp != null) {
      return `persistentvolumeclaim ${shown} is being deleted`;
    }
  }
  return undefined;
}
