/** What to do with an object, given its owners. Pure. */
import type { KubeObject } from '#values';

/** The finalizer of an object that is not to go before its dependents have. */
export const FOREGROUND = 'foregroundDeletion';
/** The finalizer of an object whose dependents are to be let go. */
export const ORPHAN = 'orphan';

/**
 * What a reference to an owner is worth:
 * - `solid`: the owner is there
 * - `waiting`: it is there, but waits for its dependents to go (foreground deletion)
 * - `dangling`: there is no such owner
 * - `unknown`: cannot be determined, as its kind is not known or it could not be referred to
 */
export type ReferenceState = 'solid' | 'waiting' | 'dangling' | 'unknown';

export interface JudgedReference {
  /** The owner's. */
  readonly uid: string;
  readonly state: ReferenceState;
}

export interface Circumstances {
  readonly references: readonly JudgedReference[];
  /** The object's own. */
  readonly finalizers: readonly string[];
  readonly hasDependents: boolean;
}

export type Plan =
  | { readonly action: 'keep' }
  /** Take the references to these owners away, by uid. */
  | { readonly action: 'release'; readonly owners: readonly string[] }
  | { readonly action: 'delete'; readonly policy: 'Background' | 'Foreground' | 'Orphan' };

const keep: Plan = { action: 'keep' };

/** What a reference to an owner that exists is worth. */
export function stateOf({ metadata }: KubeObject): ReferenceState {
  const isWaiting = metadata.deletionTimestamp != null && metadata.finalizers?.includes(FOREGROUND);
  return isWaiting === true ? 'waiting' : 'solid';
}

/**
 * An object with an owner stays, without its other references. One without goes: in the foreground
 * when an owner waits for it and it has dependents itself, else as its own finalizers ask for.
 */
export function plan({ references, finalizers, hasDependents }: Circumstances): Plan {
  const has = (state: ReferenceState): boolean =>
    references.some((reference) => reference.state === state);
  if (references.length === 0 || has('unknown')) return keep;
  if (has('solid')) {
    const useless = references.filter(({ state }) => state !== 'solid');
    return useless.length === 0
      ? keep
      : { action: 'release', owners: useless.map(({ uid }) => uid) };
  }
  if (has('waiting') && hasDependents) return { action: 'delete', policy: 'Foreground' };
  return { action: 'delete', policy: policyOf(finalizers) };
}

function policyOf(finalizers: readonly string[]): 'Background' | 'Foreground' | 'Orphan' {
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background';
}
