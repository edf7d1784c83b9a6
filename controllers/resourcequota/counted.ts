/** Which objects quotas count, and which of their changes free something. */
import {
  changesClaimScope,
  changesScope,
  isPodCounted,
  persistentVolumeClaim,
  pod as podKind,
  quotaEvaluatorOf,
  resourceOf,
  service as serviceKind,
  type Amounts,
  type Kind,
  type QuotaEvaluator,
  type Profile,
} from '#kinds';
import { supports, type ResourceType, type ServedResource, kindsOf } from '#catalog';
import { deepEqual, type KubeObject } from '#values';
import type { ContainerStatus, PersistentVolumeClaim, Pod, Service } from '#types';
import type { Informer, Lister } from '#runtime';
import { Tallies } from './tally.ts';

/** A resource of which quotas count the objects. */
export interface Counted {
  readonly evaluator: QuotaEvaluator;
  readonly objects: Lister<KubeObject>;
  readonly informer: Informer<KubeObject>;
  /** What the objects take, for quotas without scopes. */
  readonly tallies: Tallies;
  /** Whether an update releases something of a quota; others do not matter to it. */
  frees(object: KubeObject, old: KubeObject, now: number): boolean;
}

/** Kinds of which quotas count more than the number of objects, and must see more than metadata. */
export const measuredKinds: readonly Kind[] = [podKind, serviceKind, persistentVolumeClaim].map(
  (kind) => kind as unknown as Kind,
);

/** Whether quotas count the objects of a resource. */
export function isCounted(resource: ServedResource, profile: Profile): boolean {
  return (
    resource.namespaced &&
    supports(resource, 'create', 'list', 'watch', 'delete') &&
    quotaEvaluatorOf(resource, profile) !== undefined
  );
}

/** A resource that {@link isCounted}. */
export function countedBy(
  resource: ResourceType,
  informer: Informer<KubeObject>,
  profile: Profile,
): Counted {
  const evaluator = quotaEvaluatorOf(resource, profile)!;
  return {
    evaluator: caching(evaluator),
    objects: informer.lister,
    informer,
    tallies: new Tallies(evaluator, informer.lister),
    frees: freesOf(resource, profile),
  };
}

/**
 * The evaluator, with what it found of each object kept: a quota with scopes is counted again for
 * every object that gives something back, and all the others are as they were. Only the usage of
 * what is being deleted depends on the time.
 */
function caching(evaluator: QuotaEvaluator): QuotaEvaluator {
  const known = new WeakMap<KubeObject, Amounts>();
  return {
    ...evaluator,
    usage(object, now) {
      if (object.metadata.deletionTimestamp != null) return evaluator.usage(object, now);
      let usage = known.get(object);
      if (usage === undefined) known.set(object, (usage = evaluator.usage(object, now)));
      return usage;
    },
  };
}

/** The declared kinds of which quotas count the objects. */
export function countedKinds(
  profile: Profile,
): readonly { kind: Kind; evaluator: QuotaEvaluator }[] {
  return kindsOf(profile).flatMap((kind) => {
    if (!kind.namespaced || kind.storage !== undefined) return [];
    const evaluator = quotaEvaluatorOf(kind, profile);
    return evaluator === undefined ? [] : [{ kind, evaluator }];
  });
}

function freesOf(resource: ResourceType, profile: Profile): Counted['frees'] {
  switch (resourceOf(resource)) {
    case resourceOf(podKind):
      return (pod, old, now) => freesPod(pod as Pod, old as Pod, now, profile);
    case resourceOf(serviceKind):
      return (service, old) => countedType(service as Service) !== countedType(old as Service);
    case resourceOf(persistentVolumeClaim):
      return (claim, old) =>
        changesClaimScope(claim as PersistentVolumeClaim, old as PersistentVolumeClaim);
    default:
      return () => false;
  }
}

function freesPod(pod: Pod, old: Pod, now: number, profile: Profile): boolean {
  if (isPodCounted(old, now) && !isPodCounted(pod, now)) return true;
  if (profile.enabled('QuotasFollowScopes') && changesScope(pod, old)) return true;
  const lists = ['containerStatuses', 'initContainerStatuses'] as const;
  return lists.some((list) => isResized(pod.status[list], old.status[list]));
}

/** Returns whether containers have other resources than before. */
function isResized(
  statuses: readonly ContainerStatus[] = [],
  before: readonly ContainerStatus[] = [],
): boolean {
  if (statuses === before) return false;
  return before.some(({ name, resources }) => {
    const now = statuses.find((each) => each.name === name);
    return now !== undefined && !deepEqual(now.resources, resources);
  });
}

/** All other types come to the same: they take no ports of the nodes. */
function countedType({ spec: { type } }: Service): string {
  return type === 'NodePort' || type === 'LoadBalancer' ? type : '';
}
