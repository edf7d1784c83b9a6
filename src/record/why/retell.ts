/** The same account by another profile: another release, or other gates, over the same cluster. */
import type { Profile } from '#kinds';
import type { Account, PastView } from '#runtime';

/** Undefined where the profile has no account. */
export type Retell = (profile: Profile) => Account | undefined;

/** Returns the same cluster as another profile has it. */
export function seenBy(profile: Profile, past: PastView): PastView {
  return {
    revision: past.revision,
    now: past.now,
    profile,
    get: (kind, ref) => past.get(kind, ref),
    list: (kind, namespace) => past.list(kind, namespace),
    at: (time) => seenBy(profile, past.at(time)),
  };
}
