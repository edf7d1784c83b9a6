/** What a reconcile of a StatefulSet saw, from the cluster as it was. */
import { controllerRevision, persistentVolumeClaim, pod as podKind } from '#kinds';
import { selectorOf } from '#values';
import type { StatefulSet } from '#types';
import { pastClaimed, type PastView } from '#runtime';
import { heldRevision, inOrder, newRevision, toRevision } from './history.ts';
import type { View } from './plan.ts';
import { claimsOf, ordinalOf, type Revision } from './pods.ts';

export function viewAt(set: StatefulSet, past: PastView): View {
  const selector = selectorOf(set.spec.selector);
  const revisions = inOrder(
    pastClaimed(past, controllerRevision, set, ({ metadata }) => selector.matches(metadata.labels)),
  );
  const held = heldRevision(revisions, set, past.profile);
  const update =
    held === undefined ? nextRevision(set, revisions.at(-1)?.revision) : toRevision(held, set);
  const current = revisions.find(({ metadata }) => metadata.name === set.status.currentRevision);
  return {
    set,
    current: current === undefined ? update : toRevision(current, set),
    update,
    pods: pastClaimed(
      past,
      podKind,
      set,
      (pod) => selector.matches(pod.metadata.labels) && ordinalOf(set, pod) !== undefined,
    ),
    now: past.now,
    profile: past.profile,
    claimsOf: (ordinal) =>
      claimsOf(set, ordinal).flatMap(
        ({ claim: { metadata } }) =>
          past.get(persistentVolumeClaim, {
            namespace: metadata.namespace,
            name: metadata.name!,
          }) ?? [],
      ),
  };
}

/** The revision that the reconcile is about to write. */
function nextRevision(set: StatefulSet, highest = 0): Revision {
  const { metadata } = newRevision(set, highest + 1, set.status.collisionCount ?? 0);
  return { name: metadata.name!, template: set.spec.template };
}
