/** Explains why a pod was deleted: which of the pods that are too many go first. */
import { controllerOf, keyOf, splitKey, type KubeObject } from '#values';
import { isPodActive, pod as podKind } from '#kinds';
import type { Pod } from '#types';
import {
  act,
  pastChildren,
  pastClaimed,
  type Account,
  type Explainer,
  type Pass,
  type PastView,
  type Term,
} from '#runtime';
import { firstToGo, podsToDelete, sortedForDeletion, type Ranked } from './deletion-order.ts';
import { desiredReplicas, type Flavour, type Replicated } from './flavour.ts';

/** For pods that an object of this kind has deleted. */
export function deletionExplainer<T extends Replicated>(flavour: Flavour<T>): Explainer {
  return act<Pod>(podKind, { 'metadata.deletionTimestamp': (pass) => deletion(flavour, pass) });
}

function deletion<T extends Replicated>(flavour: Flavour<T>, pass: Pass<Pod>): Account {
  const { object, written, past, key = '' } = pass;
  const kind = flavour.kind.kind;
  const about = `is the end of its grace period: its ${kind} had more pods than it asks for`;
  const set = past.get(flavour.kind, splitKey(key));
  if (set === undefined) return { value: undefined, rule: about, terms: [] };
  const selector = flavour.selectorOf(set);
  const pods = pastClaimed(past, podKind, set, ({ metadata }) => selector.matches(metadata.labels))
    .filter(isPodActive)
    // Of equals any may go.
    .toSorted((a, b) => Number(isSame(b, object)) - Number(isSame(a, object)));
  const desired = desiredReplicas(set);
  const count = Math.max(0, pods.length - desired);
  const related = relatedPods(flavour, set, past);
  const isChosen = podsToDelete(pods, related, count, past.now).some((pod) => isSame(pod, object));
  return {
    value: isChosen ? written.metadata.deletionTimestamp : object.metadata.deletionTimestamp,
    rule: `${about}, and this one was among the first to go`,
    terms: [
      {
        subject: `${kind} ${key}`,
        amount: desired,
        counts: true,
        because: 'the pods that it asks for',
      },
      { subject: 'active pods', amount: pods.length, counts: true, because: 'when the pass began' },
      ...orderTerms(pods, related, count, past),
    ],
  };
}

function isSame(a: KubeObject, b: KubeObject): boolean {
  return a.metadata.uid === b.metadata.uid;
}

/** The pods of all objects that share the object's own controller. */
function relatedPods<T extends Replicated>(
  { kind }: Flavour<T>,
  set: T,
  past: PastView,
): readonly Pod[] {
  const controller = controllerOf(set);
  if (controller === undefined) return [];
  const owner = { metadata: { uid: controller.uid, namespace: set.metadata.namespace } };
  return pastChildren(past, kind, owner).flatMap((each) => pastChildren(past, podKind, each));
}

/** The pods in the order in which they go, each with what tells it from those on the other side. */
function orderTerms(
  pods: readonly Pod[],
  related: readonly Pod[],
  count: number,
  { now }: PastView,
): readonly Term[] {
  const sorted = sortedForDeletion(pods, related, now);
  const [going, staying] = [sorted.slice(0, count), sorted.slice(count)];
  const differences = (ranked: Ranked, others: readonly Ranked[]): string => {
    if (others.length === 0) return 'all of them do';
    const rules = others.map((other) => firstToGo(ranked, other, now));
    const rule = rules.find((each) => each !== undefined);
    const first = rule === undefined ? [] : [`${rule} go first`];
    return [...first, ...(rules.includes(undefined) ? ['any of equals may go'] : [])].join('; ');
  };
  return [
    ...going.map((each) => ({
      subject: `Pod ${keyOf(each.pod)}`,
      counts: true,
      because: `it goes: ${differences(each, staying)}`,
    })),
    ...staying.map((each) => ({
      subject: `Pod ${keyOf(each.pod)}`,
      counts: false,
      because: `it stays: ${differences(each, going.toReversed())}`,
    })),
  ];
}
