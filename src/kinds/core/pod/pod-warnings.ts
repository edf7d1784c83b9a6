/** Warnings about pods that are accepted but probably will not do what is meant. */
import { milliOf, type KubeObject } from '#values';
import type {
  Container,
  NodeAffinity,
  NodeSelectorTerm,
  PodSpec,
  PodTemplateSpec,
  Quantity,
  Volume,
} from '#types';

/** Node labels that were renamed, and since when. */
const renamedLabels: ReadonlyMap<string, readonly [minor: number, instead: string]> = new Map([
  ['beta.kubernetes.io/arch', [14, 'kubernetes.io/arch']],
  ['beta.kubernetes.io/os', [14, 'kubernetes.io/os']],
  ['failure-domain.beta.kubernetes.io/region', [17, 'topology.kubernetes.io/region']],
  ['failure-domain.beta.kubernetes.io/zone', [17, 'topology.kubernetes.io/zone']],
  ['beta.kubernetes.io/instance-type', [17, 'node.kubernetes.io/instance-type']],
]);

/** Annotations that were replaced by fields, and since when they have no effect. */
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

/** Resources that are measured in bytes. */
const inBytes: readonly string[] = ['memory', 'ephemeral-storage'];

/** Undefined for labels that were not renamed. */
export function renamedLabel(label: string): string | undefined {
  const [minor, instead] = renamedLabels.get(label) ?? [];
  return instead && `deprecated since v1.${minor}; use "${instead}" instead`;
}

/**
 * Warnings about the pod template of an object that is new or whose spec has changed.
 * @param path of the template, such as `spec.template`
 */
export function templateWarnings<T extends KubeObject>(
  template: (object: T) => PodTemplateSpec,
  path = 'spec.template',
): (object: T, old: T | undefined) => readonly string[] {
  return (object, old) => {
    if (old !== undefined && old.metadata.generation === object.metadata.generation) return [];
    // StatefulSets and ReplicaSets are stored unchecked, also without a template or its spec.
    const { metadata, spec } = (template(object) ?? {}) as Partial<PodTemplateSpec>;
    return spec === undefined ? [] : podWarnings({ metadata, spec }, `${path}.`);
  };
}

/** @param prefix of field paths: the path of the template and a dot; empty for a pod itself */
export function podWarnings(
  { metadata, spec }: { metadata?: PodTemplateSpec['metadata']; spec: PodSpec },
  prefix = '',
): readonly string[] {
  const warnings: string[] = [];
  const at = `${prefix}spec`;
  const { volumes = [], hostAliases = [], imagePullSecrets = [] } = spec;
  warnOfLabels(warnings, spec, at);
  warnOfAnnotations(warnings, metadata?.annotations, `${prefix}metadata.annotations`);
  warnOfVolumes(warnings, volumes, `${at}.volumes`);
  for (const { value, index } of repeated(hostAliases, ({ ip }) => ip)) {
    warnings.push(`${at}.hostAliases[${index}].ip: duplicate ip ${quoted(value)}`);
  }
  warnOfRepeatedNames(warnings, imagePullSecrets, `${at}.imagePullSecrets`);
  for (const [index, { name }] of imagePullSecrets.entries()) {
    if (!name) warnings.push(`${at}.imagePullSecrets[${index}].name: invalid empty name ""`);
  }
  warnOfRepeatedNames(warnings, volumes, `${at}.volumes`);
  for (const name of inBytes) warnOfFraction(warnings, spec.overhead, name, `${at}.overhead`);
  warnOfContainers(warnings, spec.initContainers, `${at}.initContainers`);
  // StatefulSets are stored unchecked, also without containers.
  warnOfContainers(warnings, (spec as Partial<PodSpec>).containers, `${at}.containers`);
  return warnings;
}

function warnOfLabels(warnings: string[], spec: PodSpec, at: string): void {
  for (const label in spec.nodeSelector) {
    const replacement = renamedLabel(label);
    if (replacement !== undefined) warnings.push(`${at}.nodeSelector[${label}]: ${replacement}`);
  }
  const { nodeAffinity } = spec.affinity ?? {};
  if (nodeAffinity != null) {
    warnOfNodeAffinity(warnings, nodeAffinity, `${at}.affinity.nodeAffinity`);
  }
  for (const [index, { topologyKey }] of (spec.topologySpreadConstraints ?? []).entries()) {
    warnOfKey(warnings, topologyKey, `${at}.topologySpreadConstraints[${index}].topologyKey`);
  }
}

