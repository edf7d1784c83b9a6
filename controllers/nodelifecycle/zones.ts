/**
 * Zones: how many nodes of one may be emptied in which time. Many nodes that fall silent together
 * look more like a broken network than like broken nodes, so then fewer are emptied, or none.
 */
import type { Node } from '#types';

/** `initial`: not judged yet. */
export type ZoneState = 'initial' | 'normal' | 'partly disrupted' | 'fully disrupted';

export interface ZoneCount {
  readonly ready: number;
  readonly notReady: number;
}

/** Nodes a second that get a NoExecute taint. */
const NORMAL_RATE = 0.1;
const REDUCED_RATE = 0.01;
/** A partly disrupted zone of no more nodes than this has none of its nodes emptied. */
const SMALL_ZONE = 50;
const DISRUPTED_SHARE = 0.55;
const DISRUPTED_MORE_THAN = 2;

/** The rate of zones that have not been judged yet. */
export const initialRate = NORMAL_RATE;

/** Names the zone of a node: `REGION:ZONE`; empty when its labels say neither. */
export function zoneOf({ metadata: { labels } }: Node): string {
  const region = labels?.['topology.kubernetes.io/region'] ?? '';
  const zone = labels?.['topology.kubernetes.io/zone'] ?? '';
  return region === '' && zone === '' ? '' : `${region}:${zone}`;
}

export function zoneState({ ready, notReady }: ZoneCount): ZoneState {
  if (ready === 0 && notReady > 0) return 'fully disrupted';
  const share = notReady / (ready + notReady);
  return notReady > DISRUPTED_MORE_THAN && share >= DISRUPTED_SHARE ? 'partly disrupted' : 'normal';
}

export interface DisruptionPlan {
  readonly states: ReadonlyMap<string, ZoneState>;
  /**
   * `begins`: no zone has a ready node any more, so taints are lifted and tainting stops. `ends`:
   * some are back, and all nodes get a new grace period.
   */
  readonly disruption?: 'begins' | 'ends';
  /** New rates of zones, in nodes a second. */
  readonly rates: ReadonlyMap<string, number>;
}

/** Judges the zones after a pass. `before` are the states that the last pass gave. */
export function planDisruption(
  before: ReadonlyMap<string, ZoneState>,
  counts: ReadonlyMap<string, ZoneCount>,
): DisruptionPlan {
  const states = new Map<string, ZoneState>();
  const rates = new Map<string, number>();
  let allWere = true;
  let allAre = true;
  for (const [zone, count] of counts) {
    const state = zoneState(count);
    states.set(zone, state);
    allAre &&= state === 'fully disrupted';
    allWere &&= before.get(zone) === 'fully disrupted';
    if (state !== (before.get(zone) ?? 'initial')) rates.set(zone, rateOf(state, count));
  }
  if (allWere === allAre) return { states, rates: allAre ? new Map() : rates };
  const disruption = allAre ? 'begins' : 'ends';
  for (const [zone, count] of counts)
    rates.set(zone, allAre ? 0 : rateOf(states.get(zone)!, count));
  return { states, disruption, rates };
}

function rateOf(state: ZoneState, { ready, notReady }: ZoneCount): number {
  if (state !== 'partly disrupted') return NORMAL_RATE;
  return ready + notReady > SMALL_ZONE ? REDUCED_RATE : 0;
}
