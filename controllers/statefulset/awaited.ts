/** Which of its pods a StatefulSet waits for, by its objects alone. Pure. */
import type { Profile } from '#kinds';
import type { Pod, StatefulSet } from '#types';
import { waitedFor } from './plan.ts';

/**
 * The pod that has to be available, healthy or gone before the set does anything else; undefined where it waits for none.
 * @param pods those of the set @param now virtual time, ms
 */
export function awaitedPod(
  set: StatefulSet,
  pods: readonly Pod[],
  now: number,
  profile: Profile,
): Pod | undefined {
  const { currentRevision = '', updateRevision = '' } = set.status;
  const { template } = set.spec;
  const current = { name: currentRevision, template };
  return waitedFor({
    set,
    pods,
    now,
    profile,
    current,
    update: { name: updateRevision, template },
    // Which claims there are changes what is done, not what is waited for.
    claimsOf: () => [],
  });
}
