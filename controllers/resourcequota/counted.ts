/** Which objects quotas count, and which of their changes free something. */
import {
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
import type { KubeObject } from '#values';
import type { Pod, Service } from '#types';
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
export function isCounted(resource: ServedResource): boolean {
  return (
    resource.namespaced &&
    supports(resource, 'create', 'list', 'watch', 'delete') &&
    quotaEvaluatorOf(resource) !== undefined
  );
}

/** A resource that {@link isCounted}. */
export function countedBy(resource: ResourceType, informer: Informer<KubeObject>): Counted {
  const evaluator = quotaEvaluatorOf(resource)!;
  return {
    evaluator: caching(evaluator),
    objects: informer.lister,
    informer,
    tallies: new Tallies(evaluator, informer.lister),
    frees: freesOf(resource),
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
    const evaluator = quotaEvaluatorOf(kind);
    return evaluator === undefined ? [] : [{ kind, evaluator }];
  });
}

function freesOf(resource: ResourceType): Counted['frees'] {
  switch (resourceOf(resource)) {
    case resourceOf(podKind):
      return (pod, old, now) => isPodCounted(old as Pod, now) && !isPodCounted(pod as Pod, now);
    case resourceOf(serviceKind):
      return (service, old) => countedType(service as Service) !== countedType(old as Service);
    default:
      return () => false;
  }
}

/** All other types come to the same: they take no ports of the nodes. */
function countedType({ spec: { type } }: Service): string {
  return type === 'NodePort' || type === 'LoadBalancer' ? type : '';
}
