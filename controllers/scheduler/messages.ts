/** What the scheduler tells people, word for word as v1.24 does. */
import type { Candidate } from './pod-info.ts';

/** Reasons with the number of nodes that gave them. */
export type Histogram = ReadonlyMap<string, number>;

export const noNodes = 'no nodes available to schedule pods';
/** Two requirements of one affinity term name different nodes. */
export const affinityConflict = 'pod affinity terms conflict';

export function scheduledMessage({ key }: Candidate, nodeName: string): string {
  return `Successfully assigned ${key} to ${nodeName}`;
}

export function nodeNotFound(name: string): string {
  return `nodeinfo not found for node name ${JSON.stringify(name)}`;
}

export function bindingRejected(why: string): string {
  return `binding rejected: running Bind plugin "DefaultBinder": ${why}`;
}

/** `0/5 nodes are available: 1 Too many pods, 4 Insufficient cpu.` */
export function unavailable(nodeCount: number, reasons: Histogram): string {
  const parts = Array.from(reasons, ([reason, count]) => `${count} ${reason}`);
  return `0/${nodeCount} nodes are available: ${parts.sort().join(', ')}.`;
}

/**
 * Why no pod is pushed aside for this one. Nothing is ever pushed aside yet, so there are no
 * victims wherever removing pods would help.
 *
 * @param unresolvable how many of the nodes cannot be had by removing pods
 */
export function preemptionText(
  { pod }: Candidate,
  nodeCount: number,
  unresolvable: number,
): string {
  if (pod.spec.preemptionPolicy === 'Never') {
    return 'preemption: not eligible due to preemptionPolicy=Never.';
  }
  const reasons = new Map<string, number>();
  if (unresolvable > 0) reasons.set('Preemption is not helpful for scheduling', unresolvable);
  const others = nodeCount - unresolvable;
  if (others > 0) reasons.set('No preemption victims found for incoming pod', others);
  return `preemption: ${unavailable(nodeCount, reasons)}`;
}

const NOTE_LIMIT = 1024;
const CUT = ' ...';

/** Events carry notes of at most 1024 characters. */
export function eventNote(message: string): string {
  return message.length <= NOTE_LIMIT ? message : message.slice(0, NOTE_LIMIT - CUT.length) + CUT;
}
