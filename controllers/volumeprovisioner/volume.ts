/** The volume that is made for a claim: pure functions. */
import { classOfClaim, provisionedByAnnotation, selectedNodeAnnotation } from '#kinds';
import type { NewObject } from '#values';
import type {
  Node,
  NodeSelectorTerm,
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeSpec,
  StorageClass,
  TopologySelectorTerm,
} from '#types';

/** What a volume is made with. */
export interface Makings {
  readonly storageClass: StorageClass;
  nodeOf(name: string): Node | undefined;
}

export function volumeName({ metadata }: PersistentVolumeClaim): string {
  return `pvc-${metadata.uid}`;
}

export function volumeFor(
  claim: PersistentVolumeClaim,
  { storageClass, nodeOf }: Makings,
): NewObject<PersistentVolume> & { readonly metadata: { readonly name: string } } {
  const { metadata, spec } = claim;
  const { namespace, uid, resourceVersion } = metadata;
  const name = volumeName(claim);
  const selected = metadata.annotations?.[selectedNodeAnnotation];
  const node = selected === undefined ? undefined : nodeOf(selected);
  const terms = nodeTerms(storageClass.allowedTopologies ?? [], node);
  return {
    metadata: { name, annotations: { [provisionedByAnnotation]: storageClass.provisioner } },
    spec: {
      ...sourceOf(storageClass.provisioner, name),
      accessModes: spec.accessModes ?? [],
      capacity: { storage: spec.resources?.requests?.['storage'] ?? '0' },
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        namespace: namespace!,
        name: metadata.name,
        uid,
        resourceVersion,
      },
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy as 'Delete',
      storageClassName: classOfClaim(claim),
      volumeMode: spec.volumeMode ?? 'Filesystem',
      ...(storageClass.mountOptions != null && { mountOptions: storageClass.mountOptions }),
      ...(terms.length > 0 && { nodeAffinity: { required: { nodeSelectorTerms: terms } } }),
    },
  } as ReturnType<typeof volumeFor>;
}

/** A driver's name is a domain; provisioners with other names get a directory. */
function sourceOf(provisioner: string, name: string): Partial<PersistentVolumeSpec> {
  const isDriver = /^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/.test(provisioner);
  return isDriver
    ? { csi: { driver: provisioner, volumeHandle: name } }
    : { hostPath: { path: `/tmp/volumes/${name}`, type: 'DirectoryOrCreate' } };
}

/** Where the volume can be used: in the part of the cluster that the node is in, if it is known. */
function nodeTerms(
  topologies: readonly TopologySelectorTerm[],
  node: Node | undefined,
): readonly NodeSelectorTerm[] {
  const own = node && topologies.find((term) => isIn(node, term));
  const usable = own === undefined ? topologies : [own];
  return usable
    .filter(({ matchLabelExpressions = [] }) => matchLabelExpressions.length > 0)
    .map(({ matchLabelExpressions = [] }) => ({
      matchExpressions: matchLabelExpressions.map(({ key, values }) => ({
        key,
        operator: 'In' as const,
        values: own === undefined ? values : [node!.metadata.labels![key]!],
      })),
    }));
}

/** Whether the node is in a part of the cluster that the term allows. */
function isIn({ metadata }: Node, { matchLabelExpressions = [] }: TopologySelectorTerm): boolean {
  return matchLabelExpressions.every(({ key, values }) => {
    const value = metadata.labels?.[key];
    return value !== undefined && values.includes(value);
  });
}
