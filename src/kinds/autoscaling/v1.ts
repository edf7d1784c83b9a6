/** Converts HorizontalPodAutoscalers between autoscaling/v1 and the stored form, autoscaling/v2. */
import type { Schemas } from '#schema';
import { metadataWith, omitFields, omitUnset } from '#values';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
  MetricSpec,
  MetricStatus,
} from '#types/autoscaling-v2';
import type { HorizontalPodAutoscaler as HorizontalPodAutoscalerV1, ObjectMeta } from '#types';
import { behaviorFromWire, behaviorToWire } from './behavior-v1.ts';
import { specFromWire, specToWire, statusFromWire, statusToWire } from './metrics-v1.ts';
import { readWire, writeWire, type WireCondition } from './wire-v1.ts';

const prefix = 'autoscaling.alpha.kubernetes.io/';
const metricsKey = `${prefix}metrics`;
const currentMetricsKey = `${prefix}current-metrics`;
const conditionsKey = `${prefix}conditions`;
const behaviorKey = `${prefix}behavior`;
const keys = [metricsKey, currentMetricsKey, conditionsKey, behaviorKey];

/** The default target, in percent of what is requested. */
const defaultUtilization = 80;

type Spec = HorizontalPodAutoscalerSpec;
type Status = HorizontalPodAutoscalerStatus;

/** The metric that autoscaling/v1 has a field for. */
export function cpuMetric(averageUtilization: number = defaultUtilization): MetricSpec {
  const target = { type: 'Utilization', averageUtilization };
  return { type: 'Resource', resource: { name: 'cpu', target } };
}

/** Removes the annotations of v1: the stored form has fields for what they say. */
export function withoutWire(metadata: ObjectMeta): ObjectMeta {
  const { annotations } = metadata;
  if (annotations == null || !keys.some((key) => annotations[key] !== undefined)) return metadata;
  const kept = omitFields(annotations, keys);
  return metadataWith(metadata, { annotations: Object.keys(kept).length > 0 ? kept : undefined });
}

/** Whether an annotation holds metrics, apart from the CPU target. */
export function readsMetrics({ annotations }: ObjectMeta): boolean {
  return readWire('metrics', annotations?.[metricsKey]) !== undefined;
}

/** Annotations take precedence over the fields: metrics from there come first. */
export function fromV1(object: HorizontalPodAutoscalerV1): HorizontalPodAutoscaler {
  const { annotations } = object.metadata;
  const { targetCPUUtilizationPercentage: target, ...plainSpec } = object.spec;
  const metrics = (readWire('metrics', annotations?.[metricsKey]) ?? []).map(specFromWire);
  if (target != null || metrics.length === 0) metrics.push(cpuMetric(target ?? undefined));
  const behavior = behaviorFromAnnotation(object.metadata);
  const spec: Spec = { ...plainSpec, metrics, ...(behavior && { behavior }) };
  return {
    ...object,
    metadata: withoutWire(object.metadata),
    spec,
    status: statusFromV1(object.status, annotations),
  };
}

/** The scaling behavior from an annotation, for versions without a field for it. */
export function behaviorFromAnnotation({ annotations }: ObjectMeta): Spec['behavior'] {
  return behaviorFromWire(readWire('behavior', annotations?.[behaviorKey]));
}

export function withBehaviorAnnotation(
  metadata: ObjectMeta,
  behavior: NonNullable<Spec['behavior']>,
  schemas?: Schemas,
): ObjectMeta {
  const hasTolerance =
    schemas?.of('autoscaling/v2', 'HPAScalingRules').fields.has('tolerance') === true;
  const text = writeWire<'behavior'>(behaviorToWire(behavior, hasTolerance));
  return metadataWith(metadata, {
    annotations: { ...metadata.annotations, [behaviorKey]: text },
  });
}

export function toV1(
  object: HorizontalPodAutoscaler,
  schemas?: Schemas,
): HorizontalPodAutoscalerV1 {
  const { metrics = [], behavior, ...plainSpec } = object.spec;
  const target = metrics.find(isAboutCpu)?.resource!.target?.averageUtilization;
  return {
    ...object,
    metadata: withWire(object.metadata, object.spec, object.status, behavior, schemas),
    spec: { ...plainSpec, ...(target != null && { targetCPUUtilizationPercentage: target }) },
    status: statusToV1(object.status),
  };
}

function statusFromV1(
  status: HorizontalPodAutoscalerV1['status'],
  annotations: ObjectMeta['annotations'],
): Status {
  const { currentCPUUtilizationPercentage: cpu, ...plain } = status ?? {};
  const conditions = readWire('conditions', annotations?.[conditionsKey]);
  const wire = readWire('metrics', annotations?.[currentMetricsKey]);
  const current = wire?.map(statusFromWire) ?? (cpu == null ? undefined : [cpuStatus(cpu)]);
  const counted = omitUnset({ ...plain, desiredReplicas: plain.desiredReplicas ?? 0 }, [
    'currentReplicas',
  ]);
  return {
    ...counted,
    currentMetrics: current?.length ? current : noMetrics,
    ...(conditions?.length && { conditions: conditions.map(conditionOf) }),
  };
}

function statusToV1(status: Status): HorizontalPodAutoscalerV1['status'] {
  const current = (status.currentMetrics ?? [])
    .filter(isAboutCpu)
    .findLast(({ resource }) => resource!.current?.averageUtilization != null);
  const { averageUtilization } = current?.resource!.current ?? {};
  return {
    ...omitFields(status, ['currentMetrics', 'conditions']),
    currentReplicas: status.currentReplicas ?? 0,
    ...(averageUtilization != null && { currentCPUUtilizationPercentage: averageUtilization }),
  };
}

/** What v1.24 writes for unknown values; the types leave it out. */
const noMetrics = null as unknown as undefined;

function isAboutCpu({ type, resource }: MetricSpec | MetricStatus): boolean {
  return type === 'Resource' && resource?.name === 'cpu';
}

function cpuStatus(averageUtilization: number): MetricStatus {
  return { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization } } };
}

/** Adds annotations for what v1 has no fields for, if there is anything. */
function withWire(
  metadata: ObjectMeta,
  { metrics = [] }: Spec,
  { currentMetrics, conditions }: Status,
  behavior: Spec['behavior'],
  schemas?: Schemas,
): ObjectMeta {
  const texts: Record<string, string> = {};
  const others = metrics.filter(
    (metric) => !isAboutCpu(metric) || metric.resource!.target?.averageUtilization == null,
  );
  if (others.length > 0) texts[metricsKey] = writeWire<'metrics'>(others.map(specToWire));
  if (currentMetrics?.length) {
    texts[currentMetricsKey] = writeWire<'metrics'>(currentMetrics.map(statusToWire));
  }
  if (conditions?.length) {
    texts[conditionsKey] = writeWire<'conditions'>(conditions.map(orderedCondition));
  }
  const whole =
    Object.keys(texts).length === 0
      ? metadata
      : metadataWith(metadata, { annotations: { ...metadata.annotations, ...texts } });
  return behavior == null ? whole : withBehaviorAnnotation(whole, behavior, schemas);
}

type Condition = NonNullable<Status['conditions']>[number];

/** An unknown time is written as null; the types leave that out. */
function conditionOf(wire: WireCondition): Condition {
  return { ...wire, lastTransitionTime: wire.lastTransitionTime ?? null } as Condition;
}

function orderedCondition({ type, status, lastTransitionTime, reason, message }: Condition) {
  const ordered = { type, status, lastTransitionTime: lastTransitionTime ?? null, reason, message };
  return omitUnset(ordered, ['reason', 'message']);
}
