/** Explains why no pod of a workload is on a node: where its pods are, and what the node has against one. */
import { deployment, pod as podKind, replicaSet, statefulSet } from '#kinds';
import { keyOf, type KubeObject } from '#values';
import type { Deployment, Pod, ReplicaSet, StatefulSet } from '#types';
import { absence, pastChildren, type Account, type PastView, type Term } from '#runtime';
import { filterTerms } from './explain-nodes.ts';
import { clusterAt } from './past.ts';
import { candidateOf } from './pod-info.ts';

function onNode(name: string, pods: readonly Pod[], past: PastView): Account {
  const there = pods.filter(({ spec }) => spec.nodeName === name);
  const [example] = there.length > 0 ? there : pods;
  const rule = 'leaves it to the scheduler where its pods are';
  if (example === undefined) {
    const because = 'it has none, on any node';
    return {
      value: `has no pod on ${name}`,
      rule,
      terms: [{ subject: 'pods', counts: false, because }],
    };
  }
  const value =
    there.length === 0 ? `has no pod on ${name}` : `has pod ${example.metadata.name} on ${name}`;
  return {
    value,
    rule,
    terms: [
      ...(there.length === 0 ? [nodeTerm(name, example, past)] : []),
      ...pods.map((pod) => placeTerm(pod, name)),
    ],
  };
}

/** What the node has against a pod such as this one, as things stand. */
function nodeTerm(name: string, pod: Pod, past: PastView): Term {
  const subject = `Node ${name}`;
  const cluster = clusterAt(past);
  if (!cluster.nodes.some(({ node }) => node.metadata.name === name)) {
    return { subject, counts: false, because: 'there is no such node' };
  }
  const free: Pod = { ...pod, spec: { ...pod.spec, nodeName: '' } };
  const refused = filterTerms(candidateOf(free), cluster).find((term) => term.subject === subject);
  const because = 'all filters admit such a pod; the scheduler found a higher score elsewhere';
  return refused?.counts === false ? refused : { subject, counts: true, because };
}

function placeTerm(pod: Pod, name: string): Term {
  const { nodeName } = pod.spec;
  const counts = nodeName === name;
  const because = nodeName ? `it is on ${nodeName}` : 'it has no node yet';
  return { subject: `Pod ${keyOf(pod)}`, counts, because };
}

const podsOf = (owner: KubeObject, past: PastView): readonly Pod[] =>
  pastChildren(past, podKind, owner);

/** For workloads whose pods may be anywhere. */
export const explainsOwners = [
  absence<ReplicaSet>(replicaSet, (missing, set, past) =>
    missing.what === 'pod' ? onNode(missing.node, podsOf(set, past), past) : undefined,
  ),
  absence<StatefulSet>(statefulSet, (missing, set, past) =>
    missing.what === 'pod' ? onNode(missing.node, podsOf(set, past), past) : undefined,
  ),
  absence<Deployment>(deployment, (missing, owner, past) => {
    if (missing.what !== 'pod') return undefined;
    const sets = pastChildren(past, replicaSet, owner);
    return onNode(
      missing.node,
      sets.flatMap((set) => podsOf(set, past)),
      past,
    );
  }),
];
