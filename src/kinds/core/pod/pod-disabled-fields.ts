/** Pod fields behind gates that are off in v1.24: their values are dropped. */
import { changeElements, changeField, omitFields, withField } from '#values';
import type { Container, PodSpec, PodTemplateSpec } from '#types';

/** @param old the stored template: fields that it already uses may still be used */
export function withoutDisabledFields(
  template: PodTemplateSpec,
  old?: PodTemplateSpec,
): PodTemplateSpec {
  return changeField(template, 'spec', (spec) => withoutDisabledPodFields(spec, old?.spec));
}

/** {@link withoutDisabledFields} for pods. */
export function withoutDisabledPodFields(spec: PodSpec, old?: PodSpec): PodSpec {
  const keepsGrace = hasContainer(old, hasProbeGrace);
  const keepsMounts = hasContainer(old, hasOwnMount);
  const change = (container: Container): Container => {
    const timed = keepsGrace ? container : withoutProbeGrace(container);
    return keepsMounts ? timed : withDefaultMount(timed);
  };
  let next = changeElements(spec, 'containers', change);
  next = changeElements(next, 'initContainers', change);
  if (old?.topologySpreadConstraints?.some(({ minDomains }) => minDomains != null)) return next;
  return changeElements(next, 'topologySpreadConstraints', (constraint) =>
    omitFields(constraint, ['minDomains']),
  );
}

/** Templates of StatefulSets are stored unchecked: they may have no containers at all. */
function hasContainer(
  spec: Partial<PodSpec> | undefined,
  is: (container: Container) => boolean,
): boolean {
  return spec?.containers?.some(is) === true || spec?.initContainers?.some(is) === true;
}

function hasProbeGrace({ livenessProbe, startupProbe }: Container): boolean {
  return (
    livenessProbe?.terminationGracePeriodSeconds != null ||
    startupProbe?.terminationGracePeriodSeconds != null
  );
}

/** Readiness probes keep it, so that validation can reject it. */
function withoutProbeGrace(container: Container): Container {
  if (!hasProbeGrace(container)) return container;
  const live = changeField(container, 'livenessProbe', (probe) =>
    omitFields(probe, ['terminationGracePeriodSeconds']),
  );
  return changeField(live, 'startupProbe', (probe) =>
    omitFields(probe, ['terminationGracePeriodSeconds']),
  );
}

function hasOwnMount({ securityContext }: Container): boolean {
  const { procMount } = securityContext ?? {};
  return procMount != null && procMount !== 'Default';
}

function withDefaultMount(container: Container): Container {
  if (!hasOwnMount(container)) return container;
  return changeField(container, 'securityContext', (context) =>
    withField(context, 'procMount', 'Default'),
  );
}
