/** Which DaemonSets a node that came or changed is news for, in later releases. */
import { controllerOf, keyOf, type Cause } from '#values';
import type { DaemonSet, Node, Pod } from '#types';
import type { Handlers, WorkQueue } from '#runtime';
import { decide, onlyStatusChanged } from './handlers.ts';

/** Returns handlers that note nodes by name, to be looked at one by one. */
export function noteNodes(nodes: WorkQueue): Handlers<Node> {
  const note = ({ metadata }: Node, cause: Cause): void => nodes.add(metadata.name, cause);
  return {
    added: note,
    updated(node, old, cause) {
      if (!onlyStatusChanged(node, old)) note(node, cause);
    },
  };
}

/**
 * Returns the sets that have to create or delete a pod on a node, and those that have one there while they have
 * some where none should be: their status may change.
 */
export function setsToWake(
  node: Node,
  sets: readonly DaemonSet[],
  pods: readonly Pod[],
): readonly DaemonSet[] {
  const owners = new Set(pods.flatMap(ownerKey));
  return sets.filter((set) => {
    const { shouldRun, shouldContinue } = decide(node, set);
    if (!owners.has(keyOf(set))) return shouldRun;
    return !shouldContinue || set.status.numberMisscheduled > 0;
  });
}

function ownerKey(pod: Pod): readonly string[] {
  const owner = controllerOf(pod);
  return owner?.kind === 'DaemonSet' ? [`${pod.metadata.namespace}/${owner.name}`] : [];
}
