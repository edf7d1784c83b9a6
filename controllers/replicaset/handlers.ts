/** What enqueues a ReplicaSet: itself, and its pods. */
import { controllerOf, keyOf, type Cause } from '#values';
import { isPodReady } from '#kinds';
import type { Pod } from '#types';
import {
  controllerIn,
  type DeletionTrackingExpectations,
  type Handlers,
  type Lister,
  type WorkQueue,
} from '#runtime';
import type { Census } from './census.ts';
import type { Flavour, Replicated } from './flavour.ts';

export interface HandlerContext<T extends Replicated> {
  readonly flavour: Flavour<T>;
  readonly queue: WorkQueue;
  readonly expectations: DeletionTrackingExpectations;
  readonly census: Census<T>;
  readonly sets: Lister<T>;
}

export function setHandlers<T extends Replicated>({
  queue,
  expectations,
  census,
}: HandlerContext<T>): Handlers<T> {
  return {
    added: (set, cause) => queue.add(keyOf(set), cause),
    updated: (set, _, cause) => queue.add(keyOf(set), cause),
    deleted(set, cause) {
      // One of the same name that comes next starts clean.
      expectations.forget(keyOf(set));
      census.forget(set);
      queue.add(keyOf(set), cause);
    },
  };
}

export function podHandlers<T extends Replicated>(context: HandlerContext<T>): Handlers<Pod> {
  const { flavour, queue, expectations, sets } = context;
  const ownerOf = (pod: Pod): T | undefined => controllerIn(sets, flavour.kind.kind, pod);
  const deleted = (pod: Pod, cause: Cause): void => {
    const set = ownerOf(pod);
    if (set === undefined) return;
    expectations.deletionObserved(keyOf(set), keyOf(pod));
    queue.addWhenSettled(keyOf(set), cause);
  };
  return {
    added(pod, cause) {
      // After a restart, pods that are on their way out are news as well.
      if (isTerminating(pod)) return deleted(pod, cause);
      if (controllerOf(pod) === undefined) return enqueueMatching(pod, context, cause);
      const set = ownerOf(pod);
      if (set === undefined) return;
      expectations.creationObserved(keyOf(set));
      queue.addWhenSettled(keyOf(set), cause);
    },
    updated(pod, old, cause) {
      if (isTerminating(pod)) return deleted(pod, cause);
      const oldOwner = controllerOf(old);
      const present = controllerOf(pod);
      if (oldOwner?.uid !== present?.uid) {
        const oldSet = ownerOf(old);
        if (oldSet !== undefined) queue.addWhenSettled(keyOf(oldSet), cause);
      }
      if (present === undefined) {
        const hasChanged = oldOwner !== undefined || pod.metadata.labels !== old.metadata.labels;
        if (hasChanged) enqueueMatching(pod, context, cause);
        return;
      }
      const set = ownerOf(pod);
      if (set === undefined) return;
      queue.addWhenSettled(keyOf(set), cause);
      const minReadySeconds = set.spec.minReadySeconds ?? 0;
      if (minReadySeconds > 0 && isPodReady(pod) && !isPodReady(old)) {
        // One second more, as times are stored in whole seconds.
        queue.addAfter(keyOf(set), (minReadySeconds + 1) * 1000, cause);
      }
    },
    deleted,
  };
}

function isTerminating({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** An orphan may be adopted by any whose selector it matches. */
function enqueueMatching<T extends Replicated>(
  { metadata }: Pod,
  { flavour, sets, queue }: HandlerContext<T>,
  cause: Cause,
): void {
  for (const set of sets.list(metadata.namespace)) {
    if (flavour.selectorOf(set).matches(metadata.labels)) queue.addWhenSettled(keyOf(set), cause);
  }
}
