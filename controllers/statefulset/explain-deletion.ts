/** Explains why a StatefulSet deleted a pod: it was beyond the replicas, of another revision, or had failed. */
import { statefulSet as statefulSetKind } from '#kinds';
import { splitKey } from '#values';
import type { Pod } from '#types';
import type { Account, Pass } from '#runtime';
import { viewAt } from './past.ts';
import { plan, type Action, type View } from './plan.ts';
import { firstOrdinal, isOver, ordinalOf, revisionOf, desiredReplicas } from './pods.ts';

export function deletion({ object, written, past, key = '' }: Pass<Pod>): Account {
  const set = past.get(statefulSetKind, splitKey(key));
  const rule = 'is the end of its grace period: its StatefulSet deleted it';
  if (set === undefined) return { value: undefined, rule, terms: [] };
  const view = viewAt(set, past);
  const action = plan(view).find(
    (each): each is Action & { readonly type: 'delete' } =>
      each.type === 'delete' && each.pod.metadata.uid === object.metadata.uid,
  );
  return {
    value:
      action === undefined ? object.metadata.deletionTimestamp : written.metadata.deletionTimestamp,
    rule,
    terms: [
      {
        subject: `StatefulSet ${key}`,
        counts: action !== undefined,
        because: reasonOf(object, view),
      },
    ],
  };
}

function reasonOf(pod: Pod, { set, update, profile }: View): string {
  const ordinal = ordinalOf(set, pod) ?? 0;
  const desired = desiredReplicas(set);
  const first = firstOrdinal(set, profile);
  if (ordinal < first) return `spec.ordinals.start is ${first}, and the highest ordinal goes first`;
  if (ordinal >= first + desired) {
    return `spec.replicas is ${desired}, and the highest ordinal goes first`;
  }
  if (isOver(pod, profile)) {
    const how = pod.status.phase === 'Failed' ? 'failed' : 'succeeded';
    return `it had ${how}, and is made again`;
  }
  return `it had the revision ${revisionOf(pod)}, not ${update.name}, and the highest ordinal is updated first`;
}
