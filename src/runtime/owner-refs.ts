/** Owner references: how they are written, and finding objects by them. */
import { apiVersionOf, type Kind } from '#kinds';
import { controllerOf, type KubeObject } from '#values';
import type { OwnerReference } from '#types';
import type { Informer, Lister } from './informer.ts';

/** The reference that a controller writes on what it makes. */
export function controllerReference<T extends KubeObject>(kind: Kind<T>, owner: T): OwnerReference {
  const { name, uid } = owner.metadata;
  return {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}

const BY_CONTROLLER = 'controller uid';
const ORPHANS = 'orphans by namespace';

/** Lets {@link candidates} find the objects of an informer by their controllers. */
export function addControllerIndexes<T extends KubeObject>(informer: Informer<T>): void {
  informer.addIndex(BY_CONTROLLER, (object) => {
    const controller = controllerOf(object);
    return controller === undefined ? [] : [controller.uid];
  });
  informer.addIndex(ORPHANS, (object) =>
    controllerOf(object) === undefined ? [object.metadata.namespace ?? ''] : [],
  );
}

/**
 * Returns what an owner may claim: its own objects, then the namespace's objects without a
 * controller. Claiming all objects of the namespace would come to the same, as those of others are
 * ignored.
 */
export function candidates<T extends KubeObject>(
  lister: Lister<T>,
  owner: KubeObject,
): readonly T[] {
  const orphans = orphansAround(lister, owner);
  const own = controlledBy(lister, owner);
  return orphans.length === 0 ? own : [...own, ...orphans];
}

/** Returns the objects without a controller in the owner's namespace. */
export function orphansAround<T extends KubeObject>(
  lister: Lister<T>,
  owner: KubeObject,
): readonly T[] {
  return lister.byIndex(ORPHANS, owner.metadata.namespace ?? '');
}

/** Returns the objects whose controller is the owner, of which only the uid matters. */
export function controlledBy<T extends KubeObject>(
  lister: Lister<T>,
  owner: { readonly metadata: { readonly uid: string } },
): readonly T[] {
  return lister.byIndex(BY_CONTROLLER, owner.metadata.uid);
}

/**
 * Returns the object of that kind that controls another one, if it is still the one that is meant.
 */
export function controllerIn<T extends KubeObject>(
  lister: Lister<T>,
  kind: string,
  object: KubeObject,
): T | undefined {
  const reference = controllerOf(object);
  if (reference?.kind !== kind) return undefined;
  const owner = lister.get(object.metadata.namespace, reference.name);
  return owner?.metadata.uid === reference.uid ? owner : undefined;
}
