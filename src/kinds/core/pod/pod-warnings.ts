/** Warnings about pods that are accepted but probably will not do what is meant. */
import { ipWarnings } from '../../object/address-warnings.ts';
import { checkDns1123Label, checkLabelValue, type KubeObject, type Release } from '#values';
import type {
  HostAlias,
  LocalObjectReference,
  NodeAffinity,
  NodeSelectorTerm,
  PodAffinity,
  PodSpec,
  PodTemplateSpec,
} from '#types';
import { seccompFate, warnOfContainers, warnOfPorts } from './container-warnings.ts';
import { inBytes, repeated, warnOfFraction, warnOfRepeatedNames } from './warning-parts.ts';
import { warnOfVolumes } from './volume-warnings.ts';
import { podSeccomp } from './pod-annotation-names.ts';

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

/** Node labels that later releases warn about, too. */
const laterLabels: ReadonlyMap<string, string> = new Map([
  ['app.kubernetes.io/created-by', 'deprecated since v1.9'],
  [
    'scheduler.alpha.kubernetes.io/preferAvoidPods',
    'deprecated since v1.22; use Taints and Tolerations instead',
  ],
  ['node-role.kubernetes.io/master', 'use "node-role.kubernetes.io/control-plane" instead'],
]);

/** Undefined for labels that were not renamed. */
export function renamedLabel(label: string, release: Release): string | undefined {
  const [minor, instead] = renamedLabels.get(label) ?? [];
  if (instead !== undefined) return `deprecated since v1.${minor}; use "${instead}" instead`;
  return release.enabled('MoreNodeLabelsWarned') ? laterLabels.get(label) : undefined;
}

/** Warns about the name of a new object, where it is also that of a host. */
export function hostnameWarnings(
  { metadata: { name } }: KubeObject,
  old: KubeObject | undefined,
  release: Release,
  use = 'Pod names and hostnames',
): readonly string[] {
  if (old !== undefined || !release.enabled('HostnamesWarned')) return [];
  const faults = checkDns1123Label(name, release);
  if (faults.length === 0) return [];
  const why = 'which can result in surprising behavior; a DNS label is recommended';
  return [`metadata.name: this is used in ${use}, ${why}: [${faults.join(' ')}]`];
}

/** @param prefix of field paths: the path of the template and a dot; empty for a pod itself */
export function podWarnings(
  { metadata, spec }: { metadata?: PodTemplateSpec['metadata']; spec: PodSpec },
  release: Release,
  prefix = '',
): readonly string[] {
  const warnings: string[] = [];
  const at = `${prefix}spec`;
  const { volumes = [], hostAliases = [], imagePullSecrets = [] } = spec;
  const annotations = metadata?.annotations ?? {};
  const place = `${prefix}metadata.annotations`;
  warnOfLabels(warnings, spec, at, release);
  warnOfAnnotations(warnings, annotations, place);
  warnOfVolumes(warnings, volumes, `${at}.volumes`, release);
  warnOfNames(warnings, hostAliases, imagePullSecrets, at);
  if (!release.enabled('DoubtfulPodsWarned'))
    warnOfRepeatedNames(warnings, volumes, `${at}.volumes`);
  for (const name of inBytes) warnOfFraction(warnings, spec.overhead, name, `${at}.overhead`);
  warnOfSeccomp(warnings, spec, annotations, place, release);
  warnOfContainers(warnings, spec, { at, annotations, place, prefix, release });
  if (release.enabled('DoubtfulPodsWarned')) warnOfPorts(warnings, spec, at, release);
  warnOfGrace(warnings, spec, at, release);
  if (release.enabled('DoubtfulPodsWarned')) warnOfNoSelectors(warnings, spec, `${at}.affinity`);
  if (release.enabled('AddressesWarnEverywhere')) warnOfAddresses(warnings, spec, at, release);
  return warnings;
}

function warnOfAddresses(
  warnings: string[],
  { dnsConfig, hostAliases }: PodSpec,
  at: string,
  release: Release,
): void {
  for (const [index, server] of (dnsConfig?.nameservers ?? []).entries()) {
    warnings.push(...ipWarnings(`${at}.dnsConfig.nameservers[${index}]`, server, release));
  }
  for (const [index, { ip = '' }] of (hostAliases ?? []).entries()) {
    warnings.push(...ipWarnings(`${at}.hostAliases[${index}].ip`, ip, release));
  }
}

function warnOfNames(
  warnings: string[],
  aliases: readonly HostAlias[],
  secrets: readonly LocalObjectReference[],
  at: string,
): void {
  for (const { value, index } of repeated(aliases, ({ ip }) => ip)) {
    const shown = JSON.stringify(value);
    warnings.push(`${at}.hostAliases[${index}].ip: duplicate ip ${shown}`);
  }
  warnOfRepeatedNames(warnings, secrets, `${at}.imagePullSecrets`);
  for (const [index, { name }] of secrets.entries()) {
    if (!name) warnings.push(`${at}.imagePullSecrets[${index}].name: invalid empty name ""`);
  }
}

