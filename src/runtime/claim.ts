/**
 * Claiming: which of the objects around belong to an owner, by controller reference and selector.
 * Orphans that match are adopted, own objects that no longer match are released.
 */
import { controllerOf, isInvalid, isNotFound, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import type { OwnerReference } from '#types';
import type { Client } from '#request';
import { controllerReference } from './owner-refs.ts';
import { throwAny } from './slow-start.ts';

export interface ClaimOptions<Owner extends KubeObject, T extends KubeObject> {
  readonly client: Client;
  readonly ownerKind: Kind<Owner>;
  readonly owner: Owner;
  readonly kind: Kind<T>;
  /** From the owner's namespace; those of other controllers are left out (see `candidates`). */
  readonly objects: readonly T[];
  /** The owner's selector. */
  readonly matches: (object: T) => boolean;
  /** Added to what is adopted, taken from what is released. */
  readonly finalizer?: string;
}

/**
 * Returns the objects that are the owner's, in the order given; adopted ones as they were before.
 * Throws what adopting and releasing threw, once all objects have been handled.
 */
export async function claim<Owner extends KubeObject, T extends KubeObject>(
  options: ClaimOptions<Owner, T>,
): Promise<readonly T[]> {
  const claimed: T[] = [];
  const errors: unknown[] = [];
  let ownerChecked: Promise<void> | undefined;
  for (const object of options.objects) {
    const verdict = judge(options.owner, object, options.matches(object));
    if (verdict === 'keep') claimed.push(object);
    if (verdict === 'keep' || verdict === 'ignore') continue;
    try {
      if (verdict === 'release') await release(options, object);
      else {
        await (ownerChecked ??= checkOwner(options));
        if (await adopt(options, object)) claimed.push(object);
      }
    } catch (error) {
      errors.push(error);
    }
  }
  throwAny(errors);
  return claimed;
}

/** Returns what to do with one object; `matches`: the owner's selector selects it. */
export function judge(
  owner: KubeObject,
  object: KubeObject,
  matches: boolean,
): 'keep' | 'ignore' | 'adopt' | 'release' {
  const controller = controllerOf(object);
  const ownerDeleting = owner.metadata.deletionTimestamp !== undefined;
  if (controller !== undefined) {
    if (controller.uid !== owner.metadata.uid) return 'ignore';
    if (matches) return 'keep';
    return ownerDeleting ? 'ignore' : 'release';
  }
  const objectDeleting = object.metadata.deletionTimestamp !== undefined;
  return matches && !ownerDeleting && !objectDeleting ? 'adopt' : 'ignore';
}

/**
 * Reads the owner from the API, as the cache may not know that it is deleted. Throws when it is.
 */
async function checkOwner<Owner extends KubeObject>({
  client,
  ownerKind,
  owner,
}: Pick<ClaimOptions<Owner, KubeObject>, 'client' | 'ownerKind' | 'owner'>): Promise<void> {
  const { namespace, name, uid } = owner.metadata;
  const live = (await client.get(ownerKind, { namespace, name })).metadata;
  if (live.uid !== uid) {
    const uids = `got uid ${live.uid}, wanted ${uid}`;
    throw new Error(`original ${ownerKind.kind} ${namespace}/${name} is gone: ${uids}`);
  }
  if (live.deletionTimestamp !== undefined) {
    throw new Error(`${namespace}/${name} has just been deleted at ${live.deletionTimestamp}`);
  }
}

/** Returns whether the object was there to be adopted. */
async function adopt<Owner extends KubeObject, T extends KubeObject>(
  { client, ownerKind, owner, kind, finalizer }: ClaimOptions<Owner, T>,
  object: T,
): Promise<boolean> {
  const { ownerReferences: others = [], finalizers = [] } = object.metadata;
  const ownerReferences = [...others, controllerReference(ownerKind, owner)];
  const isNew = finalizer !== undefined && !finalizers.includes(finalizer);
  try {
    await patchReferences(client, kind, object, {
      ownerReferences,
      ...(isNew && { finalizers: [...finalizers, finalizer] }),
    });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** An object that is gone, or that another of its name has replaced (Invalid), needs no release. */
async function release<Owner extends KubeObject, T extends KubeObject>(
  { client, owner, kind, finalizer }: ClaimOptions<Owner, T>,
  object: T,
): Promise<void> {
  const { ownerReferences: all = [], finalizers = [] } = object.metadata;
  const others = all.filter(({ uid }) => uid !== owner.metadata.uid);
  const hasIt = finalizer !== undefined && finalizers.includes(finalizer);
  try {
    await patchReferences(client, kind, object, {
      ownerReferences: others,
      ...(hasIt && { finalizers: finalizers.filter((each) => each !== finalizer) }),
    });
  } catch (error) {
    if (!isNotFound(error) && !isInvalid(error)) throw error;
  }
}

/**
 * Replaces the references of exactly this object in exactly this version. v1.24 changes one of them
 * by a strategic merge patch instead, whatever the version; here a stale cache means a Conflict and
 * another try, so that two owners who adopt at once never overwrite each other.
 */
async function patchReferences<T extends KubeObject>(
  client: Client,
  kind: Kind<T>,
  object: T,
  change: {
    readonly ownerReferences: readonly OwnerReference[];
    readonly finalizers?: readonly string[];
  },
): Promise<void> {
  const { namespace, name, uid, resourceVersion } = object.metadata;
  const { length } = change.ownerReferences;
  const references = length === 0 ? null : change.ownerReferences;
  const metadata = { ...change, uid, resourceVersion, ownerReferences: references };
  const body = { metadata };
  await client.patch(kind, { namespace, name }, { type: 'merge', body });
}
