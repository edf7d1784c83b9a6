/** From a release to another: as in Kubernetes, one minor at a time. */
import { runtimeConfigIn, withRuntimeConfig } from './runtime-config.ts';
import { isOfStage, profileOf, withGates, type Profile } from './profile.ts';

/**
 * Returns why a release does not continue what another has written; undefined where it does.
 *
 * @param written the release that wrote it last
 * @param isShared servers of neighbouring releases may write it at the same time
 */
export function upgradeProblem(
  written: Profile,
  { minor }: Profile,
  isShared = false,
): string | undefined {
  const steps = minor - written.minor;
  if (steps === 0 || steps === 1 || (isShared && steps === -1)) return undefined;
  const what = steps < 0 ? 'is older' : `is ${steps} releases later`;
  const next = `v1.${written.minor + 1}`;
  const who = isShared ? 'that release, the one before, or the next' : 'that release or the next';
  return `v1.${written.minor} wrote it, and v1.${minor} ${what}; it is continued by ${who} (${next}), as upgrades go one minor at a time`;
}

/**
 * Returns the profile that a cluster gets with another minor: gates that were set stay set, as far as it knows them and
 * lets them be set so, and it serves what was asked for.
 *
 * @param featureGates that are set with it
 * @throws {RangeError} for an unknown minor, an unknown gate among them, and one that is locked
 */
export function profileAfter(
  before: Profile,
  minor: number,
  featureGates: Readonly<Record<string, boolean>> = {},
): Profile {
  const after = profileOf(minor);
  const remaining = Object.entries(before.set).filter(([gate, isOn]) => {
    const state = after.gates.get(gate);
    if (state === undefined || state.gone === true) return isOfStage(gate);
    return state.locked !== true || state.default === isOn;
  });
  const gated = withGates(after, { ...Object.fromEntries(remaining), ...featureGates });
  return withRuntimeConfig(gated, runtimeConfigIn(after, before.runtimeConfig));
}
