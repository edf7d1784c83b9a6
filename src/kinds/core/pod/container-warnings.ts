/** Warnings about the containers of pods: their amounts, variables, ports, and former annotations. */
import { type Release } from '#values';
import type { Container, ContainerPort, EnvVar, PodSpec } from '#types';
import { appArmorFate, isProfileOf } from './pod-apparmor.ts';
import { inBytes, repeated, warnOfFraction, warnOfRepeatedNames } from './warning-parts.ts';
import { appArmorPrefix, containerSeccompPrefix } from './pod-annotation-names.ts';

/** Where containers stand, and what is said about them there. */
interface Surroundings {
  /** The path of the spec. */
  readonly at: string;
  readonly annotations: Readonly<Record<string, string>>;
  /** The path of the annotations. */
  readonly place: string;
  /** The path of the template and a dot; empty for a pod itself. */
  readonly prefix: string;
  readonly release: Release;
}

const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** All containers with their paths, in the order of the warnings. */
function* containersOf(spec: PodSpec, at: string): Generator<[Partial<Container>, string]> {
  for (const list of lists) {
    // StatefulSets of some releases are stored unchecked, also without containers.
    for (const [index, container] of ((spec as Partial<PodSpec>)[list] ?? []).entries()) {
      yield [container, `${at}.${list}[${index}]`];
    }
  }
}

/** What happens to annotations for seccomp where no field says the same; undefined: nothing. */
export function seccompFate(release: Release): string | undefined {
  if (release.enabled('SeccompAnnotationsWritten')) return undefined;
  const since = release.enabled('SeccompAnnotationsRead')
    ? 'deprecated since v1.19, non-functional in a future release'
    : 'non-functional in v1.27+';
  return `${since}; use the "seccompProfile" field instead`;
}

export function warnOfContainers(warnings: string[], spec: PodSpec, around: Surroundings): void {
  for (const [container, path] of containersOf(spec, around.at)) {
    warnOfProfiles(warnings, container, spec, around);
    for (const name of inBytes) {
      const { limits, requests } = container.resources ?? {};
      warnOfFraction(warnings, limits, name, `${path}.resources.limits`);
      warnOfFraction(warnings, requests, name, `${path}.resources.requests`);
    }
    if (around.release.enabled('DoubtfulPodsWarned')) {
      warnOfHidden(warnings, container.env ?? [], `${path}.env`, around.release);
    } else {
      warnOfRepeatedNames(warnings, container.env, `${path}.env`);
    }
  }
}

/** Annotations for a container without the fields that took their place. */
function warnOfProfiles(
  warnings: string[],
  { name = '', securityContext }: Partial<Container>,
  spec: PodSpec,
  { annotations, place, prefix, release }: Surroundings,
): void {
  const seccomp = containerSeccompPrefix + name;
  if (securityContext?.seccompProfile == null && annotations[seccomp] !== undefined) {
    const fate = seccompFate(release);
    if (fate !== undefined) warnings.push(`${place}[${seccomp}]: ${fate}`);
  }
  // New pods have been looked at before their fields were filled in.
  if (prefix === '' || !release.enabled('AppArmorAnnotationsRead')) return;
  const annotation = annotations[appArmorPrefix + name];
  const ofPod = spec.securityContext?.appArmorProfile;
  if (annotation === undefined || securityContext?.appArmorProfile != null) return;
  const isSame = release.enabled('AppArmorAnnotationsWritten') || isProfileOf(annotation, ofPod);
  if (ofPod != null && isSame) return;
  warnings.push(`${place}[${appArmorPrefix}${name}]: ${appArmorFate}`);
}

/** Variables that are set again, without a reference to what they were. */
function warnOfHidden(
  warnings: string[],
  env: readonly EnvVar[],
  path: string,
  release: Release,
): void {
  for (const { index, value: name } of repeated(env, (variable) => variable.name)) {
    const { value = '', valueFrom } = env[index]!;
    const reference = `$(${name})`;
    if (valueFrom == null && value !== reference && value.includes(reference)) continue;
    const then = release.enabled('HiddenVariablesMeetApply')
      ? ', which may be dropped when using apply'
      : '';
    warnings.push(`${path}[${index}]: hides previous definition of ${JSON.stringify(name)}${then}`);
  }
}

/** Ports that are there twice, or nearly so. */
export function warnOfPorts(warnings: string[], spec: PodSpec, at: string, release: Release): void {
  const known = new Map<string, [ContainerPort, string][]>();
  const ports = [...portsOf(spec, at)];
  for (const [port, path] of ports) {
    if (port.hostIP && !port.hostPort) {
      warnings.push(`${path}: hostIP set without hostPort: ${shownPort(port)}`);
    }
    const key = `${port.containerPort ?? 0}/${port.protocol ?? ''}`;
    const others = known.get(key) ?? [];
    for (const [other, where] of others) {
      const likeness = likenessOf(port, other);
      if (likeness !== undefined) {
        warnings.push(`${path}: ${likeness} port definition with ${where}`);
      }
    }
    known.set(key, [...others, [port, path]]);
  }
  if (release.enabled('NodeAffinityValuesChecked')) warnOfPortNames(warnings, ports);
}

function* portsOf(spec: PodSpec, at: string): Generator<[ContainerPort, string]> {
  for (const [{ ports = [] }, path] of containersOf(spec, at)) {
    for (const [index, port] of ports.entries()) yield [port, `${path}.ports[${index}]`];
  }
}

function likenessOf(port: ContainerPort, other: ContainerPort): string | undefined {
  const [ip, ipOfOther] = [port.hostIP ?? '', other.hostIP ?? ''];
  const [host, hostOfOther] = [port.hostPort ?? 0, other.hostPort ?? 0];
  if (ip === ipOfOther && host === hostOfOther) return 'duplicate';
  if (host === 0 || hostOfOther === 0) return 'overlapping';
  const isForAll = (ip === '') !== (ipOfOther === '');
  return host === hostOfOther && isForAll ? 'dangerously ambiguous' : undefined;
}

function shownPort({ name, hostPort, containerPort, protocol, hostIP }: ContainerPort): string {
  const numbers = `HostPort:${hostPort ?? 0} ContainerPort:${containerPort ?? 0}`;
  return `{Name:${name ?? ''} ${numbers} Protocol:${protocol ?? ''} HostIP:${hostIP ?? ''}}`;
}

function warnOfPortNames(
  warnings: string[],
  ports: readonly (readonly [ContainerPort, string])[],
): void {
  const places = new Map<string, string>();
  for (const [{ name }, path] of ports) {
    const other = name ? places.get(name) : undefined;
    if (name && other === undefined) places.set(name, path);
    if (other === undefined) continue;
    const use = `services and probes that select ports by name will use ${other}`;
    warnings.push(`${path}: duplicate port name ${JSON.stringify(name)} with ${other}, ${use}`);
  }
}
