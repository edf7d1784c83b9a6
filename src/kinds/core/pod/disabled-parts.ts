/** Parts of pods that go with a field whose gate is off: what is left of them would be refused. */
import { changeField, omitFields, type KubeObject } from '#values';
import type { Container, EphemeralContainer, PodSpec } from '#types';
import type { Profile } from '../../profile/profile.ts';
import { isSidecar } from './sidecars.ts';

/** What goes with fields whose gate is off. */
interface DisabledPart {
  readonly gate: string;
  isIn(spec: PodSpec): boolean;
  /** Whether what is stored has some, so that more may come. Absent: as {@link isIn} tells. */
  mayStay?(spec: PodSpec): boolean;
  without(spec: PodSpec): PodSpec;
}

const parts: readonly DisabledPart[] = [
  { gate: 'ImageVolume', isIn: hasImageVolume, without: withoutImages },
  {
    gate: 'SidecarContainers',
    isIn: hasInitPolicy,
    mayStay: hasSidecar,
    without: withoutInitPolicies,
  },
  { gate: 'ContainerRestartRules', isIn: hasPolicy, without: withoutPolicies },
  { gate: 'ContainerStopSignals', isIn: hasStopSignal, without: withoutStops },
];

/**
 * Makes what leaves out the parts that a release does not know yet, unless what is stored has some.
 *
 * @param at the way to the spec of its pods
 */
export function withoutDisabledParts<T extends KubeObject>(
  ...at: readonly string[]
): (object: T, old: T | undefined, profile: Profile) => T {
  return (object, old, profile) => {
    const spec = specAt(object, at);
    // Most have none: to look is cheaper than to ask the release.
    if (spec == null || !mayHaveParts(spec)) return object;
    const before = old && specAt(old, at);
    let left = spec;
    for (const { isIn, mayStay = isIn, without } of disabledIn(profile)) {
      const isKept = !isIn(left) || (before !== undefined && mayStay(before));
      if (!isKept) left = without(left);
    }
    return left === spec ? object : changedAt(object, at, () => left);
  };
}

/** Looked up in every write. */
const disabledParts = new WeakMap<Profile, readonly DisabledPart[]>();

function disabledIn(profile: Profile): readonly DisabledPart[] {
  let found = disabledParts.get(profile);
  if (found === undefined) {
    found = parts.filter(
      ({ gate }) => profile.gates.get(gate)?.gone !== true && !profile.enabled(gate),
    );
    disabledParts.set(profile, found);
  }
  return found;
}

function specAt(object: object, at: readonly string[]): PodSpec | undefined {
  let part: unknown = object;
  for (const name of at) part = (part as Readonly<Record<string, unknown>> | undefined)?.[name];
  return part as PodSpec | undefined;
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
  const gone = new Set(
    (spec.volumes ?? []).flatMap(({ name, image }) => (image == null ? [] : [name])),
  );
  return eachContainer(
    { ...spec, volumes: (spec.volumes ?? []).filter(({ image }) => image == null) },
    (each) =>
      changeField(each, 'volumeMounts', (list) => list.filter(({ name }) => !gone.has(name))),
  );
}

// Specs are not checked yet: their containers may be null.

/** Tells whether any of {@link parts} can be in a spec. */
function mayHaveParts(spec: PodSpec): boolean {
  return hasImageVolume(spec) || someContainer(spec, hasPolicyOrHooks);
}

function hasPolicyOrHooks({ restartPolicy, lifecycle }: AnyContainer): boolean {
  return restartPolicy != null || lifecycle != null;
}

function hasInitPolicy({ initContainers }: Partial<PodSpec>): boolean {
  return (initContainers ?? []).some(hasAnyPolicy);
}

function hasSidecar({ initContainers }: Partial<PodSpec>): boolean {
  return (initContainers ?? []).some(isSidecar);
}

function hasPolicy(spec: PodSpec): boolean {
  return someContainer(spec, (each, isInit) => hasAnyPolicy(each) && !(isInit && isSidecar(each)));
}

function hasAnyPolicy({ restartPolicy }: Pick<Container, 'restartPolicy'>): boolean {
  return restartPolicy != null;
}

function withoutInitPolicies(spec: PodSpec): PodSpec {
  return eachContainer(spec, (each, isInit) => (isInit ? withoutPolicy(each) : each));
}

/** Leaves out restart policies but those of sidecars. */
function withoutPolicies(spec: PodSpec): PodSpec {
  return eachContainer(spec, (each, isInit) =>
    isInit && isSidecar(each) ? each : withoutPolicy(each),
  );
}

function withoutPolicy<C extends AnyContainer>(container: C): C {
  return omitFields(container, ['restartPolicy']) as C;
}

function hasStopSignal(spec: PodSpec): boolean {
  return someContainer(spec, ({ lifecycle }) => lifecycle?.stopSignal != null);
}

/** Leaves out signals, and hooks where there is nothing else. */
function withoutStops(spec: PodSpec): PodSpec {
  return eachContainer(spec, (each) => {
    const { stopSignal, ...hooks } = each.lifecycle ?? {};
    if (stopSignal == null) return each;
    return Object.keys(hooks).length > 0
      ? { ...each, lifecycle: hooks }
      : omitFields(each, ['lifecycle']);
  });
}

type AnyContainer = Container | EphemeralContainer;

function someContainer(
  { containers, initContainers, ephemeralContainers }: Partial<PodSpec>,
  test: (container: AnyContainer, isInit: boolean) => boolean,
): boolean {
  return (
    someOf(containers, false, test) ||
    someOf(initContainers, true, test) ||
    someOf(ephemeralContainers, false, test)
  );
}

function someOf(
  list: readonly AnyContainer[] | undefined,
  isInit: boolean,
  test: (container: AnyContainer, isInit: boolean) => boolean,
): boolean {
  if (list == null) return false;
  for (const each of list) if (test(each, isInit)) return true;
  return false;
}

function eachContainer(
  spec: PodSpec,
  change: <C extends AnyContainer>(container: C, isInit: boolean) => C,
): PodSpec {
  const { containers, initContainers, ephemeralContainers }: Partial<PodSpec> = spec;
  return {
    ...spec,
    ...(containers && { containers: containers.map((each) => change(each, false)) }),
    ...(initContainers && { initContainers: initContainers.map((each) => change(each, true)) }),
    ...(ephemeralContainers && {
      ephemeralContainers: ephemeralContainers.map((each) => change(each, false)),
    }),
  };
}
