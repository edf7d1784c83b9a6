/** What one metric of an autoscaler asks for. Mirrors computeReplicasForMetric of v1.24. */
import { milliOf } from '#values';
import { messageOf } from '#runtime';
import { identifier, milliText, resourceText, selectorText } from './metric-text.ts';
import { samplesOf, totalOf, type Reading } from './readings.ts';
import {
  proposeByAverage,
  proposeByShare,
  proposeByTotal,
  proposeByUtilization,
  type Proposal,
  type Scene,
  type Working,
} from './replica-calculator.ts';
import type { Settings } from './settings.ts';
import type {
  ExternalMetricSource,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
  ObjectMetricSource,
  PodsMetricSource,
} from './types.ts';

/** All inputs of the calculation of a metric. */
export interface MetricScene extends Scene {
  readonly namespace: string;
  /** Of the target's status. */
  readonly statusReplicas: number;
}

/** What came of a metric that could be read. */
export interface MetricProposal {
  readonly replicas: number;
  /** The metric in words, for events and conditions. */
  readonly description: string;
  readonly status: MetricStatus;
  readonly working: Working;
}

/** What came of one that could not. */
export interface MetricFailure {
  /** Of the event and the condition: `FailedGetResourceMetric`, ... */
  readonly reason: string;
  /** Their text. */
  readonly message: string;
  /** The text as the whole reconcile reports it. */
  readonly error: string;
}

export function proposeReplicas(
  metric: MetricSpec,
  reading: Reading,
  scene: MetricScene,
): MetricProposal | MetricFailure {
  try {
    return computed(metric, reading, scene);
  } catch (error) {
    const message = messageOf(error);
    const prefix = errorPrefix(metric, scene.settings);
    return { reason: reasonOf(metric), message, error: prefix + message };
  }
}

function computed(metric: MetricSpec, reading: Reading, scene: MetricScene): MetricProposal {
  const { type, resource, containerResource, pods, object, external } = metric;
  if (type === 'Resource' && resource != null) {
    const { proposal, current, description } = byResource(resource, reading, scene);
    const status = { type, resource: { name: resource.name, current } };
    const { replicas, working } = proposal;
    return { replicas, description, status, working };
  }
  if (type === 'ContainerResource' && containerResource != null) {
    const { proposal, current, description } = byResource(containerResource, reading, scene);
    const { name, container } = containerResource;
    const status = { type, containerResource: { name, container, current } };
    const { replicas, working } = proposal;
    return { replicas, description, status, working };
  }
  if (type === 'Pods' && pods != null) return byPods(pods, reading, scene);
  if (type === 'Object' && object != null) return byObject(object, reading, scene);
  if (type === 'External' && external != null) return byExternal(external, reading, scene);
  throw new Error(`unknown metric source type ${JSON.stringify(type)}`);
}

interface ResourceSource {
  readonly name: string;
  readonly container?: string;
  readonly target: MetricTarget;
}

function byResource(
  { name, container, target }: ResourceSource,
  reading: Reading,
  scene: Scene,
): { proposal: Proposal; current: MetricValueStatus; description: string } {
  if (target.averageValue == null && target.averageUtilization == null) {
    throw new Error(neither('resource', 'a utilization target nor a value target'));
  }
  const { profile } = scene.settings;
  try {
    const samples = samplesOf(reading, `unable to get metrics for resource ${name}: `);
    if (target.averageValue != null) {
      const proposal = proposeByAverage(scene, samples, name, milliOf(target.averageValue));
      const current = { averageValue: resourceText(name, proposal.usage, profile) };
      return { proposal, current, description: `${name} resource` };
    }
    const source = { resource: name, container };
    const proposal = proposeByUtilization(scene, samples, source, target.averageUtilization!);
    const { usage, utilization } = proposal;
    const averageValue = resourceText(name, usage, profile);
    const current = { averageValue, averageUtilization: utilization };
    const isOne = container !== undefined && profile.enabled('ContainerMetricsNamed');
    const description = `${name} ${isOne ? 'container ' : ''}resource utilization (percentage of request)`;
    return { proposal, current, description };
  } catch (error) {
    const isUse = target.averageValue != null && profile.enabled('MetricErrorsInFull');
    const what = isUse ? 'usage' : 'utilization';
    throw new Error(`failed to get ${name} ${what}: ${messageOf(error)}`, { cause: error });
  }
}

function byPods(
  { metric, target }: PodsMetricSource,
  reading: Reading,
  scene: Scene,
): MetricProposal {
  const samples = samplesOf(reading, `unable to get metric ${metric.name}: `);
  const desired = milliOf(target.averageValue ?? '0');
  const { replicas, usage, working } = proposeByAverage(scene, samples, undefined, desired);
  const current = { averageValue: milliText(usage) };
  return {
    replicas,
    description: `pods metric ${metric.name}`,
    status: { type: 'Pods', pods: { metric: identifier(metric), current } },
    working,
  };
}

