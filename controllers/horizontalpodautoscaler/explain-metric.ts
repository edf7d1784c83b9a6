/** How the replicas that a metric recommends are computed, in stages. */
import type { Pod } from '#types';
import type { Stage, Term } from '#runtime';
import type { Opinion } from './evaluate.ts';
import type { MetricProposal } from './metric.ts';
import { failureText, milliText, readableAmount } from './metric-text.ts';
import type { View } from './plan.ts';
import { samplesOf } from './readings.ts';
import type { Counted, Decision } from './replica-calculator.ts';
import type { Tolerances } from './settings.ts';
import type { MetricSpec, MetricStatus, MetricValueStatus } from './types.ts';

/** What each metric measures, the ratio to its target, and what it recommends; the highest one counts. */
export function metricStages(opinions: readonly Opinion[], view: View): readonly Stage[] {
  if (opinions.length === 1) return stagesOf(opinions[0]!, view, 0, true);
  const each = opinions.flatMap((opinion, index) => {
    const of = 'error' in opinion ? `metric ${index + 1}` : opinion.description;
    // Which of them decides is the next stage.
    return stagesOf(opinion, view, index, false).map((stage): Stage => ({ ...stage, of }));
  });
  return opinions.length === 0 ? [] : [...each, highestStage(opinions)];
}

/** What each metric recommends; the highest counts. */
export function opinionTerms(opinions: readonly Opinion[]): readonly Term[] {
  const most = mostOf(opinions);
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

function mostOf(opinions: readonly Opinion[]): number {
  return Math.max(...opinions.map((each) => ('error' in each ? -1 : each.replicas)));
}

function highestStage(opinions: readonly Opinion[]): Stage {
  const most = mostOf(opinions);
  const name = 'highest';
  if (most < 0) return { name, because: 'no metric recommends anything' };
  const winner = opinions.find((each) => !('error' in each) && each.replicas === most);
  const because = `of ${(winner as MetricProposal).description}`;
  return { name, value: most, because, terms: opinionTerms(opinions) };
}

function stagesOf(opinion: Opinion, view: View, index: number, isOnly: boolean): readonly Stage[] {
  if ('error' in opinion) {
    return [{ name: 'measure', because: failureText(opinion.message) }];
  }
  const { counted } = opinion.working;
  const pods = counted && view.pods.map((pod) => podTerm(pod, opinion, counted, view, index));
  return [
    { ...measureStage(opinion, view, index), ...(pods && { terms: pods }) },
    ...ratioStages(opinion, view, isOnly),
    recommendation(opinion),
  ];
}

function measureStage({ status, working: { counted } }: MetricProposal, view: View, index: number) {
  const pods = counted === undefined ? '' : `over ${podsText(counted.values.size)}, `;
  const target = targetText(view.hpa.spec.metrics?.[index]);
  return {
    name: 'measure',
    value: currentText(status),
    because: `${pods}wanted: ${target}`,
  };
}

function podTerm(
  { metadata: { namespace, name } }: Pod,
  { status, working: { cautious } }: MetricProposal,
  { values, unready, missing, ignored }: Counted,
  view: View,
  index: number,
): Term {
  const subject = `Pod ${namespace}/${name}`;
  const amountOf = (used: number): string => readableAmount(milliText(used), resourceOf(status));
  const used = values.get(name);
  if (used !== undefined) {
    return { subject, amount: amountOf(used), counts: true, because: 'measured' };
  }
  const assumed = cautious?.values.get(name);
  const why = whyUncounted(name, { unready, missing, ignored }, view, index);
  if (assumed === undefined) return { subject, counts: false, because: why };
  const because = `${why}: assumed to use that much, which dampens the change`;
  return { subject, amount: amountOf(assumed), counts: true, because };
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

function ratioStages(
  { working }: MetricProposal,
  { settings }: View,
  isOnly: boolean,
): readonly Stage[] {
  const { ratio, cautious, decision } = working;
  const text = 'what is measured to what is wanted';
  const end = decisionText(decision, toleranceText(settings.tolerances));
  const decides = isOnly && decision !== 'proportional' && ({ decides: true } as const);
  if (cautious === undefined) {
    return [{ name: 'ratio', value: rounded(ratio), because: `${text}: ${end}`, ...decides }];
  }
  const because = `with the assumed values, over ${podsText(cautious.values.size)}: ${end}`;
  return [
    { name: 'ratio', value: rounded(ratio), because: text },
    { name: 'cautious ratio', value: rounded(cautious.ratio), because, ...decides },
  ];
}

function toleranceText({ down, up }: Tolerances): string {
  return down === up ? `${up} around 1` : `${down} below 1 and ${up} above it`;
}

function decisionText(decision: Decision, tolerance: string): string {
  if (decision === 'near') return `within the tolerance of ${tolerance}, so nothing changes`;
  return decision === 'doubtful'
    ? 'the assumed values do not confirm the change, so nothing changes'
    : `outside the tolerance of ${tolerance}`;
}

/** The resource that is measured; undefined for other metrics. */
function resourceOf({
  resource,
  containerResource,
}: MetricStatus | MetricSpec): string | undefined {
  return (resource ?? containerResource)?.name;
}

function currentText(status: MetricStatus): string {
  const { resource, containerResource, pods, object, external } = status;
  const { current } = resource ?? containerResource ?? pods ?? object ?? external ?? {};
  return amountText(current ?? {}, resourceOf(status));
}

function targetText(metric: MetricSpec | undefined): string {
  const { resource, containerResource, pods, object, external } = metric ?? {};
  const { target } = resource ?? containerResource ?? pods ?? object ?? external ?? {};
  return amountText(target ?? {}, metric && resourceOf(metric));
}

function amountText(
  { averageUtilization, averageValue, value }: MetricValueStatus,
  resource: string | undefined,
): string {
  if (averageUtilization != null) return `${averageUtilization} % of the requests`;
  if (averageValue != null) return `${readableAmount(averageValue, resource)} on average`;
  return `${value ?? 'nothing'} in total`;
}

function recommendation({ replicas, working }: MetricProposal): Stage {
  const { ratio, counted, cautious, decision } = working;
  const name = 'recommendation';
  if (decision !== 'proportional')
    return { name, value: replicas, because: 'the number that there is' };
  const pods = cautious?.values.size ?? counted?.ready;
  const because =
    pods === undefined
      ? 'what is measured divided by the target, rounded up'
      : `${rounded(cautious?.ratio ?? ratio)} x ${podsText(pods)}, rounded up`;
  return { name, value: replicas, because };
}

function podsText(count: number): string {
  return count === 1 ? '1 pod' : `${count} pods`;
}
