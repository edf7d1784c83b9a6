import { lateOwnersOf, type KubeObject, type LateOwners } from '#values';
import { CHANGE_WEIGHT } from './weight.ts';

/**
 * One state of an object. Separate from the change that made it, so that compaction can drop that.
 */
export interface Version {
  readonly revision: number;
  /** Absent once deleted. */
  readonly value: KubeObject | undefined;
  /** The state before; absent for the first one, and where compaction has cut. */
  older: Version | undefined;
  /** Bytes that history keeps for this write: what it replaced, as far as it replaced it. */
  weight: number;
  /** What releases since have read of it, the last one first. */
  reread?: RereadState;
}

/** What a release reads of a state that another has written. */
export interface RereadState {
  /** Reads of this revision, and of later ones, show it. */
  readonly since: number;
  readonly value: KubeObject;
  readonly older: RereadState | undefined;
}

/** Returns the owners of a state's fields that are not decided, without making the state. */
export function lateOwnersIn(version: Version): LateOwners | undefined {
  // Others make theirs by a getter of their class.
  if (!Object.hasOwn(version, 'value')) return undefined;
  const { value } = version;
  const late = value && lateOwnersOf(value.metadata);
  return late?.areDecided === false ? late : undefined;
}

/** Returns what reads of a revision find in a version that is the latest one then; by default now. */
export function seenIn(version: Version, revision = Infinity): KubeObject | undefined {
  let { reread } = version;
  while (reread !== undefined && reread.since > revision) reread = reread.older;
  return reread === undefined ? version.value : reread.value;
}

/**
 * Returns what reads find from a write on. @param replaced bytes of the state before that it does not
 * share
 */
export function versionOf(
  before: { readonly head: Version } | undefined,
  value: KubeObject | undefined,
  revision: number,
  replaced: number,
): Version {
  return { revision, value, older: before?.head, weight: CHANGE_WEIGHT + replaced };
}
