/** The VolumeAttachment that stands for a volume on a node. */
import type { NewObject } from '#values';
import type { PersistentVolume, VolumeAttachment } from '#types';
import { sha256 } from '#machine';

/** Named after what is attached where, so that it is made only once. */
export function attachmentName({ spec: { csi } }: PersistentVolume, nodeName: string): string {
  const { driver, volumeHandle } = csi!;
  return `csi-${sha256(`${volumeHandle}${driver}${nodeName}`)}`;
}

export function attachmentFor(
  volume: PersistentVolume,
  nodeName: string,
): NewObject<VolumeAttachment> {
  return {
    metadata: { name: attachmentName(volume, nodeName) },
    spec: {
      attacher: volume.spec.csi!.driver,
      nodeName,
      source: { persistentVolumeName: volume.metadata.name },
    },
  } as NewObject<VolumeAttachment>;
}