/** The annotation for the whole pod, without the field that took its place. */
function warnOfSeccomp(
  warnings: string[],
  { securityContext }: PodSpec,
  annotations: Readonly<Record<string, string>>,
  place: string,
  release: Release,
): void {
  if (securityContext?.seccompProfile != null || annotations[podSeccomp] === undefined) return;
  const fate = seccompFate(release);
  if (fate !== undefined) warnings.push(`${place}[${podSeccomp}]: ${fate}`);
}

function warnOfGrace(
  warnings: string[],
  { terminationGracePeriodSeconds: grace }: PodSpec,
  at: string,
  release: Release,
): void {
  if (grace == null || grace >= 0 || !release.enabled('HostnamesWarned')) return;
  const why = 'must be >= 0; negative values are invalid and will be treated as 1';
  warnings.push(`${at}.terminationGracePeriodSeconds: ${why}`);
}

const noMatch = 'a null labelSelector results in matching no pod';

/** Terms that no pod can match. */
function warnOfNoSelectors(warnings: string[], { affinity }: PodSpec, at: string): void {
  for (const kind of ['podAffinity', 'podAntiAffinity'] as const) {
    const {
      requiredDuringSchedulingIgnoredDuringExecution: required,
      preferredDuringSchedulingIgnoredDuringExecution: preferred,
    }: PodAffinity = affinity?.[kind] ?? {};
    const must = `${at}.${kind}.requiredDuringSchedulingIgnoredDuringExecution`;
    for (const [index, term] of (required ?? []).entries()) {
      if (term.labelSelector == null) warnings.push(`${must}[${index}].labelSelector: ${noMatch}`);
    }
    const may = `${at}.${kind}.preferredDuringSchedulingIgnoredDuringExecution`;
    for (const [index, { podAffinityTerm: term }] of (preferred ?? []).entries()) {
      if (term?.labelSelector != null) continue;
      warnings.push(`${may}[${index}].podAffinityTerm.labelSelector: ${noMatch}`);
    }
  }
}

function warnOfLabels(warnings: string[], spec: PodSpec, at: string, release: Release): void {
  for (const label in spec.nodeSelector) {
    const replacement = renamedLabel(label, release);
    if (replacement !== undefined) warnings.push(`${at}.nodeSelector[${label}]: ${replacement}`);
  }
  const { nodeAffinity } = spec.affinity ?? {};
  if (nodeAffinity != null) {
    warnOfNodeAffinity(warnings, nodeAffinity, `${at}.affinity.nodeAffinity`, release);
  }
  for (const [index, constraint] of (spec.topologySpreadConstraints ?? []).entries()) {
    const path = `${at}.topologySpreadConstraints[${index}]`;
    warnOfKey(warnings, constraint.topologyKey, `${path}.topologyKey`, release);
    if (constraint.labelSelector == null && release.enabled('DoubtfulPodsWarned')) {
      warnings.push(`${path}.labelSelector: ${noMatch}`);
    }
  }
}

function warnOfNodeAffinity(
  warnings: string[],
  {
    requiredDuringSchedulingIgnoredDuringExecution: required,
    preferredDuringSchedulingIgnoredDuringExecution: preferred,
  }: NodeAffinity,
  at: string,
  release: Release,
): void {
  const terms = `${at}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
  for (const [index, term] of (required?.nodeSelectorTerms ?? []).entries()) {
    warnOfTerm(warnings, term, `${terms}[${index}]`, release);
  }
  for (const [index, { preference }] of (preferred ?? []).entries()) {
    const path = `${at}.preferredDuringSchedulingIgnoredDuringExecution[${index}].preference`;
    warnOfTerm(warnings, preference, path, release, release.enabled('NodeAffinityValuesChecked'));
  }
}

/**
 * Warns about a term of a node selector.
 *
 * @param checksValues values that are required are refused instead
 */
export function warnOfTerm(
  warnings: string[],
  term: NodeSelectorTerm | undefined,
  path: string,
  release: Release,
  checksValues = false,
): void {
  for (const [index, { key, values }] of (term?.matchExpressions ?? []).entries()) {
    const at = `${path}.matchExpressions[${index}]`;
    warnOfKey(warnings, key, `${at}.key`, release);
    if (!checksValues) continue;
    for (const [place, value] of (values ?? []).entries()) {
      for (const fault of checkLabelValue(value, release)) {
        warnings.push(`${at}.values[${place}]: ${value} is invalid, ${fault}`);
      }
    }
  }
}

function warnOfKey(warnings: string[], label: string, path: string, release: Release): void {
  const replacement = renamedLabel(label, release);
  if (replacement !== undefined) warnings.push(`${path}: ${label} is ${replacement}`);
}

function warnOfAnnotations(
  warnings: string[],
  annotations: Readonly<Record<string, string>>,
  at: string,
): void {
  for (const [key, minor, field] of formerAnnotations) {
    if (annotations[key] === undefined) continue;
    warnings.push(
      `${at}[${key}]: non-functional in v1.${minor}+; use the "${field}" field instead`,
    );
  }
}