function byObject(
  { describedObject, metric, target }: ObjectMetricSource,
  reading: Reading,
  scene: MetricScene,
): MetricProposal {
  const { kind, name } = describedObject;
  const { profile } = scene.settings;
  // Most releases put the object's name and the error the wrong way round.
  const doing = profile.enabled('ObjectMetricErrorsInOrder')
    ? `unable to get metric ${metric.name} on ${kind} ${scene.namespace}/${name}: `
    : `unable to get metric ${metric.name}: ${kind} on ${scene.namespace} ${name}/`;
  if (target.type === 'Value' && target.value != null) {
    const total = totalOf(reading, doing);
    const { replicas, usage, working } = proposeByTotal(scene, total, milliOf(target.value));
    const current = { value: milliText(usage) };
    return {
      replicas,
      description: `${kind} metric ${metric.name}`,
      status: { type: 'Object', object: { metric: identifier(metric), describedObject, current } },
      working,
    };
  }
  if (target.type === 'AverageValue' && target.averageValue != null) {
    const total = totalOf(reading, doing);
    const { replicas, current, working } = shared(scene, total, target.averageValue);
    // Many releases leave the described object out here, and all call the metric external.
    const isDescribed = profile.enabled('AverageMetricsDescribeObjects');
    const shown = isDescribed ? describedObject : { kind: '', name: '' };
    return {
      replicas,
      description: externalText(metric),
      status: {
        type: 'Object',
        object: { metric: identifier(metric), describedObject: shown, current },
      },
      working,
    };
  }
  throw new Error(neither('object', 'a value target nor an average value target'));
}

function byExternal(
  { metric, target }: ExternalMetricSource,
  reading: Reading,
  scene: MetricScene,
): MetricProposal {
  const shown = `${scene.namespace}/${metric.name}/${selectorText(metric.selector)}`;
  const doing = `unable to get external metric ${shown}: `;
  const description = externalText(metric);
  const statusWith = (current: MetricValueStatus): MetricStatus => ({
    type: 'External',
    external: { metric: identifier(metric), current },
  });
  if (target.averageValue != null) {
    const total = totalOf(reading, doing);
    const { replicas, current, working } = shared(scene, total, target.averageValue);
    return { replicas, description, status: statusWith(current), working };
  }
  if (target.value != null) {
    const total = totalOf(reading, doing);
    const { replicas, usage, working } = proposeByTotal(scene, total, milliOf(target.value));
    const current = { value: milliText(usage) };
    return { replicas, description, status: statusWith(current), working };
  }
  throw new Error(neither('external', 'a value target nor an average value target'));
}

function shared(
  { statusReplicas, settings }: MetricScene,
  total: number,
  averageValue: string,
): { replicas: number; current: MetricValueStatus; working: Working } {
  const desired = milliOf(averageValue);
  const { replicas, usage, working } = proposeByShare(statusReplicas, total, desired, settings);
  return { replicas, current: { averageValue: milliText(usage) }, working };
}

function externalText(metric: ExternalMetricSource['metric']): string {
  return `external metric ${metric.name}(${selectorText(metric.selector)})`;
}

function neither(source: string, targets: string): string {
  return `invalid ${source} metric source: neither ${targets} was set`;
}

const reasons: Readonly<Record<string, string>> = {
  Resource: 'FailedGetResourceMetric',
  ContainerResource: 'FailedGetContainerResourceMetric',
  Pods: 'FailedGetPodsMetric',
  Object: 'FailedGetObjectMetric',
  External: 'FailedGetExternalMetric',
};

function reasonOf({ type }: MetricSpec): string {
  return reasons[type] ?? 'InvalidMetricSourceType';
}

/** What the error of the whole pass says in front of a metric's own. */
function errorPrefix(spec: MetricSpec, { profile }: Settings): string {
  const { resource, containerResource, object, external } = spec;
  if (spec.type === 'Pods') return 'failed to get pods metric value: ';
  if (object != null) {
    const isShared = object.target.averageValue != null;
    const inner = isShared ? `failed to get ${object.metric.name} object metric: ` : '';
    return `failed to get object metric value: ${inner}`;
  }
  const named = profile.enabled('MetricErrorsNameMetrics');
  if (external != null) {
    const { name } = external.metric;
    const isShared = external.target.averageValue != null;
    const what = isShared ? `${name} external metric` : `external metric ${name}`;
    const outer = named ? `failed to get ${name} external metric value: ` : '';
    return `${outer}failed to get ${what}: `;
  }
  if (!named) return '';
  if (containerResource != null)
    return `failed to get ${containerResource.container} container metric value: `;
  return resource == null ? '' : `failed to get ${resource.name} resource metric value: `;
}
