/** `/resize`: other amounts of CPU and memory for a pod that runs. */
import { forbidden, invalid, omitFields, semanticEqual, show, type FieldErrors } from '#values';
import type { Profile } from '../../profile/profile.ts';
import type { Container, Pod, PodSpec, ResourceRequirements } from '#types';
import type { ObjectPart } from '../../object/part.ts';
import type { Subresource } from '../../object/kind.ts';
import { isShared, qosClassOf } from './pod-requests.ts';
import { isSidecar } from './sidecars.ts';

const resizable = ['cpu', 'memory'];

type Lists = 'containers' | 'initContainers';
type Amounts = Readonly<Record<string, string>> | undefined;

/** @param checks those of any change of a pod */
export function resizePart(checks: NonNullable<ObjectPart<Pod>['validate']>): Subresource<Pod> {
  const part: ObjectPart<Pod> = {
    keeps: [],
    writesSpec: true,
    take: (desired, old, metadata) => ({ ...old, metadata, spec: resized(desired.spec, old.spec) }),
    validate(errors, object, old, context) {
      checks(errors, object, old, context);
      validateResize(errors, object, old, context.profile);
    },
  };
  return { verbs: ['get', 'patch', 'update'], part };
}

/** The old spec with new resources. Containers that do not fit are left for the checks to refuse. */
function resized(spec: PodSpec, old: PodSpec): PodSpec {
  const { containers = [], initContainers = [], resources } = spec;
  const counts = [old.containers.length, (old.initContainers ?? []).length];
  if (containers.length !== counts[0] || initContainers.length !== counts[1]) return spec;
  const result = {
    ...old,
    containers: withResources(containers, old.containers),
    ...(counts[1]! > 0 && { initContainers: withResources(initContainers, old.initContainers!) }),
  };
  if (resources === undefined) return omitFields(result, ['resources']);
  return { ...result, resources };
}

function withResources(
  containers: readonly Container[],
  old: readonly Container[],
): readonly Container[] {
  if (containers.some(({ name }, index) => name !== old[index]!.name)) return containers;
  return old.map((container, index) => {
    const { resources, resizePolicy } = containers[index]!;
    const rest = omitFields(container, ['resources', 'resizePolicy']);
    return { ...rest, resources, ...(resizePolicy !== undefined && { resizePolicy }) };
  });
}

function validateResize(errors: FieldErrors, pod: Pod, old: Pod, profile: Profile): void {
  const { spec } = pod;
  if (old.spec.os?.name === 'windows') {
    errors.push(forbidden('', 'windows pods cannot be resized'));
    return;
  }
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
        validateKept(
          errors,
          container.resources,
          before.resources,
          `${field}.resources`,
          'resource',
        );
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
  if (profile.enabled(podLevelResize) || ![spec, old].some(({ resources }) => isShared(resources)))
    return true;
  const why = profile.enabled('PodLevelResizeGated')
    ? `resize of pods with pod-level resources is forbidden when ${podLevelResize}Enabled feature gate is disabled`
    : 'pods with pod-level resources cannot be resized';
  errors.push(forbidden('[]', why));
  return false;
}

const podLevelResize = 'InPlacePodLevelResourcesVerticalScaling';

/** Init containers that end before others start: only later releases resize them. */
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

/** What is requested or limited stays so, by other amounts. */
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
    } else if (!semanticEqual(without(container), without(before))) {
      const isInit = list === 'initContainers';
      const what = isInit ? ' for init or sidecar containers' : '';
      const why = `only cpu and memory resources${what} are mutable`;
      errors.push(forbidden(isInit ? `spec.${list}[${index}]` : 'spec', why));
    }
  }
}

/** A container without what may change. */
function without(container: Container): object {
  return { ...container, resources: others(container.resources) };
}

function others(resources: ResourceRequirements | undefined): object {
  const of = (amounts: Amounts): object => {
    const rest = Object.entries(amounts ?? {}).filter(([name]) => !resizable.includes(name));
    return Object.fromEntries(rest);
  };
  const { requests, limits, claims = [] } = resources ?? {};
  return { requests: of(requests), limits: of(limits), claims };
}
