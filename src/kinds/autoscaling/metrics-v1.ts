/** Converts metrics between autoscaling/v2, the stored form, and the annotations of v1. */
import { extended, omitUnset } from '#values';
import type {
  CrossVersionObjectReference,
  MetricIdentifier,
  MetricSpec,
  MetricStatus,
  MetricTarget,
} from '#types/autoscaling-v2';
import type { LabelSelector } from '#types';
import type { WireMetric, WireResourceMetric } from './wire-v1.ts';

/** The placeholder for an absent amount where one is required. */
const none = '0';

export function specFromWire(wire: WireMetric): MetricSpec {
  const { type = '', object, pods, resource, containerResource, external } = wire;
  return {
    type,
    ...(object && {
      object: {
        describedObject: referenceOf(object.target),
        metric: identifierOf(object.metricName, object.selector),
        target: {
          type: object.averageValue == null ? 'Value' : 'AverageValue',
          // Also along with an average: v1 cannot omit it.
          value: object.targetValue ?? none,
          ...ifDefined('averageValue', object.averageValue),
        },
      },
    }),
    ...(pods && {
      pods: {
        metric: identifierOf(pods.metricName, pods.selector),
        target: { type: 'AverageValue', averageValue: pods.targetAverageValue ?? none },
      },
    }),
    ...(resource && { resource: { name: resource.name ?? '', target: resourceTarget(resource) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name ?? '',
        container: containerResource.container ?? '',
        target: resourceTarget(containerResource),
      },
    }),
    ...(external && {
      external: {
        metric: identifierOf(external.metricName, external.metricSelector),
        target: {
          type: external.targetValue == null ? 'AverageValue' : 'Value',
          ...ifDefined('value', external.targetValue),
          ...ifDefined('averageValue', external.targetAverageValue),
        },
      },
    }),
  };
}

export function specToWire({
  type,
  object,
  pods,
  resource,
  containerResource,
  external,
}: MetricSpec): WireMetric {
  return {
    type,
    ...(object && {
      object: {
        target: orderedReference(object.describedObject ?? {}),
        metricName: object.metric?.name ?? '',
        targetValue: object.target?.value ?? none,
        ...ifDefined('selector', object.metric?.selector),
        ...ifDefined('averageValue', object.target?.averageValue),
      },
    }),
    ...(pods && {
      pods: {
        metricName: pods.metric?.name ?? '',
        targetAverageValue: pods.target?.averageValue ?? none,
        ...ifDefined('selector', pods.metric?.selector),
      },
    }),
    ...(resource && { resource: { name: resource.name, ...resourceTargets(resource.target) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        ...resourceTargets(containerResource.target),
        container: containerResource.container,
      },
    }),
    ...(external && {
      external: {
        metricName: external.metric?.name ?? '',
        ...ifDefined('metricSelector', external.metric?.selector),
        ...ifDefined('targetValue', external.target?.value),
        ...ifDefined('targetAverageValue', external.target?.averageValue),
      },
    }),
  };
}

export function statusFromWire(wire: WireMetric): MetricStatus {
  const { type = '', object, pods, resource, containerResource, external } = wire;
  return {
    type,
    ...(object && {
      object: {
        describedObject: referenceOf(object.target),
        metric: identifierOf(object.metricName, object.selector),
        current: {
          value: object.currentValue ?? none,
          ...ifDefined('averageValue', object.averageValue),
        },
      },
    }),
    ...(pods && {
      pods: {
        metric: identifierOf(pods.metricName, pods.selector),
        current: { averageValue: pods.currentAverageValue ?? none },
      },
    }),
    ...(resource && {
      resource: { name: resource.name ?? '', current: resourceCurrent(resource) },
    }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name ?? '',
        container: containerResource.container ?? '',
        current: resourceCurrent(containerResource),
      },
    }),
    ...(external && {
      external: {
        metric: identifierOf(external.metricName, external.metricSelector),
        current: {
          value: external.currentValue ?? none,
          ...ifDefined('averageValue', external.currentAverageValue),
        },
      },
    }),
  };
}

export function statusToWire({
  type,
  object,
  pods,
  resource,
  containerResource,
  external,
}: MetricStatus): WireMetric {
  return {
    type,
    ...(object && {
      object: {
        target: orderedReference(object.describedObject ?? {}),
        metricName: object.metric?.name ?? '',
        currentValue: object.current?.value ?? none,
        ...ifDefined('selector', object.metric?.selector),
        ...ifDefined('averageValue', object.current?.averageValue),
      },
    }),
    ...(pods && {
      pods: {
        metricName: pods.metric?.name ?? '',
        currentAverageValue: pods.current?.averageValue ?? none,
        ...ifDefined('selector', pods.metric?.selector),
      },
    }),
    ...(resource && { resource: { name: resource.name, ...resourceCurrents(resource) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        ...resourceCurrents(containerResource),
        container: containerResource.container,
      },
    }),
    ...(external && {
      external: {
        metricName: external.metric?.name ?? '',
        ...ifDefined('metricSelector', external.metric?.selector),
        currentValue: external.current?.value ?? none,
        ...ifDefined('currentAverageValue', external.current?.averageValue),
      },
    }),
  };
}

function resourceTarget(wire: WireResourceMetric): MetricTarget {
  const { targetAverageUtilization, targetAverageValue } = wire;
  return {
    type: targetAverageUtilization == null ? 'AverageValue' : 'Utilization',
    ...ifDefined('averageValue', targetAverageValue),
    ...ifDefined('averageUtilization', targetAverageUtilization),
  };
}

function resourceTargets(target: MetricTarget | undefined): Omit<WireResourceMetric, 'name'> {
  const { averageUtilization, averageValue }: Partial<MetricTarget> = target ?? {};
  return {
    ...ifDefined('targetAverageUtilization', averageUtilization),
    ...ifDefined('targetAverageValue', averageValue),
  };
}

type ResourceStatus = NonNullable<MetricStatus['resource']>;

function resourceCurrent(wire: WireResourceMetric): ResourceStatus['current'] {
  return {
    averageValue: wire.currentAverageValue ?? none,
    ...ifDefined('averageUtilization', wire.currentAverageUtilization),
  };
}

function resourceCurrents({
  current,
}: Pick<ResourceStatus, 'current'>): Omit<WireResourceMetric, 'name'> {
  return extended(ifDefined('currentAverageUtilization', current?.averageUtilization), {
    currentAverageValue: current?.averageValue ?? none,
  });
}

function identifierOf(name: string | undefined, selector?: LabelSelector): MetricIdentifier {
  return { name: name ?? '', ...ifDefined('selector', selector) };
}

function referenceOf(
  reference: Partial<CrossVersionObjectReference> | undefined,
): CrossVersionObjectReference {
  return { kind: '', name: '', ...reference };
}

function orderedReference(reference: CrossVersionObjectReference): CrossVersionObjectReference {
  const { kind, name, apiVersion } = reference;
  return omitUnset({ kind, name, apiVersion }, ['apiVersion']);
}

/** The field, or nothing if it has no value. */
function ifDefined<K extends string, V>(
  field: K,
  value: V | undefined | null,
): { readonly [F in K]?: V } {
  return (value == null ? {} : { [field]: value }) as { readonly [F in K]?: V };
}
