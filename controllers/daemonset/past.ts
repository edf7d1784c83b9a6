/** What a reconcile of a DaemonSet saw, from the cluster as it was. */
import { controllerRevision, node as nodeKind, pod as podKind } from '#kinds';
import type { DaemonSet } from '#types';
import { pastChildren, type PastView } from '#runtime';
import { hashOf, readHistory } from './history.ts';
import { observe, type DaemonSetView } from './view.ts';

export function viewAt(set: DaemonSet, past: PastView): DaemonSetView {
  const current = readHistory(set, pastChildren(past, controllerRevision, set)).current.at(-1);
  const hash = current === undefined ? '' : hashOf(current);
  const pods = pastChildren(past, podKind, set);
  return observe(set, hash, past.list(nodeKind), pods, past.now, past.profile);
}
