/** What enqueues a DaemonSet: itself, its revisions, its pods, and nodes that matter to it. */
import { controllerOf, keyOf, selectorOf, type Cause, type KubeObject } from '#values';
import { isPodReady } from '#kinds';
import type { ControllerRevision, DaemonSet, Node, Pod } from '#types';
import {
  controllerIn,
  type Expectations,
  type Handlers,
  type Lister,
  type WorkQueue,
} from '#runtime';
import { daemonTolerations, eligibility, type Eligibility } from './eligibility.ts';
import { isTerminating } from './pods.ts';

export interface HandlerContext {
  readonly queue: WorkQueue;
  readonly expectations: Expectations;
  readonly sets: Lister<DaemonSet>;
}

export function setHandlers({ queue }: HandlerContext): Handlers<DaemonSet> {
  return {
    added: (set, cause) => queue.add(keyOf(set), cause),
    updated: (set, _, cause) => queue.add(keyOf(set), cause),
    deleted: (set, cause) => queue.add(keyOf(set), cause),
  };
}

/**
 * As in v1.24, a set is enqueued when its own revisions change or are deleted, but not when they
 * are created: it created them itself. Orphans concern every set that may adopt them.
 */
export function revisionHandlers(context: HandlerContext): Handlers<ControllerRevision> {
  const { queue, sets } = context;
  const enqueueOwner = (revision: ControllerRevision, cause: Cause): void => {
    const set = ownerOf(revision, sets);
    if (set !== undefined) queue.add(keyOf(set), cause);
  };
  return {
    added(revision, cause) {
      if (isTerminating(revision)) return enqueueOwner(revision, cause);
      if (controllerOf(revision) === undefined) enqueueMatching(revision, context, cause);
    },
    updated(revision, old, cause) {
      if (controllerOf(revision)?.uid !== controllerOf(old)?.uid) enqueueOwner(old, cause);
      if (controllerOf(revision) !== undefined) enqueueOwner(revision, cause);
      else if (hasOrphanChanged(revision, old)) enqueueMatching(revision, context, cause);
    },
    deleted: enqueueOwner,
  };
}

export function podHandlers(context: HandlerContext): Handlers<Pod> {
  const { queue, expectations, sets } = context;
  const deleted = (pod: Pod, cause: Cause): void => {
    const set = ownerOf(pod, sets);
    if (set === undefined) return;
    expectations.deletionObserved(keyOf(set));
    queue.addWhenSettled(keyOf(set), cause);
  };
  return {
    added(pod, cause) {
      if (isTerminating(pod)) return deleted(pod, cause);
      if (controllerOf(pod) === undefined) return enqueueMatching(pod, context, cause);
      const set = ownerOf(pod, sets);
      if (set === undefined) return;
      expectations.creationObserved(keyOf(set));
      queue.addWhenSettled(keyOf(set), cause);
    },
    updated(pod, old, cause) {
      if (isTerminating(pod)) return deleted(pod, cause);
      const oldSet = ownerOf(old, sets);
      const set = ownerOf(pod, sets);
      if (oldSet !== undefined && oldSet !== set) queue.addWhenSettled(keyOf(oldSet), cause);
      if (set === undefined) {
        if (controllerOf(pod) === undefined && hasOrphanChanged(pod, old))
          enqueueMatching(pod, context, cause);
        return;
      }
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

/** An orphan concerns a set when it just became one, or when its labels changed. */
function hasOrphanChanged(object: KubeObject, old: KubeObject): boolean {
  return controllerOf(old) !== undefined || object.metadata.labels !== old.metadata.labels;
}

/**
 * A new node enqueues the sets that want a pod there; a changed one those whose decision it changes.
 * A removed node enqueues no set, as in v1.24: the set is enqueued when the pod is collected.
 */
export function nodeHandlers({ queue, sets }: HandlerContext): Handlers<Node> {
  return {
    added(node, cause) {
      for (const set of sets.list()) {
        if (decide(node, set).shouldRun) queue.add(keyOf(set), cause);
      }
    },
    updated(node, old, cause) {
      if (onlyStatusChanged(node, old)) return;
      for (const set of sets.list()) {
        const [before, after] = [decide(old, set), decide(node, set)];
        const same =
          before.shouldRun === after.shouldRun && before.shouldContinue === after.shouldContinue;
        if (!same) queue.add(keyOf(set), cause);
      }
    },
  };
}

/** Returns whether no decision changes: they depend on name, labels and taints alone, and not on heartbeats. */
export function onlyStatusChanged(node: Node, old: Node): boolean {
  return node.spec === old.spec && node.metadata.labels === old.metadata.labels;
}

/** Decides whether a set has a pod on a node. */
export function decide(node: Node, { spec: { template } }: DaemonSet): Eligibility {
  return eligibility(node, template.spec, daemonTolerations(template.spec));
}

function ownerOf(object: KubeObject, sets: Lister<DaemonSet>): DaemonSet | undefined {
  return controllerIn(sets, 'DaemonSet', object);
}

/** An orphan may be adopted by any set whose selector it matches. */
function enqueueMatching(
  { metadata }: KubeObject,
  { sets, queue }: HandlerContext,
  cause: Cause,
): void {
  for (const set of sets.list(metadata.namespace)) {
    if (selectorOf(set.spec.selector).matches(metadata.labels)) queue.add(keyOf(set), cause);
  }
}
