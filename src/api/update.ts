import { notFound, withLateOwners, type KubeObject, type LateOwners } from '#values';
import {
  isIdle,
  trailFor,
  withTrail,
  type AdmissionRequest,
  type Chain,
} from './admission/index.ts';
import type { Patch } from '#request';
import { currentForm } from './conversion/convert.ts';
import { createAt, Creation } from './create.ts';
import { afterServiceRemoval } from './delete.ts';
import { withEntries, type Entries } from './managed-fields/index.ts';
import {
  afterAdmission,
  checkIdentity,
  checkNamespace,
  warnOfLoss,
  withoutDuplicateOwners,
} from './metadata.ts';
import { hasSpecFinalizers } from './namespaces.ts';
import { runInTurns } from '#values';
import { isInProcess, type RequestContext, type Written } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import type { Body, Target } from './resource.ts';
import { isDeleting, keptOf, revise, trimmed, fillingDefaults } from './revise.ts';
import type { Backend } from './backend.ts';
import { fitted } from './fit.ts';
import { walk, type Outcome, type Stages, type Write } from './stages.ts';
import { checksStored, validateUpdate, warn } from './validate.ts';
import { checkLock, checkUid, parseVersion } from './version.ts';
import { drop, swap } from './write.ts';

/**
 * PUT. A resourceVersion is a lock (409 when stale); without one the object is overwritten, even if
 * it has changed. @throws {ApiError}
 */
export async function update(
  backend: Backend,
  context: RequestContext,
  target: Target,
  sent: KubeObject,
  endpoint: Endpoint,
): Promise<Written> {
  checkIdentity(target, sent.metadata);
  const distinct = runInTurns(withoutDuplicateOwners(sent, context), context.yieldTurn);
  const desired = distinct instanceof Promise ? await distinct : distinct;
  const { resource } = target;
  const { bucket, kind } = resource;
  for (;;) {
    const held = await backend.store.get(bucket, target.key);
    const shown = currentForm(backend, resource, held);
    const old = shown instanceof Promise ? await shown : shown;
    const mayCreate = kind.wire.createOnUpdate === true && endpoint.makes;
    const isMissing = old === undefined && !mayCreate;
    if (isMissing && backend.strategy.profile.enabled('MissingBeforeUid')) {
      throw notFound(kind, target.name);
    }
    checkUid(target, desired.metadata.uid, old, context);
    if (old === undefined) {
      if (!mayCreate) throw notFound(kind, target.name);
      const creation = new Creation(backend, context, resource, target.namespace, endpoint);
      const stored = await createAt(creation, target, desired);
      if (stored !== undefined) return { object: stored, created: true };
    } else {
      const replacement = new Replacement(backend, context, target, endpoint, old);
      replacement.exact = context.exact;
      const stored = await walk(replacement, desired, stagesOfPut);
      if (stored !== undefined) return { object: stored, created: false };
    }
  }
}

/** One attempt at the write that turns the stored object into another one, as its stages know it. */
export class Replacement implements Write {
  readonly backend: Backend;
  readonly context: RequestContext;
  readonly target: Target;
  readonly endpoint: Endpoint;
  /** The stored object. */
  readonly old: Body;
  /** What makes the wanted object of the stored one; undefined where it is sent whole. */
  change: Patch | undefined;
  /** The owners of the fields, where an apply has decided them. */
  entries: Entries | undefined;
  /** The wanted object with the fractions of seconds that its times have lost. */
  exact: KubeObject | undefined;
  /** The wanted object, without and with its defaults, and as admission leaves it. */
  desired: Body | undefined;
  whole: Body | undefined;
  admitted: Body | undefined;
  /** Whether it changes what is stored. */
  changes = false;
  /** The owners of the fields, where they are decided when they are read. */
  late: LateOwners | undefined;
  readonly chain: Chain;
  readonly trail: AdmissionRequest['trail'];
  /** As admission sees it; undefined where it has nothing to do. */
  request: AdmissionRequest | undefined;

  constructor(
    backend: Backend,
    context: RequestContext,
    target: Target,
    endpoint: Endpoint,
    old: Body,
    chain = backend.admission.chain(
      target.resource.kind,
      'UPDATE',
      endpoint.subresource,
      target.namespace,
    ),
  ) {
    this.backend = backend;
    this.context = context;
    this.target = target;
    this.endpoint = endpoint;
    this.old = old;
    this.chain = chain;
    this.trail = trailFor(chain);
  }
}

