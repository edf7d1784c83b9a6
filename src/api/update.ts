import { conflict, notFound, staleWrite, type KubeObject } from '#values';
import type { Patch } from '#request';
import {
  isIdle,
  trailFor,
  withTrail,
  type AdmissionRequest,
  type Chain,
} from './admission/index.ts';
import { currentForm } from './conversion/convert.ts';
import { makeNew } from './create.ts';
import { afterServiceRemoval } from './delete.ts';
import { managerOf, type Entries } from './managed-fields/index.ts';
import {
  afterAdmission,
  checkIdentity,
  checkNamespace,
  warnOfLoss,
  withoutDuplicateOwners,
} from './metadata.ts';
import { hasSpecFinalizers } from './namespaces.ts';
import { applying, reportDuplicates } from './patch/apply.ts';
import { decodingPatched } from './patch/decode.ts';
import { inTurns, throughout, type Parts } from './parts.ts';
import { patchings } from './patch/index.ts';
import type { RequestContext, Written } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import type { Resource, Target } from './resource.ts';
import { isDeleting, keptOf, revise, trimmed, withDefaults } from './revise.ts';
import type { Backend } from './backend.ts';
import { fitted } from './fit.ts';
import { checksStored, validateUpdate, warn } from './validate.ts';
import { checkLock, checkUid, parseVersion } from './version.ts';
import { drop, swap } from './write.ts';

/** How often a patch is retried when other writes come in between. */
const patchAttempts = 5;

/**
 * PUT. A resourceVersion is a lock (409 when stale); without one the object is overwritten, even if
 * it has changed. @throws {ApiError}
 */
export async function update(
  backend: Backend,
  context: RequestContext,
  target: Target,
  given: KubeObject,
  endpoint: Endpoint,
): Promise<Written> {
  checkIdentity(target, given.metadata);
  const sorted = withoutDuplicateOwners(given, context);
  const wanted = sorted instanceof Promise ? await sorted : sorted;
  const { bucket, kind } = target.resource;
  for (;;) {
    const held = await backend.store.get(bucket, target.key);
    const shown = currentForm(backend, target.resource, held);
    const old = shown instanceof Promise ? await shown : shown;
    checkUid(target, wanted.metadata.uid, old, context);
    if (old === undefined) {
      const mayCreate = kind.createOnUpdate === true && endpoint.makes;
      if (!mayCreate) throw notFound(kind, target.name);
      const stored = await createAt(backend, context, target, endpoint, { wanted });
      if (stored !== undefined) return { object: stored, created: true };
    } else {
      const { resource } = target;
      const whole = fitted(context, resource, wanted, resource.fromStorage(old));
      const asSent = { wanted: whole, exact: context.exact };
      const stored = await replace(backend, context, target, endpoint, asSent, old);
      if (stored !== undefined) return { object: stored, created: false };
    }
  }
}

/** PATCH: a function of the stored object, retried when other writes come in between. @throws {ApiError} */
export async function patch(
  backend: Backend,
  context: RequestContext,
  target: Target,
  change: Patch,
  endpoint: Endpoint,
): Promise<Written> {
  const { resource } = target;
  for (let attempt = 0; attempt < patchAttempts; attempt++) {
    const held = await backend.store.get(resource.bucket, target.key);
    const shown = currentForm(backend, resource, held);
    const old = shown instanceof Promise ? await shown : shown;
    const attempted = patching(backend, context, target, endpoint, change, old);
    const carried = inTurns(attempted, context.yieldTurn);
    const patched = carried instanceof Promise ? await carried : carried;
    if (context.yieldTurn !== undefined) await context.yieldTurn();
    const stored = await (old === undefined
      ? createApplied(backend, context, target, endpoint, patched)
      : replacePatched(backend, context, target, endpoint, patched, old));
    if (stored !== undefined) return { object: stored, created: old === undefined };
  }
  throw conflict(resource.kind, target.name, staleWrite);
}

/** The wanted object, and its managed fields if they are decided already. */
interface Patched {
  readonly wanted: KubeObject;
  readonly entries?: Entries | undefined;
  /** The wanted object with the fractions of seconds that its times have lost. */
  readonly exact?: KubeObject | undefined;
}

