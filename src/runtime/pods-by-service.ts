/**
 * Finding the pods behind a service, and the services in front of a pod, without going through all.
 */
import { deepEqual, keyOf, type Cause, type Labels } from '#values';
import { isPodReady } from '#kinds';
import type { Pod, Service } from '#types';
import type { Informer, Lister } from './informer.ts';
import type { Reads } from './past-informers.ts';

const BY_LABEL = 'namespace and label';
const BY_SELECTOR = 'namespace and one selected label';
const NONE: readonly never[] = [];

/** Lets {@link podsBehind}, {@link podsLabelled} and {@link servicesBefore} look things up. */
export function addServiceIndexes(services: Reads<Service>, pods: Reads<Pod>): void {
  services.addIndex(BY_SELECTOR, ({ metadata, spec: { selector } }) => {
    // One of the labels is enough to find it by, as a pod must have all of them.
    for (const name in selector) return [indexed(metadata.namespace, name, selector[name]!)];
    return NONE;
  });
  // Pods change often, their labels hardly ever; most share them with others.
  const known = new WeakMap<Labels, { namespace: string | undefined; values: readonly string[] }>();
  pods.addIndex(BY_LABEL, ({ metadata: { namespace, labels } }) => {
    if (labels === undefined) return NONE;
    const before = known.get(labels);
    if (before?.namespace === namespace) return before!.values;
    const values = Object.keys(labels).map((name) => indexed(namespace, name, labels[name]!));
    known.set(labels, { namespace, values });
    return values;
  });
}

/** Returns the pods that a service selects; none without a selector. */
export function podsBehind(pods: Lister<Pod>, { metadata, spec }: Service): readonly Pod[] {
  const { selector = {} } = spec;
  let rarest: readonly Pod[] | undefined;
  let labels = 0;
  for (const name in selector) {
    labels++;
    const found = pods.byIndex(BY_LABEL, indexed(metadata.namespace, name, selector[name]!));
    if (rarest === undefined || found.length < rarest.length) rarest = found;
  }
  if (rarest === undefined || labels === 1) return rarest ?? NONE;
  return rarest.filter((pod) => selects(selector, pod.metadata.labels));
}

/** Returns the pods of a namespace with that label. */
export function podsLabelled(
  pods: Lister<Pod>,
  namespace: string,
  name: string,
  value: string,
): readonly Pod[] {
  return pods.byIndex(BY_LABEL, indexed(namespace, name, value));
}

/** Returns the services that select a pod. */
export function servicesBefore(services: Lister<Service>, { metadata }: Pod): readonly Service[] {
  const { namespace, labels = {} } = metadata;
  let selecting: Service[] | undefined;
  for (const name in labels) {
    for (const service of services.byIndex(BY_SELECTOR, indexed(namespace, name, labels[name]!))) {
      if (selects(service.spec.selector!, labels)) (selecting ??= []).push(service);
    }
  }
  return selecting ?? NONE;
}

/** Returns the services whose endpoints an update of a pod may change. */
export function servicesChangedBy(
  services: Lister<Service>,
  pod: Pod,
  old: Pod,
): readonly Service[] {
  const isChanged = isEndpointChanged(pod, old);
  const isRenamed = !deepEqual(pod.metadata.labels, old.metadata.labels) || isMoved(pod, old);
  if (!isChanged && !isRenamed) return NONE;
  const now = servicesBefore(services, pod);
  if (!isRenamed) return now;
  const before = servicesBefore(services, old);
  if (isChanged) return [...now, ...before.filter((service) => !now.includes(service))];
  return [
    ...now.filter((service) => !before.includes(service)),
    ...before.filter((service) => !now.includes(service)),
  ];
}

/**
 * Calls `add` with the key of each service that changes, or whose pods do.
 * @param services with the indexes of {@link addServiceIndexes}, as `pods`
 */
export function watchServices(
  services: Informer<Service>,
  pods: Informer<Pod>,
  add: (key: string, cause: Cause) => void,
): void {
  const addService = (service: Service, cause: Cause): void => add(keyOf(service), cause);
  const addServicesBefore = (pod: Pod, cause: Cause): void => {
    for (const service of servicesBefore(services.lister, pod)) addService(service, cause);
  };
  services.addHandlers({
    added: addService,
    updated: (service, _, cause) => addService(service, cause),
    deleted: addService,
  });
  pods.addHandlers({
    added: addServicesBefore,
    updated(pod, old, cause) {
      for (const service of servicesChangedBy(services.lister, pod, old))
        addService(service, cause);
    },
    deleted: addServicesBefore,
  });
}

/** Every update of a terminating pod counts as a change. A new phase alone does not. */
function isEndpointChanged(pod: Pod, old: Pod): boolean {
  return (
    pod.metadata.deletionTimestamp != null ||
    old.metadata.deletionTimestamp != null ||
    isPodReady(pod) !== isPodReady(old) ||
    !deepEqual(pod.status.podIPs ?? NONE, old.status.podIPs ?? NONE)
  );
}

function isMoved({ spec }: Pod, { spec: old }: Pod): boolean {
  return spec.hostname !== old.hostname || spec.subdomain !== old.subdomain;
}

function selects(selector: Labels, labels: Labels | undefined): boolean {
  if (labels === undefined) return false;
  for (const name in selector) if (labels[name] !== selector[name]) return false;
  return true;
}

function indexed(namespace: string | undefined, name: string, value: string): string {
  return `${namespace}/${name}=${value}`;
}
