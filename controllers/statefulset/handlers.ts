/** What enqueues a StatefulSet: itself, and its pods. */
import { controllerOf, keyOf, selectorOf, type Cause } from '#values';
import { isPodReady } from '#kinds';
import type { Pod, StatefulSet } from '#types';
import { controllerIn, type Handlers, type Lister, type WorkQueue } from '#runtime';

export interface HandlerContext {
  readonly queue: WorkQueue;
  readonly sets: Lister<StatefulSet>;
}

export function setHandlers({ queue }: HandlerContext): Handlers<StatefulSet> {
  return {
    added: (set, cause) => queue.add(keyOf(set), cause),
    updated: (set, _, cause) => queue.add(keyOf(set), cause),
    deleted: (set, cause) => queue.add(keyOf(set), cause),
  };
}

export function podHandlers(context: HandlerContext): Handlers<Pod> {
  const { queue, sets } = context;
  const enqueueOwner = (pod: Pod, cause: Cause): void => {
    const set = controllerIn(sets, 'StatefulSet', pod);
    if (set !== undefined) queue.add(keyOf(set), cause);
  };
  return {
    added(pod, cause) {
      if (controllerOf(pod) !== undefined) enqueueOwner(pod, cause);
      else if (pod.metadata.deletionTimestamp === undefined) enqueueMatching(pod, context, cause);
    },
    updated(pod, old, cause) {
      const [present, former] = [controllerOf(pod), controllerOf(old)];
      const isHanded = present?.uid !== former?.uid;
      if (isHanded) enqueueOwner(old, cause);
      if (present === undefined) {
        if (isHanded || pod.metadata.labels !== old.metadata.labels) {
          enqueueMatching(pod, context, cause);
        }
        return;
      }
      enqueueOwner(pod, cause);
      const set = controllerIn(sets, 'StatefulSet', pod);
      const minReadySeconds = set?.spec.minReadySeconds ?? 0;
      if (set !== undefined && minReadySeconds > 0 && isPodReady(pod) && !isPodReady(old)) {
        // One second more, as times are stored in whole seconds.
        queue.addAfter(keyOf(set), (minReadySeconds + 1) * 1000, cause);
      }
    },
    deleted: enqueueOwner,
  };
}

/** An orphan may be adopted by any set whose selector it matches. */
function enqueueMatching({ metadata }: Pod, { sets, queue }: HandlerContext, cause: Cause): void {
  for (const set of sets.list(metadata.namespace)) {
    if (selectorOf(set.spec.selector).matches(metadata.labels)) queue.add(keyOf(set), cause);
  }
}
