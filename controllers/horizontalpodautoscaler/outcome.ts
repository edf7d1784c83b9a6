/** The outcome of a reconcile: the status, the events, and its state for the next one. */
import { deepEqual, formatTime } from '#values';
import { recordChange } from './behavior.ts';
import { enter, finding, type Finding } from './conditions.ts';
import type { Memory } from './memory.ts';
import { normal, warning, type EventWords } from './messages.ts';
import type { Plan, View } from './plan.ts';
import { sleepFindings } from './sleep.ts';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerStatus,
  MetricStatus,
} from './types.ts';

/** The outcome of a reconcile, after the target was rescaled (or could not be). */
export interface Outcome {
  /** The stored one itself when there is nothing to write. */
  readonly status: HorizontalPodAutoscalerStatus;
  readonly events: readonly EventWords[];
  readonly error?: string;
  readonly memory: Memory;
}

/** The target in messages: `Deployment/default/web`. */
export function referenceOf({ metadata, spec }: HorizontalPodAutoscaler): string {
  const { kind, name } = spec.scaleTargetRef;
  return `${kind}/${metadata.namespace}/${name}`;
}

/** What the plan comes to; `refusal` is why the target could not be rescaled, if it was to be. */
export function conclude(view: View, planned: Plan, refusal?: string): Outcome {
  const { hpa, scale, now } = view;
  const { desired, rescale, metrics, findings, events, memory } = planned;
  const reference = referenceOf(hpa);
  const failed = (found: readonly Finding[], failure: EventWords, error: string): Outcome => ({
    status: keptStatus(view, metrics, found),
    events: [...events, failure],
    error,
    memory,
  });
  if (planned.error !== undefined) {
    const doing = `failed to compute desired number of replicas based on listed metrics for ${reference}`;
    const failure = warning('FailedComputeMetricsReplicas', planned.error);
    return failed(findings, failure, `${doing}: ${planned.error}`);
  }
  if (rescale === undefined) {
    return { status: statusOf(view, scale.replicas, metrics, findings), events, memory };
  }
  const size = `New size: ${desired}; reason: ${rescale}`;
  if (refusal !== undefined) {
    const why = `the HPA controller was unable to update the target scale: ${refusal}`;
    const refused = finding('AbleToScale', false, 'FailedUpdateScale', why);
    const failure = warning('FailedRescale', `${size}; error: ${refusal}`);
    return failed([...findings, refused], failure, `failed to rescale ${reference}: ${refusal}`);
  }
  const done = `the HPA controller was able to update the target scale to ${desired}`;
  const rescaled = finding('AbleToScale', true, 'SucceededRescale', done);
  const change = { from: scale.replicas, to: desired, now };
  const slept = sleepFindings(hpa, change, view.settings.profile);
  const found = [...findings, rescaled, ...slept];
  const status = statusOf(view, desired, metrics, found);
  const { behavior } = hpa.spec;
  return {
    status: { ...status, lastScaleTime: formatTime(now) },
    events: [...events, normal('SuccessfulRescale', size)],
    memory: behavior == null ? memory : recordChange(memory, behavior, change),
  };
}

/** The report on an autoscaler whose target cannot be found. */
export function withoutTarget(
  hpa: HorizontalPodAutoscaler,
  { doing, message }: { readonly doing: string; readonly message: string },
  now: number,
): Omit<Outcome, 'memory'> {
  const why = `the HPA controller was unable to get the target's current scale: ${message}`;
  const findings = [finding('AbleToScale', false, 'FailedGetScale', why)];
  const conditions = enter(hpa.status.conditions, findings, now);
  return {
    status: orStored(hpa, { ...hpa.status, conditions }),
    events: [warning('FailedGetScale', message)],
    error: `${doing}: ${message}`,
  };
}

/** After a failure the present size is new, and in some releases what could be measured. */
function keptStatus(
  view: View,
  metrics: Plan['metrics'],
  findings: readonly Finding[],
): HorizontalPodAutoscalerStatus {
  const { desiredReplicas, currentMetrics = null } = view.hpa.status;
  const { profile } = view.settings;
  const shown = profile.enabled('MetricsDespiteErrors') ? metrics : currentMetrics;
  return statusOf(view, desiredReplicas, shown, findings);
}

/** As on the wire: zero replicas are left out, metrics that were not read are null. */
function statusOf(
  { hpa, scale, now, settings }: View,
  desiredReplicas: number,
  metrics: readonly MetricStatus[] | null,
  findings: readonly Finding[],
): HorizontalPodAutoscalerStatus {
  const { lastScaleTime, conditions } = hpa.status;
  const { generation = 0 } = hpa.metadata;
  return orStored(hpa, {
    ...(settings.profile.enabled('HPAGeneration') && { observedGeneration: generation }),
    ...(lastScaleTime == null ? {} : { lastScaleTime }),
    ...(scale.replicas === 0 ? {} : { currentReplicas: scale.replicas }),
    desiredReplicas,
    currentMetrics: metrics as readonly MetricStatus[],
    conditions: enter(conditions, findings, now),
  });
}

function orStored(
  { status }: HorizontalPodAutoscaler,
  next: HorizontalPodAutoscalerStatus,
): HorizontalPodAutoscalerStatus {
  return deepEqual(status, next) ? status : next;
}
