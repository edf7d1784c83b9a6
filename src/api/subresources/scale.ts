/** `/scale`: the wanted number of replicas, read and written alike for all kinds that have one. */
import {
  conflict,
  findErrors,
  invalidObject,
  notFound,
  semanticEqual,
  staleWrite,
  unknownPath,
  type KubeObject,
  type ResourceName,
} from '#values';
import {
  missingScale,
  scale as scaleKind,
  scaleOf,
  scaleResource,
  scaleToChange,
  scalingOf,
  validateNonNegative,
} from '#kinds';
import type { Scale } from '#types';
import { anyKind, type Patch } from '#request';
import {
  isIdle,
  trailFor,
  withTrail,
  type AdmissionRequest,
  type Chain,
} from '../admission/index.ts';
import type { Backend } from '../backend.ts';
import { currentForm } from '../conversion/convert.ts';
import {
  entriesOfScale,
  entriesOfScaled,
  managerOf,
  owns,
  replicasOf,
  withEntries,
  type Entries,
} from '../managed-fields/index.ts';
import { checkIdentity } from '../metadata.ts';
import { runInTurns, isResumable } from '#values';
import { reportDuplicates } from '../patch/applied-document.ts';
import { applyTo, unconvertibleScale, untypedApply } from '../patch/apply.ts';
import { decodePatched } from '../patch/decode.ts';
import { patchers } from '../patch/index.ts';
import { checkForm } from '../patch/patch-form.ts';
import type { RequestContext } from '../context.ts';
import type { Target } from '../resource.ts';
import { reachVersion } from '../read.ts';
import { revise } from '../revise.ts';
import { validateUpdate, warn } from '../validate.ts';
import { checkLock, checkUid, parseVersion } from '../version.ts';
import { swap } from '../write.ts';

const patchAttempts = 5;

/**
 * For most kinds v1.24 answers 404 whatever is wrong, with the resourceVersion too.
 * @throws {ApiError} 404 also for kinds without a scale
 */
export async function getScale(
  backend: Backend,
  target: Target,
  resourceVersion?: string,
): Promise<Scale> {
  const { kind } = target.resource;
  const missing = missingScale(kind, backend.strategy.profile);
  try {
    await reachVersion(backend, target, resourceVersion);
  } catch (error) {
    throw missing === kind ? error : notFound(missing, target.name);
  }
  const found = await readScaled(backend, target, missing);
  return scaleOfStored(target, found);
}

/** PUT: only the number of replicas counts. Answers the object itself, as it is now. @throws {ApiError} */
export async function updateScale(
  backend: Backend,
  context: RequestContext,
  target: Target,
  body: KubeObject,
): Promise<KubeObject> {
  const desired = body as Scale;
  checkIdentity(target, desired.metadata);
  for (;;) {
    const old = await findScaled(backend, target);
    checkUid(target, desired.metadata.uid, old, context);
    if (old === undefined) throw notFound(target.resource.kind, target.name);
    const stored = await write(backend, context, target, desired, old);
    if (stored !== undefined) return stored;
  }
}

/** PATCH of the scale. Answers the object itself, as it is now. @throws {ApiError} */
export async function patchScale(
  backend: Backend,
  context: RequestContext,
  target: Target,
  change: Patch,
): Promise<KubeObject> {
  for (let attempt = 0; attempt < patchAttempts; attempt++) {
    const old = await readScaled(backend, target);
    const { desired, entries } = patchedBy(backend, context, target, change, old);
    checkIdentity(target, desired.metadata);
    const stored = await write(backend, context, target, desired, old, entries);
    if (stored !== undefined) return stored;
  }
  throw conflict(target.resource.kind, target.name, staleWrite);
}

/** The wanted scale, and the object's managed fields if they are decided already. */
function patchedBy(
  backend: Backend,
  context: RequestContext,
  target: Target,
  change: Patch,
  old: KubeObject,
): { readonly desired: Scale; readonly entries?: Entries } {
  const { type, body } = change;
  if (type === 'apply') return appliedBy(backend, context, target, change, old);
  checkForm(change);
  const current = scaleToChange(target.resource.kind, old);
  const patched = patchers[type](current, body, scaleKind, backend.strategy.profile);
  const options = { kinds: backend.kinds, warn: context.warn };
  return { desired: decodePatched(patched, current, scaleKind, change, options) as Scale };
}