/**
 * Every stage of the write. It gives undefined when another write came in between. An update that
 * changes nothing answers the stored object and leaves no trace.
 */
export const stages: Stages<Replacement, KubeObject | undefined> = [
  lock,
  defaults,
  mutation,
  ownerReferences,
  exactness,
  strategy,
  owners,
  trim,
  completion,
  validation,
  warnings,
  admission,
  storable,
  storage,
];

const stagesOfPut: typeof stages = [form, ...stages];

/** For an object that is only checked. */
const stagesOfCheck: Stages<Replacement> = [
  ownerReferences,
  defaults,
  mutation,
  strategy,
  trim,
  check,
];

/** Gives it the form of its type. */
function form(replacement: Replacement, desired: Body): Body {
  const { backend, context, target, old } = replacement;
  const { resource } = target;
  return fitted(context, resource, desired, resource.fromStorage(old), backend.lost);
}

/** Rejects (409) a write that is based on another version than the stored one. */
function lock(replacement: Replacement, desired: Body): Body {
  replacement.desired = desired;
  // Mutating webhooks see updates of an old version too.
  if (replacement.trail === undefined) checkVersion(replacement, desired);
  return desired;
}

function checkVersion({ target, old }: Replacement, { metadata }: KubeObject): void {
  checkLock(target, parseVersion(metadata.resourceVersion), old);
}

/** Fills in defaults. */
function defaults({ target, old }: Replacement, desired: Body): Outcome<Body> {
  return fillingDefaults(target.resource, desired, old);
}

/** The first half of admission: plugins and webhooks may change the object. */
function mutation(replacement: Replacement, whole: Body): Outcome<Body> {
  const { backend, context, chain, target, endpoint, trail, old } = replacement;
  replacement.whole = whole;
  if (isIdle(chain)) return whole;
  const { kind } = target.resource;
  const { namespace, name } = target;
  replacement.request = {
    kind,
    operation: 'UPDATE',
    subresource: endpoint.subresource,
    namespace,
    name,
    context,
    trail,
    entries: () => entriesAfter(replacement),
  };
  return backend.admission.mutate(chain, whole, old, replacement.request);
}

/**
 * The owners of its fields when the wanted object, with its defaults, replaces the stored one.
 * Hardly anyone asks.
 */
function entriesAfter(replacement: Replacement): Entries {
  const { backend, context, target, endpoint, entries, old } = replacement;
  const { managedFields } = backend;
  const whole = replacement.whole!;
  const revised = revise(backend, endpoint, whole, old);
  const { metadata } =
    entries === undefined
      ? managedFields.updated(context, target.resource, endpoint, whole, revised, old)
      : managedFields.applied(endpoint, entries, revised, old);
  return metadata.managedFields ?? [];
}

/** Leaves out the owners that are there twice: owners of fields cannot distinguish those of a patch. */
function ownerReferences(replacement: Replacement, admitted: Body): Outcome<Body> {
  const { context, target, trail } = replacement;
  if (trail !== undefined) {
    checkVersion(replacement, admitted);
    checkNamespace(target.namespace, admitted.metadata.namespace);
  }
  return withoutDuplicateOwners(admitted, context, afterAdmission);
}

/** Checks the object as it was sent, too: the one to store has its times in whole seconds. */
function exactness(replacement: Replacement, admitted: Body): Outcome<Body> {
  const { backend, context, target, endpoint, chain, desired, exact, old } = replacement;
  replacement.admitted = admitted;
  warnOfLoss(desired!.metadata, context.warn);
  if (exact === undefined) return admitted;
  const silent = { ...context, warn: undefined };
  const sent = new Replacement(backend, silent, target, endpoint, old, chain.steady ?? chain);
  return walk(sent, exact, stagesOfCheck).then(() => admitted);
}

/** The new version of the stored object. */
function strategy({ backend, endpoint, old }: Replacement, admitted: Body): Body {
  return revise(backend, endpoint, admitted, old);
}

