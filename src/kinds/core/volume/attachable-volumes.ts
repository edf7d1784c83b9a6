/** Volumes that must be attached to a node before its pods can use them: those of CSI drivers. */
import type { CSIDriver, Node, PersistentVolume } from '#types';

/**
 * The name of such a volume in the status of nodes; undefined for other volumes.
 * @param driver its driver, which may say that its volumes are not attached
 */
export function attachableName(
  { spec: { csi } }: PersistentVolume,
  driver: CSIDriver | undefined,
): string | undefined {
  if (csi == null || driver?.spec.attachRequired === false) return undefined;
  return `kubernetes.io/csi/${csi.driver}^${csi.volumeHandle}`;
}

/** Whether the node may mount a volume. @param name that of {@link attachableName} */
export function isAttached({ status }: Node, name: string): boolean {
  return status.volumesAttached?.some((attached) => attached.name === name) === true;
}

/** Whether the kubelet of the node reports that it uses a volume. */
export function isInUse({ status }: Node, name: string): boolean {
  return status.volumesInUse?.includes(name) === true;
}
