/** What a check decides about one node. */
import type { Millis } from '#clock';
import type { Profile } from '#kinds';
import { graceMsIn, isSilent, type NodeHealth, type Ready } from './health.ts';
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
  /** The Ready condition that the taint is about. */
  readonly judged: Ready;
  /** The Ready condition once this is done; undefined: it was never reported. */
  readonly ready: Ready | undefined;
}

/** What releases tell apart. */
export interface NodeRules {
  /** For how long a node may be silent. */
  readonly graceMs: Millis;
  /** A node that turns Unknown is tainted in the same pass; otherwise in the next one. */
  readonly taintsAtOnce: boolean;
}

/** Returns the rules of a release. */
export function nodeRulesOf(profile: Profile): NodeRules {
  return {
    graceMs: graceMsIn(profile),
    taintsAtOnce: profile.enabled('SilentNodesTaintedAtOnce'),
  };
}

/** Decides what to do about a node that is not well. */
export function planNode(health: NodeHealth, now: Millis, rules: NodeRules): NodePlan {
  const silent = isSilent(health, now, rules.graceMs) && health.ready !== 'Unknown';
  const ready = silent ? 'Unknown' : health.ready;
  const judged = (rules.taintsAtOnce ? ready : health.ready) ?? 'Unknown';
  return {
    silent,
    lost: silent && health.ready === 'True',
    noExecute: ready === undefined ? 'leave' : noExecute(health, judged),
    judged,
    ready,
  };
}

function noExecute({ node }: NodeHealth, ready: Ready): NodePlan['noExecute'] {
  const tainted = hasNoExecuteTaint(node);
  if (ready === 'True') return tainted ? 'lift' : 'leave';
  if (withNoExecuteTaint(node, ready, '') === node) return 'leave';
  return tainted ? 'swap' : 'queue';
}
