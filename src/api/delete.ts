import { conflict, isNotFound, notFound, type KubeObject } from '#values';
import { endpoints } from '#kinds';
import type { Namespace } from '#types';
import { CompareFailedError } from '#store';
import type { DeleteOptions, ListOptions, ObjectList } from '#request';
import type { AdmissionRequest } from './admission/index.ts';
import { currentForm } from './conversion/convert.ts';
import { planDeletion, withGracePeriod, type DeletionPlan } from './deletion.ts';
import { parseStoredVersion } from './list-options.ts';
import { isNamespaceKind, planNamespaceDeletion } from './namespaces.ts';
import { list } from './read.ts';
import { isDeleting } from './revise.ts';
import type { Deletion, RequestContext } from './context.ts';
import { revisionOf, targetOf, type Resource, type Target } from './resource.ts';
import type { Backend } from './backend.ts';
import { storageKey } from './version.ts';
import { atVersionOf, drop, showsDeletion, swap } from './write.ts';

/** What a deletion is a part of. */
type Whole = 'request' | 'collection' | 'other request';

/**
 * DELETE of an object: removes it, or marks it and leaves the rest to finalizers and the kubelet.
 * @param whole webhooks do not see what is deleted as a part of another request
 * @throws {ApiError}
 */
export async function remove(
  backend: Backend,
  context: RequestContext,
  target: Target,
  options: DeleteOptions,
  whole: Whole = 'request',
): Promise<Deletion> {
  const { resource, namespace, name, key } = target;
  const { kind, bucket } = resource;
  const { admission } = backend;
  const all = admission.chain(kind, 'DELETE');
  const chain = whole === 'other request' ? (all.steady ?? all) : all;
  const isOfCollection = whole === 'collection';
  const request: AdmissionRequest = {
    kind,
    operation: 'DELETE',
    namespace,
    name,
    context,
    isOfCollection,
    deletion: options,
  };
  await admission.permit(chain, request);
  for (;;) {
    const stored = await backend.store.get(bucket, key);
    if (stored === undefined) throw notFound(kind, name);
    if (options.isUnsafe === true) throw conflict(kind, name, readable(target));
    const shown = currentForm(backend, resource, stored);
    const old = shown instanceof Promise ? await shown : shown;
    checkPreconditions(resource, old, options);
    const { marked, removes } = plan(backend, resource, old, options);
    const isMarked = marked === old && !removes;
    if (isMarked && endsByItself(resource.kind, old)) return { object: old, removed: false };
    if (chain.examining.length > 0) {
      const deletion = isOfCollection ? options : withGracePeriod(resource, old, options);
      await admission.examine(chain, old, { ...request, deletion });
    }
    if (isMarked) return { object: old, removed: false };
    if (marked === old) {
      const last = await drop(backend, context, target, old);
      if (last !== undefined) {
        if (target.resource.isService) await afterServiceRemoval(backend, context, target);
        return { object: last, removed: true };
      }
    } else {
      const left = await swap(backend, context, target, marked, old);
      if (left === undefined) continue;
      if (removes) {
        const last = await expunge(backend, context, target, left);
        if (target.resource.isService) await afterServiceRemoval(backend, context, target);
        return { object: last, removed: true };
      }
      return { object: left, removed: false };
    }
  }
}

/** Whether another deletion of an object that is being deleted has no effect, not even a check. */
function endsByItself(kind: Resource['kind'], { metadata }: KubeObject): boolean {
  return isNamespaceKind(kind) || !!metadata.deletionGracePeriodSeconds;
}

function readable(target: Target): string {
  const where = `Code: 4, Key: ${storageKey(target)}, ResourceVersion: 0`;
  const why = 'unsafe deletion is not allowed because the object is decodable from storage';
  return `StorageError: invalid object, ${where}, AdditionalErrorMsg: ${why}`;
}

/**
 * DELETE of a collection: deletes every object of the list. Answers the list as it was before;
 * objects that other clients delete meanwhile are skipped. @throws {ApiError}
 */
