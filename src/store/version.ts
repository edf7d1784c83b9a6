import type { KubeObject } from '#values';
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