function warnOfNodeAffinity(
  warnings: string[],
  {
    requiredDuringSchedulingIgnoredDuringExecution: required,
    preferredDuringSchedulingIgnoredDuringExecution: preferred,
  }: NodeAffinity,
  at: string,
): void {
  const terms = `${at}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
  for (const [index, term] of (required?.nodeSelectorTerms ?? []).entries()) {
    warnOfTerm(warnings, term, `${terms}[${index}]`);
  }
  for (const [index, { preference }] of (preferred ?? []).entries()) {
    const path = `${at}.preferredDuringSchedulingIgnoredDuringExecution[${index}].preference`;
    warnOfTerm(warnings, preference, path);
  }
}

function warnOfTerm(warnings: string[], term: NodeSelectorTerm | undefined, path: string): void {
  for (const [index, { key }] of (term?.matchExpressions ?? []).entries()) {
    warnOfKey(warnings, key, `${path}.matchExpressions[${index}].key`);
  }
}

function warnOfKey(warnings: string[], label: string, path: string): void {
  const replacement = renamedLabel(label);
  if (replacement !== undefined) warnings.push(`${path}: ${label} is ${replacement}`);
}

function warnOfAnnotations(
  warnings: string[],
  annotations: Readonly<Record<string, string>> | undefined,
  at: string,
): void {
  if (annotations == null) return;
  for (const [key, minor, field] of formerAnnotations) {
    if (annotations[key] === undefined) continue;
    warnings.push(
      `${at}[${key}]: non-functional in v1.${minor}+; use the "${field}" field instead`,
    );
  }
}

function warnOfVolumes(warnings: string[], volumes: readonly Volume[], at: string): void {
  for (const [index, volume] of volumes.entries()) {
    for (const [source, replacement] of formerVolumes) {
      if (volume[source as keyof Volume] == null) continue;
      warnings.push(`${at}[${index}].${source}: ${replacement}`);
    }
  }
}

function warnOfContainers(
  warnings: string[],
  containers: readonly Container[] | undefined,
  at: string,
): void {
  for (const [index, { resources, env }] of (containers ?? []).entries()) {
    const path = `${at}[${index}]`;
    for (const name of inBytes) {
      warnOfFraction(warnings, resources?.limits, name, `${path}.resources.limits`);
      warnOfFraction(warnings, resources?.requests, name, `${path}.resources.requests`);
    }
    warnOfRepeatedNames(warnings, env, `${path}.env`);
  }
}

function warnOfFraction(
  warnings: string[],
  amounts: Readonly<Record<string, Quantity>> | undefined,
  name: string,
  path: string,
): void {
  const amount = amounts?.[name];
  if (amount === undefined || milliOf(amount) % 1000 === 0) return;
  const shown = quoted(amount);
  warnings.push(`${path}[${name}]: fractional byte value ${shown} is invalid, must be an integer`);
}

function warnOfRepeatedNames(
  warnings: string[],
  elements: readonly { readonly name?: string }[] | undefined,
  path: string,
): void {
  for (const { value, index } of repeated(elements ?? [], ({ name }) => name)) {
    warnings.push(`${path}[${index}].name: duplicate name ${quoted(value)}`);
  }
}

interface RepeatedText {
  readonly value: string;
  readonly index: number;
}

const noneRepeated: readonly RepeatedText[] = [];

/** The elements with the same text as an earlier one; an absent text is empty. */
function repeated<T>(
  elements: readonly T[],
  textOf: (element: T) => string | undefined,
): readonly RepeatedText[] {
  if (elements.length < 2) return noneRepeated;
  const seen = new Set<string>();
  const found: RepeatedText[] = [];
  for (const [index, element] of elements.entries()) {
    const value = textOf(element) ?? '';
    if (seen.has(value)) found.push({ value, index });
    seen.add(value);
  }
  return found;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
