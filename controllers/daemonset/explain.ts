/** Explains the numbers in a DaemonSet's status, node by node. */
import { daemonSet, isPodReady } from '#kinds';
import type { DaemonSet, Pod } from '#types';
import {
  absence,
  explainer,
  refusalTerms,
  type Account,
  type Pass,
  type PastView,
  type Term,
} from '#runtime';
import { viewAt } from './past.ts';
import { isAvailable, isUpdated, oldest } from './pods.ts';
import { countNodes, type Counts } from './status.ts';
import type { DaemonSetView, NodeView } from './view.ts';

type Verdict = Pick<Term, 'counts' | 'because'>;
/** Judges a node; `pod` is the one that represents it. */
type Judge = (view: DaemonSetView, node: NodeView, pod: Pod | undefined) => Verdict;

const counts = (because: string): Verdict => ({ counts: true, because });
const countsNot = (because: string): Verdict => ({ counts: false, because });

const desired: Judge = (_, { eligibility }) =>
  eligibility.shouldRun
    ? counts('it should run a pod')
    : countsNot(eligibility.because ?? 'it should not run a pod');

/** For the numbers about nodes that should run a pod and have one: `judge` looks at the pod. */
function running(judge: (view: DaemonSetView, pod: Pod) => Verdict): Judge {
  return (view, node, pod) => {
    if (!node.eligibility.shouldRun) return desired(view, node, pod);
    return pod === undefined ? countsNot('it has no pod') : judge(view, pod);
  };
}

const available = running((view, pod) => {
  const { name } = pod.metadata;
  if (isAvailable(pod, view.set, view.now)) return counts(`its pod ${name} is available`);
  if (!isPodReady(pod)) return countsNot(`its pod ${name} is not ready`);
  return countsNot(`its pod ${name} is not yet ready for ${view.set.spec.minReadySeconds ?? 0} s`);
});

const judges: Readonly<Record<keyof Counts, { rule: string; judge: Judge }>> = {
  desiredNumberScheduled: {
    rule: 'counts the nodes that should run a pod: node name, selector and affinity match, taints are tolerated',
    judge: desired,
  },
  currentNumberScheduled: {
    rule: 'counts the nodes that should run a pod and have one',
    judge: running((_, { metadata }) => counts(`it has pod ${metadata.name}`)),
  },
  numberMisscheduled: {
    rule: 'counts the nodes that have a pod but should not run one',
    judge(_, { eligibility }, pod) {
      if (pod === undefined) return countsNot('it has no pod');
      const { name } = pod.metadata;
      if (eligibility.shouldRun) return countsNot(`its pod ${name} should run there`);
      return counts(`it has pod ${name}, but ${eligibility.because ?? 'should not run one'}`);
    },
  },
  numberReady: {
    rule: 'counts the nodes that should run a pod and have one that is ready',
    judge: running((_, pod) =>
      isPodReady(pod)
        ? counts(`its pod ${pod.metadata.name} is ready`)
        : countsNot(`its pod ${pod.metadata.name} is not ready`),
    ),
  },
  updatedNumberScheduled: {
    rule: 'counts the nodes that should run a pod and have one made from the current template',
    judge: running((view, pod) =>
      isUpdated(pod, view.hash, view.generation)
        ? counts(`its pod ${pod.metadata.name} has the current template`)
        : countsNot(`its pod ${pod.metadata.name} has an older template`),
    ),
  },
  numberAvailable: {
    rule: 'counts the nodes that should run a pod and have one that has been ready for minReadySeconds',
    judge: available,
  },
  numberUnavailable: {
    rule: 'is desiredNumberScheduled minus numberAvailable: the nodes that should run an available pod and do not',
    judge(view, node, pod) {
      if (!node.eligibility.shouldRun) return desired(view, node, pod);
      const verdict = available(view, node, pod);
      return { counts: !verdict.counts, because: verdict.because };
    },
  },
};

function accountOf(field: keyof Counts): (pass: Pass<DaemonSet>) => Account {
  const { rule, judge } = judges[field];
  return (pass) => {
    const view = viewAt(pass.object, pass.past);
    return {
      value: countNodes(view)[field],
      rule,
      terms: view.nodes.map((node) => ({
        subject: `Node ${node.node.metadata.name}`,
        ...judge(view, node, oldest(node.pods)),
      })),
    };
  };
}

const observed = ({ object, past }: Pass<DaemonSet>): Account => ({
  value: object.metadata.generation,
  rule: 'is the generation of the spec that the controller reconciled, once its cache shows all that it created',
  terms: [
    {
      subject: `DaemonSet ${object.metadata.namespace}/${object.metadata.name}`,
      amount: object.metadata.generation,
      counts: true,
      because: `its metadata.generation at revision ${past.revision}`,
    },
  ],
});

/** Why a node has no pod of it. */
function podOn(name: string, set: DaemonSet, past: PastView): Account {
  const view = viewAt(set, past);
  const subject = `Node ${name}`;
  const rule =
    'puts a pod on each node that its template admits by name, selector, affinity and taints';
  const on = view.nodes.find(({ node }) => node.metadata.name === name);
  if (on === undefined) {
    const terms = [{ subject, counts: false, because: 'there is no such node' }];
    return { value: `has no pod on ${name}`, rule, terms };
  }
  const pod = oldest(on.pods);
  const value =
    pod === undefined ? `has no pod on ${name}` : `has pod ${pod.metadata.name} on ${name}`;
  const refused = pod === undefined && on.eligibility.shouldRun ? refusalTerms(past, set) : [];
  return { value, rule, terms: [{ subject, ...desired(view, on, pod) }, ...refused] };
}

const counted = Object.fromEntries(
  (Object.keys(judges) as (keyof Counts)[]).map((field) => [`status.${field}`, accountOf(field)]),
);

/** Accounts for every number in the status. */
export const explains = [
  explainer<DaemonSet>(
    daemonSet,
    { ...counted, 'status.observedGeneration': observed },
    { again: { fields: Object.keys(counted) } },
  ),
  absence<DaemonSet>(daemonSet, (missing, set, past) =>
    missing.what === 'pod' ? podOn(missing.node, set, past) : undefined,
  ),
];
