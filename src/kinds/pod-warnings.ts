/** What people are told of pods that are accepted, and will hardly do what is meant. */
import { milliOf } from './meta/quantity-numbers.ts';
import type { KubeObject } from './meta/object.ts';
import type {
  Container,
  NodeSelectorTerm,
  PodSpec,
  PodTemplateSpec,
  Quantity,
} from './types/index.ts';

/** Labels of nodes that got other names, and since when. */
const renamedLabels: ReadonlyMap<string, readonly [minor: number, instead: string]> = new Map([
  ['beta.kubernetes.io/arch', [14, 'kubernetes.io/arch']],
  ['beta.kubernetes.io/os', [14, 'kubernetes.io/os']],
  ['failure-domain.beta.kubernetes.io/region', [17, 'topology.kubernetes.io/region']],
  ['failure-domain.beta.kubernetes.io/zone', [17, 'topology.kubernetes.io/zone']],
  ['beta.kubernetes.io/instance-type', [17, 'node.kubernetes.io/instance-type']],
]);

/** Annotations that became fields, and since when they are without effect. */
const formerAnnotations: readonly (readonly [key: string, minor: number, field: string])[] = [
  ['scheduler.alpha.kubernetes.io/critical-pod', 16, 'priorityClassName'],
  ['security.alpha.kubernetes.io/sysctls', 11, 'sysctls'],
  ['security.alpha.kubernetes.io/unsafe-sysctls', 11, 'sysctls'],
];

const soonGone = 'deprecated in v1.22, support removal is planned in v1.26';
const formerVolumes: readonly (readonly [source: string, fate: string])[] = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', soonGone],
  ['storageos', soonGone],
  ['quobyte', soonGone],
];

/** Resources that are counted in bytes. */
const inBytes: readonly string[] = ['memory', 'ephemeral-storage'];

/** Undefined for labels that are called so still. */
export function renamedLabel(label: string): string | undefined {
  const [minor, instead] = renamedLabels.get(label) ?? [];
  return instead && `deprecated since v1.${minor}; use "${instead}" instead`;
}

/**
 * For the pod template of an object, when it is new or its spec has changed.
 * @param path of the template, such as `spec.template`
 */
export function templateWarnings<T extends KubeObject>(
  template: (object: T) => PodTemplateSpec,
  path = 'spec.template',
): (object: T, old: T | undefined) => readonly string[] {
  return (object, old) => {
    if (old !== undefined && old.metadata.generation === object.metadata.generation) return [];
    // StatefulSets and ReplicaSets are stored as they come, also without a template or its spec.
    const { metadata, spec } = (template(object) ?? {}) as Partial<PodTemplateSpec>;
    return spec === undefined ? [] : podWarnings({ metadata, spec }, `${path}.`);
  };
}

/** @param prefix of paths: the path of the template and a dot; empty for a pod itself */
export function podWarnings(
  { metadata, spec }: { metadata?: PodTemplateSpec['metadata']; spec: PodSpec },
  prefix = '',
): readonly string[] {
  const at = `${prefix}spec`;
  const { volumes = [], hostAliases = [], imagePullSecrets = [], overhead } = spec;
  return [
    ...labelWarnings(spec, at),
    ...formerAnnotations
      .filter(([key]) => metadata?.annotations?.[key] !== undefined)
      .map(([key, minor, field]) => {
        const fate = `non-functional in v1.${minor}+; use the "${field}" field instead`;
        return `${prefix}metadata.annotations[${key}]: ${fate}`;
      }),
    ...volumes.flatMap((volume, index) =>
      formerVolumes
        .filter(([source]) => volume[source as keyof typeof volume] != null)
        .map(([source, fate]) => `${at}.volumes[${index}].${source}: ${fate}`),
    ),
    ...repeated(hostAliases.map(({ ip }) => ip ?? '')).map(
      ({ value, index }) => `${at}.hostAliases[${index}].ip: duplicate ip ${quoted(value)}`,
    ),
    ...repeatedNames(imagePullSecrets, `${at}.imagePullSecrets`),
    ...imagePullSecrets.flatMap(({ name }, index) =>
      name ? [] : [`${at}.imagePullSecrets[${index}].name: invalid empty name ""`],
    ),
    ...repeatedNames(volumes, `${at}.volumes`),
    ...fractions(overhead, `${at}.overhead`),
    ...(spec.initContainers ?? []).flatMap((container, index) =>
      containerWarnings(container, `${at}.initContainers[${index}]`),
    ),
    // StatefulSets are stored as they come, also without containers.
    ...((spec as Partial<PodSpec>).containers ?? []).flatMap((container, index) =>
      containerWarnings(container, `${at}.containers[${index}]`),
    ),
  ];
}

function labelWarnings(spec: PodSpec, at: string): readonly string[] {
  const { requiredDuringSchedulingIgnoredDuringExecution: required } =
    spec.affinity?.nodeAffinity ?? {};
  const { preferredDuringSchedulingIgnoredDuringExecution: preferred = [] } =
    spec.affinity?.nodeAffinity ?? {};
  const affinity = `${at}.affinity.nodeAffinity`;
  const terms = `${affinity}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
  return [
    ...Object.keys(spec.nodeSelector ?? {}).flatMap((label) => {
      const fate = renamedLabel(label);
      return fate === undefined ? [] : [`${at}.nodeSelector[${label}]: ${fate}`];
    }),
    ...(required?.nodeSelectorTerms ?? []).flatMap((term, index) =>
      termWarnings(term, `${terms}[${index}]`),
    ),
    ...(preferred ?? []).flatMap(({ preference }, index) => {
      const path = `${affinity}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
      return termWarnings(preference, `${path}.preference`);
    }),
    ...(spec.topologySpreadConstraints ?? []).flatMap(({ topologyKey }, index) =>
      usesLabel(topologyKey, `${at}.topologySpreadConstraints[${index}].topologyKey`),
    ),
  ];
}

function termWarnings(term: NodeSelectorTerm | undefined, path: string): readonly string[] {
  return (term?.matchExpressions ?? []).flatMap(({ key }, index) =>
    usesLabel(key, `${path}.matchExpressions[${index}].key`),
  );
}

function usesLabel(label: string, path: string): readonly string[] {
  const fate = renamedLabel(label);
  return fate === undefined ? [] : [`${path}: ${label} is ${fate}`];
}

function containerWarnings({ resources, env = [] }: Container, path: string): readonly string[] {
  const of = (name: string): readonly string[] => [
    ...fractions(resources?.limits, `${path}.resources.limits`, [name]),
    ...fractions(resources?.requests, `${path}.resources.requests`, [name]),
  ];
  return [...inBytes.flatMap(of), ...repeatedNames(env, `${path}.env`)];
}

function fractions(
  amounts: Readonly<Record<string, Quantity>> | undefined,
  path: string,
  names: readonly string[] = inBytes,
): readonly string[] {
  return names.flatMap((name) => {
    const amount = amounts?.[name];
    if (amount === undefined || milliOf(amount) % 1000 === 0) return [];
    const shown = quoted(amount);
    return [`${path}[${name}]: fractional byte value ${shown} is invalid, must be an integer`];
  });
}

function repeatedNames(
  elements: readonly { readonly name?: string }[],
  path: string,
): readonly string[] {
  return repeated(elements.map(({ name }) => name ?? '')).map(
    ({ value, index }) => `${path}[${index}].name: duplicate name ${quoted(value)}`,
  );
}

function repeated(values: readonly string[]): readonly { value: string; index: number }[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [{ value, index }];
    seen.add(value);
    return [];
  });
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
