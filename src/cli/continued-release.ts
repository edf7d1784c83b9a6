/** The release that continues stored data. */
import { profileNamed, upgradeProblem, type Profile } from '#kinds';
import { UsageError } from './usage-error.ts';

export interface Stored {
  /** Of messages: a folder, or the addresses of an etcd. */
  readonly place: string;
  /** The name of the release that wrote it last; undefined: the default one, which wrote no name. */
  readonly release: string | undefined;
  /** Servers of neighbouring releases may share it. */
  readonly isShared?: boolean;
}

/** Returns the release that wrote it last. @throws {UsageError} for one that is not known here */
export function writerOf({ place, release }: Stored): Profile {
  try {
    return profileNamed(release);
  } catch (error) {
    throw new UsageError(`${place}: ${(error as RangeError).message}`);
  }
}

/** @throws {UsageError} where a release may not continue it */
export function checkContinued(stored: Stored, profile: Profile): void {
  const problem = upgradeProblem(writerOf(stored), profile, stored.isShared);
  if (problem === undefined) return;
  throw new UsageError(`${stored.place}: ${problem}; --force-version continues it all the same`);
}
