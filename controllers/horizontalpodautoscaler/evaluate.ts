/** All metrics of an autoscaler together. Mirrors computeReplicasForMetrics of v1.24. */
import { parseLabelSelector, type Selector } from '#values';
import { messageOf } from '#runtime';
import { finding, type Finding } from './conditions.ts';
import { warning, type EventWords } from './messages.ts';
import {
  proposeReplicas,
  type MetricFailure,
  type MetricProposal,
  type MetricScene,
} from './metric.ts';
import type { Reading } from './readings.ts';
import type { MetricSpec, MetricStatus } from './types.ts';

/** What the metrics ask for together. */
export interface Evaluation {
  readonly replicas: number;
  /** The metric that asks for the most, in words. */
  readonly description: string;
  /** In the order of the metrics. */
  readonly statuses: readonly MetricStatus[];
  readonly findings: readonly Finding[];
  readonly events: readonly EventWords[];
  /** What each metric asks for, in their order. */
  readonly opinions: readonly Opinion[];
}

export type Opinion = MetricProposal | MetricFailure;

/** Why nothing can be said. */
export interface EvaluationFailure {
  readonly error: string;
  readonly findings: readonly Finding[];
  readonly events: readonly EventWords[];
  /** As far as the metrics were asked. */
  readonly opinions: readonly Opinion[];
  /** In the order of the metrics; absent: none was asked. */
  readonly statuses?: readonly MetricStatus[];
}

/** The selector of the target's pods, out of the text that its scale has; or why there is none. */
export function podSelector(text: string): Selector | EvaluationFailure {
  if (text === '') {
    const error = 'selector is required';
    const missing = "the HPA target's scale is missing a selector";
    return {
      error,
      findings: [finding('ScalingActive', false, 'InvalidSelector', missing)],
      events: [warning('SelectorRequired', error)],
      opinions: [],
    };
  }
  try {
    return parseLabelSelector(text);
  } catch (cause) {
    const why = messageOf(cause);
    const error = `couldn't convert selector into a corresponding internal selector object: ${why}`;
    return {
      error,
      findings: [finding('ScalingActive', false, 'InvalidSelector', error)],
      events: [warning('InvalidSelector', error)],
      opinions: [],
    };
  }
}

/**
 * The highest proposal. Metrics that cannot be read do no harm as long as the others want no fewer
 * replicas than there are. `readings` are those of `metrics`, in order.
 */
export function evaluate(
  metrics: readonly MetricSpec[],
  readings: readonly Reading[],
  scene: MetricScene,
): Evaluation | EvaluationFailure {
  const events: EventWords[] = [];
  const statuses: MetricStatus[] = [];
  const failures: MetricFailure[] = [];
  const opinions: Opinion[] = [];
  let replicas = 0;
  let description = '';
  metrics.forEach((metric, index) => {
    const proposal = proposeReplicas(metric, readings[index]!, scene);
    opinions.push(proposal);
    if ('error' in proposal) {
      failures.push(proposal);
      events.push(warning(proposal.reason, proposal.message));
      statuses.push({ type: '' });
      return;
    }
    statuses.push(proposal.status);
    if (replicas === 0 || proposal.replicas > replicas) ({ replicas, description } = proposal);
  });
  const [first] = failures;
  const allFailed = failures.length >= metrics.length;
  if (first !== undefined && (allFailed || replicas < scene.currentReplicas)) {
    const { reason, message } = first;
    const why = `the HPA was unable to compute the replica count: ${message}`;
    const error = `invalid metrics (${failures.length} invalid out of ${metrics.length}), first error is: ${first.error}`;
    const findings = [finding('ScalingActive', false, reason, why)];
    return { error, findings, events, opinions, statuses };
  }
  const active = `the HPA was able to successfully calculate a replica count from ${description}`;
  const findings = [finding('ScalingActive', true, 'ValidMetricFound', active)];
  return { replicas, description, statuses, findings, events, opinions };
}
