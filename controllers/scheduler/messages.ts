/** The messages of the scheduler, word for word as in v1.24. */
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

/** Why preemption does not help. */
export function notPreempted(why: string): string {
  return `preemption: ${why}`;
}

export const neverPreempts = 'not eligible due to preemptionPolicy=Never.';
export const alreadyPreempting = 'not eligible due to a terminating pod on the nominated node.';
export const preemptionNotHelpful = 'Preemption is not helpful for scheduling';
export const noVictims = 'No preemption victims found for incoming pod';

/** Said at the victim, whose owner need not know whose pod came in its place. */
export function preempted(nodeName: string): string {
  return `Preempted by a pod on node ${nodeName}`;
}

const NOTE_LIMIT = 1024;
const CUT = ' ...';

/** Events carry notes of at most 1024 characters. */
export function eventNote(message: string): string {
  return message.length <= NOTE_LIMIT ? message : message.slice(0, NOTE_LIMIT - CUT.length) + CUT;
}
