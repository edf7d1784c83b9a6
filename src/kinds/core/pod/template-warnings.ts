/** Warnings about the pod templates of workloads. */
import type { KubeObject, Release } from '#values';
import type { PodTemplateSpec } from '#types';
import { warningTexts } from '../../late-checks.ts';

/**
 * Returns what warns about the pod template of an object that is new or whose spec has changed.
 * @param path of the template, such as `spec.template`
 */
export function templateWarnings<T extends KubeObject>(
  template: (object: T) => PodTemplateSpec,
  path = 'spec.template',
): (object: T, old: T | undefined, release: Release) => readonly string[] {
  return (object, old, release) => {
    if (old !== undefined && old.metadata.generation === object.metadata.generation) return [];
    // StatefulSets and ReplicaSets are stored unchecked, also without a template or its spec.
    const { metadata, spec } = (template(object) ?? {}) as Partial<PodTemplateSpec>;
    return spec === undefined
      ? []
      : warningTexts.code.podWarnings({ metadata, spec }, release, `${path}.`);
  };
}

/** Returns what does the same, and warns about the name of a new object, which begins that of its pods. */
export function namedTemplateWarnings<T extends KubeObject>(
  template: (object: T) => PodTemplateSpec,
  path = 'spec.template',
): (object: T, old: T | undefined, release: Release) => readonly string[] {
  const ofTemplate = templateWarnings(template, path);
  return (object, old, release) => [
    ...warningTexts.code.hostnameWarnings(object, old, release),
    ...ofTemplate(object, old, release),
  ];
}
