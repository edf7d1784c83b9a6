/** Explains the order in which pods of a StatefulSet come and go: which one is waited for, and why. */
import { isPodReady } from '#kinds';
import type { Pod, StatefulSet } from '#types';
import { refusalOf, type Account, type PastView, type Term } from '#runtime';
import { viewAt } from './past.ts';
import { plan, waitedFor, type View } from './plan.ts';
import {
  firstOrdinal,
  isTerminating,
  ordinalOf,
  podName,
  revisionOf,
  desiredReplicas,
} from './pods.ts';

/** What a pod lacks that the others wait for. */
function lackText(pod: Pod, { set }: View): string {
  const { name } = pod.metadata;
  if (isTerminating(pod)) return `${name} is still ending`;
  if (pod.status.phase !== 'Running')
    return `${name} is ${pod.status.phase ?? 'not looked at yet'}`;
  if (!isPodReady(pod)) return `${name} is not ready`;
  return `${name} has not been ready for minReadySeconds (${set.spec.minReadySeconds ?? 0} s) yet`;
}

/** The pod without which nothing else is done; nothing where there is none. */
export function waitTerms(view: View): readonly Term[] {
  const pod = waitedFor(view);
  if (pod === undefined) return [];
  const because = `${lackText(pod, view)}: the next pod is made, removed or updated only after that`;
  return [{ subject: 'waits for', amount: pod.metadata.name, counts: false, because }];
}

/** Why there is no pod of an ordinal. */
export function whyNoPod(ordinal: number, view: View, past: PastView): string {
  const { set } = view;
  const desired = desiredReplicas(set);
  const first = firstOrdinal(set, view.profile);
  if (set.metadata.deletionTimestamp !== undefined) return 'the set is being deleted';
  if (ordinal < first)
    return `spec.ordinals.start is ${first}: the first one is ${podName(set, first)}`;
  if (ordinal >= first + desired) {
    return `spec.replicas is ${desired}: ${desired === 0 ? 'there are none' : `the last one is ${podName(set, first + desired - 1)}`}`;
  }
  const refused = refusalOf(past, set);
  const created = plan(view).flatMap((action) => (action.type === 'create' ? action.ordinal : []));
  if (created.includes(ordinal)) return refused ?? 'it is about to be made';
  const inOrder = 'pods are made in the order of their ordinals';
  if (created.length > 0) {
    return refused ?? `${inOrder}: ${podName(set, created[0]!)} comes first`;
  }
  const pod = waitedFor(view);
  return pod === undefined ? 'it is about to be made' : `${inOrder}: ${lackText(pod, view)}`;
}

/** Why a pod has not been updated yet. */
export function whyNotUpdated(pod: Pod, view: View): string {
  const { set } = view;
  const { updateStrategy } = set.spec;
  const own = `it has the revision ${revisionOf(pod)}`;
  if (updateStrategy?.type === 'OnDelete')
    return `${own}: with OnDelete, it keeps that until it is deleted`;
  const partition = updateStrategy?.rollingUpdate?.partition ?? 0;
  if (ordinalOf(set, pod)! - firstOrdinal(set, view.profile) < partition)
    return `${own}: its ordinal is below the partition ${partition}`;
  const waited = waitedFor(view);
  if (waited === undefined) return `${own}: the highest ordinal goes first`;
  return `${own}: the highest ordinal goes first, and ${lackText(waited, view)}`;
}

/** Why there is no pod of a name; undefined where no set has pods of such names. */
export function whyAbsent(set: StatefulSet, ordinal: number, past: PastView): Account {
  const view = viewAt(set, past);
  const subject = `StatefulSet ${set.metadata.namespace}/${set.metadata.name}`;
  return {
    value: 'is not there',
    rule: 'is made once all pods of its set with a lower ordinal are available',
    terms: [{ subject, counts: false, because: whyNoPod(ordinal, view, past) }, ...waitTerms(view)],
  };
}
