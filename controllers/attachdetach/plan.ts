/** What is to be done about a volume: which nodes get it, and which lose it. Pure. */
import { getCondition, isInUse, isPodTerminal } from '#kinds';
import type { Node, PersistentVolume, Pod, VolumeAttachment } from '#types';

/** So long a node that is not ready may keep a volume that no pod of it uses any more. */
export const longestUnmountMs = 6 * 60_000;

export interface Situation {
  readonly volume: PersistentVolume;
  /** Its name in the status of nodes; undefined where it need not be attached. */
  readonly name: string | undefined;
  /** The nodes that are to have it, with the pods there that use it. */
  readonly usersByNode: ReadonlyMap<string, readonly Pod[]>;
  /** Where it is, or is about to be. */
  readonly attachments: readonly VolumeAttachment[];
  nodeOf(name: string): Node | undefined;
  /** When it was first seen that the attachment is not wanted any more. */
  unwantedSince(attachment: VolumeAttachment): number;
  readonly now: number;
}

export interface Plan {
  /** Names of nodes. */
  readonly attach: readonly string[];
  /** Nodes that do not get it: another one has it for itself. */
  readonly refuse: readonly string[];
  readonly detach: readonly VolumeAttachment[];
  /** When to look again at nodes that keep it; undefined when a change will say so. */
  readonly againAfterMs: number | undefined;
}

export function planFor(situation: Situation): Plan {
  const { volume, name, usersByNode, attachments } = situation;
  const present = new Set(attachments.map(({ spec }) => spec.nodeName));
  const missing =
    name === undefined ? [] : [...usersByNode.keys()].filter((node) => !present.has(node));
  const spare = attachments.filter(
    ({ metadata, spec }) => metadata.deletionTimestamp == null && !usersByNode.has(spec.nodeName),
  );
  const waits = spare.map((attachment) => waitMs(attachment, situation));
  const others = waits.filter((ms) => ms > 0 && ms < Infinity);
  const again = { againAfterMs: others.length > 0 ? Math.min(...others) : undefined };
  const detach = spare.filter((_, index) => waits[index] === 0);
  if (isForMany(volume)) return { attach: missing, refuse: [], detach, ...again };
  if (attachments.length > 0) {
    // While it is on its way to a node or from it, nothing is reported.
    const isHeld = attachments.some(
      (each) => each.status.attached && each.metadata.deletionTimestamp == null,
    );
    return { attach: [], refuse: isHeld && detach.length === 0 ? missing : [], detach, ...again };
  }
  return { attach: missing.slice(0, 1), refuse: [], detach, ...again };
}

/** Whether several nodes can have it at once. */
function isForMany({ spec: { accessModes = [] } }: PersistentVolume): boolean {
  return (
    accessModes.length === 0 ||
    accessModes.includes('ReadWriteMany') ||
    accessModes.includes('ReadOnlyMany')
  );
}

/** How long the node may still keep it: 0, not any longer; Infinity, as long as it reports to use it. */
function waitMs(
  attachment: VolumeAttachment,
  { name, nodeOf, unwantedSince, now }: Situation,
): number {
  const node = nodeOf(attachment.spec.nodeName);
  if (node === undefined || name === undefined || !isInUse(node, name)) return 0;
  const left = Math.max(0, unwantedSince(attachment) + longestUnmountMs - now);
  return left === 0 && isReady(node) ? Infinity : left;
}

export function isReady({ status }: Node): boolean {
  return getCondition(status.conditions, 'Ready')?.status === 'True';
}

/** Whether the node of the pod is to have its volumes. */
export function usesVolumes(pod: Pod): boolean {
  if (!pod.spec.nodeName || isPodTerminal(pod)) return false;
  return pod.metadata.deletionTimestamp == null || isRunning(pod);
}

function isRunning({ status: { containerStatuses = [] } }: Pod): boolean {
  return containerStatuses.some(
    ({ state }) => state?.terminated === undefined && state?.waiting === undefined,
  );
}
