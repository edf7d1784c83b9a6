/** The messages of the scheduler, word for word as in each release. */
import type { Release } from '#values';
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

/** Returns what keeps a pod from being bound whose claims to devices could not be written. */
export function claimsRejected(why: string): string {
  return `running PreBind plugin "DynamicResources": ${why}`;
}

export function bindingRejected(why: string): string {
  return `binding rejected: running Bind plugin "DefaultBinder": ${why}`;
}

/** Returns `0/5 nodes are available: 1 Too many pods, 4 Insufficient cpu.` */
export function unavailable(nodeCount: number, reasons: Histogram, release: Release): string {
  const counts = new Map<string, number>();
  for (const [reason, count] of reasons) {
    const text = worded(reason, release);
    counts.set(text, (counts.get(text) ?? 0) + count);
  }
  const parts = Array.from(counts, ([reason, count]) => `${count} ${reason}`);
  return `0/${nodeCount} nodes are available: ${parts.sort().join(', ')}.`;
}

/** Returns the same for a reason that is known before nodes are looked at, and so is none of theirs in later releases. */
export function unavailableAtOnce(nodeCount: number, reason: string, release: Release): string {
  if (!release.enabled('FirstReasonsAlone'))
    return unavailable(nodeCount, new Map([[reason, nodeCount]]), release);
  return `0/${nodeCount} nodes are available: ${reason}.`;
}

/** What bound volumes have against a node. */
export const volumeConflict = 'node(s) had volume node affinity conflict';
/** What a taint of a node has against a pod, which its key and value follow. */
export const untolerated = 'node(s) had untolerated taint';

/** Returns a reason of a filter as the release says it. */
function worded(reason: string, release: Release): string {
  if (reason === volumeConflict && release.enabled('VolumeAffinityNamed'))
    return "node(s) didn't match PersistentVolume's node affinity";
  if (reason.startsWith(untolerated) && release.enabled('TaintsUnnamed'))
    return `${untolerated}(s)`;
  return reason;
}

/** Returns what a filter fails with that cannot decide. */
export function filterFailed(name: string, why: string): string {
  return `running ${JSON.stringify(name)} filter plugin: ${why}`;
}

/**
 * Returns the message of a failure with what came of preemption.
 * @param hasClaims whether the pod has claims to devices that nodes were asked about
 */
export function withPreemption(
  message: string,
  text: string,
  release: Release,
  hasClaims = false,
): string {
  const areNamed =
    release.enabled('DynamicResourceAllocation') && release.enabled('ClaimsToDeallocateNamed');
  const claimsText = hasClaims ? 'still not schedulable, ' : 'no new claims to deallocate, ';
  const claims = areNamed ? claimsText : '';
  return `${message} ${claims}${text}${release.enabled('PreemptionTextsEndTwice') ? '.' : ''}`;
}

/** Returns the message of a failure with the node that is cleared, where the release says it. */
export function withClearing(
  message: string,
  {
    nodeName,
    victims,
  }: { readonly nodeName: string; readonly victims: { readonly length: number } },
  release: Release,
): string {
  if (!release.enabled('ClearedNodesNamed')) return message;
  const found = `found a potential placement for pod on node ${nodeName}`;
  return `${message} ${notPreempted(`${found}, preempting ${victims.length} victims`)}`;
}

/** Why preemption does not help. */
export function notPreempted(why: string): string {
  return `preemption: ${why}`;
}

export const neverPreempts = 'not eligible due to preemptionPolicy=Never.';
export const alreadyPreempting = 'not eligible due to a terminating pod on the nominated node.';
export const preemptionNotHelpful = 'Preemption is not helpful for scheduling';
export const noVictims = 'No preemption victims found for incoming pod';

/** Returns what is said at the victim, whose owner need not know whose pod came in its place. */
export function preempted(uid: string, nodeName: string, release: Release): string {
  const by = release.enabled('PreemptorsNamed') ? `pod ${uid}` : 'a pod';
  return `Preempted by ${by} on node ${nodeName}`;
}

const NOTE_LIMIT = 1024;
const CUT = ' ...';

/** Events carry notes of at most 1024 characters. */
export function eventNote(message: string): string {
  return message.length <= NOTE_LIMIT ? message : message.slice(0, NOTE_LIMIT - CUT.length) + CUT;
}
