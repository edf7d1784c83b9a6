import { atRelease, type KindRegistry } from '#catalog';
import { profileNamed } from '#kinds';
import type { RunHead } from '../run-log.ts';
import { RecordError } from './error.ts';

/**
 * Returns the kinds of the release that a run was played on.
 *
 * @param kinds those of any release
 * @throws {RecordError} for a release that is not known here
 */
export function kindsOfRun(
  { kubernetes }: Pick<RunHead, 'kubernetes'>,
  kinds: KindRegistry,
): KindRegistry {
  try {
    return atRelease(kinds, profileNamed(kubernetes));
  } catch (error) {
    throw new RecordError(`kubernetes: ${(error as RangeError).message}`);
  }
}
