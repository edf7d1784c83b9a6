import {
  alreadyExists,
  badRequest,
  beingDeleted,
  generatedNameTaken,
  serverError,
  terminatingKind,
  type KubeObject,
} from '#values';
import type { ObjectMeta, Service } from '#types';
import type { Entries } from './managed-fields/index.ts';
import {
  afterAdmission,
  checkNamespace,
  newMetadata,
  warnOfLoss,
  withoutDuplicateOwners,
} from './metadata.ts';
import { trailFor, withTrail, type AdmissionRequest } from './admission/index.ts';
import { inTurns, throughout } from './parts.ts';
import { authorizeCreation } from './authorization/create-by-name.ts';
import type { RequestContext } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import { asStored, targetOf, type Resource, type Target } from './resource.ts';
import { isDeleting } from './revise.ts';
import type { Backend } from './backend.ts';
import { fitted } from './fit.ts';
import { validateNew, warn } from './validate.ts';
import { readVersion } from './version.ts';
import { swap } from './write.ts';

/**
 * The object of a create request: apiVersion and kind may be missing, and metadata is the client's
 * part only.
 */
export interface CreateBody {
  readonly metadata?: Partial<ObjectMeta>;
}

/** POST to a collection. @throws {ApiError} */
export async function create(
  backend: Backend,
  context: RequestContext,
  resource: Resource,
  namespace: string | undefined,
  wanted: CreateBody,
): Promise<KubeObject> {
  const { kind } = resource;
  if (kind.isTerminating === true) throw terminatingKind(kind);
  if (kind.namespaced && !namespace) {
    throw badRequest('an empty namespace may not be set during creation');
  }
  checkNamespace(kind.namespaced ? namespace : undefined, wanted.metadata?.namespace);
  const distinct = withoutDuplicateOwners(wanted, context);
  const tidy = distinct instanceof Promise ? await distinct : distinct;
  const { made, writer, version } = await makeNew(backend, context, resource, namespace, tidy);
  const { name } = made.metadata;
  if (isVersionSet(version)) {
    throw serverError('resourceVersion should not be set on objects to be created');
  }
  const target = targetOf(resource, { namespace, name });
  const isGenerated = !!wanted.metadata?.generateName;
  if (context.dryRun === true) await refuseIfTaken(backend, target, isGenerated);
  const stored = await swap(backend, writer, target, made, undefined);
  if (stored !== undefined) return stored;
  await refuseIfTaken(backend, target, isGenerated);
  // The name was taken a moment ago and is free by now: report the conflict of that moment.
  throw alreadyExists(kind, name);
}

/** A new object, ready to be stored. */
export interface New {
  readonly made: KubeObject;
  /** The context of its write. */
  readonly writer: RequestContext;
  /** The resourceVersion that it was to have: the store gives it another one. */
  readonly version: string | undefined;
}

/**
 * Every step for a new object before it is stored, except for the check that its name is free.
 * @param endpoint the endpoint of the request that creates it; see `PartRules.make`
 * @param owners its managed fields, when the writer of the whole object does not become their owner
 */
export async function makeNew(
  backend: Backend,
  context: RequestContext,
  resource: Resource,
  namespace: string | undefined,
  wanted: CreateBody,
  endpoint: Endpoint = resource.main,
  owners?: Entries,
): Promise<New> {
  const { kind, apiVersion, last } = resource;
  const inside = kind.namespaced ? namespace : undefined;
  const given = (wanted.metadata ?? {}) as ObjectMeta;
  const asked = { apiVersion, kind: kind.kind, ...wanted, metadata: given };
  const whole = fitted(context, resource, asked, last.wanted);
  last.wanted = whole;
  const filled = throughout(
    () => resource.toStorage(resource.fillDefaults(whole)),
    context.yieldTurn,
  );
  const defaulted = filled instanceof Promise ? await filled : filled;

  if (context.yieldTurn !== undefined) await context.yieldTurn();
  const owned =
    owners ??
    inTurns(
      backend.managedFields.creating(context, resource, endpoint, defaulted),
      context.yieldTurn,
    );
  const entries = owned instanceof Promise ? await owned : owned;

  if (context.yieldTurn !== undefined) await context.yieldTurn();
  const { part, subresource } = endpoint;
  const chain = backend.admission.chain(kind, 'CREATE', subresource);
  const trail = trailFor(chain);
  const request: AdmissionRequest = {
    kind,
    operation: 'CREATE',
    subresource,
    namespace: inside,
    name: given.name || given.generateName || 'Unknown',
    context,
    trail,
    entries: trail && (() => entries),
  };
  const mutated = await backend.admission.mutate(chain, defaulted, undefined, request);
  const distinct = withoutDuplicateOwners(mutated, context, afterAdmission);
  const admitted = distinct instanceof Promise ? await distinct : distinct;
  checkNamespace(inside, admitted.metadata.namespace);
  warnOfLoss(given, context.warn);

  if (context.yieldTurn !== undefined) await context.yieldTurn();
  const metadata = newMetadata(backend, context, kind, inside, admitted.metadata, entries);
  const created = { ...admitted, metadata };
  const made = part.make?.(created, backend.strategy, context.user) ?? created;
  backend.noteDropped(kind, subresource, created, made);
  if (context.yieldTurn !== undefined) await context.yieldTurn();
  if (resource.isService && subresource === undefined)
    await backend.services.checkAsked(made as Service, wanted.metadata?.name);
  const checked = validateNew(backend, context, resource, endpoint, made);
  if (checked !== undefined) await checked;
  if (context.yieldTurn !== undefined) await context.yieldTurn();
  warn(context, resource, made);
  if (context.urlName) authorizeCreation(backend.authorizer, context, kind, inside, subresource);
  await backend.admission.validate(chain, made, undefined, request);
  const stored = asStored(resource, made, last.stored);
  last.stored = stored;
  const version = admitted.metadata.resourceVersion;
  return { made: stored, writer: withTrail(context, trail), version };
}

async function refuseIfTaken(
  backend: Backend,
  target: Target,
  isGenerated: boolean,
): Promise<void> {
  const { resource, name, key } = target;
  const taken = await backend.store.get(resource.bucket, key);
  if (taken === undefined) return;
  const error = (isGenerated ? generatedNameTaken : alreadyExists)(resource.kind, name);
  throw isDeleting(taken.metadata) ? beingDeleted(error) : error;
}

/** An invalid version counts as not set. */
function isVersionSet(version: string | undefined): boolean {
  return readVersion(version) !== 0;
}
