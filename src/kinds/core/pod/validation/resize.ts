/** What a resize of a pod may not do. */
import { forbidden, invalid, parseQuantity, semanticEqual, show, type FieldErrors } from '#values';
import type { Profile } from '../../../profile/profile.ts';
import type { Container, Pod, PodSpec, ResourceRequirements } from '#types';
import { isShared, podLevelResize, qosClassOf } from '../pod-requests.ts';
import { isSidecar } from '../sidecars.ts';
import { mirrorAnnotation } from '../pod-annotation-names.ts';

const resizable = ['cpu', 'memory'];

type Lists = 'containers' | 'initContainers';
type Amounts = Readonly<Record<string, string>> | undefined;

/** Returns whether a pod may be resized at all, whatever else is wrong. Adds why not to `errors`. */
export function validateResizable(
  errors: FieldErrors,
  pod: Pod,
  old: Pod,
  profile: Profile,
): boolean {
  const why = whyNever(pod, old, profile);
  if (why !== undefined) errors.push(forbidden('[]', why));
  return why === undefined;
}

function whyNever(pod: Pod, old: Pod, profile: Profile): string | undefined {
  if (!profile.enabled('PodLevelResizeGated') && [pod.spec, old.spec].some(areShared)) {
    return 'pods with pod-level resources cannot be resized';
  }
  if (old.metadata.annotations?.[mirrorAnnotation] !== undefined)
    return 'static pods cannot be resized';
  return old.spec.os?.name === 'windows' ? 'windows pods cannot be resized' : undefined;
}

function areShared({ resources }: PodSpec): boolean {
  return isShared(resources);
}

/** Checks what a resize changes, and that it changes nothing else. */
export function validateResize(errors: FieldErrors, pod: Pod, old: Pod, profile: Profile): void {
  const { spec } = pod;
  if (qosClassOf(spec) !== (old.status.qosClass ?? qosClassOf(old.spec))) {
    const why = 'Pod QOS Class may not change as a result of resizing';
    errors.push(invalid('spec', show(old.status.qosClass ?? ''), why));
  }
  const running = (old.status.containerStatuses ?? []).find(({ state }) => state?.running != null);
  if (running !== undefined && running.resources == null) {
    errors.push(forbidden('spec', 'Pod running on node without support for resize'));
  }
  if (!mayResizePodLevel(errors, spec, old.spec, profile)) return;
  validatePodLevel(errors, spec.resources, old.spec.resources);
  const lists = ['containers', 'initContainers'] as const;
  if (!lists.every((list) => areTheSame(errors, spec, old.spec, list))) return;
  for (const list of ['initContainers', 'containers'] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      const before = old.spec[list]![index]!;
      const field = `spec.${list}[${index}]`;
      if (list === 'containers' || isResizable(container, profile)) {
        const place = `${field}.resources`;
        validateKept(errors, container.resources, before.resources, place, 'resource');
        if (profile.enabled('MemoryLimitsGrow')) validateMemory(errors, container, before, place);
      }
    }
  }
  for (const list of lists) validateOthers(errors, spec, old.spec, list, profile);
}

function mayResizePodLevel(
  errors: FieldErrors,
  spec: PodSpec,
  old: PodSpec,
  profile: Profile,
): boolean {
  if (profile.enabled(podLevelResize) || ![spec, old].some(areShared)) return true;
  const why = `resize of pods with pod-level resources is forbidden when ${podLevelResize}Enabled feature gate is disabled`;
  errors.push(forbidden('[]', why));
  return false;
}

/** Returns whether a container may be resized: only later releases resize init containers that end before others start. */
function isResizable(container: Container, profile: Profile): boolean {
  return isSidecar(container) || profile.enabled('InPlacePodVerticalScalingInitContainers');
}

function areTheSame(errors: FieldErrors, spec: PodSpec, old: PodSpec, list: Lists): boolean {
  const [now, before] = [spec[list] ?? [], old[list] ?? []];
  if (now.length !== before.length) {
    errors.push(forbidden(`spec.${list}`, `${list} may not be added or removed on resize`));
    return false;
  }
  const index = now.findIndex(({ name }, place) => name !== before[place]!.name);
  if (index < 0) return true;
  const why = `${list} may not be renamed or reordered on resize`;
  errors.push(forbidden(`spec.${list}[${index}].name`, why));
  return false;
}

