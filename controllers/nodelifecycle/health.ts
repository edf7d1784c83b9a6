/** What is remembered of each node: when it last gave a sign of life, and what its status said. */
import type { Millis } from '#clock';
import { getCondition, type Profile } from '#kinds';
import { parseTime } from '#values';
import type { Lease, Node } from '#types';
import { hasNoExecuteTaint } from './taints.ts';
import { zoneOf } from './zones.ts';

/** Returns for how many ms a node may be silent. */
export function graceMsIn(profile: Profile): Millis {
  return profile.enabled('NodesHaveFiftySeconds') ? 50_000 : 40_000;
}
/** The same for one whose kubelet never said whether it is ready. */
export const STARTUP_GRACE_MS = 60_000;

/** Status of a Ready condition. */
export type Ready = 'True' | 'False' | 'Unknown';

export interface NodeHealth {
  /** As last checked. */
  readonly node: Node;
  /** Undefined: it was never reported. */
  readonly ready: Ready | undefined;
  readonly heartbeat: string | undefined;
  /** When a new heartbeat or renewal was last seen, by this controller's clock. */
  readonly heardAt: Millis;
  readonly zone: string;
  /**
   * Ready and without the taints of nodes that are not: nothing to do while it gives signs of life.
   */
  readonly quiet: boolean;
}

/** Checks a node for the first time. One that has never reported counts from its creation. */
export function meet(node: Node, lease: Lease | undefined, now: Millis): NodeHealth {
  const read = readStatus(node);
  const silentSoFar = read.ready === undefined && lease?.spec.renewTime === undefined;
  return healthOf(read, silentSoFar ? parseTime(node.metadata.creationTimestamp) : now);
}

/**
 * Checks a node again; the identical health when nothing is new.
 *
 * @param renewed whether its lease was, since it was last checked
 */
export function observe(old: NodeHealth, node: Node, renewed: boolean, now: Millis): NodeHealth {
  if (old.node === node && !renewed) return old;
  const spoke = renewed || hasPosted(old, node);
  return healthOf(old.node === node ? old : readStatus(node), spoke ? now : old.heardAt);
}

/** Whether the change of a lease is a sign of life. */
export function isRenewal({ spec }: Lease, old: Lease | undefined): boolean {
  return isLater(spec.renewTime, old?.spec.renewTime);
}

/** The health after the controller itself changed the node, which is not a heartbeat. */
export function afterOwnWrite(health: NodeHealth, node: Node): NodeHealth {
  return healthOf(readStatus(node), health.heardAt);
}

/**
 * Has it been silent for too long? The end of the grace counts as too long: passes of the real
 * controller are never quite as close together as their period, and so find it exceeded.
 */
export function isSilent({ ready, heardAt }: NodeHealth, now: Millis, graceMs: Millis): boolean {
  return now - heardAt >= (ready === undefined ? STARTUP_GRACE_MS : graceMs);
}

/** Has the kubelet posted a status since the node was last checked? */
export function hasPosted({ ready, heartbeat }: NodeHealth, node: Node): boolean {
  const condition = getCondition(node.status.conditions, 'Ready');
  if (condition === undefined) return false;
  return ready === undefined || condition.lastHeartbeatTime !== heartbeat;
}

type StatusRead = Pick<NodeHealth, 'node' | 'ready' | 'heartbeat' | 'zone' | 'quiet'>;

function readStatus(node: Node): StatusRead {
  const condition = getCondition(node.status.conditions, 'Ready');
  const ready = condition?.status as Ready | undefined;
  return {
    node,
    ready,
    heartbeat: condition?.lastHeartbeatTime,
    zone: zoneOf(node),
    quiet: ready === 'True' && !hasNoExecuteTaint(node),
  };
}

/** Made for every node every ten seconds: key by key, as that is quickest. */
function healthOf(
  { node, ready, heartbeat, zone, quiet }: StatusRead,
  heardAt: Millis,
): NodeHealth {
  return { node, ready, heartbeat, heardAt, zone, quiet };
}

function isLater(time: string | undefined, than: string | undefined): boolean {
  if (time === undefined || time === than) return false;
  if (than === undefined) return true;
  // Every node renews every ten seconds, nearly always in one form, which compares as text.
  const isComparable = time.length === than.length && time.endsWith('Z') && than.endsWith('Z');
  return isComparable ? time > than : parseTime(time) > parseTime(than);
}
