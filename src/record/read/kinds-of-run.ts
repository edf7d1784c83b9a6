/** The releases of a run: which it had when, and the kinds of the last one. */
import { atRelease, type KindRegistry } from '#catalog';
import { profileNamed, withGates, type Profile } from '#kinds';
import type { RunHead } from '../run-log.ts';
import { RecordError } from './error.ts';

/** What a run's head says about its releases. */
export type Releases = Pick<RunHead, 'kubernetes' | 'features' | 'releases'>;

/**
 * Returns the kinds of the release that a run was played on, or had last.
 *
 * @param kinds those of any release
 * @throws {RecordError} for a release that is not known here
 */
export function kindsOfRun(
  { kubernetes, releases = [] }: Releases,
  kinds: KindRegistry,
): KindRegistry {
  return atRelease(kinds, named((releases.at(-1) ?? { kubernetes }).kubernetes));
}

/**
 * Returns the release that a run has at a revision, with its gates.
 * @throws {RecordError} for a release that is not known here
 */
export function profileAt(head: Releases, revision: number): Profile {
  const { releases = [] } = head;
  const { kubernetes, features } = releases.findLast(({ behind }) => behind < revision) ?? head;
  return withGates(named(kubernetes), features);
}

function named(kubernetes: string | undefined): Profile {
  try {
    return profileNamed(kubernetes);
  } catch (error) {
    throw new RecordError(`kubernetes: ${(error as RangeError).message}`);
  }
}
