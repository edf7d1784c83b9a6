/** Whether a driver that reports its capacity has room for a claim on a node: pure. */
import { parseQuantity, selectorOf } from '#values';
import { sizeOfClaim } from '#kinds';
import type {
  CSIDriver,
  CSIStorageCapacity,
  Node,
  PersistentVolumeClaim,
  StorageClass,
} from '#types';

/** What drivers say of themselves, and of the space that they have. */
export interface Capacities {
  driver(name: string): CSIDriver | undefined;
  readonly all: readonly CSIStorageCapacity[];
}

/** Drivers that report nothing have room for everything. */
export function hasRoom(
  { metadata: { labels } }: Node,
  claim: PersistentVolumeClaim,
  { metadata, provisioner }: StorageClass,
  capacities: Capacities,
): boolean {
  if (capacities.driver(provisioner)?.spec.storageCapacity !== true) return true;
  const size = sizeOfClaim(claim);
  return capacities.all.some(({ storageClassName, maximumVolumeSize, capacity, nodeTopology }) => {
    const most = maximumVolumeSize ?? capacity;
    return (
      storageClassName === metadata.name &&
      most !== undefined &&
      parseQuantity(most).cmp(size) >= 0 &&
      nodeTopology !== undefined &&
      selectorOf(nodeTopology).matches(labels)
    );
  });
}
