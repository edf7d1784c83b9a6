/** Parts of pods that go with a field whose gate is off: what is left of them would be refused. */
import { changeField, omitFields, type KubeObject } from '#values';
import type { Container, PodSpec } from '#types';
import type { Profile } from '../../profile/profile.ts';
import { isSidecar } from './sidecars.ts';

/**
 * Makes what leaves out the volumes and the restart policies that a release does not know yet, unless what is stored has
 * some.
 *
 * @param at the way to the spec of its pods
 */
export function withoutDisabledParts<T extends KubeObject>(
  ...at: readonly string[]
): (object: T, old: T | undefined, profile: Profile) => T {
  return (object, old, profile) => {
    const hasImages = profile.enabled('ImageVolume') || !profile.enabled('ImageVolumesDropped');
    const hasPolicies =
      profile.enabled('ContainerRestartRules') || !profile.enabled('RestartPoliciesDropped');
    if (hasImages && hasPolicies) return object;
    const before = old && specAt(old, at);
    return changedAt(object, at, (spec) => {
      const mounted = hasImages || (before && hasImageVolume(before)) ? spec : withoutImages(spec);
      return hasPolicies || (before && hasPolicy(before)) ? mounted : withoutPolicies(mounted);
    });
  };
}

function specAt(object: object, at: readonly string[]): PodSpec | undefined {
  return at.reduce<unknown>(
    (part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
    object,
  ) as PodSpec | undefined;
}

function changedAt<T extends object>(
  object: T,
  [name, ...rest]: readonly string[],
  change: (spec: PodSpec) => PodSpec,
): T {
  if (name === undefined) return change(object as never) as never;
  return changeField(
    object,
    name as keyof T,
    (part) => changedAt(part as object, rest, change) as never,
  );
}

function hasImageVolume({ volumes }: PodSpec): boolean {
  return (volumes ?? []).some(({ image }) => image != null);
}

/** Leaves out volumes that are images, and what mounts them. */
function withoutImages(spec: PodSpec): PodSpec {
  if (!hasImageVolume(spec)) return spec;
  const gone = new Set(
    (spec.volumes ?? []).flatMap(({ name, image }) => (image == null ? [] : [name])),
  );
  return eachContainer(
    { ...spec, volumes: (spec.volumes ?? []).filter(({ name }) => !gone.has(name)) },
    ({ volumeMounts, ...rest }) => ({
      ...rest,
      ...(volumeMounts && { volumeMounts: volumeMounts.filter(({ name }) => !gone.has(name)) }),
    }),
  );
}

/** Tells whether a spec that is not checked yet, whose containers may be null, has some. */
function hasPolicy({ containers, initContainers }: Partial<PodSpec>): boolean {
  return (
    (containers ?? []).some(({ restartPolicy }) => restartPolicy != null) ||
    (initContainers ?? []).some((each) => each.restartPolicy != null && !isSidecar(each))
  );
}

/** Leaves out restart policies but those of sidecars. */
function withoutPolicies(spec: PodSpec): PodSpec {
  if (!hasPolicy(spec)) return spec;
  return eachContainer(spec, (each, isInit) =>
    isInit && isSidecar(each) ? each : omitFields(each, ['restartPolicy']),
  );
}

function eachContainer(
  spec: PodSpec,
  change: (container: Container, isInit: boolean) => Container,
): PodSpec {
  const { containers, initContainers }: Partial<PodSpec> = spec;
  return {
    ...spec,
    ...(containers && { containers: containers.map((each) => change(each, false)) }),
    ...(initContainers && { initContainers: initContainers.map((each) => change(each, true)) }),
  };
}
