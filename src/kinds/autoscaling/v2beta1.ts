/**
 * Converts HorizontalPodAutoscalers between the two beta versions and the stored form,
 * autoscaling/v2.
 */
import { omitUnset, withField } from '#values';
import type { HorizontalPodAutoscaler, MetricSpec, MetricStatus } from '#types/autoscaling-v2';
import type {
  HorizontalPodAutoscaler as HorizontalPodAutoscalerV2Beta1,
  MetricSpec as MetricSpecV2Beta1,
  MetricStatus as MetricStatusV2Beta1,
} from '#types/autoscaling-v2beta1';
import { specFromWire, specToWire, statusFromWire, statusToWire } from './metrics-v1.ts';
import { behaviorFromAnnotation, withBehaviorAnnotation, withoutWire } from './v1.ts';

/** Metrics have the form of the annotations of v1; scaling behavior is an annotation here too. */
export function fromV2Beta1(object: HorizontalPodAutoscalerV2Beta1): HorizontalPodAutoscaler {
  const behavior = behaviorFromAnnotation(object.metadata);
  const { spec, status } = object;
  return fromV2Beta2({
    ...object,
    metadata: withoutWire(object.metadata),
    spec: {
      ...spec,
      metrics: (spec.metrics ?? []).map(specFromWire),
      ...(behavior && { behavior }),
    },
    status: { ...status, currentMetrics: status?.currentMetrics?.map(statusFromWire) },
  });
}

export function toV2Beta1(object: HorizontalPodAutoscaler): HorizontalPodAutoscalerV2Beta1 {
  const { metadata, spec, status } = toV2Beta2(object);
  const { behavior, metrics, ...plain } = spec;
  return {
    ...object,
    metadata: behavior == null ? metadata : withBehaviorAnnotation(metadata, behavior),
    spec: { ...plain, metrics: (metrics ?? []).map(specOf) },
    status: {
      ...status,
      currentReplicas: status.currentReplicas ?? 0,
      currentMetrics: status.currentMetrics?.map(statusOf) ?? none,
    },
  };
}

/** The same types as in v2, but some of them are printed when empty. */
export function fromV2Beta2(object: HorizontalPodAutoscaler): HorizontalPodAutoscaler {
  const { conditions, currentMetrics, ...plain } = object.status ?? {};
  const status = omitUnset({ ...plain, desiredReplicas: plain.desiredReplicas ?? 0 }, [
    'currentReplicas',
  ]);
  return {
    ...object,
    status: {
      ...status,
      currentMetrics: currentMetrics?.length ? currentMetrics : none,
      ...(conditions?.length && { conditions }),
    },
  };
}

export function toV2Beta2(object: HorizontalPodAutoscaler): HorizontalPodAutoscaler {
  const { currentReplicas = 0, currentMetrics, conditions = none, ...plain } = object.status;
  const status = { currentReplicas, ...plain, currentMetrics: currentMetrics ?? none, conditions };
  return withField(object, 'status', status);
}

/** Absent lists are printed as null, which the types leave out. */
const none = null as unknown as undefined;

function specOf(metric: MetricSpec): MetricSpecV2Beta1 {
  return specToWire(metric) as MetricSpecV2Beta1;
}

function statusOf(metric: MetricStatus): MetricStatusV2Beta1 {
  return statusToWire(metric) as MetricStatusV2Beta1;
}
