/** Binding the volumes that were chosen with a node, before the pod is bound to it. */
import {
  bindCompletedAnnotation,
  boundTo,
  persistentVolume,
  persistentVolumeClaim,
  selectedNodeAnnotation,
} from '#kinds';
import { messageOf, type ReconcileTools } from '#runtime';
import type { ClusterCache } from './cluster-cache.ts';
import type { VolumeChoice } from './assumed-claims.ts';

/** How long a pod waits for its volumes, and how often it looks, ms. */
export const bindTimeoutMs = 600_000;
export const bindPollMs = 1000;

/** What came of it: a problem that the pod is rejected for, or whether all is bound. */
export type VolumesState = { readonly problem: string } | 'bound' | 'waiting';

/** Reserves volumes, and names the node to those who make the others. */
export async function askForVolumes(
  { taken, toProvision }: VolumeChoice,
  nodeName: string,
  { client }: ReconcileTools,
): Promise<VolumesState> {
  try {
    for (const { claim, volume } of taken) {
      const bound = boundTo(volume, claim);
      if (bound !== volume) await client.update(persistentVolume, bound);
    }
    for (const claim of toProvision) {
      const { metadata } = claim;
      if (metadata.annotations?.[selectedNodeAnnotation] === nodeName) continue;
      const annotations = { ...metadata.annotations, [selectedNodeAnnotation]: nodeName };
      const next = { ...claim, metadata: { ...metadata, annotations } };
      await client.update(persistentVolumeClaim, next);
    }
  } catch (error) {
    return { problem: rejected(messageOf(error)) };
  }
  return 'waiting';
}

/** How far the binding of the volumes is, by what the caches say. */
export function volumesState(
  { taken, toProvision }: VolumeChoice,
  nodeName: string,
  { surroundings }: ClusterCache,
  isOver: boolean,
): VolumesState {
  let state: VolumesState = 'bound';
  for (const { metadata } of [...taken.map(({ claim }) => claim), ...toProvision]) {
    const claim = surroundings.claim(metadata.namespace!, metadata.name);
    if (claim === undefined) {
      const name = JSON.stringify(metadata.name);
      return { problem: rejected(`persistentvolumeclaim ${name} not found`) };
    }
    const { annotations } = claim.metadata;
    if (claim.spec.volumeName && annotations?.[bindCompletedAnnotation] !== undefined) continue;
    const selected = annotations?.[selectedNodeAnnotation];
    if (selected !== undefined && selected !== nodeName) {
      const why = `provisioning failed for PVC ${JSON.stringify(metadata.name)}`;
      return { problem: rejected(why) };
    }
    state = 'waiting';
  }
  return state === 'waiting' && isOver
    ? { problem: rejected('timed out waiting for the condition') }
    : state;
}

function rejected(why: string): string {
  return `running PreBind plugin "VolumeBinding": binding volumes: ${why}`;
}