/** Server-side apply of a scale: it sees only the object's owners of the number of replicas. */
function appliedBy(
  backend: Backend,
  context: RequestContext,
  target: Target,
  change: Patch,
  old: KubeObject,
): { readonly desired: Scale; readonly entries: Entries } {
  const resource = backend.form(scaleKind);
  const { body, force = false } = change;
  const stored = old.metadata.managedFields ?? [];
  const { custom } = target.resource.kind;
  const owned = replicasOf(target.resource.kind);
  const isOwned = custom === undefined || owns(stored, owned);
  // v1.24 has no types with which it could apply to the scale of a custom resource.
  if (
    custom !== undefined &&
    !(isOwned && backend.managedFields.profile.enabled('CustomScalesTyped'))
  ) {
    throw untypedApply(resource, body, isOwned);
  }
  const current = scaleOfStored(target, old);
  const live = withEntries(current, entriesOfScale(stored, resource.apiVersion, owned));
  const manager = managerOf(context);
  const place = { endpoint: resource.main, subresource: 'scale' };
  const request = { resource, ...place, manager, force, body };
  const { desired, entries } = applyTo(backend.managedFields, request, live);
  const changes = !semanticEqual((desired as Scale).spec, current.spec);
  // What changes nothing is converted to nothing.
  if (custom !== undefined && changes) throw unconvertibleScale(body);
  reportDuplicates(backend.managedFields, change, context.warn);
  return {
    desired: desired as Scale,
    entries: entriesOfScaled(stored, entries, target.resource.apiVersion, owned),
  };
}

/** @param missing the resource that a 404 names: for a write, the object itself */
async function readScaled(
  backend: Backend,
  target: Target,
  missing: ResourceName = target.resource.kind,
): Promise<KubeObject> {
  const found = await findScaled(backend, target);
  if (found === undefined) throw notFound(missing, target.name);
  return found;
}

async function findScaled(
  backend: Backend,
  { resource, key }: Target,
): Promise<KubeObject | undefined> {
  if (scalingOf(resource.kind) === undefined) throw unknownPath();
  const found = await backend.store.get(resource.bucket, key);
  return found && currentForm(backend, resource, found);
}

/** The resource in error messages: kinds of the core group borrow the scale's group. */
function scaleOfStored({ resource }: Target, stored: KubeObject): Scale {
  return scaleOf(resource.kind, stored)!;
}

/** One attempt; undefined when another write came in between. */
async function write(
  backend: Backend,
  context: RequestContext,
  target: Target,
  desired: Scale,
  old: KubeObject,
  entries?: Entries,
): Promise<KubeObject | undefined> {
  const { resource, name } = target;
  const { admission } = backend;
  const chain = admission.chain(resource.kind, 'UPDATE', 'scale');
  const request = isIdle(chain) ? undefined : requestOf(context, target, chain);
  const admitted =
    request === undefined
      ? desired
      : await admission.mutate(chain, desired, scaleToChange(resource.kind, old), request);
  const replicas = (admitted as Scale).spec?.replicas ?? 0;
  // Custom resources check the number when they are checked as a whole.
  if (resource.kind.custom === undefined) checkReplicas(name, replicas);
  checkSame(target, desired, old);
  const lock = parseVersion(desired.metadata.resourceVersion);
  if (lock !== 0) checkLock(target, lock, old);
  const scaled = scalingOf(resource.kind)!.set(old, replicas);
  const { main } = resource;
  const revised = revise(backend, main, scaled, old);
  const next =
    entries === undefined
      ? backend.managedFields.scaled(context, resource, revised, old)
      : backend.managedFields.applied(main, entries, revised, old);
  if (next !== old) {
    const valid = validateUpdate(backend, context, resource, main, next, old);
    const checked = isResumable(valid) ? runInTurns(valid, context.yieldTurn) : valid;
    if (checked instanceof Promise) await checked;
    warn(context, resource, next, backend.strategy.profile, old);
  }
  if (request !== undefined) {
    const [result, current] = [scaleOfStored(target, next), scaleOfStored(target, old)];
    await admission.validate(chain, result, current, request);
  }
  if (next === old) return old;
  const stored = await swap(backend, withTrail(context, request?.trail), target, next, old);
  return stored && resource.fromStorage(stored);
}

/** Plugins see the scale, not the object. */
function requestOf(
  context: RequestContext,
  { resource: { kind }, namespace, name }: Target,
  chain: Chain,
): AdmissionRequest {
  const about = { kind, namespace, name, context, trail: trailFor(chain) };
  return { ...about, operation: 'UPDATE', subresource: 'scale', form: anyKind(scaleKind) };
}

function checkReplicas(name: string, replicas: number): void {
  const errors = findErrors((found) => validateNonNegative(found, replicas, 'spec.replicas'));
  if (errors.length > 0) throw invalidObject(scaleKind.group, scaleKind.kind, name, errors);
}

function checkSame({ resource, name }: Target, desired: Scale, old: KubeObject): void {
  const { uid } = desired.metadata;
  if (!uid || uid === old.metadata.uid) return;
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid}`;
  throw conflict(scaleResource(resource.kind), name, why);
}
