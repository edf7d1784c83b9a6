/** The option of the conformance commands that names a release. */
import { defaultProfile, minorOf } from '#kinds';

/**
 * Takes `--kubernetes RELEASE` out of the arguments of a command.
 *
 * @returns the minor of Kubernetes 1, 24 where none is named, and the other arguments
 * @throws {RangeError} for an unknown release
 */
export function releaseIn(args: readonly string[]): {
  readonly minor: number;
  readonly rest: readonly string[];
} {
  const at = args.indexOf('--kubernetes');
  if (at < 0) return { minor: defaultProfile.minor, rest: args };
  return { minor: minorOf(args[at + 1] ?? ''), rest: args.toSpliced(at, 2) };
}