function* patching(
  backend: Backend,
  context: RequestContext,
  { resource, name }: Target,
  endpoint: Endpoint,
  change: Patch,
  old: KubeObject | undefined,
): Parts<Patched> {
  const { type, body, force = false } = change;
  // Applying to what does not exist creates it.
  if (old === undefined && (type !== 'apply' || !endpoint.makes)) {
    throw notFound(resource.kind, name);
  }
  if (type === 'apply') {
    const request = {
      resource,
      endpoint,
      manager: change.manager ?? managerOf(context),
      force,
      body,
    };
    const applied = yield* applying(backend.managedFields, request, old);
    reportDuplicates(change, context.warn);
    return applied;
  }
  const { kind } = resource;
  const current = resource.fromStorage(old!);
  const patched = yield* patchings[type](current, body, kind);
  yield;
  let exact: KubeObject | undefined;
  const onExact = (given: KubeObject): void => void (exact = given);
  const wanted = yield* decodingPatched(patched, current, kind, change, {
    kinds: backend.kinds,
    warn: context.warn,
    onExact,
  });
  return { wanted, exact };
}

async function replacePatched(
  backend: Backend,
  context: RequestContext,
  target: Target,
  endpoint: Endpoint,
  patched: Patched,
  old: KubeObject,
): Promise<KubeObject | undefined> {
  const { wanted } = patched;
  checkIdentity(target, wanted.metadata);
  return replace(backend, context, target, endpoint, patched, old);
}

