/** Explains what the controller writes of nodes: silence, by their leases, and the taints that follow. */
import { formatTime } from '#values';
import { getCondition, kubeletConditions, node as nodeKind } from '#kinds';
import type { Node, Taint } from '#types';
import { explainer, type Account, type Pass, type Term } from '#runtime';
import { withUnknownConditions } from './conditions.ts';
import { graceMsIn, STARTUP_GRACE_MS } from './health.ts';
import type { SilenceEvidence } from './monitor.ts';
import { withNoExecuteTaint, withNoScheduleTaints, withoutNoExecuteTaints } from './taints.ts';

type NodePass = Pass<Node>;

/** For how long the node had given no sign of life, of what it is given. */
function silenceTerms({ object, past, evidence }: NodePass): readonly Term[] {
  const { seen } = (evidence as SilenceEvidence | undefined) ?? {};
  if (seen === undefined) return [];
  const hasReported = getCondition(object.status.conditions, 'Ready') !== undefined;
  const graceMs = hasReported ? graceMsIn(past.profile) : STARTUP_GRACE_MS;
  const silentMs = past.now - seen;
  return [
    {
      subject: 'last sign of life',
      amount: formatTime(seen),
      counts: true,
      because: 'a renewed Lease in kube-node-lease, or a posted status, seen by the controller',
    },
    {
      subject: 'silence',
      amount: `${Math.floor(silentMs / 1000)}s`,
      counts: silentMs >= graceMs,
      because: `a node is given ${graceMs / 1000} s; the controller looks every 5 s`,
    },
  ];
}

const condition =
  (type: string) =>
  (pass: NodePass): Account => {
    const { object, past } = pass;
    const changed = withUnknownConditions(object, formatTime(past.now));
    return {
      value: getCondition(changed.status.conditions, type),
      rule: 'becomes Unknown when the node has given no sign of life for too long; only the node itself makes it True again',
      terms: silenceTerms(pass),
    };
  };

/** The taints as one of the things that the controller does would leave them. */
function taints(pass: NodePass): Account {
  const { object, written, past } = pass;
  const now = formatTime(past.now);
  const ready = getCondition(object.status.conditions, 'Ready')?.status;
  const isSame = ({ spec }: Node): boolean => textOf(spec.taints) === textOf(written.spec.taints);
  const tried = [
    withNoScheduleTaints(object, now),
    ...(ready === 'False' || ready === 'Unknown' ? [withNoExecuteTaint(object, ready, now)] : []),
    withoutNoExecuteTaints(object),
  ];
  const found = tried.find(isSame) ?? tried[0]!;
  return {
    value: found.spec.taints,
    rule: 'follow from the conditions and the cordon: NoSchedule at once, NoExecute in the turn of the zone, both until the node is ready again',
    terms: [...conditionTerms(object), ...taintTerms(object, written)],
  };
}

function textOf(list: readonly Taint[] | undefined): string {
  return JSON.stringify(list ?? []);
}

function conditionTerms({ spec, status }: Node): readonly Term[] {
  const cordon = spec.unschedulable === true;
  return [
    ...(status.conditions ?? []).map(({ type, status: amount, reason }) => ({
      subject: `condition ${type}`,
      amount,
      counts: amount !== (type === 'Ready' ? 'True' : 'False'),
      because: reason ?? 'it has no reason',
    })),
    {
      subject: 'cordon',
      counts: cordon,
      because: cordon ? 'it is cordoned' : 'it is not cordoned',
    },
  ];
}

function taintTerms(before: Node, after: Node): readonly Term[] {
  const isIn = (list: readonly Taint[] | undefined, { key, effect }: Taint): boolean =>
    list?.some((other) => other.key === key && other.effect === effect) === true;
  const [old = [], now = []] = [before.spec.taints, after.spec.taints];
  const term = (taint: Taint, counts: boolean, because: string): Term => ({
    subject: `taint ${taint.key}:${taint.effect}`,
    counts,
    because,
  });
  return [
    ...now.map((taint) => term(taint, true, isIn(old, taint) ? 'it stays' : 'it is added')),
    ...old
      .filter((taint) => !isIn(now, taint))
      .map((taint) => term(taint, false, 'it is taken away')),
  ];
}

export const explains = [
  ...kubeletConditions.map((type) =>
    explainer<Node>(nodeKind, { [`status.conditions.${type}`]: condition(type) }),
  ),
  explainer<Node>(nodeKind, { 'spec.taints': taints }),
];
