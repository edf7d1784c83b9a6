/**
 * Makes the claims of ephemeral volumes: each belongs to its pod, and goes with it. Mirrors the
 * ephemeral-volume-controller of v1.24.
 */
import { controllerOf, keyOf } from '#values';
import { isPodTerminal, persistentVolumeClaim as claimKind, pod as podKind } from '#kinds';
import type { PersistentVolumeClaim, Pod, Volume } from '#types';
import {
  addClaimIndex,
  controllerReference,
  messageOf,
  podsUsing,
  type Client,
  type ControllerDefinition,
  type Lister,
  type WorkQueue,
} from '#runtime';

export const ephemeralVolume: ControllerDefinition = {
  name: 'ephemeralvolume',
  actor: 'ephemeral-volume-controller',
  start(context) {
    const claims = context.informer(claimKind);
    const pods = context.informer(podKind);
    addClaimIndex(pods);
    const queue: WorkQueue = context.queue({
      workers: 5,
      async reconcile(key, { client, events }) {
        const pod = pods.lister.getByKey(key);
        if (pod === undefined || pod.metadata.deletionTimestamp != null) return;
        for (const volume of ephemeralVolumes(pod)) {
          try {
            await provide(pod, volume, claims.lister, client);
          } catch (error) {
            const text = `ephemeral volume ${volume.name}: ${messageOf(error)}`;
            events.event(pod, 'Warning', 'FailedBinding', text);
            throw new Error(`pod ${key}, ${text}`, { cause: error });
          }
        }
      },
    });
    pods.addHandlers({
      added(pod, cause) {
        if (ephemeralVolumes(pod).length > 0 && !isPodTerminal(pod)) queue.add(keyOf(pod), cause);
      },
    });
    claims.addHandlers({
      deleted(claim, cause) {
        for (const pod of podsUsing(pods.lister, claim)) queue.add(keyOf(pod), cause);
      },
    });
  },
};

function ephemeralVolumes({ spec }: Pod): readonly Volume[] {
  const { volumes } = spec;
  return volumes?.some(isEphemeral) === true ? volumes.filter(isEphemeral) : [];
}

function isEphemeral({ ephemeral }: Volume): boolean {
  return ephemeral != null;
}

/** @throws {Error} when another's claim has the name; what creating the claim threw */
async function provide(
  pod: Pod,
  { name: volume, ephemeral }: Volume,
  claims: Lister<PersistentVolumeClaim>,
  client: Client,
): Promise<void> {
  const { namespace, name: podName } = pod.metadata;
  const name = `${podName}-${volume}`;
  const present = claims.get(namespace, name);
  if (present !== undefined) {
    if (controllerOf(present)?.uid === pod.metadata.uid) return;
    const whose = `was not created for pod ${namespace}/${podName} (pod is not owner)`;
    throw new Error(`PVC ${namespace}/${name} ${whose}`);
  }
  const { metadata, spec } = ephemeral!.volumeClaimTemplate!;
  await client.create(claimKind, {
    metadata: {
      ...{ namespace, name, labels: metadata?.labels, annotations: metadata?.annotations },
      ownerReferences: [controllerReference(podKind, pod)],
    },
    spec,
  });
}
