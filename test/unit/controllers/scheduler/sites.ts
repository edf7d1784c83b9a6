/** Nodes with pods on them, as decisions see them. A test names only what matters to it. */
import { defaultProfile, type Profile } from '#kinds';
import type { Node, ObjectMeta, Pod, PodSpec } from '#types';
import { ClusterCache } from '../../../../controllers/scheduler/cluster-cache.ts';
import type { Surroundings } from '../../../../controllers/scheduler/placed-pods.ts';
import { makeNode, makePod, type NodeParts } from '../objects.ts';

export interface Site {
  readonly node: Node;
  readonly pods: readonly Pod[];
}

/** A pod on a node is its spec, or all of it. */
export type Resident = Partial<PodSpec> | Pod;

export function site(
  name: string,
  parts: NodeParts = {},
  residents: readonly Resident[] = [],
): Site {
  const pods = residents.map((resident, i) => {
    const pod = isPod(resident) ? resident : makePod(`${name}-${i}`, resident);
    return { ...pod, spec: { ...pod.spec, nodeName: name } };
  });
  return { node: makeNode(name, parts), pods };
}

function isPod(resident: Resident): resident is Pod {
  return 'metadata' in resident;
}

/** A pod with labels, and what matters of its spec and status. */
export function labelled(
  name: string,
  labels: Readonly<Record<string, string>>,
  spec: Partial<PodSpec> = {},
  { metadata, status }: { metadata?: Partial<ObjectMeta>; status?: Pod['status'] } = {},
): Pod {
  const pod = makePod(name, spec, { labels, ...metadata });
  return status === undefined ? pod : { ...pod, status };
}

export function clusterOf(
  sites: readonly Site[],
  surroundings: Partial<Surroundings> = {},
  release: Profile = defaultProfile,
): ClusterCache {
  const residents = sites.flatMap(({ pods }) => pods);
  const cluster = new ClusterCache(
    {
      labelled: (namespace, name, value) =>
        residents.filter(
          ({ metadata }) => metadata.namespace === namespace && metadata.labels?.[name] === value,
        ),
      namespaceLabels: () => ({}),
      namespacesWith: () => [],
      siblingsOf: () => undefined,
      claim: () => undefined,
      ...surroundings,
    },
    release,
  );
  for (const { node } of sites) cluster.setNode(node);
  for (const pod of residents) cluster.addPod(pod);
  return cluster;
}