export async function removeCollection(
  backend: Backend,
  context: RequestContext,
  resource: Resource,
  listOptions: ListOptions,
  options: DeleteOptions,
): Promise<ObjectList> {
  if (backend.strategy.profile.enabled('CollectionsDeletedInPages')) {
    parseStoredVersion(listOptions.resourceVersion ?? '');
  }
  const found = await list(backend, resource, listOptions);
  for (const { metadata } of found.items) {
    try {
      await remove(backend, context, targetOf(resource, metadata), options, 'collection');
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return found;
}

/** The API server of most releases deletes the Endpoints of a Service with it. */
export async function afterServiceRemoval(
  backend: Backend,
  context: RequestContext,
  { namespace, name }: Target,
): Promise<void> {
  const { profile } = backend.strategy;
  if (context.dryRun === true || !profile.enabled('EndpointsEndWithServices')) return;
  const target = targetOf(backend.resource(endpoints), { namespace, name });
  try {
    await remove(backend, context, target, {}, 'other request');
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

function plan(
  backend: Backend,
  resource: Resource,
  old: KubeObject,
  options: DeleteOptions,
): DeletionPlan {
  const now = backend.clock.now();
  const { beginDeletion } = resource.kind.rules;
  if (beginDeletion !== undefined && !isDeleting(old.metadata)) {
    return { marked: beginDeletion(old, now), removes: false };
  }
  return isNamespaceKind(resource.kind)
    ? planNamespaceDeletion(resource, old as Namespace, options, now)
    : planDeletion(resource, old, options, now);
}

/**
 * Removes an object that is marked to be removed at once, even if other writes came in between.
 * (The mark was a write of its own, which watchers see.)
 */
async function expunge(
  backend: Backend,
  context: RequestContext,
  target: Target,
  marked: KubeObject,
): Promise<KubeObject> {
  if (context.dryRun === true) return marked;
  const { bucket } = target.resource;
  let last: KubeObject | undefined = marked;
  while (last !== undefined && last.metadata.uid === marked.metadata.uid) {
    try {
      const expected = revisionOf(last);
      const deleted = await backend.store.delete(bucket, target.key, {
        origin: context.origin,
        expected,
      });
      return showsDeletion(backend) ? atVersionOf(deleted, marked) : marked;
    } catch (error) {
      if (!(error instanceof CompareFailedError)) throw error;
      last = error.current;
    }
  }
  return marked;
}

/** Rejects (409) the deletion when the object or its version is not the one that the caller expects. */
function checkPreconditions(
  { kind }: Resource,
  { metadata }: KubeObject,
  { preconditions }: DeleteOptions,
): void {
  if (preconditions === undefined) return;
  const { uid, resourceVersion } = preconditions;
  if (uid !== undefined && uid !== metadata.uid) {
    const why = hasTwoSteps(kind)
      ? differs('UID', uid, metadata.uid)
      : `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). ` +
        'The object might have been deleted and then recreated';
    throw conflict(named(kind), metadata.name, why);
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const why = hasTwoSteps(kind)
      ? differs('ResourceVersion', resourceVersion, metadata.resourceVersion)
      : `the ResourceVersion in the precondition (${resourceVersion}) does not match ` +
        `the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`;
    throw conflict(named(kind), metadata.name, why);
  }
}

function differs(what: string, desired: string, stored: string): string {
  return `Precondition failed: ${what} in precondition: ${desired}, ${what} in object meta: ${stored}`;
}

/** A first delete only marks their objects. */
function hasTwoSteps(kind: Resource['kind']): boolean {
  return isNamespaceKind(kind) || kind.rules.beginDeletion !== undefined;
}

/** These messages name the kind where others name the resource, unless there are two steps. */
function named(kind: Resource['kind']): { group: string; plural: string } {
  return hasTwoSteps(kind) ? kind : { group: kind.group, plural: kind.kind };
}
