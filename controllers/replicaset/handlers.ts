/** What wakes a ReplicaSet: itself, and its pods. */
import { controllerOf, isPodReady, keyOf, type Cause, type Pod } from '#kinds';
import {
  controllerIn,
  type DeletionTrackingExpectations,
  type Handlers,
  type Lister,
  type WorkQueue,
} from '#runtime';
import type { Flavour, Replicated } from './flavour.ts';

export interface Woken<T extends Replicated> {
  readonly flavour: Flavour<T>;
  readonly queue: WorkQueue;
  readonly expectations: DeletionTrackingExpectations;
  readonly sets: Lister<T>;
}

export function setHandlers<T extends Replicated>({ queue, expectations }: Woken<T>): Handlers<T> {
  return {
    added: (set, cause) => queue.add(keyOf(set), cause),
    updated: (set, _, cause) => queue.add(keyOf(set), cause),
    deleted(set, cause) {
      // One of the same name that comes next starts clean.
      expectations.forget(keyOf(set));
      queue.add(keyOf(set), cause);
    },
  };
}

export function podHandlers<T extends Replicated>(woken: Woken<T>): Handlers<Pod> {
  const { flavour, queue, expectations, sets } = woken;
  const ownerOf = (pod: Pod): T | undefined => controllerIn(sets, flavour.kind.kind, pod);
  const deleted = (pod: Pod, cause: Cause): void => {
    const set = ownerOf(pod);
    if (set === undefined) return;
    expectations.deletionObserved(keyOf(set), keyOf(pod));
    queue.add(keyOf(set), cause);
  };
  return {
    added(pod, cause) {
      // After a restart, pods that are on their way out are news as well.
      if (isTerminating(pod)) return deleted(pod, cause);
      if (controllerOf(pod) === undefined) return wakeMatching(pod, woken, cause);
      const set = ownerOf(pod);
      if (set === undefined) return;
      expectations.creationObserved(keyOf(set));
      queue.add(keyOf(set), cause);
    },
    updated(pod, old, cause) {
      if (isTerminating(pod)) return deleted(pod, cause);
      const former = controllerOf(old);
      const present = controllerOf(pod);
      if (former?.uid !== present?.uid) {
        const formerSet = ownerOf(old);
        if (formerSet !== undefined) queue.add(keyOf(formerSet), cause);
      }
      if (present === undefined) {
        const isNews = former !== undefined || pod.metadata.labels !== old.metadata.labels;
        if (isNews) wakeMatching(pod, woken, cause);
        return;
      }
      const set = ownerOf(pod);
      if (set === undefined) return;
      queue.add(keyOf(set), cause);
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
function wakeMatching<T extends Replicated>(
  { metadata }: Pod,
  { flavour, sets, queue }: Woken<T>,
  cause: Cause,
): void {
  for (const set of sets.list(metadata.namespace)) {
    if (flavour.selectorOf(set).matches(metadata.labels)) queue.add(keyOf(set), cause);
  }
}
