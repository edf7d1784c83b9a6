/** What one pass does to the slices of a service: pure. */
import {
  apiVersionOf,
  hasClusterIp,
  headlessLabel,
  isPodListed,
  lastChangeAnnotation,
  service as serviceKind,
  sliceManagerLabel as managerLabel,
  sliceServiceLabel as serviceLabel,
} from '#kinds';
import { deepEqual, omitFields, type Labels, type NewObject } from '#values';
import type { discoveryV1, Node, Pod, Service } from '#types';
import type { SlicePlan } from '#runtime';
import { endpointKey, endpointOf, portsKey, portsTo, targetsAt } from './endpoint.ts';
import { fill } from './fill.ts';

type Endpoint = discoveryV1.Endpoint;
type Port = discoveryV1.EndpointPort;
type Slice = discoveryV1.EndpointSlice;

/** In slices' {@link managerLabel}. */
export const manager = 'endpointslice-controller.k8s.io';

/** The inputs of a reconcile. */
export interface View {
  readonly service: Service;
  /** Those that the service selects. */
  readonly pods: readonly Pod[];
  /** The service's slices that the controller manages and that are not being deleted. */
  readonly slices: readonly Slice[];
  readonly nodeNamed: (name: string) => Node | undefined;
  /** The instant of the change that this pass answers, if there is one. */
  readonly changedAt: string | undefined;
}

interface Group {
  readonly ports: readonly Port[];
  readonly endpoints: Map<string, Endpoint>;
}

/** The writes that make slices list the pods, by address family and list of ports. */
export function plan(view: View): SlicePlan {
  const families = view.service.spec.ipFamilies ?? ['IPv4'];
  const plans = families.map((family) => planFamily(view, family));
  const ofOtherFamilies = view.slices.filter(({ addressType }) => !families.includes(addressType));
  return {
    create: plans.flatMap(({ create }) => create),
    update: plans.flatMap(({ update }) => update),
    delete: [...ofOtherFamilies, ...plans.flatMap((planned) => planned.delete)],
  };
}

/**
 * What is wrong with pods that no slice lists: they are on nodes that are not known, yet or any
 * more. A service that publishes pods whatever their state lists them all the same.
 */
export function problemsOf({ service, pods, nodeNamed }: View): readonly string[] {
  if (service.spec.publishNotReadyAddresses === true) return [];
  const { namespace, name } = service.metadata;
  return pods
    .filter((pod) => isPodListed(pod, true) && nodeNamed(pod.spec.nodeName ?? '') === undefined)
    .map(
      ({ metadata, spec: { nodeName = '' } }) =>
        `skipping Pod ${metadata.name} for Service ${namespace}/${name}: Node ${nodeName} Not Found`,
    );
}

function planFamily(view: View, family: string): SlicePlan {
  const groups = groupByPorts(view, family);
  const existing = view.slices.filter(({ addressType }) => addressType === family);
  const slices = existing.filter((slice) => isOwned(slice, view.service));
  const create: NewObject<Slice>[] = [];
  const update: Slice[] = [];
  const unneeded: Slice[] = [];
  for (const [key, { ports, endpoints }] of groups) {
    const filling = fill(
      slices.filter((slice) => portsKey(slice.ports) === key),
      endpoints,
    );
    for (const change of filling.changed) {
      update.push(renewed(change.slice, change.endpoints, view));
    }
    for (const slice of filling.unchanged) {
      if (!isLabelled(slice, view.service)) update.push(renewed(slice, slice.endpoints, view));
    }
    for (const each of filling.added) create.push(newSlice(family, ports, each, view));
    unneeded.push(...filling.emptied);
  }
  unneeded.push(...slices.filter(({ ports }) => !groups.has(portsKey(ports))));
  const planned = reuse(
    withPlaceholder({ create, update, delete: unneeded }, slices, family, view),
  );
  const left = existing.filter((slice) => !isOwned(slice, view.service));
  return { ...planned, delete: [...left, ...planned.delete] };
}

/**
 * Those left of an earlier service of the name are about to be collected, so they are of no use.
 */
function isOwned({ metadata }: Slice, { metadata: { uid } }: Service): boolean {
  return (metadata.ownerReferences ?? []).some(
    (owner) =>
      owner.uid === uid &&
      owner.kind === serviceKind.kind &&
      owner.apiVersion === apiVersionOf(serviceKind),
  );
}

