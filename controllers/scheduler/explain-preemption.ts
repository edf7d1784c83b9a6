/** Explains preemption: which nodes could be cleared, at whose cost, and for whom a pod had to go. */
import { keyOf, splitKey } from '#values';
import { pod as podKind } from '#kinds';
import type { Pod } from '#types';
import type { Account, Pass, Term } from '#runtime';
import { refusalOf } from './decide.ts';
import { problemTerms } from './explain-nodes.ts';
import { furtherFilters } from './filters.ts';
import { neverPreempts } from './messages.ts';
import { decidedAt, type Decided } from './past-decision.ts';
import { clearingsOf, whyNotEligible, type Clearing } from './preemption.ts';
import { RefusalSum } from './refusals.ts';

/** What comes of removing other pods, node by node; nothing where there are none to remove. */
export function clearedTerms(decided: Decided): readonly Term[] {
  const { candidate, cluster, budgets, decision } = decided;
  if (decision.kind === 'bind' || !cluster.pods.hasAnyBelow(candidate.priority)) return [];
  if (problemTerms(candidate, cluster).length > 0) return [];
  const attempt = { candidate, unresolvable: unresolvable(decided), budgets, startAt: () => 0 };
  const refusal = whyNotEligible(attempt, cluster);
  if (refusal !== undefined) {
    const because =
      refusal === neverPreempts
        ? 'its preemptionPolicy is Never'
        : 'a pod on the node that is cleared for it is still ending';
    return [{ subject: 'preemption', counts: false, because }];
  }
  return clearingsOf(attempt, cluster).flatMap(({ nodeName, found }): readonly Term[] =>
    'victims' in found
      ? [clearingTerm(found, decision.clearing)]
      : [
          {
            subject: `preemption on ${nodeName}`,
            counts: false,
            because: `removing pods of lower priority does not help: ${found.join(', ')}`,
          },
        ],
  );
}

function clearingTerm({ nodeName, victims, violations }: Clearing, chosen?: Clearing): Term {
  const counts = chosen?.nodeName === nodeName;
  const who = victims.map(({ pod, priority }) => `Pod ${keyOf(pod)} (priority ${priority})`);
  const cost = violations === 0 ? '' : `, ${violations} of them against a disruption budget`;
  const verb = counts ? 'is cleared of' : 'could be cleared of';
  const than = counts ? '' : ', which costs no less';
  return {
    subject: `preemption on ${nodeName}`,
    counts,
    because: `it ${verb} ${who.join(', ')}${cost}${than}`,
  };
}

function unresolvable({ candidate, cluster }: Decided): ReadonlySet<string> {
  const further = furtherFilters(candidate, cluster);
  const sum = new RefusalSum();
  for (const node of cluster.nodes) {
    const refusal = refusalOf(candidate, node, further, cluster);
    if (refusal !== undefined) sum.add(node.node, refusal);
  }
  return sum.unresolvable;
}

/** Why the scheduler deleted a pod: the one that comes in its place, and the others that go with it. */
export function victimAccount({ object, written, past, key = '', evidence }: Pass<Pod>): Account {
  const rule =
    'is the end of its grace period: it was removed to make room for a pod of higher priority';
  const preemptor = past.get(podKind, splitKey(key));
  if (preemptor === undefined) return { value: undefined, rule, terms: [] };
  const decided = decidedAt(past, preemptor, { cleared: object.spec.nodeName, evidence });
  const { decision, candidate } = decided;
  const victims = decision.kind === 'failure' ? (decision.clearing?.victims ?? []) : [];
  const isVictim = victims.some(({ pod }) => pod.metadata.uid === object.metadata.uid);
  return {
    value: isVictim ? written.metadata.deletionTimestamp : object.metadata.deletionTimestamp,
    rule,
    terms: [
      {
        subject: `Pod ${key}`,
        amount: candidate.priority,
        counts: true,
        because: 'its priority; no node passes all filters for it',
      },
      ...victims.map(({ pod, priority }) => ({
        subject: `Pod ${keyOf(pod)}`,
        amount: priority,
        counts: pod.metadata.uid === object.metadata.uid,
        because: 'its priority is lower, and its place is needed',
      })),
      ...clearedTerms(decided),
    ],
  };
}
