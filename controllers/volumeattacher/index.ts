/**
 * Stands in for the attachers of storage drivers, outside of Kubernetes: attaches volumes to nodes
 * as VolumeAttachments ask for it, and keeps volumes that are attached.
 */
import { isNotFound, type Cause, type KubeObject } from '#values';
import { persistentVolume, volumeAttachment, type Kind } from '#kinds';
import type { PersistentVolume, VolumeAttachment } from '#types';
import type { Client, ControllerDefinition, Lister, ReconcileTools } from '#runtime';
import { dueAfter, finalizerOf, hasFinalizer } from './attacher.ts';

const BY_VOLUME = 'attachments of volumes';

export const volumeAttacher: ControllerDefinition = {
  name: 'volumeattacher',
  actor: 'volume-attacher',
  account: false,
  isPretend: true,
  start(context) {
    const { clock } = context;
    const volumes = context.informer(persistentVolume);
    const attachments = context.informer(volumeAttachment);
    attachments.addIndex(BY_VOLUME, ({ spec: { source } }) => [source.persistentVolumeName ?? '']);
    /** When attaching or detaching began, by attachment. */
    const begun = new Map<string, number>();
    const queue = context.queue({
      name: 'volumes to attach',
      workers: 10,
      async reconcile(key, tools) {
        const attachment = attachments.lister.getByKey(key);
        const volume = attachment && volumeOf(attachment, volumes.lister);
        if (volume === undefined || !isDue(attachment!)) {
          begun.delete(key);
          return;
        }
        if (!begun.has(key)) {
          begun.set(key, clock.now());
          await guard(volume, attachment!, tools);
        }
        const left = begun.get(key)! + dueAfter - clock.now();
        if (left > 0) {
          for (const cause of tools.causes.first) queue.addAfter(key, left, cause);
          return;
        }
        await carryOut(attachment!, tools);
        begun.delete(key);
      },
    });
    const releasing = context.queue({
      name: 'volumes to release',
      workers: 1,
      async reconcile(key, { client }) {
        const volume = volumes.lister.getByKey(key);
        if (volume === undefined || !isKept(volume)) return;
        if (attachments.lister.byIndex(BY_VOLUME, key).length > 0) return;
        await setFinalizer(client, persistentVolume, volume, finalizerOfVolume(volume), false);
      },
    });
    const look = ({ metadata: { name } }: VolumeAttachment, cause: Cause): void =>
      queue.add(name, cause);
    attachments.addHandlers({
      added: look,
      updated(attachment, old, cause) {
        if (attachment.metadata.deletionTimestamp !== old.metadata.deletionTimestamp) {
          begun.delete(attachment.metadata.name);
        }
        look(attachment, cause);
      },
      deleted({ spec }, cause) {
        const volume = volumes.lister.getByKey(spec.source.persistentVolumeName ?? '');
        if (volume !== undefined && isKept(volume)) releasing.add(volume.metadata.name, cause);
      },
    });
    volumes.addHandlers({
      updated(volume, _, cause) {
        if (isKept(volume)) releasing.add(volume.metadata.name, cause);
      },
    });
  },
};

/** The volume of the attachment, if it belongs to the driver that is to attach it. */
function volumeOf(
  { spec: { attacher, source } }: VolumeAttachment,
  volumes: Lister<PersistentVolume>,
): PersistentVolume | undefined {
  const volume = volumes.getByKey(source.persistentVolumeName ?? '');
  return volume?.spec.csi?.driver === attacher ? volume : undefined;
}

function isDue(attachment: VolumeAttachment): boolean {
  const { metadata, spec, status } = attachment;
  if (metadata.deletionTimestamp == null) return !status.attached;
  return hasFinalizer(attachment, finalizerOf(spec.attacher));
}

function finalizerOfVolume({ spec: { csi } }: PersistentVolume): string {
  return csi == null ? '' : finalizerOf(csi.driver);
}

/** Whether only its attachments can keep a volume that is being deleted. */
function isKept(volume: PersistentVolume): boolean {
  return (
    volume.metadata.deletionTimestamp != null && hasFinalizer(volume, finalizerOfVolume(volume))
  );
}

/** Volume and attachment stay until the volume is detached. */
async function guard(
  volume: PersistentVolume,
  attachment: VolumeAttachment,
  { client }: ReconcileTools,
): Promise<void> {
  if (attachment.metadata.deletionTimestamp != null) return;
  const finalizer = finalizerOf(attachment.spec.attacher);
  await setFinalizer(client, persistentVolume, volume, finalizer, true);
  await setFinalizer(client, volumeAttachment, attachment, finalizer, true);
}

async function carryOut(attachment: VolumeAttachment, { client }: ReconcileTools): Promise<void> {
  const { name, deletionTimestamp } = attachment.metadata;
  if (deletionTimestamp != null) {
    const finalizer = finalizerOf(attachment.spec.attacher);
    await setFinalizer(client, volumeAttachment, attachment, finalizer, false);
    return;
  }
  const patch = { type: 'merge', body: { status: { attached: true } } } as const;
  await ignoringMissing(client.patch(volumeAttachment, { name }, patch, { subresource: 'status' }));
}

async function setFinalizer<T extends KubeObject>(
  client: Client,
  kind: Kind<T>,
  object: T,
  finalizer: string,
  isSet: boolean,
): Promise<void> {
  if (hasFinalizer(object, finalizer) === isSet) return;
  const { name, resourceVersion, finalizers: present = [] } = object.metadata;
  const others = present.filter((each) => each !== finalizer);
  const finalizers = isSet ? [...others, finalizer] : others;
  const body = { metadata: { resourceVersion, finalizers } };
  await ignoringMissing(client.patch(kind, { name }, { type: 'merge', body }));
}

async function ignoringMissing(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
