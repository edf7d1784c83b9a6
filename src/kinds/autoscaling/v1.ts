/** Converts HorizontalPodAutoscalers between autoscaling/v1 and the stored form, autoscaling/v2. */
import type { Schemas } from '#schema';
import { extended, metadataWith, omitFields, omitUnset } from '#values';
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
import { asRead, readWire, writeWire, type WireCondition, type WireTexts } from './wire-v1.ts';

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
  const remaining = omitFields(annotations, keys);
  return metadataWith(metadata, {
    annotations: Object.keys(remaining).length > 0 ? remaining : undefined,
  });
}

/** Whether an annotation holds metrics, apart from the CPU target. */
export function readsMetrics({ annotations }: ObjectMeta): boolean {
  return readWire('metrics', annotations?.[metricsKey]) !== undefined;
}

/** Annotations take precedence over the fields: metrics from there come first. */
export function fromV1(object: HorizontalPodAutoscalerV1): HorizontalPodAutoscaler {
  const { metadata, spec, status } = object;
  const { annotations } = metadata;
  const parts = fromPlain(spec, status, {
    metrics: readWire('metrics', annotations?.[metricsKey]),
    currentMetrics: readWire('metrics', annotations?.[currentMetricsKey]),
    conditions: readWire('conditions', annotations?.[conditionsKey]),
    behavior: readWire('behavior', annotations?.[behaviorKey]),
  });
  return { ...object, metadata: withoutWire(metadata), ...parts };
}

/** What the annotations of autoscaling/v1 hold of an autoscaler. */
interface Carried {
  readonly metrics?: WireTexts['metrics'] | undefined;
  readonly currentMetrics?: WireTexts['metrics'] | undefined;
  readonly conditions?: WireTexts['conditions'] | undefined;
  readonly behavior?: WireTexts['behavior'] | undefined;
}

type Parts = Pick<HorizontalPodAutoscaler, 'spec' | 'status'>;

function fromPlain(
  { targetCPUUtilizationPercentage: target, ...plainSpec }: HorizontalPodAutoscalerV1['spec'],
  status: HorizontalPodAutoscalerV1['status'],
  carried: Carried,
): Parts {
  const metrics = (carried.metrics ?? []).map(specFromWire);
  if (target != null || metrics.length === 0) metrics.push(cpuMetric(target ?? undefined));
  const behavior = behaviorFromWire(carried.behavior);
  return {
    spec: extended(plainSpec, { metrics, ...(behavior && { behavior }) }),
    status: statusFromV1(status, carried),
  };
}

/**
 * Returns what a write and a read through autoscaling/v1 make of an autoscaler without annotations of v1. The
 * texts of these, which would be read at once, are not written.
 */
export function throughV1({ spec, status }: Parts): Parts {
  const { metrics, currentMetrics, conditions, behavior } = carriedBy(spec, status);
  return fromPlain(specToV1(spec), statusToV1(status), {
    metrics: metrics && asRead('metrics', metrics),
    currentMetrics: currentMetrics && asRead('metrics', currentMetrics),
    conditions: conditions && asRead('conditions', conditions),
    behavior: behavior && asRead('behavior', behavior),
  });
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
  const { metadata, spec, status } = object;
  const carried = carriedBy(spec, status);
  return {
    ...object,
    metadata: withWire(metadata, carried, spec.behavior, schemas),
    spec: specToV1(spec),
    status: statusToV1(status),
  };
}

function specToV1(spec: Spec): HorizontalPodAutoscalerV1['spec'] {
  const target = spec.metrics?.find(isAboutCpu)?.resource!.target?.averageUtilization;
  const plain = omitFields(spec, ['metrics', 'behavior']);
  return target == null ? plain : extended(plain, { targetCPUUtilizationPercentage: target });
}

function statusFromV1(
  status: HorizontalPodAutoscalerV1['status'],
  { conditions, currentMetrics }: Carried,
): Status {
  const { currentCPUUtilizationPercentage: cpu, ...plain } = status ?? {};
  const current =
    currentMetrics?.map(statusFromWire) ?? (cpu == null ? undefined : [cpuStatus(cpu)]);
  const counted = omitUnset({ ...plain, desiredReplicas: plain.desiredReplicas ?? 0 }, [
    'currentReplicas',
  ]);
  return extended(counted, {
    currentMetrics: current?.length ? current : noMetrics,
    ...(conditions?.length && { conditions: conditions.map(conditionOf) }),
  });
}

function statusToV1(status: Status): HorizontalPodAutoscalerV1['status'] {
  const current = (status.currentMetrics ?? [])
    .filter(isAboutCpu)
    .findLast(({ resource }) => resource!.current?.averageUtilization != null);
  const { averageUtilization } = current?.resource!.current ?? {};
  return extended(omitFields(status, ['currentMetrics', 'conditions']), {
    currentReplicas: status.currentReplicas ?? 0,
    ...(averageUtilization != null && { currentCPUUtilizationPercentage: averageUtilization }),
  });
}

/** What v1.24 writes for unknown values; the types leave it out. */
const noMetrics = null as unknown as undefined;

function isAboutCpu({ type, resource }: MetricSpec | MetricStatus): boolean {
  return type === 'Resource' && resource?.name === 'cpu';
}

function cpuStatus(averageUtilization: number): MetricStatus {
  return { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization } } };
}

/** Finds what v1 has no fields for. */
function carriedBy(
  { metrics = [], behavior }: Spec,
  { currentMetrics, conditions }: Status,
): Carried {
  const others = metrics.filter(
    (metric) => !isAboutCpu(metric) || metric.resource!.target?.averageUtilization == null,
  );
  return {
    ...(others.length > 0 && { metrics: others.map(specToWire) }),
    ...(currentMetrics?.length && { currentMetrics: currentMetrics.map(statusToWire) }),
    ...(conditions?.length && { conditions: conditions.map(orderedCondition) }),
    ...(behavior != null && { behavior: behaviorToWire(behavior, false) }),
  };
}

/** Adds annotations for what v1 has no fields for, if there is anything. */
function withWire(
  metadata: ObjectMeta,
  { metrics, currentMetrics, conditions }: Carried,
  behavior: Spec['behavior'],
  schemas?: Schemas,
): ObjectMeta {
  const texts: Record<string, string> = {};
  if (metrics) texts[metricsKey] = writeWire<'metrics'>(metrics);
  if (currentMetrics) texts[currentMetricsKey] = writeWire<'metrics'>(currentMetrics);
  if (conditions) texts[conditionsKey] = writeWire<'conditions'>(conditions);
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
