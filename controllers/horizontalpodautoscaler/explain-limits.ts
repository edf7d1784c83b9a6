/** How the recommendations of the metrics become one size, as terms. */
import { failureText } from './metric-text.ts';
import { formatTime } from '#kinds';
import type { Term } from '#runtime';
import type { Opinion } from './evaluate.ts';
import type { Rate, Stabilization } from './limits.ts';
import type { Recommendation } from './memory.ts';
import type { Plan, View } from './plan.ts';
import type { HPAScalingPolicy } from './types.ts';

/** What each metric recommends; the highest counts. */
export function opinionTerms(opinions: readonly Opinion[]): readonly Term[] {
  const most = Math.max(...opinions.map((each) => ('error' in each ? -1 : each.replicas)));
  return opinions.map((opinion, index): Term => {
    if ('error' in opinion) {
      return {
        subject: `metric ${index + 1}`,
        counts: false,
        because: failureText(opinion.message),
      };
    }
    const { description, replicas } = opinion;
    const counts = replicas === most;
    const because = counts
      ? 'the highest recommendation of a metric'
      : 'another metric recommends more';
    return { subject: description, amount: replicas, counts, because };
  });
}

/** What happened to the highest proposal; empty where there was none. */
export function limitTerms({ limited, desired }: Plan, { hpa }: View): readonly Term[] {
  if (limited === undefined) return [];
  const { minReplicas = 1, maxReplicas } = hpa.spec;
  const { stabilization, rate } = limited;
  const wanted = stabilization.replicas;
  const bound = (subject: string, amount: number, isBroken: boolean): Term => {
    const because = isBroken ? `${wanted} would violate it` : 'it is respected';
    return { subject, amount, counts: isBroken && desired === amount, because };
  };
  return [
    ...stabilizationTerms(stabilization),
    ...(rate === undefined ? [] : rateTerms(rate, wanted, desired)),
    bound('spec.minReplicas', minReplicas ?? 1, wanted < (minReplicas ?? 1)),
    bound('spec.maxReplicas', maxReplicas, wanted > maxReplicas),
  ];
}

/** The earlier recommendations that can limit the size, the latest first. */
function stabilizationTerms(stabilization: Stabilization): readonly Term[] {
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
  const because =
    holder === undefined
      ? 'as recommended: no earlier recommendation limits it'
      : `not ${proposed}, because ${holder.replicas} was recommended before`;
  return [...terms, { subject: 'stabilized', amount: replicas, counts: true, because }];
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

function rateTerms({ fastest, limits }: Rate, wanted: number, desired: number): readonly Term[] {
  const isBroken = desired === fastest && wanted !== desired;
  if (limits.length === 0) {
    const because = isBroken ? `${wanted} would exceed it` : 'it is respected';
    return [{ subject: 'rate limit', amount: fastest, counts: isBroken, because }];
  }
  return limits.map(({ policy, replicas }): Term => {
    const decides = replicas === fastest;
    const word = isBroken ? `${wanted} would exceed it` : 'it is respected';
    const because = decides ? word : 'another policy decides';
    return { subject: policyText(policy), amount: replicas, counts: decides && isBroken, because };
  });
}

function policyText({ type, value, periodSeconds }: HPAScalingPolicy): string {
  return `policy ${value} ${type === 'Percent' ? '%' : 'pods'} in ${periodSeconds} s`;
}
