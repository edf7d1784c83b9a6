/** Explains where a pod is, node by node; why it is nowhere yet; and for whom others had to go. */
import { getCondition, pod as podKind } from '#kinds';
import type { Pod, PodCondition } from '#types';
import { absence, act, explainer, standing, type Account, type Pass, type Term } from '#runtime';
import { clearedTerms, victimAccount } from './explain-preemption.ts';
import { filterTerms, ratings, type Rated } from './explain-nodes.ts';
import { explainsOwners } from './explain-owners.ts';
import { clusterAt } from './past.ts';
import { candidateOf, DEFAULT_SCHEDULER, isGated, usesThisScheduler } from './pod-info.ts';
import { decidedAt } from './past-decision.ts';

type PodPass = Pass<Pod>;

const bestNode = 'is the node with the highest score of those that all filters admit the pod to';

/** The node of a pod, by the scores at the time; ties are drawn, so that any of the best is right. */
function placed({ object, written, past }: PodPass): Account {
  const cluster = clusterAt(past);
  const candidate = candidateOf(object);
  const { nodeName } = written.spec;
  const cleared = cluster.nominations.nodeOf(object.metadata.uid);
  const { rated, refused } = ratings(candidate, cluster);
  const chosen = rated.find(({ name, total }) => name === nodeName && total === rated[0]!.total);
  const isCleared = nodeName === cleared && rated.some(({ name }) => name === cleared);
  const value = isCleared ? cleared : (chosen ?? rated[0])?.name;
  const rule = isCleared
    ? 'is the node that was cleared for the pod, which fits there now'
    : bestNode;
  const terms = rated
    .toSorted((a, b) => Number(b.name === value) - Number(a.name === value))
    .map((each) => ratedTerm(each, rated, value));
  return { value, rule, terms: [...terms, ...refused] };
}

function ratedTerm(
  { name, total, parts }: Rated,
  rated: readonly Rated[],
  chosen: string | undefined,
): Term {
  const counts = name === chosen;
  const subject = `Node ${name}`;
  if (rated.length === 1) {
    return { subject, counts, because: 'it is the only node that all filters admit the pod to' };
  }
  const isTie =
    total === rated[0]!.total && rated.filter((each) => each.total === total).length > 1;
  const tie = !isTie ? '' : counts ? ' (drawn among equals)' : ' (equal, and not drawn)';
  return { subject, amount: total, counts, because: `${parts}${tie}` };
}

/** The condition that the scheduler writes: where the pod fits, or why nowhere. */
function scheduled(pass: PodPass): Account {
  const written = getCondition(pass.written.status.conditions, 'PodScheduled');
  if (written?.status === 'True') {
    const { value, terms } = placed(pass);
    const rule = `is True once the pod has a node, which ${bestNode}`;
    return { value: value === pass.written.spec.nodeName ? written : undefined, rule, terms };
  }
  return written?.reason === 'SchedulerError' ? failed(written) : unschedulable(pass, written);
}

function failed(written: PodCondition): Account {
  const because = written.message ?? 'the chosen node could not be written';
  const rule = 'is False because the decision could not be carried out';
  return { value: written, rule, terms: [{ subject: 'scheduler', counts: false, because }] };
}

function unschedulable(pass: PodPass, written: PodCondition | undefined): Account {
  const { evidence } = pass;
  const cleared = pass.written.status.nominatedNodeName;
  const decided = decidedAt(pass.past, pass.object, { cleared, evidence });
  const { candidate, cluster, decision } = decided;
  const { reason, message } = decision.kind === 'failure' ? decision : {};
  const isSame = written?.reason === reason && written?.message === message;
  return {
    value: isSame ? written : { type: 'PodScheduled', status: 'False', reason, message },
    rule: 'is False while no node passes all filters',
    terms: [...filterTerms(candidate, cluster), ...clearedTerms(decided)],
  };
}

/** The node that is being cleared for a pod. */
function nominated(pass: PodPass): Account {
  const written = pass.written.status.nominatedNodeName;
  const decided = decidedAt(pass.past, pass.object, {
    cleared: written,
    evidence: pass.evidence,
  });
  const { decision } = decided;
  const clearing = decision.kind === 'failure' ? decision.clearing : undefined;
  const nomination =
    decision.kind === 'failure' && decision.isNominationOver !== true
      ? pass.object.status.nominatedNodeName
      : undefined;
  return {
    value: clearing?.nodeName ?? nomination,
    rule: 'is the node that costs least to clear for the pod: fewest budgets broken, then the least priority of its victims, then the fewest of them',
    terms: clearedTerms(decided),
  };
}

/** A pod that has no node yet; what is on a node is not for the scheduler to say. */
function waiting({ object, past }: PodPass): Account | undefined {
  if (object.status.phase !== 'Pending' || object.spec.nodeName) return undefined;
  const about = { value: 'Pending', rule: 'stays Pending until a node passes all filters' };
  const subject = `Pod ${object.metadata.namespace}/${object.metadata.name}`;
  if (!usesThisScheduler(object)) {
    const because = `its schedulerName is ${object.spec.schedulerName}, not ${DEFAULT_SCHEDULER}`;
    return { ...about, terms: [{ subject, counts: false, because }] };
  }
  if (object.metadata.deletionTimestamp != null) {
    const because = 'it is being deleted, and is not given a node any more';
    return { ...about, terms: [{ subject, counts: false, because }] };
  }
  if (isGated(object)) {
    const names = object.spec.schedulingGates!.map(({ name }) => name).join(', ');
    const because = `it has scheduling gates (${names}), which others have to remove first`;
    return { ...about, terms: [{ subject, counts: false, because }] };
  }
  const decided = decidedAt(past, object);
  const terms = filterTerms(decided.candidate, decided.cluster);
  return { ...about, terms: [...terms, ...clearedTerms(decided)] };
}

export const explains = [
  ...explainsOwners,
  explainer<Pod>(podKind, { 'spec.nodeName': placed }),
  explainer<Pod>(podKind, { 'status.conditions.PodScheduled': scheduled }),
  explainer<Pod>(podKind, { 'status.nominatedNodeName': nominated }),
  act<Pod>(podKind, { 'metadata.deletionTimestamp': victimAccount }),
  standing<Pod>(podKind, { 'status.phase': waiting }),
  absence<Pod>(podKind, (missing, { spec }) =>
    missing.what === 'pod'
      ? { field: spec.nodeName ? 'spec.nodeName' : 'status.phase', subject: `Node ${missing.node}` }
      : undefined,
  ),
];