/** Applying to what does not exist creates it. */
async function createApplied(
  backend: Backend,
  context: RequestContext,
  target: Target,
  endpoint: Endpoint,
  patched: Patched,
): Promise<KubeObject | undefined> {
  const { resource, name } = target;
  const { metadata } = patched.wanted;
  const { uid } = metadata;
  if (uid) {
    const why = `the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(resource.kind, name, `uid mismatch: ${why}`);
  }
  checkIdentity(target, metadata);
  return createAt(backend, context, target, endpoint, patched);
}

/** Creates the object that a request for its name wants; undefined when another write was faster. */
async function createAt(
  backend: Backend,
  context: RequestContext,
  target: Target,
  endpoint: Endpoint,
  { wanted, entries }: Patched,
): Promise<KubeObject | undefined> {
  const { resource, namespace } = target;
  // The version itself does not count: there is none yet.
  parseVersion(wanted.metadata.resourceVersion);
  const { made, writer } = await makeNew(
    backend,
    context,
    resource,
    namespace,
    wanted,
    endpoint,
    entries,
  );
  // A webhook may have named it otherwise.
  checkIdentity(target, made.metadata);
  return swap(backend, writer, target, made, undefined, endpoint);
}

/**
 * One attempt at the write that turns `old` into the wanted object; undefined when another write
 * came in between. A no-op update answers `old` and leaves no trace.
 */
async function replace(
  backend: Backend,
  context: RequestContext,
  target: Target,
  endpoint: Endpoint,
  { wanted, entries, exact }: Patched,
  old: KubeObject,
): Promise<KubeObject | undefined> {
  const { resource } = target;
  const { managedFields } = backend;
  const { subresource } = endpoint;
  const chain = backend.admission.chain(resource.kind, 'UPDATE', subresource);
  const trail = trailFor(chain);
  // Mutating webhooks see updates of an old version too.
  if (trail === undefined) checkVersion(target, wanted, old);
  const filled = fillIn(context, resource, wanted, old);
  const defaulted = filled instanceof Promise ? await filled : filled;
  const request = isIdle(chain)
    ? undefined
    : requestOf(
        context,
        target,
        subresource,
        trail,
        ownersAfter(backend, context, target, endpoint, { wanted: defaulted, entries }, old),
      );
  const admitted =
    request === undefined
      ? defaulted
      : await backend.admission.mutate(chain, defaulted, old, request);
  if (trail !== undefined) {
    checkVersion(target, admitted, old);
    checkNamespace(target.namespace, admitted.metadata.namespace);
  }
  if (context.yieldTurn !== undefined) await context.yieldTurn();
  // Managed fields see the duplicates of a patch, and cannot distinguish them.
  const sorted = withoutDuplicateOwners(admitted, context, afterAdmission);
  const distinct = sorted instanceof Promise ? await sorted : sorted;
  warnOfLoss(wanted.metadata, context.warn);
  if (exact !== undefined) {
    await validateExact(backend, context, target, endpoint, chain.steady ?? chain, exact, old);
  }
  const revised = revise(backend, endpoint, distinct, old);
  if (context.yieldTurn !== undefined) await context.yieldTurn();
  const owned =
    entries === undefined
      ? inTurns(
          managedFields.updating(context, resource, endpoint, defaulted, revised, old),
          context.yieldTurn,
        )
      : managedFields.applied(endpoint, entries, revised, old);
  const changed = trimmed(endpoint, owned instanceof Promise ? await owned : owned, old);
  backend.noteDropped(resource.kind, subresource, distinct, changed);
  const next = changed === old && isIncomplete(backend, target, old) ? { ...old } : changed;
  if (next !== old || checksStored(resource)) {
    if (context.yieldTurn !== undefined) await context.yieldTurn();
    const checked = validateUpdate(backend, context, resource, endpoint, next, old);
    if (checked !== undefined) await checked;
    if (context.yieldTurn !== undefined) await context.yieldTurn();
  }
  if (subresource === undefined) warn(context, resource, next, old);
  // Only webhooks see an update that changes nothing.
  if (request !== undefined && (next !== old || trail !== undefined)) {
    await backend.admission.validate(chain, next, old, request);
  }
  // The answer of a dry run is computed again, and may have more fields than the stored object.
  if (next === old) return context.dryRun === true ? keptOf(context, resource, old, old) : old;
  const kept = keptOf(context, resource, next, old);
  if (kept === old) return old;
  const writer = withTrail(context, trail);
  if (endsDeletion(target, kept, old)) {
    if (!(await drop(backend, writer, target, old))) return undefined;
    if (resource.isService) await afterServiceRemoval(backend, context, target);
    return kept;
  }
  return await swap(backend, writer, target, kept, old);
}

/** @throws {ApiError} 409 for a write that is based on another version than the stored one */
function checkVersion(target: Target, { metadata }: KubeObject, old: KubeObject): void {
  checkLock(target, parseVersion(metadata.resourceVersion), old);
}

/** The wanted object with its defaults. */
function fillIn(
  { yieldTurn }: RequestContext,
  resource: Resource,
  wanted: KubeObject,
  old: KubeObject,
): KubeObject | Promise<KubeObject> {
  if (yieldTurn === undefined) return withDefaults(resource, wanted, old);
  return throughout(() => withDefaults(resource, wanted, old), yieldTurn);
}

/**
 * The owners of its fields when the wanted object, with its defaults, replaces the old one. A
 * function, because hardly anyone asks.
 */
function ownersAfter(
  backend: Backend,
  context: RequestContext,
  { resource }: Target,
  endpoint: Endpoint,
  { wanted, entries }: Patched,
  old: KubeObject,
): () => Entries {
  return () => {
    const { managedFields } = backend;
    const revised = revise(backend, endpoint, wanted, old);
    const { metadata } =
      entries === undefined
        ? managedFields.updated(context, resource, endpoint, wanted, revised, old)
        : managedFields.applied(endpoint, entries, revised, old);
    return metadata.managedFields ?? [];
  };
}

/** Whether a no-op update still completes what is stored. */
function isIncomplete({ store }: Backend, { resource, key }: Target, old: KubeObject): boolean {
  if (resource.isOutdated(old)) return true;
  return resource.kind.completedByWrite === true && store.isUnchanged(resource.bucket, key);
}

/** Validates the object as it was sent: {@link replace} has its times in whole seconds. */
async function validateExact(
  backend: Backend,
  context: RequestContext,
  target: Target,
  endpoint: Endpoint,
  chain: Chain,
  exact: KubeObject,
  old: KubeObject,
): Promise<void> {
  const { resource } = target;
  const silent = { ...context, warn: undefined };
  const sorted = withoutDuplicateOwners(exact, silent);
  const distinct = sorted instanceof Promise ? await sorted : sorted;
  const defaulted = withDefaults(resource, distinct, old);
  const request = requestOf(silent, target, endpoint.subresource);
  const admitted = await backend.admission.mutate(chain, defaulted, old, request);
  const revised = trimmed(endpoint, revise(backend, endpoint, admitted, old), old);
  const checked = validateUpdate(backend, context, resource, endpoint, revised, old);
  if (checked !== undefined) await checked;
}

/** Whether this write removes the last thing that keeps an object which is being deleted. */
function endsDeletion({ resource }: Target, next: KubeObject, old: KubeObject): boolean {
  const { metadata } = old;
  return (
    isDeleting(metadata) &&
    !metadata.deletionGracePeriodSeconds &&
    (next.metadata.finalizers ?? []).length === 0 &&
    !hasSpecFinalizers(resource.kind, next)
  );
}

function requestOf(
  context: RequestContext,
  { resource, namespace, name }: Target,
  subresource: string | undefined,
  trail?: AdmissionRequest['trail'],
  entries?: AdmissionRequest['entries'],
): AdmissionRequest {
  const { kind } = resource;
  // Written out: spreading a request takes as long as a plugin.
  return { kind, operation: 'UPDATE', subresource, namespace, name, context, trail, entries };
}
