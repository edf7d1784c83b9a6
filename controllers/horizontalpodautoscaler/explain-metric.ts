/** How the replicas that a metric recommends are computed, as terms. */
import type { Pod } from '#kinds';
import type { Term } from '#runtime';
import type { Opinion } from './evaluate.ts';
import type { MetricProposal } from './metric.ts';
import { failureText, milliText } from './metric-text.ts';
import type { View } from './plan.ts';
import { samplesOf } from './readings.ts';
import type { Counted, Decision, Working } from './replica-calculator.ts';
import type { MetricSpec, MetricStatus, MetricValueStatus } from './types.ts';

/** The terms of one metric: its pods, the ratio, and its recommendation. */
export function metricTerms(opinion: Opinion, view: View, index: number): readonly Term[] {
  if ('error' in opinion) {
    return [
      { subject: `metric ${index + 1}`, counts: false, because: failureText(opinion.message) },
    ];
  }
  const { working } = opinion;
  const pods =
    working.counted === undefined
      ? []
      : view.pods.map((pod) => podTerm(pod, working, working.counted!, view, index));
  return [...pods, ...ratioTerms(opinion, view, index), proposalTerm(opinion)];
}

function podTerm(
  { metadata: { namespace, name } }: Pod,
  { cautious }: Working,
  { values, unready, missing, ignored }: Counted,
  view: View,
  index: number,
): Term {
  const subject = `Pod ${namespace}/${name}`;
  const used = values.get(name);
  if (used !== undefined) {
    return { subject, amount: milliText(used), counts: true, because: 'measured' };
  }
  const assumed = cautious?.values.get(name);
  const why = whyUncounted(name, { unready, missing, ignored }, view, index);
  if (assumed === undefined) return { subject, counts: false, because: why };
  const because = `${why}: assumed to use that much, which dampens the change`;
  return { subject, amount: milliText(assumed), counts: true, because };
}

function whyUncounted(
  name: string,
  { unready, missing, ignored }: Pick<Counted, 'unready' | 'missing' | 'ignored'>,
  { readings }: View,
  index: number,
): string {
  if (ignored.includes(name)) return 'it has failed or is being deleted';
  if (missing.includes(name)) return 'it has no measurement';
  if (!unready.includes(name)) return 'it is not counted';
  return samplesOf(readings[index]!, '').has(name)
    ? 'it has just started, or is not ready'
    : 'it is pending';
}

/** A ratio with three decimal places. */
function rounded(ratio: number): number {
  return Math.round(ratio * 1000) / 1000;
}

function ratioTerms(
  { status, working }: MetricProposal,
  { hpa, settings }: View,
  index: number,
): readonly Term[] {
  const { ratio, cautious, decision, counted } = working;
  const pods = counted === undefined ? '' : ` over ${counted.values.size} pods`;
  const target = targetText(hpa.spec.metrics?.[index]);
  const text = `current ${currentText(status)}${pods}, target ${target}`;
  const end = decisionText(decision, settings.tolerance);
  const isLast = cautious === undefined;
  const first: Term = {
    subject: 'ratio',
    amount: rounded(ratio),
    counts: isLast && decision === 'proportional',
    because: isLast ? `${text}: ${end}` : text,
  };
  if (isLast) return [first];
  const because = `with the assumed values, over ${cautious.values.size} pods: ${end}`;
  const counts = decision === 'proportional';
  return [first, { subject: 'cautious ratio', amount: rounded(cautious.ratio), counts, because }];
}

function decisionText(decision: Decision, tolerance: number): string {
  if (decision === 'near')
    return `within the tolerance of ${tolerance} around 1, so nothing changes`;
  return decision === 'doubtful'
    ? 'the assumed values do not confirm the change, so nothing changes'
    : `outside the tolerance of ${tolerance} around 1`;
}

function currentText(status: MetricStatus): string {
  const { resource, containerResource, pods, object, external } = status;
  const { current } = resource ?? containerResource ?? pods ?? object ?? external ?? {};
  return amountText(current ?? {});
}

function targetText(metric: MetricSpec | undefined): string {
  const { resource, containerResource, pods, object, external } = metric ?? {};
  const { target } = resource ?? containerResource ?? pods ?? object ?? external ?? {};
  return amountText(target ?? {});
}

function amountText({ averageUtilization, averageValue, value }: MetricValueStatus): string {
  if (averageUtilization != null) return `${averageUtilization} % of the requests`;
  return averageValue == null ? `${value ?? 'nothing'} in total` : `${averageValue} on average`;
}

function proposalTerm({ description, replicas, working }: MetricProposal): Term {
  const { counted, cautious, decision } = working;
  const pods = cautious?.values.size ?? counted?.ready;
  const times = pods === undefined ? 'from the total' : `the ratio times ${pods} pods, rounded up`;
  const because = decision === 'proportional' ? times : 'the current number';
  return { subject: description, amount: replicas, counts: true, because };
}
