/** What the scheduler reads beside nodes and pods, out of the caches of its informers. */
import { controllerOf, selectLabels, Selector, selectorOf, type Labels } from '#values';
import {
  csiDriver,
  csiStorageCapacity,
  namespace as namespaceKind,
  persistentVolume,
  persistentVolumeClaim as claimKind,
  pod as podKind,
  replicaSet,
  replicationController,
  service as serviceKind,
  statefulSet,
  storageClass,
} from '#kinds';
import type { LabelSelector, Pod, Service } from '#types';
import {
  addServiceIndexes,
  podsLabelled,
  servicesBefore,
  type InformerSource,
  type Lister,
} from '#runtime';
import type { Storage, Surroundings } from './placed-pods.ts';
import { spreadQuery, type PodQuery } from './pod-query.ts';

/** Asks for the informers. To be called at the start of the controller; or with those of the past. */
export function surroundingsIn(context: InformerSource): Surroundings {
  const podInformer = context.informer(podKind);
  const serviceInformer = context.informer(serviceKind);
  addServiceIndexes(serviceInformer, podInformer);
  const pods = podInformer.lister;
  const services = serviceInformer.lister;
  const namespaces = context.informer(namespaceKind).lister;
  const claims = context.informer(claimKind).lister;
  const volumes = context.informer(persistentVolume).lister;
  const classes = context.informer(storageClass).lister;
  const drivers = context.informer(csiDriver).lister;
  const capacities = context.informer(csiStorageCapacity).lister;
  const storage: Storage = {
    capacities: {
      driver: (name) => drivers.getByKey(name),
      get all() {
        return capacities.list();
      },
    },
    get volumes() {
      return volumes.list();
    },
    volume: (name) => volumes.getByKey(name),
    storageClass: (name) => classes.getByKey(name),
  };
  const controllers = {
    'v1 ReplicationController': context.informer(replicationController).lister,
    'apps/v1 ReplicaSet': context.informer(replicaSet).lister,
    'apps/v1 StatefulSet': context.informer(statefulSet).lister,
  } as Readonly<Record<string, Lister<Selecting>>>;
  return {
    labelled: (namespace, name, value) => podsLabelled(pods, namespace, name, value),
    namespaceLabels: (namespace) => namespaces.get(undefined, namespace)?.metadata.labels,
    namespacesWith: (selector) =>
      namespaces
        .list()
        .filter(({ metadata }) => selector.matches(metadata.labels))
        .map(({ metadata }) => metadata.name)
        .sort(),
    claim: (namespace, name) => claims.get(namespace, name),
    storage: () => (volumes.size === 0 && classes.size === 0 ? undefined : storage),
    siblingsOf: siblingsBy(
      (pod) => servicesBefore(services, pod),
      (pod) => ownerOf(pod, controllers),
    ),
  };
}

interface Selecting {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Pod['metadata'];
  readonly spec: { readonly selector?: Labels | LabelSelector };
}

/** The controller of a pod, of the kinds that have a selector for all their pods. */
function ownerOf(
  pod: Pod,
  controllers: Readonly<Record<string, Lister<Selecting>>>,
): Selecting | undefined {
  const reference = controllerOf(pod);
  if (reference === undefined) return undefined;
  const { apiVersion, kind, name } = reference;
  return controllers[`${apiVersion} ${kind}`]?.get(pod.metadata.namespace, name);
}

/**
 * Pods of one owner ask the same over and over, so what they ask is remembered with its selector, which owners of
 * other namespaces may have in common with it.
 */
function siblingsBy(
  servicesOf: (pod: Pod) => readonly Service[],
  owner: (pod: Pod) => Selecting | undefined,
): Surroundings['siblingsOf'] {
  const known = new WeakMap<object, { services: readonly Service[]; query: PodQuery }>();
  return (pod) => {
    const services = servicesOf(pod);
    const own = owner(pod);
    const selector = own?.spec.selector;
    const before = selector && known.get(selector);
    const namespace = pod.metadata.namespace!;
    if (before?.query.namespaces?.[0] === namespace && sameServices(before.services, services))
      return before.query;
    const requirements = [...requirementsOf(services), ...ownRequirements(own)];
    if (requirements.length === 0) return undefined;
    const query = spreadQuery(namespace, new Selector(requirements));
    if (selector !== undefined) known.set(selector, { services, query });
    return query;
  };
}

function sameServices(a: readonly Service[], b: readonly Service[]): boolean {
  return a.length === b.length && a.every(({ spec }, i) => spec.selector === b[i]!.spec.selector);
}

function requirementsOf(services: readonly Service[]): Selector['requirements'] {
  let labels: Labels = {};
  for (const { spec } of services) labels = { ...labels, ...spec.selector };
  return selectLabels(labels).requirements;
}

function ownRequirements(owner: Selecting | undefined): Selector['requirements'] {
  const { selector } = owner?.spec ?? {};
  if (selector === undefined) return [];
  return owner!.kind === 'ReplicationController'
    ? selectLabels(selector as Labels).requirements
    : selectorOf(selector as LabelSelector).requirements;
}