/** The endpoints that are to be listed, by the ports that they have. */
function groupByPorts(view: View, family: string): ReadonlyMap<string, Group> {
  const { service, pods, nodeNamed } = view;
  const groups = new Map<string, Group>();
  const byTargets = new Map<string, Group>();
  for (const pod of pods) {
    if (!isPodListed(pod, true)) continue;
    const targets = targetsAt(pod, service);
    const targetsKey = targets.join(' ');
    let group = byTargets.get(targetsKey);
    if (group === undefined) {
      group = { ports: portsTo(targets, service), endpoints: new Map() };
      byTargets.set(targetsKey, group);
      groups.set(portsKey(group.ports), group);
    }
    const node = nodeNamed(pod.spec.nodeName ?? '');
    if (node === undefined && service.spec.publishNotReadyAddresses !== true) continue;
    const endpoint = endpointOf(pod, node, service, family);
    if (endpoint !== undefined) group.endpoints.set(endpointKey(endpoint), endpoint);
  }
  return groups;
}

/**
 * A service has at least one slice, though it be empty, so that people see that it is looked after.
 */
function withPlaceholder(
  planned: SlicePlan,
  slices: readonly Slice[],
  family: string,
  view: View,
): SlicePlan {
  if (planned.create.length > 0 || slices.length > planned.delete.length) return planned;
  const only = planned.delete.length === 1 ? planned.delete[0]! : undefined;
  if (only !== undefined && isPlaceholder(only, view.service)) {
    return { ...planned, delete: [] };
  }
  return { ...planned, create: [newSlice(family, [], [], view)] };
}

function isPlaceholder(slice: Slice, service: Service): boolean {
  const { endpoints, ports } = slice;
  return !endpoints?.length && !ports?.length && isLabelled(slice, service);
}

function isLabelled({ metadata }: Slice, service: Service): boolean {
  return deepEqual(metadata.labels, labelsFor(service));
}

/** A slice that would be deleted is made a new one instead, and keeps its name. */
function reuse(planned: SlicePlan): SlicePlan {
  const create = [...planned.create];
  const update = [...planned.update];
  const unneeded: Slice[] = [];
  for (const slice of planned.delete) {
    const desired = create.pop();
    if (desired === undefined) {
      unneeded.push(slice);
      continue;
    }
    const { labels, annotations } = desired.metadata;
    const metadata = {
      ...omitFields(slice.metadata, ['annotations']),
      labels: labels!,
      ...(annotations && { annotations }),
    };
    // Empty lists are absent in the desired slice: those of the old slice must not remain.
    update.push({ ...omitFields(slice, ['endpoints', 'ports']), ...desired, metadata } as Slice);
  }
  return { create, update, delete: unneeded };
}

function renewed(slice: Slice, endpoints: readonly Endpoint[], view: View): Slice {
  const annotations = marked(slice.metadata.annotations, view.changedAt);
  const metadata = {
    ...omitFields(slice.metadata, ['annotations']),
    labels: labelsFor(view.service),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
  return { ...slice, metadata, endpoints };
}

function newSlice(
  family: string,
  ports: readonly Port[],
  endpoints: readonly Endpoint[],
  { service, changedAt }: View,
): NewObject<Slice> {
  const { namespace, name, uid } = service.metadata;
  const annotations = marked(undefined, changedAt);
  const owner = { apiVersion: apiVersionOf(serviceKind), kind: serviceKind.kind, name, uid };
  return {
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: labelsFor(service),
      ...(Object.keys(annotations).length > 0 && { annotations }),
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
    },
    addressType: family as Slice['addressType'],
    // Both lists are shown as null when empty.
    ...(endpoints.length > 0 && { endpoints }),
    ...(ports.length > 0 && { ports }),
  } as NewObject<Slice>;
}

/** The service's labels, and those by which the slice is found. */
function labelsFor(service: Service): Labels {
  return {
    ...omitFields(service.metadata.labels ?? {}, [headlessLabel]),
    ...(!hasClusterIp(service) && { [headlessLabel]: '' }),
    [serviceLabel]: service.metadata.name,
    [managerLabel]: manager,
  };
}

function marked(annotations: Labels | undefined, changedAt: string | undefined): Labels {
  return {
    ...omitFields(annotations ?? {}, [lastChangeAnnotation]),
    ...(changedAt !== undefined && { [lastChangeAnnotation]: changedAt }),
  };
}
