/** Prefers nodes that have a pod's images. Mirrors the ImageLocality plugin of v1.24. */
import type { ClusterCache } from './cluster-cache.ts';
import { withTag } from './images.ts';
import type { Candidate } from './pod-info.ts';
import type { Score } from './plugin.ts';

const MIB = 2 ** 20;
/** Less is not worth the while. */
const LEAST = 23 * MIB;
/** More, for each container, makes no difference. */
const MOST = 1000 * MIB;

/** Undefined where no node says which images it has. */
export function imageScore({ pod }: Candidate, cluster: ClusterCache): Score | undefined {
  const { images, nodes } = cluster;
  if (images.isEmpty) return undefined;
  const desired = pod.spec.containers.map(({ image }) => withTag(image ?? ''));
  const most = MOST * desired.length;
  return {
    name: 'ImageLocality',
    weight: 1,
    rate(_, { node }) {
      const there = new Set(node.status.images?.flatMap(({ names }) => names ?? []));
      let sum = 0;
      for (const name of desired) if (there.has(name)) sum += images.worth(name, nodes.length);
      const worth = Math.min(Math.max(sum, LEAST), most);
      return Math.trunc((100 * (worth - LEAST)) / (most - LEAST));
    },
  };
}