/** Decides who owns which field. */
function owners(replacement: Replacement, revised: Body): Outcome<Body> {
  const { backend, context, target, endpoint, entries, whole, old } = replacement;
  const { managedFields } = backend;
  if (mayDecideLater(replacement, revised)) {
    const { resource } = target;
    replacement.late = managedFields.updatedLater(
      context,
      resource,
      endpoint,
      whole!,
      revised,
      old,
    );
    if (replacement.late !== undefined) return revised;
  }
  return entries === undefined
    ? managedFields.updating(context, target.resource, endpoint, whole!, revised, old)
    : managedFields.applied(endpoint, entries, revised, old);
}

/** Others may look at the owners before the object is stored, or at once when it is. */
function mayDecideLater(
  { context, endpoint, entries, trail, old }: Replacement,
  revised: Body,
): boolean {
  const isSeen = trail !== undefined || endpoint.part.trim !== undefined;
  return entries === undefined && !isSeen && isInProcess(context) && revised !== old;
}

/** Leaves out what the kind does not keep. */
function trim({ backend, endpoint, old }: Replacement, revised: Body): Body {
  return trimmed(backend, endpoint, revised, old);
}

/** An update that changes nothing still completes what some kinds store. */
function completion(replacement: Replacement, revised: Body): Body {
  const { backend, target, endpoint, admitted, old } = replacement;
  backend.noteDropped(target.resource.kind, endpoint.subresource, admitted!, revised, old);
  return revised === old && isIncomplete(backend, target, old) ? { ...old } : revised;
}

function isIncomplete({ store }: Backend, { resource, key }: Target, old: KubeObject): boolean {
  if (resource.isOutdated(old)) return true;
  const { completedByWrite } = resource.kind.wire;
  return completedByWrite?.(old) === true && store.isUnchanged(resource.bucket, key);
}

/** Rejects an invalid object. */
function validation(replacement: Replacement, next: Body): Outcome<Body> {
  const { target, endpoint, old } = replacement;
  if (next === old && !checksStored(target.resource, endpoint)) return next;
  return check(replacement, next);
}

function check(
  { backend, context, target, endpoint, old }: Replacement,
  next: Body,
): Outcome<Body> {
  return validateUpdate(backend, context, target.resource, endpoint, next, old);
}

function warnings({ backend, context, target, endpoint, old }: Replacement, next: Body): Body {
  const { profile } = backend.strategy;
  if (endpoint.subresource === undefined) warn(context, target.resource, next, profile, old);
  else if (context.warn !== undefined) {
    for (const text of endpoint.part.warnings?.(next, profile) ?? []) context.warn(text);
  }
  return next;
}

/** The second half of admission: plugins and webhooks may reject the object. */
function admission(replacement: Replacement, next: Body): Outcome<Body> {
  const { backend, chain, request, trail, old } = replacement;
  // Only webhooks see an update that changes nothing.
  if (request === undefined || (next === old && trail === undefined)) return next;
  return backend.admission.validate(chain, next, old, request);
}

/** Leaves out what the store does not keep. */
function storable(replacement: Replacement, next: Body): Body {
  const { context, target, old } = replacement;
  replacement.changes = next !== old;
  // The answer of a dry run is computed again, and may have more fields than the stored object.
  if (!replacement.changes && context.dryRun !== true) return old;
  const result = keptOf(context, target.resource, next, old);
  const { late } = replacement;
  if (late === undefined) return result;
  // What is stored is the same as before: unless the owners differ, that leaves no trace.
  if (result === old) return withEntries(old, late.entries);
  return { ...result, metadata: withLateOwners(result.metadata, late) };
}

/** Stores it, or removes it where the last thing that kept it is gone. */
function storage(replacement: Replacement, result: Body): Outcome<Body | undefined> {
  const { backend, context, target, trail, changes, old } = replacement;
  if (!changes || result === old) return result;
  const writer = withTrail(context, trail);
  if (!endsDeletion(target, result, old)) return swap(backend, writer, target, result, old);
  const removed = drop(backend, writer, target, old, result);
  return target.resource.isService ? withEndpoints(replacement, removed) : removed;
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

async function withEndpoints(
  { backend, context, target }: Replacement,
  removing: Promise<Body | undefined>,
): Promise<Body | undefined> {
  const removed = await removing;
  if (removed !== undefined) await afterServiceRemoval(backend, context, target);
  return removed;
}
