/** What differs between two releases of Kubernetes, from the tables of kinds, types, gates and behaviours. */
import type { Profile } from '../profile.ts';
import { typeChanges, type TypeChanges } from './fields.ts';
import { behaviourChanges, gateChanges, type BehaviourChanges, type GateChanges } from './gates.ts';
import { kindChanges, type KindChanges } from './kinds.ts';

export interface ReleaseChanges {
  readonly kinds: KindChanges;
  readonly types: readonly TypeChanges[];
  readonly gates: GateChanges;
  readonly behaviours: BehaviourChanges;
}

/** Returns what is otherwise in the second release. */
export function releaseChanges(from: Profile, to: Profile): ReleaseChanges {
  return {
    kinds: kindChanges(from.minor, to.minor),
    types: typeChanges(from, to),
    gates: gateChanges(from, to),
    behaviours: behaviourChanges(from, to),
  };
}
