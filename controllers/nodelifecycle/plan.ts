/** What a check decides about one node. */
import type { Millis } from '#clock';
import { isSilent, type NodeHealth, type Ready } from './health.ts';
import { hasNoExecuteTaint, withNoExecuteTaint } from './taints.ts';

export interface NodePlan {
  /** Its conditions become Unknown. */
  readonly silent: boolean;
  /** It was ready until now: its pods are not ready either, and an event is recorded. */
  readonly lost: boolean;
  /**
   * The taint that drives pods away: `queue` when it is due but has to wait for the zone's turn,
   * `swap` when it only has to say something else, `lift` when the node is ready again.
   */
  readonly noExecute: 'queue' | 'swap' | 'lift' | 'leave';
  /** The Ready condition once this is done; undefined: it was never reported. */
  readonly ready: Ready | undefined;
}

/**
 * Decides by what the node said until now: a node that turns Unknown in this pass is tainted in
 * the next one.
 */
export function planNode(health: NodeHealth, now: Millis): NodePlan {
  const silent = isSilent(health, now) && health.ready !== 'Unknown';
  const ready = silent ? 'Unknown' : health.ready;
  return {
    silent,
    lost: silent && health.ready === 'True',
    noExecute: ready === undefined ? 'leave' : noExecute(health),
    ready,
  };
}

function noExecute({ node, ready = 'Unknown' }: NodeHealth): NodePlan['noExecute'] {
  const tainted = hasNoExecuteTaint(node);
  if (ready === 'True') return tainted ? 'lift' : 'leave';
  if (withNoExecuteTaint(node, ready, '') === node) return 'leave';
  return tainted ? 'swap' : 'queue';
}
