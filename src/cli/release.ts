/** Which release of Kubernetes a command is about. */
import { defaultProfile, minorOf, profileOf, type Profile } from '#kinds';
import type { ReleaseOptions } from './release-option.ts';
import { UsageError } from './usage-error.ts';

/**
 * Returns the release that was asked for; undefined where none was.
 * @throws {UsageError} for an unknown one, listing those that there are
 */
export function askedRelease({ kubernetes }: ReleaseOptions): Profile | undefined {
  if (kubernetes === undefined) return undefined;
  try {
    return profileOf(minorOf(kubernetes));
  } catch (error) {
    throw new UsageError(`--kubernetes: ${(error as RangeError).message}`);
  }
}

/** Returns the release that was asked for, or the default one. @throws {UsageError} */
export function releaseFor(options: ReleaseOptions): Profile {
  return askedRelease(options) ?? defaultProfile;
}
