/** The pods that a job creates. */
import { job as jobKind } from '#kinds';
import type { Container, EnvVar, Pod, PodTemplateSpec } from '#types';
import type { NewObject } from '#values';
import { podFromTemplate } from '#runtime';
import { failureCounts } from './failed-indexes.ts';
import { COMPLETION_INDEX } from './indexes.ts';
import { limitPerIndex } from './rules.ts';
import { TRACKING_FINALIZER } from './tracking.ts';
import type { JobView } from './view.ts';

const INDEX_VARIABLE = 'JOB_COMPLETION_INDEX';

/** The server cuts a prefix that it completes to a name to this many characters. */
const LONGEST_GENERATED_NAME = 58;

/**
 * Makes the pods of one pass: `undefined` for a pod without index. What all indexes share is worked out
 * once. `isTracked`: they stay until they are counted.
 */
export function podsOf(
  view: Pick<JobView, 'job' | 'rules' | 'heldBack'>,
  isTracked: boolean,
): (index: number | undefined) => NewObject<Pod> {
  const { job, rules } = view;
  const owner = { kind: jobKind, object: job };
  const template = isTracked ? withFinalizer(job.spec.template) : job.spec.template;
  let indexed: PodTemplateSpec | undefined;
  return (index) => {
    if (index === undefined) return podFromTemplate(owner, template);
    indexed ??= withVariable(template, rules.labelsIndexes ? 'labels' : 'annotations');
    const pod = forIndex(indexed, index, view);
    return podFromTemplate(owner, pod, generateNameOf(job.metadata.name, index));
  };
}

/** The name of a long job is cut, so that the server leaves the index whole. */
function generateNameOf(name: string, index: number): string {
  const ending = `-${index}-`;
  return name.slice(0, LONGEST_GENERATED_NAME - ending.length) + ending;
}

function withFinalizer(template: PodTemplateSpec): PodTemplateSpec {
  const finalizers = [...(template.metadata?.finalizers ?? []), TRACKING_FINALIZER];
  return { ...template, metadata: { ...template.metadata, finalizers } };
}

function forIndex(
  template: PodTemplateSpec,
  index: number,
  { job, rules, heldBack }: Pick<JobView, 'job' | 'rules' | 'heldBack'>,
): PodTemplateSpec {
  const { metadata } = template;
  const own = { [COMPLETION_INDEX]: String(index) };
  const hasLimit = limitPerIndex(job, rules) !== undefined;
  const failures = hasLimit ? failureCounts(job, heldBack.get(index), rules) : {};
  return {
    metadata: {
      ...metadata,
      ...(rules.labelsIndexes && { labels: { ...metadata?.labels, ...own } }),
      annotations: { ...metadata?.annotations, ...own, ...failures },
    },
    spec: { ...template.spec, hostname: `${job.metadata.name}-${index}` },
  };
}

/** Containers learn their index from the pod's annotation, or label. */
function withVariable(template: PodTemplateSpec, from: 'annotations' | 'labels'): PodTemplateSpec {
  const { containers, initContainers } = template.spec;
  const fieldPath = `metadata.${from}['${COMPLETION_INDEX}']`;
  const variable: EnvVar = { name: INDEX_VARIABLE, valueFrom: { fieldRef: { fieldPath } } };
  const knowingIndex = (container: Container): Container => {
    const { env = [] } = container;
    if (env.some(({ name }) => name === INDEX_VARIABLE)) return container;
    return { ...container, env: [...env, variable] };
  };
  const spec = {
    ...template.spec,
    containers: containers.map(knowingIndex),
    ...(initContainers && { initContainers: initContainers.map(knowingIndex) }),
  };
  return { ...template, spec };
}
