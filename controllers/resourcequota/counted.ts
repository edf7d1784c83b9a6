/** Which objects quotas count, and which of their changes free something. */
import {
  isPodCounted,
  kinds,
  pod as podKind,
  quotaEvaluatorOf,
  service as serviceKind,
  type Amounts,
  type Kind,
  type KubeObject,
  type Pod,
  type QuotaEvaluator,
  type Service,
} from '#kinds';
import type { Informer, Lister } from '#runtime';
import { Tallies } from './tally.ts';

/** A resource of which quotas count the objects. */
export interface Counted {
  readonly evaluator: QuotaEvaluator;
  readonly objects: Lister<KubeObject>;
  readonly informer: Informer<KubeObject>;
  /** What the objects take, for quotas without scopes. */
  readonly tallies: Tallies;
  /** Whether an update lets a quota have something back; it need not be told of others. */
  frees(object: KubeObject, old: KubeObject, now: number): boolean;
}

/** All resources that quotas count, with their informers. */
export function countedResources(informerOf: (kind: Kind) => Informer<KubeObject>): Counted[] {
  const counted: Counted[] = [];
  for (const { kind, evaluator } of countedKinds()) {
    const informer = informerOf(kind);
    counted.push({
      evaluator: remembering(evaluator),
      objects: informer.lister,
      informer,
      tallies: new Tallies(evaluator, informer.lister),
      frees: freesOf(kind),
    });
  }
  return counted;
}

/**
 * The evaluator, with what it found of each object kept: a quota with scopes is counted again for
 * every object that gives something back, and all the others are as they were. Only the usage of
 * what is being deleted depends on the time.
 */
function remembering(evaluator: QuotaEvaluator): QuotaEvaluator {
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

/** The kinds of which quotas count the objects. */
export function countedKinds(): readonly { kind: Kind; evaluator: QuotaEvaluator }[] {
  return kinds.flatMap((kind) => {
    if (!kind.namespaced || kind.storage !== undefined) return [];
    const evaluator = quotaEvaluatorOf(kind);
    return evaluator === undefined ? [] : [{ kind, evaluator }];
  });
}

function freesOf(kind: Kind): Counted['frees'] {
  switch (kind as unknown) {
    case podKind:
      return (pod, old, now) => isPodCounted(old as Pod, now) && !isPodCounted(pod as Pod, now);
    case serviceKind:
      return (service, old) => countedType(service as Service) !== countedType(old as Service);
    default:
      return () => false;
  }
}

/** All other types come to the same: they take no ports of the nodes. */
function countedType({ spec: { type } }: Service): string {
  return type === 'NodePort' || type === 'LoadBalancer' ? type : '';
}