function validatePodLevel(
  errors: FieldErrors,
  resources: ResourceRequirements | undefined,
  old: ResourceRequirements | undefined,
): void {
  if (old == null) return;
  const field = 'spec.resources';
  if (resources == null) {
    errors.push(forbidden(field, 'pod-level resources cannot be removed'));
    return;
  }
  validateKept(errors, resources, old, field, 'pod-level resource');
  if (semanticEqual(others(resources), others(old))) return;
  errors.push(forbidden('spec', 'only cpu and memory resources are mutable at pod-level'));
}

/** Checks that what is requested or limited stays so, by other amounts. */
function validateKept(
  errors: FieldErrors,
  resources: ResourceRequirements | undefined,
  old: ResourceRequirements | undefined,
  field: string,
  what: string,
): void {
  for (const key of ['requests', 'limits'] as const) {
    const now: Amounts = resources?.[key];
    if (Object.keys(old?.[key] ?? {}).every((name) => now?.[name] !== undefined)) continue;
    errors.push(forbidden(`${field}.${key}`, `${what} ${key} cannot be removed`));
  }
}

/** Checks that containers which are not started again for it keep at least the memory that they may use. */
function validateMemory(
  errors: FieldErrors,
  { resources, resizePolicy = [] }: Container,
  before: Container,
  field: string,
): void {
  const policy = resizePolicy.find(({ resourceName }) => resourceName === 'memory');
  if ((policy?.restartPolicy ?? 'NotRequired') !== 'NotRequired') return;
  const [now, then] = [resources?.limits?.memory, before.resources?.limits?.memory];
  if (now === undefined || (then !== undefined && parseQuantity(now).cmp(parseQuantity(then)) >= 0))
    return;
  const what = then === undefined ? 'added' : 'decreased';
  const why = `memory limits cannot be ${what} unless resizePolicy is RestartContainer`;
  errors.push(forbidden(`${field}.limits[memory]`, why));
}

function validateOthers(
  errors: FieldErrors,
  spec: PodSpec,
  old: PodSpec,
  list: Lists,
  profile: Profile,
): void {
  for (const [index, container] of (spec[list] ?? []).entries()) {
    const before = old[list]![index]!;
    if (list === 'initContainers' && !isResizable(container, profile)) {
      const why = 'resources for non-sidecar init containers are immutable';
      if (!semanticEqual(container, before)) errors.push(forbidden('spec', why));
    } else if (!isSameButAmounts(container, before, profile)) {
      const isInit = list === 'initContainers';
      const isPlaced = isInit && profile.enabled('ResizedInitContainersNamed');
      const what = isInit ? ` for ${isPlaced ? 'init or ' : ''}sidecar containers` : '';
      const why = `only cpu and memory resources${what} are mutable`;
      errors.push(forbidden(isPlaced ? `spec.${list}[${index}]` : 'spec', why));
    }
  }
}

/** Returns whether a container is the same as before, but for what a resize may change. */
function isSameButAmounts(container: Container, before: Container, profile: Profile): boolean {
  const old = before.resources ?? {};
  const { requests, limits, claims } = container.resources ?? {};
  const growsFromNone = profile.enabled('ResizeAddsToNone');
  const of = (now: Amounts, then: Amounts): object =>
    growsFromNone && then === undefined ? {} : unresizable(now);
  const seen = profile.enabled('ResizeSeesClaims') ? claims : undefined;
  const resources = {
    requests: of(requests, old.requests),
    limits: of(limits, old.limits),
    claims: seen ?? [],
  };
  return semanticEqual({ ...container, resources }, { ...before, resources: others(old) });
}

function others({ requests, limits, claims = [] }: ResourceRequirements): object {
  return { requests: unresizable(requests), limits: unresizable(limits), claims };
}

function unresizable(amounts: Amounts): object {
  const rest = Object.entries(amounts ?? {}).filter(([name]) => !resizable.includes(name));
  return Object.fromEntries(rest);
}
