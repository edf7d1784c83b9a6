/**
 * Attaches volumes of CSI drivers to the nodes whose pods use them, and detaches them when the
 * kubelet does not use them any more: by VolumeAttachments, which the driver's attacher carries
 * out. The status of a node lists what its pods may mount.
 */
import {
  claimKeysOf,
  csiDriver,
  node as nodeKind,
  persistentVolume,
  persistentVolumeClaim,
  pod as podKind,
  volumeAttachment,
} from '#kinds';
import type { Cause } from '#values';
import type { Node, Pod, VolumeAttachment } from '#types';
import { addClaimIndex, addNodeIndex, podsOnNode, type ControllerDefinition } from '#runtime';
import { isReady, usesVolumes } from './plan.ts';
import { Sync, type Caches } from './sync.ts';

const BY_VOLUME = 'volume';
const BY_NODE = 'node';

export const attachDetach: ControllerDefinition = {
  name: 'attachdetach',
  actor: 'attachdetach-controller',
  start(context) {
    const pods = context.informer(podKind);
    const claims = context.informer(persistentVolumeClaim);
    const volumes = context.informer(persistentVolume);
    const nodes = context.informer(nodeKind);
    const attachments = context.informer(volumeAttachment);
    addClaimIndex(pods);
    addNodeIndex(pods);
    attachments.addIndex(BY_VOLUME, ({ spec: { source } }) => [source.persistentVolumeName ?? '']);
    attachments.addIndex(BY_NODE, ({ spec }) => [spec.nodeName]);
    const caches: Caches = {
      pods: pods.lister,
      claims: claims.lister,
      volumes: volumes.lister,
      nodes: nodes.lister,
      drivers: context.informer(csiDriver).lister,
      attachmentsOf: (volume) => attachments.lister.byIndex(BY_VOLUME, volume),
      attachmentsOn: (nodeName) => attachments.lister.byIndex(BY_NODE, nodeName),
    };
    const sync = new Sync(context.clock, caches);
    const queue = context.queue({
      workers: 1,
      reconcile: (key, tools) => sync.reconcile(key, tools),
    });

    const lookAt = (name: string | undefined, cause: Cause): void => {
      if (name && volumes.lister.getByKey(name)?.spec.csi != null) queue.add(name, cause);
    };
    const lookAtPod = (pod: Pod, cause: Cause): void => {
      for (const key of claimKeysOf(pod)) {
        lookAt(claims.lister.getByKey(key)?.spec.volumeName, cause);
      }
    };
    pods.addHandlers({
      added: lookAtPod,
      updated(pod, old, cause) {
        if (usesVolumes(pod) !== usesVolumes(old)) lookAtPod(pod, cause);
      },
      deleted: lookAtPod,
    });
    claims.addHandlers({
      added: ({ spec }, cause) => lookAt(spec.volumeName, cause),
      updated: ({ spec }, _, cause) => lookAt(spec.volumeName, cause),
    });
    volumes.addHandlers({ added: ({ metadata }, cause) => lookAt(metadata.name, cause) });
    const lookAtAttachment = ({ spec }: VolumeAttachment, cause: Cause): void =>
      lookAt(spec.source.persistentVolumeName, cause);
    attachments.addHandlers({
      added: lookAtAttachment,
      updated: (attachment, _, cause) => lookAtAttachment(attachment, cause),
      deleted(attachment, cause) {
        sync.forget(attachment);
        lookAtAttachment(attachment, cause);
      },
    });
    const lookAtNode = ({ metadata: { name } }: Node, cause: Cause): void => {
      for (const each of caches.attachmentsOn(name)) lookAtAttachment(each, cause);
    };
    nodes.addHandlers({
      added: ({ metadata }, cause) => {
        for (const pod of podsOnNode(pods.lister, metadata.name)) lookAtPod(pod, cause);
      },
      updated(node, old, cause) {
        const isOther =
          node.status.volumesInUse !== old.status.volumesInUse || isReady(node) !== isReady(old);
        if (isOther) lookAtNode(node, cause);
      },
      deleted: lookAtNode,
    });
  },
};
