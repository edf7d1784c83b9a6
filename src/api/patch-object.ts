/** PATCH: an update, or by an apply a creation, of what the patch makes. */
import { conflict, notFound, staleWrite, type KubeObject } from '#values';
import { foreignOf } from '#kinds';
import type { Patch } from '#request';
import type { Backend } from './backend.ts';
import type { RequestContext, Written } from './context.ts';
import { currentForm } from './conversion/convert.ts';
import { createAt, Creation, stagesAtName } from './create.ts';
import type { Endpoint } from './endpoint.ts';
import { managerOf } from './managed-fields/index.ts';
import { checkIdentity } from './metadata.ts';
import type { Resumable } from '#values';
import { reportDuplicates } from './patch/applied-document.ts';
import { applying } from './patch/apply.ts';
import { decodingPatched } from './patch/decode.ts';
import { patchings } from './patch/index.ts';
import { checkForm } from './patch/patch-form.ts';
import type { Body, Resource, Target } from './resource.ts';
import { walk } from './stages.ts';
import { Replacement, stages } from './update.ts';

/** How often a patch is retried when other writes come in between. */
const patchAttempts = 5;

/** A function of the stored object, retried when other writes come in between. @throws {ApiError} */
export async function patch(
  backend: Backend,
  context: RequestContext,
  target: Target,
  change: Patch,
  endpoint: Endpoint,
): Promise<Written> {
  const { resource } = target;
  const mayCreate = change.type === 'apply' && endpoint.makes;
  for (let attempt = 0; attempt < patchAttempts; attempt++) {
    const held = await backend.store.get(resource.bucket, target.key);
    const shown = currentForm(backend, resource, held);
    const old = shown instanceof Promise ? await shown : shown;
    if (old === undefined && !mayCreate) throw notFound(resource.kind, target.name);
    const stored = await (old === undefined
      ? createApplied(backend, context, target, endpoint, change)
      : replacePatched(backend, context, target, endpoint, change, old));
    if (stored !== undefined) return { object: stored, created: old === undefined };
  }
  throw conflict(resource.kind, target.name, staleWrite);
}

/** Applying to what does not exist creates it. */
async function createApplied(
  backend: Backend,
  context: RequestContext,
  target: Target,
  endpoint: Endpoint,
  change: Patch,
): Promise<KubeObject | undefined> {
  const { resource, namespace } = target;
  const creation = new Creation(backend, context, resource, namespace, endpoint);
  return createAt(creation, target, change.body as KubeObject, [
    () => applied(creation, resource, change),
    (_, desired) => identityOfNew(target, desired),
    ...stagesAtName,
  ]);
}

async function replacePatched(
  backend: Backend,
  context: RequestContext,
  target: Target,
  endpoint: Endpoint,
  change: Patch,
  old: Body,
): Promise<KubeObject | undefined> {
  const replacement = new Replacement(backend, context, target, endpoint, old);
  replacement.change = change;
  return walk(replacement, old, stagesOfPatch);
}

const stagesOfPatch: typeof stages = [patched, identity, ...stages];

/** The object that an apply makes. It decides who owns which field, too. */
function* applied(
  write: Creation | Replacement,
  resource: Resource,
  change: Patch,
  stored?: Body,
): Resumable<KubeObject> {
  const { backend, context, endpoint } = write;
  const { force = false, body } = change;
  const manager = change.manager ?? managerOf(context);
  const request = { resource, endpoint, manager, force, body };
  const { desired, entries, exact } = yield* applying(backend.managedFields, request, stored);
  reportDuplicates(backend.managedFields, change, context.warn);
  write.entries = entries;
  if (write instanceof Replacement) write.exact = exact;
  return desired;
}

/** The object that a patch makes of the stored one. */
function* patched(replacement: Replacement): Resumable<KubeObject> {
  const { backend, context, target, old } = replacement;
  const { resource } = target;
  const change = replacement.change!;
  const { type, body } = change;
  if (type === 'apply') return yield* applied(replacement, resource, change, old);
  checkForm(change);
  const { kind } = resource;
  const current = resource.fromStorage(old);
  const result = yield* patchings[type](current, body, kind, backend.strategy.profile);
  yield;
  const onExact = (exact: KubeObject): void => void (replacement.exact = exact);
  const onForeign = foreignOf(kind, backend.lost);
  const options = { kinds: backend.kinds, warn: context.warn, onForeign, onExact };
  return yield* decodingPatched(result, current, kind, change, options);
}

function identity({ target }: Replacement, desired: Body): Body {
  checkIdentity(target, desired.metadata);
  return desired;
}

function identityOfNew(target: Target, desired: Body): Body {
  const { uid } = desired.metadata;
  if (uid) {
    const why = `the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(target.resource.kind, target.name, `uid mismatch: ${why}`);
  }
  checkIdentity(target, desired.metadata);
  return desired;
}
