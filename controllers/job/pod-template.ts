/** The pods that a job creates. */
import { job as jobKind } from '#kinds';
import type { Container, EnvVar, Job, Pod, PodTemplateSpec } from '#types';
import type { NewObject } from '#values';
import { podFromTemplate } from '#runtime';
import { INDEX_ANNOTATION } from './indexes.ts';
import { TRACKING_FINALIZER } from './tracking.ts';

const INDEX_VARIABLE = 'JOB_COMPLETION_INDEX';

/** The server cuts a prefix that it completes to a name to this many characters. */
const LONGEST_GENERATED_NAME = 58;

/**
 * Makes the pods of one pass: `undefined` for a pod without index. What all indexes share is worked out
 * once. `isTracked`: they stay until they are counted.
 */
export function podsOf(
  job: Job,
  isTracked: boolean,
): (index: number | undefined) => NewObject<Pod> {
  const owner = { kind: jobKind, object: job };
  const template = isTracked ? withFinalizer(job.spec.template) : job.spec.template;
  let indexed: PodTemplateSpec | undefined;
  return (index) => {
    if (index === undefined) return podFromTemplate(owner, template);
    indexed ??= withVariable(template);
    const { name } = job.metadata;
    const pod = forIndex(indexed, index, `${name}-${index}`);
    return podFromTemplate(owner, pod, generateNameOf(name, index));
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

function forIndex(template: PodTemplateSpec, index: number, hostname: string): PodTemplateSpec {
  const annotations = { ...template.metadata?.annotations, [INDEX_ANNOTATION]: String(index) };
  return {
    metadata: { ...template.metadata, annotations },
    spec: { ...template.spec, hostname },
  };
}

/** Containers learn their index from the pod's annotation. */
function withVariable(template: PodTemplateSpec): PodTemplateSpec {
  const { containers, initContainers } = template.spec;
  const spec = {
    ...template.spec,
    containers: containers.map(knowingIndex),
    ...(initContainers && { initContainers: initContainers.map(knowingIndex) }),
  };
  return { ...template, spec };
}

function knowingIndex(container: Container): Container {
  const { env = [] } = container;
  if (env.some(({ name }) => name === INDEX_VARIABLE)) return container;
  const fieldPath = `metadata.annotations['${INDEX_ANNOTATION}']`;
  const variable: EnvVar = { name: INDEX_VARIABLE, valueFrom: { fieldRef: { fieldPath } } };
  return { ...container, env: [...env, variable] };
}
