/** How the recommendations of the metrics become one size, in stages. */
import { formatTime } from '#values';
import type { Stage, Term } from '#runtime';
import type { Rate, Stabilization } from './limits.ts';
import type { Recommendation } from './memory.ts';
import type { Plan, View } from './plan.ts';
import type { HPAScalingPolicy } from './types.ts';

/** What happened to the highest proposal; empty where there was none. */
export function limitStages({ limited, desired }: Plan, { hpa }: View): readonly Stage[] {
  if (limited === undefined) return [];
  const { stabilization, rate } = limited;
  const expected = stabilization.replicas;
  return [
    windowStage(stabilization),
    ...(rate === undefined ? [] : [policyStage(rate, expected)]),
    boundsStage(rate?.replicas ?? expected, desired, hpa.spec),
  ];
}

/** With the earlier recommendations that can limit the size, the latest first. */
function windowStage(stabilization: Stabilization): Stage {
  const { proposed, replicas, lower, upper } = stabilization;
  const holder = holderOf(stabilization);
  const remembered = [...new Set([...lower, ...upper])].sort((a, b) => b.at - a.at);
  const terms = remembered.map((each): Term => {
    const subject = `recommended at ${formatTime(each.at)}`;
    const counts = each === holder;
    const most = replicas < proposed ? 'the lowest' : 'the highest';
    const because = counts
      ? `${most} within the stabilization window: it sets the size`
      : 'it has no effect';
    return { subject, amount: each.replicas, counts, because };
  });
  return {
    name: 'window',
    value: replicas,
    ...whyStabilized(stabilization, holder),
    ...(terms.length > 0 && { terms }),
  };
}

function whyStabilized(
  { proposed, replicas }: Stabilization,
  holder: Recommendation | undefined,
): Pick<Stage, 'because' | 'decides'> {
  if (replicas === proposed) {
    return { because: 'as recommended: no earlier recommendation limits it' };
  }
  const before = `${holder!.replicas} was recommended at ${formatTime(holder!.at)}`;
  // A window holds a size, it does not move it the other way.
  const because =
    replicas === holder!.replicas
      ? `not ${proposed}, because ${before}`
      : `not ${proposed}, because ${before}: the size stays`;
  return { because, decides: true };
}

/** The latest of the recommendations that change the proposed size. */
function holderOf({ proposed, replicas, lower, upper }: Stabilization): Recommendation | undefined {
  if (replicas === proposed) return undefined;
  const isRising = replicas < proposed;
  const candidates = isRising ? lower : upper;
  const sizes = candidates.map((each) => each.replicas);
  const decisive = isRising ? Math.min(...sizes) : Math.max(...sizes);
  return candidates
    .filter((each) => each.replicas === decisive)
    .reduce((latest, each) => (each.at > latest.at ? each : latest));
}

function policyStage(rate: Rate, expected: number): Stage {
  const { fastest, limits, replicas } = rate;
  const name = 'policy';
  const isBroken = replicas !== expected;
  const word = isBroken ? `${expected} would exceed ` : 'within ';
  if (limits.length === 0) {
    const because = `${word}the rate limit of ${fastest}`;
    return { name, value: replicas, because, ...(isBroken && { decides: true }) };
  }
  const terms = limits.map(({ policy, replicas: allowed }): Term => {
    const counts = allowed === fastest;
    const because = counts ? 'it is the one that applies' : 'another policy decides';
    return { subject: policyText(policy), amount: allowed, counts, because };
  });
  const { policy } = limits.find((each) => each.replicas === fastest)!;
  const because = `${word}${policyText(policy)}, which allows ${fastest}`;
  return { name, value: replicas, because, ...(isBroken && { decides: true }), terms };
}

function policyText({ type, value, periodSeconds }: HPAScalingPolicy): string {
  const amount = type === 'Percent' ? `${value} %` : value === 1 ? '1 pod' : `${value} pods`;
  return `policy ${amount} in ${periodSeconds} s`;
}

function boundsStage(
  paced: number,
  desired: number,
  { minReplicas, maxReplicas }: View['hpa']['spec'],
): Stage {
  const least = minReplicas ?? 1;
  const isBroken = desired !== paced;
  const bound = desired < paced ? `spec.maxReplicas ${maxReplicas}` : `spec.minReplicas ${least}`;
  const because = isBroken
    ? `${paced} would violate ${bound}`
    : `between spec.minReplicas ${least} and spec.maxReplicas ${maxReplicas}`;
  return { name: 'bounds', value: desired, because, ...(isBroken && { decides: true }) };
}
