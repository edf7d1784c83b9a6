/** Explains why a pod had to leave its node: the taints, and for how long it tolerates them. */
import { formatTime } from '#values';
import { node as nodeKind, pod as podKind } from '#kinds';
import type { Pod, Taint } from '#types';
import { act, type Account, type Pass, type Term } from '#runtime';
import {
  judge,
  judgeWithoutNode,
  noExecuteTaints,
  toleratedSeconds,
  type Pending,
} from './judge.ts';

function evicted({ object, written, past, evidence }: Pass<Pod>): Account {
  const { nodeName } = object.spec;
  const pending = evidence as Pending | undefined;
  const node = nodeName ? past.get(nodeKind, { name: nodeName }) : undefined;
  const taints = noExecuteTaints(node?.spec.taints);
  const verdict =
    node === undefined
      ? judgeWithoutNode(pending, past.now)
      : judge(object.spec.tolerations, taints, pending, past.now);
  const isEvicted = verdict.kind === 'evict';
  return {
    value: isEvicted ? written.metadata.deletionTimestamp : object.metadata.deletionTimestamp,
    rule: 'is the end of its grace period: it does not tolerate, or no longer, that its node drives pods away',
    terms: [
      ...(node === undefined ? [goneTerm(nodeName)] : []),
      ...taints.map((taint) => taintTerm(taint, object)),
      ...(pending === undefined ? [] : [pendingTerm(pending)]),
    ],
  };
}

function goneTerm(nodeName: string | undefined): Term {
  return { subject: `Node ${nodeName ?? ''}`, counts: false, because: 'it is gone' };
}

function taintTerm(taint: Taint, { spec }: Pod): Term {
  const value = taint.value ? `=${taint.value}` : '';
  const seconds = toleratedSeconds(spec.tolerations, [taint]);
  const because =
    seconds === Infinity
      ? 'the pod tolerates it without a limit'
      : seconds === 0
        ? 'the pod does not tolerate it'
        : `the pod tolerates it for ${seconds} s`;
  return {
    subject: `taint ${taint.key}${value}:${taint.effect} of ${spec.nodeName ?? ''}`,
    counts: seconds !== Infinity,
    because,
  };
}

function pendingTerm({ since, due }: Pending): Term {
  const because = `it was seen at ${formatTime(since)}, and its time was up`;
  return { subject: 'eviction', amount: formatTime(due), counts: true, because };
}

export const explains = [act<Pod>(podKind, { 'metadata.deletionTimestamp': evicted })];
